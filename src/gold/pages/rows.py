"""A set's material into one compact row a case: all that its page is made of, gathered in bulk."""

from __future__ import annotations

import msgspec

from gold.measure.diagnosis import Diagnosis
from gold.measure.score import RunScore
from gold.model.case import Case
from gold.model.run import Answered
from gold.pages.material import Material
from gold.pages.run_head import pair_first
from gold.resolve.resolution import Placed

SHOWN_RESULTS = 10
NOTHING_SAID = Answered()


class Answer(msgspec.Struct, frozen=True):
    """What one run says of one case. `values` and `ranks` are empty for a case that is not scored; `came` is None then.

    `values` follow the measures (NaN: not of this mean), `ranks` the labels (`UNREACHED`: never shown).
    `earlier` is the version in whose words the run was asked, where they are not those of this one.
    """

    status: str
    passages: tuple[str, ...]
    returned: int
    values: tuple[float, ...]
    ranks: tuple[int, ...]
    came: Diagnosis | None
    refused: bool | None
    answer: str | None
    correct: bool | None
    ties: int
    repeats: int
    earlier: str | None = None


class CaseRow(msgspec.Struct, frozen=True):
    """One case: `places[b]` are its labels in build b, `answers[r]` what run r says, in the runs' order on pages."""

    case: Case
    slug: str
    before: str | None
    after: str | None
    places: tuple[tuple[Placed, ...], ...]
    answers: tuple[Answer, ...]


def case_rows(material: Material) -> list[CaseRow]:
    """One row a case of the site, in the version's order."""
    cases = material.cases
    places = [[tuple(build.places[case.query_id]) for case in cases] for build in material.builds]
    answers = [_answers(material, score) for score in pair_first(material)]
    neighbours = _neighbours(material)
    return [
        CaseRow(
            case=case,
            slug=material.slug_of[case.query_id],
            before=neighbours.get(case.query_id, (None, None))[0],
            after=neighbours.get(case.query_id, (None, None))[1],
            places=tuple(column[i] for column in places),
            answers=tuple(column[i] for column in answers),
        )
        for i, case in enumerate(cases)
    ]


def _neighbours(material: Material) -> dict[str, tuple[str | None, str | None]]:
    ids = [case.query_id for case in material.cases if case.query_id in material.paged]
    names = [None, *(material.slug_of[query_id] for query_id in ids), None]
    return {query_id: (names[i], names[i + 2]) for i, query_id in enumerate(ids)}


def _answers(material: Material, score: RunScore) -> list[Answer]:
    place = {query_id: i for i, query_id in enumerate(score.scored.judged.query_ids)}
    values = [tuple(row) for row in score.values.tolist()]
    ranks, first = score.reach.rank.tolist(), score.scored.judged.first.tolist()
    not_asked, earlier = frozenset(score.named.not_asked), frozenset(score.named.earlier_words)
    tops = score.run.tops(SHOWN_RESULTS)
    diagnoses = material.diagnoses[score.run.name]
    found = []
    for case in material.cases:
        top = tops.get(case.query_id, ())
        i = place.get(case.query_id)
        known = () if i is None else values[i]
        reached = () if i is None else tuple(ranks[first[i] : first[i + 1]])
        status = "not asked" if case.query_id in not_asked else "answered"
        came = None if i is None else diagnoses[i]
        found.append(_answer(score, case.query_id, status, top, known, reached, came, earlier))
    return found


def _answer(
    score: RunScore,
    query_id: str,
    status: str,
    top: tuple[str, ...],
    values: tuple[float, ...],
    ranks: tuple[int, ...],
    came: Diagnosis | None,
    earlier: frozenset[str],
) -> Answer:
    run = score.run
    at = run.position.get(query_id)
    said = run.answered.get(query_id, NOTHING_SAID)
    return Answer(
        status="missing" if at is None and status == "answered" else status,
        passages=top,
        returned=0 if at is None else int(run.lengths[at]),
        values=values,
        ranks=ranks,
        came=came,
        refused=run.abstained(query_id) if run.can_abstain and at is not None else None,
        answer=said.answer,
        correct=said.answer_correct,
        ties=score.named.ties.get(query_id, 0),
        repeats=score.named.duplicates.get(query_id, 0),
        earlier=score.declared.label if score.declared is not None and query_id in earlier else None,
    )
