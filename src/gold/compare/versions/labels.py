"""The labels of a case in two versions into those that are one, by the place that they name and never by position."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from gold.compare.versions.change import FieldChange
from gold.compare.versions.values import plain
from gold.model.case import Label

ANCHORS = ("passage_id", "doc_id", "document", "heading", "quote")
PLAIN = re.compile(r"[^\s,\[\]=\"]+")
FIELDS = tuple(field.name for field in msgspec.structs.fields(Label))
REST = tuple(name for name in FIELDS if name not in ANCHORS)
Key = Callable[[Label], Hashable]


class Matched(NamedTuple):
    """Labels of both versions that are one label; None: there is none on that side."""

    old: Label | None
    new: Label | None


def match(old: Sequence[Label], new: Sequence[Label]) -> list[Matched]:
    """Every label of both sides once: those of the old version in its order, then those that only the new one has.

    Labels are one where they are equal; else where all anchors are, and the part; else where all anchors are. What then
    remains is paired where it is the only one of its kind on either side: by the passage id, by the quote, by
    the document and its heading, by everything but the anchors (a label that was moved elsewhere), and by the document
    and the grade. Equal grades alone are no sign that two labels are one where several have them.
    """
    rest_old, rest_new = list(old), list(new)
    pairs: dict[int, Label] = {}
    for key, only in STEPS:
        if not rest_old or not rest_new:
            break
        found = list(_pairs(rest_old, rest_new, key, only))
        pairs |= {id(one): two for one, two in found}
        gone, come = {id(one) for one, _ in found}, {id(two) for _, two in found}
        rest_old = [label for label in rest_old if id(label) not in gone]
        rest_new = [label for label in rest_new if id(label) not in come]
    return [Matched(label, pairs.get(id(label))) for label in old] + [Matched(None, label) for label in rest_new]


def label_changes(old: Sequence[Label], new: Sequence[Label]) -> Iterator[FieldChange]:
    """What changed among the labels of a case: each field of each label, a label that came or went as a whole."""
    if old == new:
        return
    matched = [pair for pair in match(_apart(old), _apart(new)) if pair.old != pair.new]
    names = _Names(old, new) if matched else None
    for one, two in matched:
        known = one or two
        assert known is not None and names is not None  # a pair has one side at least
        path = f"judgments[{names.of(known)}]"
        if one is None or two is None:
            yield FieldChange(path, plain(one), plain(two))
            continue
        for name in FIELDS:
            before, after = getattr(one, name), getattr(two, name)
            if before != after:
                yield FieldChange(f"{path}.{name}", plain(before), plain(after))


def _apart(labels: Sequence[Label]) -> Sequence[Label]:
    """The labels as objects of their own, for they are told apart by identity: one object may stand twice."""
    if len({id(label) for label in labels}) == len(labels):
        return labels
    return [msgspec.structs.replace(label) for label in labels]


def _pairs(old: list[Label], new: list[Label], key: Key, only: bool) -> Iterator[tuple[Label, Label]]:
    """Labels with one key, in order; with `only`, where each is the only one with that key on its side."""
    by_key: dict[Hashable, list[Label]] = {}
    for label in new:
        by_key.setdefault(key(label), []).append(label)
    seen = Counter(map(key, old)) if only else Counter[Hashable]()
    for label in old:
        value = key(label)
        there = by_key.get(value)
        if value is None or not there or (only and (seen[value] > 1 or len(there) > 1)):
            continue
        yield label, there.pop(0)


def _heading(label: Label) -> Hashable:
    home = label.doc_id or label.document
    return None if home is None or label.heading is None else (home, label.heading)


def _document(label: Label) -> Hashable:
    home = label.doc_id or label.document
    return None if home is None else (home, label.grade, label.part)


def _rest(label: Label) -> Hashable:
    return tuple(getattr(label, name) for name in REST)


STEPS: tuple[tuple[Key, bool], ...] = (
    (lambda label: label, False),
    (lambda label: (label.anchors, label.part), False),
    (lambda label: label.anchors, False),
    (lambda label: label.passage_id, True),
    (lambda label: label.quote, True),
    (_heading, True),
    (_rest, True),
    (_document, True),
)


class _Names:
    """What the labels of a case are called in a path: by the passage id where that tells them apart, else by more."""

    def __init__(self, old: Sequence[Label], new: Sequence[Label]) -> None:
        self.seen = [Counter(map(_by_passage, old)) | Counter(map(_by_passage, new))]
        self.seen.append(Counter(map(_by_anchors, old)) | Counter(map(_by_anchors, new)))

    def of(self, label: Label) -> str:
        short, full = _by_passage(label), _by_anchors(label)
        if label.passage_id is not None and self.seen[0][short] == 1:
            return short
        if self.seen[1][full] == 1:
            return full
        return f"{full},part={_spelt(label.part)}"


def _by_passage(label: Label) -> str:
    return _named((("passage_id", label.passage_id),))


def _by_anchors(label: Label) -> str:
    return _named((name, getattr(label, name)) for name in ANCHORS)


def _named(values: Iterator[tuple[str, object]] | tuple[tuple[str, object], ...]) -> str:
    return ",".join(f"{name}={_spelt(value)}" for name, value in values if value is not None)


def _spelt(value: object) -> str:
    plain_word = isinstance(value, str) and value != "null" and PLAIN.fullmatch(value)
    return str(value) if plain_word else json.dumps(value, ensure_ascii=False)
