"""A version on the build that is searched now into what a person should do next, by what it costs the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

import msgspec

from gold.compare.freshness import day_of, days_of
from gold.measure.diagnosis import LOST, Diagnosis
from gold.measure.laid_out import Scored
from gold.measure.score import RunScore
from gold.measure.ways import Bar, Way, ways_of
from gold.model.case import Case
from gold.resolve.resolution import Placed
from gold.resolve.twins import Twins

Reason = Literal["lost", "unknown", "changed", "ambiguous", "unjudged", "differ", "borderline", "twin", "review"]


class Item(msgspec.Struct, frozen=True):
    """One thing to do. `label` is its place in the case; None: the case as a whole.

    `cost` is the part of a question that the score lacks for certain, `stake` the part that is in doubt (0 to 1).
    `passages` are those to look at; `day` is when a review was due.
    """

    reason: Reason
    query_id: str
    label: int | None
    cost: float
    stake: float
    passages: tuple[str, ...] = ()
    day: str | None = None


class Dispute(msgspec.Struct, frozen=True):
    """Annotators gave a passage grades from `low` to `high`, and nobody has settled it.

    `label` is the place of the label that it holds, in whichever build has it.
    """

    passage_id: str
    label: int | None
    low: int
    high: int


class Subject(msgspec.Struct, frozen=True, dict=True):
    """What is looked at: the cases of the open part, where their labels lie, and what the newest run made of them."""

    cases: Sequence[Case]
    places: Mapping[str, Sequence[Placed]]
    scored: Scored
    bar: Bar
    twins: Twins = {}
    run: RunScore | None = None
    diagnoses: Sequence[Diagnosis | None] = ()
    review_every: Mapping[str, str] = {}
    disputes: Mapping[str, Sequence[Dispute]] = {}
    today: date | None = None

    @cached_property
    def unwinnable(self) -> frozenset[str]:
        lost = (self.scored.answerable & ~self.scored.winnable).nonzero()[0].tolist()
        return frozenset(self.scored.judged.query_ids[at] for at in lost)

    @cached_property
    def labels(self) -> list[tuple[Case, int, Placed]]:
        """Every label of the cases that can score, with where it lies."""
        return [
            (case, at, placed)
            for case in self.cases
            if case.supporting is None and not case.is_unanswerable
            for at, placed in enumerate(self.places[case.query_id])
        ]

    def share(self, case: Case, at: int) -> float:
        """The part of the gain of a case that one label has, 2^grade - 1 over all."""
        gains = [2.0**label.grade - 1 if label.grade > 0 else 0.0 for label in case.labels]
        return gains[at] / sum(gains) if gains[at] else 0.0

    def stake(self, case: Case, at: int) -> float:
        """What hangs on a label that is held: the whole question where it cannot be won without it, else its share."""
        places = self.places[case.query_id]
        if self.needs(case, at) and not any(_whole(way, places, at) for way in ways_of(case, self.bar)):
            return 1.0
        return self.share(case, at)

    def doubt(self, case: Case, dispute: Dispute) -> float:
        """What hangs on who is right: the stake of a label that answers by one grade and not by the other.

        Else the part of the case's gain between both grades; a question without an answer, where one grade answers it.
        """
        at, answers = dispute.label, dispute.high >= self.bar.grade
        if case.is_unanswerable:
            return float(answers)
        if at is not None and answers and dispute.low < self.bar.grade and self.needs(case, at):
            return self.stake(case, at)
        low, high = (2.0 ** max(grade, 0) - 1 for grade in (dispute.low, dispute.high))
        others = sum(2.0 ** max(label.grade, 0) - 1 for n, label in enumerate(case.labels) if n != at)
        return (high - low) / (others + high) if high > low else 0.0

    def needs(self, case: Case, at: int) -> bool:
        """Whether a label is one of those that answer the case."""
        return any(at in group for way in ways_of(case, self.bar) for group in way)


def _whole(way: Way, places: Sequence[Placed], but: int) -> bool:
    """Whether each group of a way has a label that is held, one label apart."""
    return all(any(at != but and places[at].held for at in group) for group in way)


def lost(subject: Subject) -> Iterator[Item]:
    """Labels that no passage holds."""
    for case, at, placed in subject.labels:
        if placed.state == "gone":
            whole = case.query_id in subject.unwinnable and subject.needs(case, at)
            yield Item("lost", case.query_id, at, 1.0 if whole else subject.share(case, at), 0.0)


def unknown(subject: Subject) -> Iterator[Item]:
    """Questions whose answer nobody has found: nothing measures them."""
    for case in subject.cases:
        if case.supporting is not None:
            yield Item("unknown", case.query_id, None, 1.0, 0.0)


def changed(subject: Subject) -> Iterator[Item]:
    """Labels that no quote proves, in documents of another version than the one judged."""
    for case, at, placed in subject.labels:
        if placed.state == "changed":
            yield Item("changed", case.query_id, at, 0.0, subject.stake(case, at), placed.passages)


def ambiguous(subject: Subject) -> Iterator[Item]:
    """Quotes that stand in several places."""
    for case, at, placed in subject.labels:
        if placed.state == "ambiguous":
            yield Item("ambiguous", case.query_id, at, 0.0, subject.stake(case, at), placed.passages)


def unjudged(subject: Subject) -> Iterator[Item]:
    """Passages that nobody has judged, where the newest run failed a question that can be won."""
    run = subject.run
    if run is None:
        return
    tops = run.run.tops(subject.bar.cut)
    for case, came in zip(run.scored.cases, subject.diagnoses, strict=True):
        if came is None or came.cause is None or came.cause in LOST:
            continue
        seen = {name for placed in subject.places[case.query_id] for name in placed.passages}
        found = tuple(name for name in dict.fromkeys(tops.get(case.query_id, ())) if name not in seen)
        if found:
            yield Item("unjudged", case.query_id, None, 0.0, 1.0, found)


def differ(subject: Subject) -> Iterator[Item]:
    """Passages that annotators gave different grades and nobody has settled."""
    for case in subject.cases:
        for dispute in subject.disputes.get(case.query_id, ()) if case.supporting is None else ():
            stake = subject.doubt(case, dispute)
            yield Item("differ", case.query_id, dispute.label, 0.0, stake, (dispute.passage_id,))


def borderline(subject: Subject) -> Iterator[Item]:
    """Labels that their judge was unsure of."""
    for case, at, placed in subject.labels:
        if case.labels[at].borderline:
            yield Item("borderline", case.query_id, at, 0.0, subject.stake(case, at), placed.passages)


def twins(subject: Subject) -> Iterator[Item]:
    """Passages of the same text as one that an id or a quote placed a label in: a run that shows them earns nothing."""
    if not subject.twins:
        return
    for case, at, placed in subject.labels:
        if placed.anchor not in ("passage_id", "quote") or case.labels[at].grade < 1:
            continue
        seen = {name for place in subject.places[case.query_id] for name in place.passages}
        others = (name for one in placed.holders for name in subject.twins.get(one, ()))
        found = tuple(dict.fromkeys(name for name in others if name not in seen))
        if found:
            yield Item("twin", case.query_id, at, 0.0, subject.stake(case, at), found)


def review(subject: Subject) -> Iterator[Item]:
    """Cases with a label that is older than its source allows."""
    every = {source: days for source, text in subject.review_every.items() if (days := days_of(text)) is not None}
    if subject.today is None or not every:
        return
    for case in subject.cases:
        days = every.get(case.source or "")
        judged = [day for label in case.labels if (day := day_of(label.at)) is not None]
        if days is not None and judged and (due := min(judged) + timedelta(days)) < subject.today:
            yield Item("review", case.query_id, None, 0.0, 1.0, (), due.isoformat())


LOOKS: dict[Reason, Callable[[Subject], Iterator[Item]]] = {
    "lost": lost,
    "unknown": unknown,
    "changed": changed,
    "ambiguous": ambiguous,
    "unjudged": unjudged,
    "differ": differ,
    "borderline": borderline,
    "twin": twins,
    "review": review,
}


def queue(subject: Subject) -> tuple[Item, ...]:
    """Everything to do: what costs the score now first, then what may, the likeliest reason first."""
    found = [item for look in LOOKS.values() for item in look(subject)]
    reasons = list(LOOKS)
    found.sort(key=lambda item: (-item.cost, reasons.index(item.reason), -item.stake))
    return tuple(found)
