"""A scored run, or a comparison, into the sentences that must stand beside its numbers: each rule where it bites."""

from __future__ import annotations

import msgspec

from gold.compare.resample import LARGE, RESAMPLES
from gold.compare.runs import Comparison
from gold.compare.traffic import not_by_traffic
from gold.measure.score import RunScore
from gold.pages.frame import Link
from gold.pages.label_loss import label_loss
from gold.pages.material import Material
from gold.pages.measures import named
from gold.pages.numbers import counted, grouped, sentence, signed

NAMED = 12


class Note(msgspec.Struct, frozen=True):
    """A sentence, the cases that it is about (the first few), and how many more there are."""

    text: str
    cases: tuple[tuple[str, str | None], ...] = ()
    more: int = 0


def comparison_notes(material: Material) -> tuple[Note, ...]:
    """What has to be known of the two compared runs together."""
    comparison = material.comparison
    if comparison is None:
        return () if material.why_not is None else (Note(f"Nothing is compared: {material.why_not}."),)
    notes = []
    if comparison.across_builds:
        one, two = (score.build or "no corpus" for score in (comparison.baseline, comparison.candidate))
        words = "only questions that can be answered from both are compared"
        notes.append(Note(f"The runs searched two builds, {one} and {two}: {words}."))
    notes += [_about(material, loss.words, loss.cases) for loss in label_loss(comparison)]
    return (*notes, *_not_shared(material, comparison), *_unjudged(comparison), *_in_closed_form(comparison))


def _not_shared(material: Material, comparison: Comparison) -> list[Note]:
    """The questions that have an answer and are not compared: asked of one run only, or in other words."""
    pair = (comparison.baseline, comparison.candidate)
    notes, rest = [], comparison.not_shared
    for asked, other in (pair, pair[::-1]):
        left_out = frozenset(other.named.not_asked)
        ids = tuple(query_id for query_id in rest if query_id in left_out)
        rest = tuple(query_id for query_id in rest if query_id not in left_out)
        if ids:
            words = counted(len(ids), "question with an answer was", "questions with an answer were")
            notes.append(_about(material, f"{words} asked of {asked.run.name} only: not in the verdict", ids))
    if rest:
        words = counted(len(rest), "question was", "questions were")
        notes.append(_about(material, f"{words} put to the two runs in different words: not in the verdict", rest))
    return notes


def _unjudged(comparison: Comparison) -> list[Note]:
    """Where one run shows more that nobody has judged: what it loses by that is no fault of it."""
    found = []
    for measure in (measure for measure in comparison.measures if measure.kind == "Judged"):
        judged = comparison.overall.verdicts[measure]
        if judged.low is None or judged.high is None or (judged.low <= 0 <= judged.high):
            continue
        role = "candidate" if judged.high < 0 else "baseline"
        words = f"The {role} shows more unjudged passages: its scores may be too low"
        found.append(Note(f"{words} ({named(measure).shown} {signed(judged.mean)})."))
    return found


def _in_closed_form(comparison: Comparison) -> list[Note]:
    """How the intervals over many cases were made."""
    found = [judged for group in (comparison.overall, *comparison.classes) for judged in group.verdicts.values()]
    if not any(judged.method == "closed form" for judged in found):
        return []
    return [Note(f"Intervals over {LARGE} cases or more are in closed form, the others from {RESAMPLES:,} resamples.")]


def run_notes(material: Material, score: RunScore, told: frozenset[str] = frozenset()) -> tuple[Note, ...]:
    """What has to be known of one run's scores; what a build lost is not said again of cases already `told` of."""
    odd, name = score.named, score.run.name
    absent = scored_zero(score)
    unwinnable = () if told.issuperset(odd.unwinnable) else odd.unwinnable
    then = "" if score.declared is None else score.declared.label
    no_answer = len(set(odd.not_asked) & set(odd.unanswerable))
    among = f" ({no_answer} of them without an answer)" if no_answer else ""
    said = [
        (absent, "{} missing from the run and scored 0"),
        (odd.not_asked, f"{{}}{among} new or reworded since the version that it was asked: left out of its scores"),
        (odd.earlier_words, f"{{}} asked in the words of {then}, reworded since: scored all the same"),
        (odd.undefined, "{} without a label of positive grade: left out"),
        (unwinnable, "{} cannot be answered from its build: a hole in the corpus, no fault of the ranking"),
        (tuple(odd.duplicates), "{} with a passage listed twice: the second earns nothing"),
        (tuple(odd.foreign), "{} with results that are no passage of its build: worth nothing"),
        (tuple(odd.ties), "{} with tied scores: ordered by passage id, descending"),
    ]
    notes = [
        _about(material, f"{name}: {words.format(counted(len(ids), 'case'))}", tuple(ids)) for ids, words in said if ids
    ]
    if odd.extra:
        notes.append(Note(f"{name}: {counted(len(odd.extra), 'question')} of the run not in the set: ignored."))
    asked = frozenset(score.scored.judged.query_ids) - frozenset(odd.not_asked)
    follow_ups = tuple(case.query_id for case in material.cases if case.history and case.query_id in asked)
    if follow_ups and not score.run.sidecar.replays_history:
        words = f"{name} did not replay the history of {counted(len(follow_ups), 'follow-up')}"
        notes.append(_about(material, f"{words}: these scores test a question nobody asked", follow_ups))
    if any(case.is_unanswerable for case in material.cases) and not score.run.can_abstain:
        notes.append(Note(f"{name} can say neither that it refused nor that it did not: refusals are not measurable."))
    declared = score.run.sidecar.version_number
    if declared is not None and declared not in material.testset.versions:
        notes.append(Note(f"{name} declares version v{declared}, which the set does not have."))
    return tuple(notes)


def scored_zero(score: RunScore) -> tuple[str, ...]:
    """The cases that are missing from the run and count as 0: not those that no ranking mean holds."""
    apart = {*score.named.unanswerable, *score.named.undefined}
    return tuple(query_id for query_id in score.named.missing if query_id not in apart)


def pair_notes(material: Material) -> tuple[Note, ...]:
    """All notes that the overview needs: on the comparison, the candidate, the baseline."""
    notes = list(comparison_notes(material))
    told = frozenset(() if material.comparison is None else material.comparison.label_loss)
    for score in (material.candidate, material.baseline):
        if score is not None:
            notes += run_notes(material, score, told)
    unweighed = not_by_traffic(material.testset.settings.traffic)
    if unweighed:
        notes.append(Note(f"{sentence(unweighed)}."))
    return tuple(notes)


def _about(material: Material, words: str, ids: tuple[str, ...]) -> Note:
    known = set(material.slug_of)
    shown = [query_id for query_id in ids if query_id in known][:NAMED]
    return Note(f"{words}.", tuple((i, material.href(i)) for i in shown), len(ids) - len(shown))


def coverage_line(material: Material) -> tuple[str, Link] | None:
    """How many questions can be answered from what the candidate searched, with the page that says more."""
    score = material.candidate
    if score is None:
        return None
    answerable = int(score.scored.answerable.sum())
    can = answerable - len(score.named.unwinnable)
    where = f"from {score.build}" if score.build else "(no corpus given)"
    words = f"{grouped(can)} of {counted(answerable, 'question')} with an answer can be answered {where}."
    return words, Link("Coverage", "coverage.html")
