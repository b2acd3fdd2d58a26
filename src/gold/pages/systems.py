"""The runs on one build held against each other: whether the pool is fair to them, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec

from gold.measure.pool import union_of
from gold.measure.rank_overlap import PERSISTENCE
from gold.pages.differing import DifferingPair, ToCompare, differing, to_compare
from gold.pages.finds import FoundRow, found_rows
from gold.pages.frame import Frame, set_frame
from gold.pages.fusions import FusedSaid, fused_said
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.notes import Note
from gold.pages.numbers import share
from gold.pages.overlaps import PairRow, pair_row, pairs_on
from gold.pages.pools import Pool, PoolTable, answering, fused_of, own_answers, pool_tables, said_of_pool
from gold.pages.question import NO_CORPUS, Shelf
from gold.pages.rows import CaseRow
from gold.pages.verdicts import sign_of
from gold.pages.who import who_note


class SystemsOnBuild(msgspec.Struct, frozen=True):
    """The runs that searched one build. `cases` all of them were asked; together they answer `union` of these.

    `depth` is that of labels, `more_pairs` counts those that are not shown.
    """

    build: str
    said: str
    tone: str
    measure: MeasureName
    cases: int
    union: int
    union_share: str
    depth: int
    rows: tuple[FoundRow, ...]
    fused: tuple[FusedSaid, ...]
    pool: tuple[PoolTable, ...]
    pairs: tuple[PairRow, ...]
    more_pairs: int
    differing: tuple[DifferingPair, ...]

    @property
    def sign(self) -> str:
        return sign_of(self.tone)


class SystemsPage(msgspec.Struct, frozen=True):
    """`own` says how many cases look as if they had been labelled from the answers of the run in use."""

    template: ClassVar[str] = "systems.html"
    frame: Frame
    own: str
    own_is_high: bool
    top_grade: int
    builds: tuple[SystemsOnBuild, ...]
    notes: tuple[Note, ...]
    to_judge: int
    persistence: float


"""The page and the file of what is to be judged next."""


def systems_page(material: Material, on: Shelf, rows: Mapping[str, CaseRow]) -> SystemsPage:
    """A part for each build that a run searched, the build in use first."""
    every = material.pools
    shared = to_compare(material, on, rows)
    order = sorted(every, key=lambda build: build != material.queue_build.id)
    builds = tuple(_on_build(shared, build or NO_CORPUS, every[build]) for build in order)
    own = [found for build in order if (found := own_answers(material, every[build]))[0]]
    return SystemsPage(
        frame=set_frame(material.testset, "Systems", "systems.html"),
        own=own[0][0] if own else "",
        own_is_high=bool(own and own[0][1]),
        top_grade=material.top_grade,
        builds=builds,
        notes=who_note(material),
        to_judge=len(set(_to_judge(builds))),
        persistence=PERSISTENCE,
    )


def _on_build(on: ToCompare, build: str, pool: Pool) -> SystemsOnBuild:
    material, scores = on.material, [score for score, _ in pool]
    measure = answering(material)
    union = union_of(scores, measure)
    found = pairs_on(scores)
    said, tone = said_of_pool(material, pool)
    return SystemsOnBuild(
        build=build,
        said=said,
        tone=tone,
        measure=named(measure),
        cases=union.cases,
        union=union.size,
        union_share=share(union.size, union.cases),
        depth=pool[0][1].depth,
        rows=found_rows(material, scores, [one for _, one in pool], union),
        fused=tuple(fused_said(material, one) for one in fused_of(material, pool)),
        pool=pool_tables(material, pool),
        pairs=tuple(pair_row(*pair) for pair in found),
        more_pairs=len(scores) * (len(scores) - 1) // 2 - len(found),
        differing=tuple(differing(on, *pair) for pair in found),
    )


def _to_judge(builds: tuple[SystemsOnBuild, ...]) -> Iterator[tuple[str, str]]:
    """Questions and passages that nobody has judged, of the lists that are shown of the build in use."""
    for pair in builds[0].differing if builds else ():
        for question in pair.questions:
            for passage_id in question.next_to_judge:
                yield question.query_id, passage_id


TO_JUDGE_HEADER = ("query_id", "passage_id", "annotator", "grade", "note", "at", "query", "history", "text")


def to_judge_rows(material: Material, page: SystemsPage) -> Iterator[tuple[str, ...]]:
    """A row a passage to judge, as an annotator fills it in: neither its rank nor its run is told."""
    corpus = material.queue_build.corpus
    cases = {case.query_id: case for case in material.cases}
    for query_id, passage_id in sorted(set(_to_judge(page.builds))):
        case = cases[query_id]
        history = " | ".join(turn.query for turn in case.history or ())
        passage = None if corpus is None else corpus.by_id.get(passage_id)
        text = "" if passage is None else passage.text
        yield (query_id, passage_id, "", "", "", "", case.query, history, text)
