"""A set's comparison into a decision: a verdict in words, one blocker, one next step."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gold.compare.runs import Comparison
from gold.measure.measure import Measure
from gold.model.words import listed
from gold.pages.frame import Link
from gold.pages.gates import GateLine, unmet_gates
from gold.pages.lost_ground import LostThough, WorstClass, lost_though_risen, worst_class
from gold.pages.material import Material
from gold.pages.measures import MeasureName, named
from gold.pages.next_step import in_the_way, next_step, not_winnable
from gold.pages.numbers import counted, figure, grouped
from gold.pages.rival import rival
from gold.pages.verdicts import VerdictWords, in_words, sign_of

OF_RUNS = ("worst_class", "floor")
"""The gates that a set's keeper cannot mend: they judge the candidate."""
URGENCY = ("worse", "unknown", "better", "same", "plain")


class Headline(msgspec.Struct, frozen=True):
    """The first measure of both runs, over the cases that are compared."""

    measure: MeasureName
    baseline: str
    candidate: str
    before: str
    after: str
    verdict: VerdictWords


class Decision(msgspec.Struct, frozen=True):
    """`verdict` is the sentence to decide by; `blocker` the one thing in the way, if any; `action` what to do next.

    `rival` is a run that scores above the candidate, `worst` the class that fared worst, `lost` what was lost although
    the mean rose; each only if there is one.
    """

    verdict: str
    tone: str
    sign: str
    headline: Headline | None
    blocker: Link | None
    action: Link
    rival: Link | None
    worst: WorstClass | None = None
    lost: LostThough | None = None

    @property
    def urgency(self) -> int:
        return URGENCY.index(self.tone)


class Heading(msgspec.Struct, frozen=True):
    """What every account of a set begins with; no baseline where nothing is compared."""

    version: str
    cases: int
    baseline: str | None
    candidate: str | None
    decision: Decision


def heading_of(material: Material) -> Heading:
    """The set's newest version, the runs that are looked at, and the decision."""
    return Heading(
        version=material.version.shown,
        cases=len(material.cases),
        baseline=None if material.comparison is None else material.comparison.baseline.run.name,
        candidate=None if material.candidate is None else material.candidate.run.name,
        decision=decide(material),
    )


def decide(material: Material) -> Decision:
    """What a reviewer decides about this set's candidate; a gate that is not met stands in the way before all else."""
    decision, unmet = _decided(material), unmet_gates(material)
    if unmet is None:
        return decision
    line = gate_to_mend(material)
    if line is None:
        return replace(decision, blocker=unmet)
    page = unmet if line.link is None else line.link
    mend = Link(f"Mend what the gate {line.name} names", page.href)
    return replace(decision, blocker=unmet, action=mend)


def gate_to_mend(material: Material) -> GateLine | None:
    """The gate to mend next: the first that is not met, unless one is that only another run can meet."""
    failed = [line for line in material.gates if not line.passed]
    return None if any(line.gate in OF_RUNS for line in failed) else next(iter(failed), None)


def is_left_to_the_queue(material: Material) -> bool:
    """Whether nothing was lost, all can be answered, and the review queue has something: it is the next step then."""
    comparison, candidate = material.comparison, material.candidate
    if comparison is None or candidate is None or gate_to_mend(material) is not None:
        return False
    nothing_lost = not comparison.worst(material.moved_by) and not candidate.named.unwinnable
    return nothing_lost and bool(material.queue)


