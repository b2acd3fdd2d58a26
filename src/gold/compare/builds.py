"""One version on two corpus builds: what going from one to the other does to its labels and its documents."""

from __future__ import annotations

from collections import Counter

import msgspec

from gold.compare.documents import Documents, compare_documents
from gold.measure.laid_out import Scored
from gold.resolve.resolution import Placed


class LabelStep(msgspec.Struct, frozen=True):
    """A label whose state, or whose passages, are others than before; labels are counted from 0."""

    query_id: str
    label: int
    before: Placed
    after: Placed


class BuildStep(msgspec.Struct, frozen=True):
    """`states` counts the labels by (state before, state after); `lost` and `won` are cases won in one only.

    `flagged` counts the labels in documents that are edited or gone: what comparing documents alone would have looked
    at again. `alive` are those lost though their passage id is still there.
    """

    before: str
    after: str
    states: dict[tuple[str, str], int]
    labels: tuple[LabelStep, ...]
    lost: tuple[str, ...]
    won: tuple[str, ...]
    flagged: int
    alive: tuple[LabelStep, ...]
    documents: Documents


def compare_builds(before: Scored, after: Scored) -> BuildStep:
    """Both must be of one version, laid out on a corpus each."""
    old, new = before.resolution.corpus, after.resolution.corpus
    assert old is not None and new is not None  # a build is asked for by name
    documents = compare_documents(old, new)
    differ = raw_changes(before, after)
    states: Counter[tuple[str, str]] = Counter()
    steps, flagged, alive = [], 0, []
    for at, case in enumerate(after.cases):
        pairs = zip(case.labels, before.resolution.labels[at], after.resolution.labels[at], strict=True)
        for number, (label, then, now) in enumerate(pairs):
            states[then.state, now.state] += 1
            step = LabelStep(case.query_id, number, then, now)
            if (then.state, then.passages) != (now.state, now.passages):
                steps.append(step)
            home = label.doc_id or (old.by_id[then.passages[0]].doc_id if then.held else None)
            flagged += home in differ
            if then.held and not now.held and label.passage_id in new.by_id:
                alive.append(step)
    can, could = (set(_winnable(scored)) for scored in (after, before))
    return BuildStep(
        before=old.id,
        after=new.id,
        states=dict(states),
        labels=tuple(steps),
        lost=tuple(query_id for query_id in _winnable(before) if query_id not in can),
        won=tuple(query_id for query_id in _winnable(after) if query_id not in could),
        flagged=flagged,
        alive=tuple(alive),
        documents=documents,
    )


def raw_changes(before: Scored, after: Scored) -> frozenset[str]:
    """The documents of the first build that the second has not, or not letter by letter."""
    texts: list[dict[str, list[str]]] = []
    for scored in (before, after):
        found: dict[str, list[str]] = {}
        for passage in () if scored.resolution.corpus is None else scored.resolution.corpus.passages:
            found.setdefault(passage.doc_id, []).append(passage.text)
        texts.append(found)
    return frozenset(doc for doc, text in texts[0].items() if texts[1].get(doc) != text)


def _winnable(scored: Scored) -> list[str]:
    ids = scored.judged.query_ids
    return [ids[i] for i in (scored.answerable & scored.winnable).nonzero()[0].tolist()]
