"""Agreement into sentences: how far two people agree, what it allows, and what to know before believing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from gold.measure.agreement.agreement import ONE_ITEM, TOO_MANY, Agreement, Pair
from gold.measure.agreement.annotators import ONE_GRADE
from gold.measure.agreement.arbiters import Arbiter
from gold.measure.agreement.estimate import ONE_QUESTION, Estimate
from gold.measure.agreement.groups import Group
from gold.model.annotation import Drawn, Sample
from gold.model.words import listed
from gold.pages.numbers import DASH, MINUS, counted, grouped, percent, sentence
from gold.pages.verdicts import sign_of

RELIABLE, TENTATIVE = 0.8, 0.667
"""Alpha for reliable and for tentative conclusions. Source: Krippendorff (2004), Content Analysis, chapter 11."""


NAMED = 6
REASONS: tuple[tuple[Callable[[Estimate], bool], str], ...] = (
    (
        lambda found: found.low is not None and found.low == found.high,
        "the interval has no width, as every drawing of the questions gave one value, which need not be right",
    ),
    (
        lambda found: found.undefined == ONE_GRADE,
        "one grade only was given, so there is nothing beyond chance to measure and no interval",
    ),
    (
        lambda found: found.undefined == ONE_ITEM,
        "one item in common is too few for a value or an interval",
    ),
    (
        lambda found: found.no_interval == ONE_QUESTION,
        "no interval, because it comes from drawing the questions anew and there is one only",
    ),
    (
        lambda found: found.no_interval is not None and found.undefined_resamples > 0,
        "no interval, because too many drawings of the questions have no value: too few items, or nearly all are alike",
    ),
)
"""Why an interval has no width, or why there is none."""


class Said(NamedTuple):
    """A sentence and its tone: better, unknown or worse."""

    sentence: str
    tone: str

    @property
    def sign(self) -> str:
        return sign_of(self.tone)


def in_short(found: Agreement, samples: Sequence[Sample]) -> Said:
    """How far two people agree, and whether labels can be trusted: those of the set, or of the sample only."""
    raw, alpha = found.figures.raw, found.figures.ordinal
    if raw.value is None:
        return Said(f"How far two people agree is {found.undefined}.", "unknown")
    who = f" ({found.names[0]} and {found.names[1]})" if len(found.names) == 2 else ""
    together = f"Two annotators{who} give an item the same grade in {percent(raw.value)} of cases"
    if alpha.value is None:
        return Said(f"{together}; beyond chance that is {found.undefined}.", "unknown")
    at_random = all(sample.drawn is not None and sample.drawn.is_random for sample in samples)
    word, tone = trust(alpha, "the labels" if at_random else "these labels")
    return Said(f"{together}; beyond chance that is an alpha of {with_interval(alpha)}: {word}.", tone)


def trust(alpha: Estimate, labels: str) -> tuple[str, str]:
    """What a defined alpha allows, and the tone of that."""
    value = alpha.value or 0.0
    low = value if alpha.low is None else alpha.low
    if value >= RELIABLE:
        if low >= RELIABLE:
            return f"{labels} can be relied on", "better"
        return f"{labels} can probably be relied on, though the interval reaches below {figure(RELIABLE)}", "unknown"
    if value >= TENTATIVE:
        return f"enough for tentative conclusions (reliable is {figure(RELIABLE)} and more)", "unknown"
    return f"too little to trust a label that one person gave ({figure(TENTATIVE)} is the least)", "worse"


def counts(found: Agreement) -> str:
    """What the figures rest on."""
    if not found.items:
        judged = (
            f"{listed(found.names, NAMED)} judged {counted(found.single, 'item')}"
            if found.names
            else "nobody judged any"
        )
        return f"No item (a passage for a question) has grades of two people: {judged}"
    once = f"; {counted(found.single, 'item')} more, judged once, left out" if found.single else ""
    return (
        f"{counted(found.items, 'item')} (a passage for a question) of {counted(found.questions, 'question')}, "
        f"judged by two or more of {counted(len(found.names), 'annotator')}: {listed(found.names, NAMED)}{once}"
    )


def skew(found: Agreement) -> str | None:
    """Why chance-corrected figures are low where one grade prevails; None where none does."""
    if not found.is_skewed or found.figures.ac1.value is None:
        return None
    grade, most = max(found.prevalence.items(), key=lambda item: item[1])
    return (
        f"{percent(most)} of the grades are {grade}. Where one grade prevails, kappa and alpha fall towards 0 though "
        f"annotators nearly always agree; Gwet’s AC1, whose chance agreement falls with the skew, is "
        f"{with_interval(found.figures.ac1)}."
    )


def settled_by(arbiters: Sequence[Arbiter]) -> str | None:
    """Who was asked where others differed, and what that means; None where nobody was."""
    if not arbiters:
        return None
    parts = ", ".join(f"{one.name} ({grouped(one.disputed)} of {counted(one.items, 'item')})" for one in arbiters)
    return (
        f"{parts} mostly judged what others already differed on: not counted in the sentence above, and in every table "
        f"of all annotators."
    )


def of_intervals(
    figures: Iterable[tuple[str, Estimate]], pairs: Iterable[Pair], groups: Mapping[str, Sequence[Group]]
) -> list[str]:
    """What has to be known of shown intervals that have no width, or are none: a sentence for each reason."""
    shown = [
        *((name.replace(",", ""), one) for name, one in figures),
        *((f"kappa of {pair.a} and {pair.b}", pair.kappa) for pair in pairs),
        *((f"{facet} {g.name}", g.figures.ordinal) for facet in groups if facet != "document" for g in groups[facet]),
    ]
    found = ((said, [name for name, one in shown if is_so(one)]) for is_so, said in REASONS)
    return [f"{sentence(listed(names, NAMED))}: {said}." for said, names in found if names]


def drawn(samples: Sequence[Sample]) -> list[str]:
    """A sentence for each sample: how it was drawn, and what that allows."""
    return [f"{sample.name}: {_drawn(sample.drawn)}" for sample in samples]


def _drawn(how: Drawn | None) -> str:
    if how is None or how.drawn is None:
        return "nobody wrote down how it was drawn, so its figures speak for its own items, not for the set."
    by = f", by {how.by}" if how.by else ""
    part = f" ({grouped(how.n)} of {grouped(how.of)} labels{by})" if how.n is not None and how.of is not None else ""
    where = "".join((f" of {how.version}" if how.version else "", f" on {how.build}" if how.build else ""))
    seed = f", seed {how.seed}" if how.seed is not None else ""
    note = f" {how.note}" if how.note else ""
    if how.is_random:
        return f"drawn at random{part}{where}{seed}: its figures speak for the set.{note}"
    return f"drawn {how.drawn}{part}{where}{seed}: its figures speak for its own items, not for the set.{note}"


def offset_word(offset: Estimate) -> str:
    """Strict or lenient, where the interval allows to say so."""
    if offset.value is None:
        return offset.undefined or ""
    if offset.high is not None and offset.high < 0:
        return "strict"
    if offset.low is not None and offset.low > 0:
        return "lenient"
    return "like the others" if offset.low is not None else "cannot tell"


def drift_word(drift: Estimate) -> str:
    """How an annotator's grades moved against the others', where the interval allows to say so; empty without times."""
    if drift.value is None:
        return ""
    if drift.high is not None and drift.high < 0:
        return "stricter"
    if drift.low is not None and drift.low > 0:
        return "more lenient"
    return "steady" if drift.low is not None else "cannot tell"


def shown_pairs(found: Agreement, most: int) -> list[Pair]:
    """The pairs in order of names; where they are more than are shown, those that agree least."""
    if len(found.pairs) <= most:
        return list(found.pairs)
    return sorted(found.pairs, key=lambda p: (p.kappa.value is None, p.kappa.value or 0.0, p.a, p.b))[:most]


def pairs_in_short(found: Agreement, most: int) -> list[str]:
    """What has to be known of the pairs that are shown: that they are the worst, that they have no intervals."""
    said = []
    if len(found.pairs) > most:
        said.append(f"Of {grouped(len(found.pairs))} pairs the {most} that agree least.")
    if any(pair.kappa.no_interval == TOO_MANY for pair in found.pairs):
        said.append("Pairs and questions are too many to give every pair an interval.")
    return said


def ends_of_pair(found: Estimate) -> str:
    """Both ends of a pair's interval; why none has one is said once."""
    return DASH if found.no_interval == TOO_MANY else ends(found)


def figure(value: float | None) -> str:
    """A coefficient with three places, and with a real minus."""
    return DASH if value is None else f"{value:.3f}".replace("-", MINUS)


def with_interval(found: Estimate) -> str:
    """A value with its interval, or its reason."""
    if found.value is None:
        return found.undefined or DASH
    return figure(found.value) + (f" ({ends(found)})" if found.low is not None else "")


def ends(found: Estimate) -> str:
    """Both ends of an interval; where there is none, why."""
    if found.value is None:
        return DASH
    if found.low is None or found.high is None:
        return found.no_interval or DASH
    return f"{figure(found.low)} to {figure(found.high)}"
