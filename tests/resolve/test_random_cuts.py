"""Random texts cut into random passages: every quote is found, whole or in minimal groups, as a brute force says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gold.model.corpus import Corpus
from gold.resolve.resolution import Placed
from gold.resolve.resolve import resolve
from tests.builders import case, corpus, label, passage

# No word begins or ends another, so that a cut within a word makes no other word of the list.
PLAIN = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"]
PLAIN += ["india", "juliet", "kilo", "lima", "mike", "november", "oscar"]
MULTIBYTE = ["größe", "café", "naïve", "日本語", "😀ok", "straße", "Ωmega", "élan"]
MULTIBYTE += ["señor", "żółw", "дом", "ภาษา", "résumé", "smörgås", "übung"]
Span = tuple[int, int]


@dataclass(frozen=True)
class Cut:
    """A text, the spans of its passages, and a quote from it."""

    text: str
    spans: tuple[Span, ...]
    quote: str
    offsets: bool


@st.composite
def cuts(draw: st.DrawFn, vocabulary: list[str], offsets: bool) -> Cut:
    """Passages of 1 to 60 characters that begin and end in order, cut anywhere, words included.

    Offsets tell overlaps of any size from repetition. Without them words do not repeat, and an overlap
    is none or long enough to be no chance.
    """
    words = st.sampled_from(vocabulary)
    chosen = draw(st.lists(words, min_size=1, max_size=30) if offsets else st.permutations(vocabulary))
    blanks = draw(st.lists(st.sampled_from((" ", " ", " ", "\n", "  ")), min_size=len(chosen), max_size=len(chosen)))
    text = "".join(word + blank for word, blank in zip(chosen, blanks, strict=True))
    spans: list[Span] = [(0, min(len(text), draw(st.integers(1, 60))))]
    while spans[-1][1] < len(text):
        start, end = spans[-1]
        room = end - start - 1
        overlap = draw(st.integers(0, room)) if offsets else draw(st.sampled_from((0, *range(20, room + 1))))
        spans.append((end - overlap, min(len(text), end + draw(st.integers(1, 60)))))
    first = draw(st.integers(0, len(chosen) - 1))
    last = draw(st.integers(first, min(first + 12, len(chosen) - 1)))
    return Cut(text, tuple(spans), " ".join(chosen[first : last + 1]), offsets)


def build_of(cut: Cut) -> Corpus:
    """The passages as a corpus build."""
    made = []
    for number, (start, end) in enumerate(cut.spans):
        where: dict[str, Any] = {"char_start": start, "char_end": end} if cut.offsets else {}
        made.append(passage(f"p{number}", cut.text[start:end], **where))
    return corpus(*made)


def brute_force(cut: Cut) -> tuple[set[str], set[frozenset[str]]]:
    """The passages that hold the quote whole; where an occurrence has none, its minimal covering sets."""
    holders: set[str] = set()
    groups: set[frozenset[str]] = set()
    pattern = r"\s+".join(map(re.escape, cut.quote.split()))
    for match in re.finditer(rf"(?<!\S)(?={pattern}(?!\S))", cut.text):
        start = match.start()
        end = start + len(re.match(pattern, cut.text[start:]).group())  # type: ignore[union-attr]  # just found
        needed = {i for i in range(start, end) if not cut.text[i].isspace()}
        covered = {f"p{n}": needed & set(range(a, b)) for n, (a, b) in enumerate(cut.spans)}
        whole = {name for name, part in covered.items() if part == needed}
        holders |= whole
        if not whole:
            groups |= minimal_covers({name: part for name, part in covered.items() if part}, needed)
    return holders, groups


def minimal_covers(covered: dict[str, set[int]], needed: set[int]) -> set[frozenset[str]]:
    """Every set of passages that covers what is needed and of which no part does."""
    found: list[frozenset[str]] = []
    for size in range(1, len(covered) + 1):
        for names in combinations(covered, size):
            if set().union(*(covered[name] for name in names)) == needed:
                group = frozenset(names)
                if not any(smaller < group for smaller in found):
                    found.append(group)
    return set(found)


def check(cut: Cut) -> None:
    """Gold's place of the quote is the brute force's."""
    placed: Placed = resolve([case("q", label(2, quote=cut.quote))], build_of(cut)).labels[0][0]
    holders, groups = brute_force(cut)
    assert (set(placed.holders), set(map(frozenset, placed.groups))) == (holders, groups)
    assert placed.held
    assert placed.state in ("present", "split", "ambiguous")
    assert not placed.sloppy


def small(cut: Cut) -> bool:
    """Few enough passages on the quote for a brute force over all their sets."""
    return len(cut.spans) <= 12


@settings(max_examples=250)
@given(cuts(PLAIN, offsets=True).filter(small))
def test_every_quote_is_found_with_offsets(cut: Cut) -> None:
    """Repeating words, overlaps of any size down to one letter."""
    check(cut)


@settings(max_examples=150)
@given(cuts(PLAIN, offsets=False).filter(small))
def test_every_quote_is_found_without_offsets(cut: Cut) -> None:
    """The overlap is told by the texts alone."""
    check(cut)


@settings(max_examples=150)
@given(st.booleans().flatmap(lambda offsets: cuts(MULTIBYTE, offsets=offsets)).filter(small))
def test_every_multibyte_quote_is_found(cut: Cut) -> None:
    """Letters of one to four bytes, scripts with and without blanks, emoji."""
    check(cut)