def _decided(material: Material) -> Decision:
    comparison = material.comparison
    if comparison is None:
        return _nothing_to_compare(material)
    measure = material.headline
    overall = comparison.overall
    said = in_words(overall.verdicts[measure], measure)
    worse = classes_that_are(comparison, measure, "worse")
    name, base = comparison.candidate.run.name, comparison.baseline.run.name
    verdict, tone = _verdict(name, base, said, worse, untold(comparison, measure))
    if tone != "worse" and (elsewhere := worse_by(material, comparison)):
        verdict, tone = f"{_but(verdict, name, said)} worse by {listed(elsewhere, 3)}", "unknown"
    return Decision(
        verdict=verdict,
        tone=tone,
        sign=sign_of(tone),
        headline=Headline(
            named(measure), base, name, figure(overall.before[measure]), figure(overall.after[measure]), said
        ),
        blocker=in_the_way(material, comparison, worse),
        action=next_step(material, comparison),
        rival=rival(material),
        worst=worst_class(material),
        lost=lost_though_risen(material),
    )


def classes_that_are(comparison: Comparison, measure: Measure, word: str) -> list[str]:
    """The classes of every facet whose verdict by the measure is this word."""
    return [group.name or "" for group in comparison.classes if in_words(group.verdicts[measure], measure).word == word]


def worse_by(material: Material, comparison: Comparison) -> list[str]:
    """The measures beside the headline by which the candidate is worse overall."""
    verdicts = comparison.overall.verdicts
    others = (measure for measure in comparison.measures if measure != material.headline)
    return [named(measure).shown for measure in others if in_words(verdicts[measure], measure).word == "worse"]


def _but(verdict: str, name: str, said: VerdictWords) -> str:
    """What the headline says, before what another measure says against it: then it is no advice to ship."""
    if said.word == "better":
        return f"Look before {name} ships: better by the first measure, but"
    return f"{verdict}, but"


def untold(comparison: Comparison, measure: Measure) -> str:
    """How many classes the measure tells nothing of; empty where it tells of all."""
    told = [group.verdicts[measure].word in ("better", "worse", "same") for group in comparison.classes]
    silent = len(told) - sum(told)
    if not silent:
        return ""
    if silent == len(told):
        one = silent == 1
        return (
            " (the one class can be told neither way)"
            if one
            else f" (none of {grouped(silent)} can be told either way)"
        )
    return f" (of {silent} of {counted(len(told), 'class', 'classes')} it cannot be told)"


def _verdict(name: str, base: str, said: VerdictWords, worse: list[str], untold: str) -> tuple[str, str]:
    if said.word == "worse":
        return f"Do not ship {name}: worse overall than {base}", "worse"
    if worse:
        better = "better overall, but " if said.word == "better" else ""
        return f"Do not ship {name}: {better}worse on {listed(worse, 3)}", "worse"
    if said.word == "better":
        return f"Ship {name}: better overall than {base}, and no class is told to be worse{untold}", "better"
    if said.word == "same":
        return f"No difference that matters: {name} is as good as {base}", "same"
    if said.word == "not measured":
        return f"Too few cases to compare {name} with {base}: {said.sentence}", "unknown"
    if said.word == "counts only":
        return f"Too little to tell {name} from {base}: {said.sentence}", "unknown"
    more = said.sentence.removeprefix("cannot tell")
    return f"Cannot tell whether {name} is better than {base}{more}", "unknown"


def _nothing_to_compare(material: Material) -> Decision:
    why = material.why_not or "no comparison"
    if material.candidate is None and not material.scores and not material.unscored:
        words = "Let your search answer the questions, and lay runs/NAME.jsonl with NAME.yaml beside"
        ask = Link(words, "questions/index.html")
        return Decision("No runs yet: nothing is scored", "plain", "", None, None, ask, None)
    if why == "one run" and material.candidate is not None:
        verdict = f"Nothing to compare: {material.candidate.run.name} is the only run"
        read = Link("Read how it did", "questions/index.html")
        return Decision(verdict, "plain", "", None, not_winnable(material), read, None)
    blocker, action = Link(_sentence(why), "runs.html"), Link("Look at the runs", "runs.html")
    return Decision("Nothing to compare", "unknown", "?", None, blocker, action, rival(material))


def _sentence(words: str) -> str:
    """Words as a sentence begins; the name of a run or a file keeps its letters."""
    return f"The {words[4:]}" if words.startswith("the ") else words
