"""What tells written questions from real ones, with the written ones to rephrase first."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gold.compare.lexicon import document_counts, is_english, lacked_words, rare_words, slips
from gold.compare.phrasing import words_of
from gold.compare.realism import Groups, LengthGap, Realism, Terms, TraitGap, groups_of, realism
from gold.compare.shares import Between, Share
from gold.model.corpus import Corpus
from gold.pages.material import Material
from gold.pages.numbers import DASH, MINUS, counted, grouped, share

MOST_FAR = 10
OTHERS = "the others"
SHOWN = {
    "pronoun": "with a pronoun",
    "follow-up": "follow-ups",
    "jargon": "with jargon",
    "typo": "with a typo",
    "yes or no": "to be confirmed, yes or no",
}


class GapRow(msgspec.Struct, frozen=True):
    """One trait of both groups, the interval of the difference, and whether it tells the groups apart."""

    trait: str
    written: str
    real: str
    interval: str
    tone: str
    verdict: str


class FarRow(msgspec.Struct, frozen=True):
    """A written question that is far from real phrasing."""

    query_id: str
    href: str | None
    query: str
    bits: str
    nearer: str


class RealismPart(msgspec.Struct, frozen=True):
    """Both groups of one facet, by name and size. `jargon` says what counts as such; None where nothing can tell."""

    facet: str
    written: str
    real: str
    sizes: tuple[str, str]
    rows: tuple[GapRow, ...]
    jargon: str | None
    typos: bool
    far: tuple[FarRow, ...]


def realism_parts(material: Material) -> tuple[tuple[RealismPart, ...], tuple[str, ...]]:
    """The comparison of each pair in the settings; and in words the pairs with less than two questions on a side."""
    found, lacking, counts = [], [], None
    for pair in material.testset.settings.realism_pairs:
        groups = groups_of(material.cases, pair.facet, pair.written, pair.real)
        if groups is None:
            lacking.append(f"{pair.facet} “{pair.written}” against {pair.real or OTHERS}")
            continue
        corpus = material.queue_build.corpus
        if counts is None and corpus is not None:
            counts = document_counts(corpus)  # costly, and the same for every pair
        terms, named = (Terms(), None) if corpus is None else _terms(material, corpus, counts or {}, groups)
        found.append(_part_of(material, groups, terms, named))
    return tuple(found), tuple(lacking)


def _part_of(material: Material, groups: Groups, terms: Terms, named: str | None) -> RealismPart:
    if material.glossary:
        terms = Terms(frozenset(" ".join(words_of(term)) for term in material.glossary) - {""}, terms.slips)
        named = "a term of the set’s glossary"
    found = realism(groups, terms)
    return RealismPart(
        facet=groups.facet,
        written=groups.one,
        real=groups.other or OTHERS,
        sizes=(counted(len(groups.written), "question"), counted(len(groups.real), "question")),
        rows=(_length_row(found.length), *map(_row, found.traits)),
        jargon=named,
        typos=terms.slips is not None,
        far=_far(material, found),
    )


def _terms(material: Material, corpus: Corpus, counts: Mapping[str, int], groups: Groups) -> tuple[Terms, str]:
    """The terms of a build, and what counts as one: what English lacks, where the questions are English."""
    questions = [words_of(case.query) for case in (*groups.written, *groups.real)]
    english = material.english()
    if is_english(questions, english):
        jargon, named = lacked_words(counts, english), "a word of the build that general English lacks"
        return Terms(jargon, slips(questions, counts, english)), named
    jargon, named = rare_words(counts, len(corpus.documents)), "a word that stands in few documents of the build"
    return Terms(jargon, slips(questions, counts)), named


def _length_row(gap: LengthGap) -> GapRow:
    shown = DASH if gap.between is None else f"{_signed(gap.between.low)} to {_signed(gap.between.high)} words"
    tone, verdict = _verdict(gap.between, ("shorter", "longer"))
    return GapRow("words, median", f"{gap.written:g}", f"{gap.real:g}", shown, tone, verdict)


def _row(gap: TraitGap) -> GapRow:
    between = gap.between
    points = DASH if between is None else f"{_points(between.low)} to {_points(between.high)} points"
    tone, verdict = _verdict(between, ("less often", "more often"))
    return GapRow(SHOWN[gap.trait], _part(gap.written), _part(gap.real), points, tone, verdict)


def _verdict(between: Between | None, words: tuple[str, str]) -> tuple[str, str]:
    if between is None or between.low <= 0 <= between.high:
        return "same", "cannot tell"
    return "unknown", words[between.low > 0]


def _part(part: Share) -> str:
    return f"{share(*part)} ({grouped(part.part)})"


def _points(value: float) -> str:
    rounded = round(100 * value)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else ''}{abs(rounded)}"


def _signed(value: float) -> str:
    shown = f"{abs(value):.1f}"
    return shown if shown == "0.0" else f"{'+' if value > 0 else MINUS}{shown}"


def _far(material: Material, found: Realism) -> tuple[FarRow, ...]:
    queries = {case.query_id: case.query for case in found.groups.written}
    return tuple(
        FarRow(far.query_id, material.href(far.query_id), queries[far.query_id], f"{far.bits:.1f}", share(*far.nearer))
        for far in found.farthest[:MOST_FAR]
    )
