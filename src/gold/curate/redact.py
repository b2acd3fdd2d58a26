"""Cases into the same cases with their personal data masked, and into what of it they keep."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple, replace

from gold.check.personal.data import END, Kind, find, find_in, mask
from gold.model.case import Case, Label, Turn

MASKED = ("query", "query_normalized", "answer", "reason")
KEPT = ("query_id", "source", "stratum", "intent", "class_", "asker", "tags", "expect_abstention")
KEPT_OF_A_LABEL = ("passage_id", "doc_id", "document", "heading", "quote", "part", "doc_version", "at", "chunking")


class Kept(NamedTuple):
    """Personal data in a field that is never changed: an id, a facet, or words of the corpus."""

    field: str
    kind: Kind


class Redacted(NamedTuple):
    """A case that holds personal data: where it stands among the cases, masked, and what stays in it."""

    at: int
    case: Case
    changed: bool
    reworded: bool
    """Whether the question or its history changed, so that a system is asked something else."""
    kept: tuple[Kept, ...]


def redact(cases: Sequence[Case], allowed: Container[str] = ()) -> Iterator[Redacted]:
    """The cases that hold personal data, in order; those whose ids are allowed to are left out."""
    last = -1
    for at, _ in find_in(END.join(_texts(case)) for case in cases):
        if at != last and cases[at].query_id not in allowed:
            case = redact_case(cases[at])
            changed, kept = case != cases[at], tuple(_kept(cases[at]))
            reworded = case.query != cases[at].query or case.history != cases[at].history
            if changed or kept:
                yield Redacted(at, case, changed, reworded, kept)
        last = at


def redact_case(case: Case) -> Case:
    """The case with its words masked: question, history, answer, reason, meta, and the notes and names of its labels.

    Ids and facets stay, and so do quotes: they must go on matching their passages.
    """
    words = {name: _masked(getattr(case, name)) for name in (*MASKED, "meta")}
    history = None if case.history is None else tuple(map(_turn, case.history))
    labels = None if case.judgments is None else tuple(map(_label, case.judgments))
    return replace(case, **words, history=history, judgments=labels)


def _turn(turn: Turn) -> Turn:
    return Turn(mask(turn.query), _masked(turn.answer))


def _label(label: Label) -> Label:
    return replace(label, note=_masked(label.note), by=_masked(label.by))


def _masked(value: Any) -> Any:
    """A value with every text in it masked; the keys of a mapping are names, and stay."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, list):
        return [_masked(inner) for inner in value]
    if isinstance(value, dict):
        return {key: _masked(inner) for key, inner in value.items()}
    return value


def _kept(case: Case) -> Iterator[Kept]:
    """Each field that keeps personal data, with each kind in it once."""
    fields: list[tuple[str, Any]] = [(name.rstrip("_"), getattr(case, name)) for name in KEPT]
    for number, label in enumerate(case.labels):
        fields += [(f"judgments[{number}].{name}", getattr(label, name)) for name in KEPT_OF_A_LABEL]
    fields.append(("meta", _keys(case.meta)))
    for field, value in fields:
        kinds = (span.kind for text in _strings(value) for span in find(text))
        yield from (Kept(field, kind) for kind in dict.fromkeys(kinds))


def _keys(value: Any) -> list[str]:
    """The keys of all mappings in a value."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict):
            found += inner
            waiting += inner.values()
        elif isinstance(inner, list):
            waiting += inner
    return found


def _texts(case: Case) -> list[str]:
    """Every text in a case; what most cases have is read without looking at each value twice."""
    found = [value for value in astuple(case) if isinstance(value, str)]
    for label in case.judgments or ():
        found += [value for value in astuple(label) if isinstance(value, str)]
        found += label.heading or ()
    found += case.tags or ()
    more = (case.history, case.meta, case.expect_abstention)
    return found + _strings(more) if any(value is not None for value in more) else found


def _strings(value: Any) -> list[str]:
    """Every text in a value, the keys of mappings among them."""
    found, waiting = [], [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, str):
            found.append(inner)
        elif isinstance(inner, tuple | list):
            waiting += inner
        elif isinstance(inner, Struct):
            waiting += astuple(inner)
        elif isinstance(inner, dict):
            waiting += (*inner.keys(), *inner.values())
    return found
