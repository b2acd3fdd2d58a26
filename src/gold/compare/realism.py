"""Written questions and real ones into what tells them apart, from length to slips, each with its interval."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from statistics import median

import msgspec

from gold.compare.phrasing import Phrasing, words_of
from gold.compare.points import normal_point
from gold.compare.shares import Between, Share, difference
from gold.measure.lacking import WORD
from gold.model.case import Case

LEAST = 2
PRONOUNS = frozenset(
    WORD.findall(
        "i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs "
        "this that these those im ive weve youre theyre"
    )
)
YES_OR_NO = frozenset(
    WORD.findall(
        "is isnt are arent was wasnt were am do dont does doesnt did didnt can cant could couldnt will wont would "
        "wouldnt should shouldnt may might must has hasnt have havent had"
    )
)
TAG = re.compile(r"\b(?:right|correct|yes|no|true)\W*$", re.IGNORECASE)
NORMAL_995 = 2.5758293035489004


class Groups(msgspec.Struct, frozen=True):
    """Two groups of cases of one facet: `other` None means every other class of it."""

    facet: str
    one: str
    other: str | None
    written: tuple[Case, ...]
    real: tuple[Case, ...]


class Terms(msgspec.Struct, frozen=True):
    """What counts as jargon, and which words are slips; None where nothing can tell."""

    jargon: frozenset[str] | None = None
    slips: Mapping[str, str] | None = None


class LengthGap(msgspec.Struct, frozen=True):
    """Median lengths in words, and the interval of their difference."""

    written: float
    real: float
    between: Between | None


class TraitGap(msgspec.Struct, frozen=True):
    """How many questions of each group have a trait, and the interval of the difference of the shares."""

    trait: str
    written: Share
    real: Share
    between: Between | None


class Far(msgspec.Struct, frozen=True):
    """A written question, its bits a word, and the share of real ones that are nearer to the other real ones."""

    query_id: str
    bits: float
    nearer: Share


class Realism(msgspec.Struct, frozen=True):
    """What tells two groups apart; `farthest` are all written questions, the farthest from real phrasing first."""

    groups: Groups
    length: LengthGap
    traits: tuple[TraitGap, ...]
    farthest: tuple[Far, ...]


def groups_of(cases: Sequence[Case], facet: str, one: str, other: str | None = None) -> Groups | None:
    """Two classes of a facet, or one against all others; None where either has less than two cases."""
    written = tuple(case for case in cases if one in case.classes(facet))
    real = tuple(case for case in cases if one not in (at := case.classes(facet)) and (other is None or other in at))
    return None if min(len(written), len(real)) < LEAST else Groups(facet, one, other, written, real)


def realism(groups: Groups, terms: Terms) -> Realism:
    """Compare the groups in all that can be told."""
    written, real = ([words_of(case.query) for case in part] for part in (groups.written, groups.real))
    traits = tuple(
        TraitGap(name, one, two, difference(one, two))
        for name, has in _traits(terms)
        for one, two in [(_share(groups.written, written, has), _share(groups.real, real, has))]
    )
    return Realism(groups, _length(written, real), traits, _farthest(groups, written, real))


Has = Callable[[Case, Sequence[str]], bool]


def _traits(terms: Terms) -> list[tuple[str, Has]]:
    jargon, slips = terms.jargon, terms.slips
    found: list[tuple[str, Has]] = [
        ("pronoun", lambda _, words: not PRONOUNS.isdisjoint(words)),
        ("follow-up", lambda case, _: bool(case.history)),
    ]
    if jargon is not None:
        found.append(("jargon", lambda _, words: has_term(words, jargon)))
    if slips is not None:
        found.append(("typo", lambda _, words: not slips.keys().isdisjoint(words)))
    return [*found, ("yes or no", lambda case, words: wants_yes_or_no(case.query, words))]


def has_term(words: Sequence[str], terms: frozenset[str]) -> bool:
    """Whether a term stands among the words; one of several words as it stands, one after the other."""
    if not terms.isdisjoint(words):
        return True
    row = f" {' '.join(words)} "
    return any(" " in term and f" {term} " in row for term in terms)


def wants_yes_or_no(query: str, words: Sequence[str]) -> bool:
    """Whether a question asks for a confirmation: it begins with a verb that asks, or ends in "right?"."""
    return (bool(words) and words[0] in YES_OR_NO) or (len(words) > 1 and TAG.search(query) is not None)


def _share(cases: Sequence[Case], words: Sequence[Sequence[str]], has: Has) -> Share:
    return Share(sum(has(case, said) for case, said in zip(cases, words, strict=True)), len(cases))


def _length(written: Sequence[Sequence[str]], real: Sequence[Sequence[str]]) -> LengthGap:
    """The interval is that of two medians by their standard errors. Source: McKean and Schrader, 1984; Wilcox."""
    one, two = sorted(map(len, written)), sorted(map(len, real))
    apart = median(one) - median(two)
    half = normal_point(0.975) * math.hypot(_error(one), _error(two))
    return LengthGap(median(one), median(two), Between(apart - half, apart + half))


def _error(lengths: Sequence[int]) -> float:
    n = len(lengths)
    place = max(round((n + 1) / 2 - NORMAL_995 * math.sqrt(n / 4)), 1)
    return (lengths[n - place] - lengths[place - 1]) / (2 * NORMAL_995)


def _farthest(groups: Groups, written: list[list[str]], real: list[list[str]]) -> tuple[Far, ...]:
    model = Phrasing(real)
    theirs = sorted(model.bits_without(words) for words in real)
    found = []
    for case, words in zip(groups.written, written, strict=True):
        bits = model.bits(words)
        found.append(Far(case.query_id, bits, Share(bisect_left(theirs, bits), len(theirs))))
    return tuple(sorted(found, key=lambda far: (-far.bits, far.query_id)))
