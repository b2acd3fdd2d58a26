"""A diff into the edits by which a system that passed a case may now fail it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gold.compare.versions.change import Diff
from gold.compare.versions.labels import ANCHORS, Matched, match
from gold.measure.laid_out import can_score
from gold.model.case import Case, Label
from gold.model.version import Version


class Break(NamedTuple):
    """A case, and why a system that passed it may fail it now."""

    query_id: str
    why: str


def breaks(diff: Diff, old: Version, new: Version, answer_grade: int) -> tuple[Break, ...]:
    """The first reason of each case that may break, in the order of the diff.

    A system *passed* a case if it reached an answer (one of every part) or refused what has none. It may now fail

    | edit of a case that scores in both versions | breaking |
    | --- | --- |
    | the question or an earlier turn reworded | yes |
    | answerable made unanswerable, or the other way round | yes |
    | a label of answer grade removed, lowered below it, or with another anchor | yes |
    | a part more, a part less, a label of answer grade moved to another part | yes |
    | an allowed refusal (`expect_abstention`) no longer allowed | yes |
    | a label more, or raised to answer grade, that answers beside the others | no |
    | labels below answer grade, distractors, dates, notes, the version that was judged | no |
    | facets, answer text, reason, weight, `meta` | no |

    and no case that is new, gone, retired, proposed or of unknown answer in one of the versions can break.
    """
    found = []
    for change in diff.changed:
        before, after = old.by_id[change.query_id], new.by_id[change.query_id]
        if can_score(before) and can_score(after):
            why = next(_reasons(before, after, answer_grade), None)
            found += [] if why is None else [Break(change.query_id, why)]
    return tuple(found)


def _reasons(old: Case, new: Case, answer_grade: int) -> Iterator[str]:
    if old.query != new.query:
        yield "the question was reworded"
    if (old.history or ()) != (new.history or ()):
        yield "its history was reworded"
    if old.is_unanswerable != new.is_unanswerable:
        yield "it was answerable" if new.is_unanswerable else "it was unanswerable"
    if old.expect_abstention not in (None, False) and new.expect_abstention in (None, False):
        yield "a refusal is no longer allowed"
    parts, now = _parts(old), _parts(new)
    for name in sorted(now - parts):
        yield f"part {name!r} is needed now"
    for name in sorted(parts - now):
        yield f"part {name!r} is gone"
    for pair in match(old.labels, new.labels):
        why = _lost(pair, answer_grade)
        if why is not None:
            yield why


def _parts(case: Case) -> frozenset[str]:
    return frozenset(label.part for label in case.labels if label.part is not None)


def _lost(pair: Matched, answer_grade: int) -> str | None:
    """What a label of answer grade lost."""
    old, new = pair
    if old is None or old.grade < answer_grade or old == new:
        return None
    if new is None:
        return "an answer is no label any more"
    if new.grade < answer_grade:
        return f"an answer was lowered from grade {old.grade} to {new.grade}"
    if old.part != new.part:
        return "an answer belongs to another part"
    return "an answer has another anchor" if _place(old) != _place(new) else None


def _place(label: Label) -> tuple[object, ...]:
    return tuple(getattr(label, name) for name in ANCHORS)
