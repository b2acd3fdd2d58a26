"""A text into the personal data in it: addresses, phone numbers, cards, accounts and keys, found or masked."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from gold.check.personal import addresses, assigned, phone_words, tokens
from gold.check.personal.payments import account_at, card_at
from gold.check.personal.phones import phone_at
from gold.check.personal.places import ALWAYS, GRAM, IF_A_NUMBER, IF_ASSIGNED, gram_table, places
from gold.check.personal.span import END, IN_WORDS, Kind, Span

__all__ = ["END", "IN_WORDS", "Kind", "Span", "find", "find_in", "mask"]

BATCH = 1 << 20
"""Characters that are looked at together: enough to be quick, few enough to stay in the cache."""
READERS = {
    **dict.fromkeys(addresses.GRAMS, addresses.spelled_address),
    **dict.fromkeys(phone_words.GRAMS, phone_words.announced_phone),
    **dict.fromkeys(tokens.GRAMS, tokens.token_at),
    **dict.fromkeys(assigned.GRAMS, assigned.secret_after),
}
TABLE = gram_table(
    {
        **dict.fromkeys((*addresses.GRAMS, *tokens.GRAMS), ALWAYS),
        **dict.fromkeys(phone_words.GRAMS, IF_A_NUMBER),
        **{gram: ALWAYS if gram in ("bear", "basi") else IF_ASSIGNED for gram in assigned.GRAMS},
    }
)
PLAIN = {
    " ": "\u00a0\u2007\u2009\u200a\u202f",
    "-": "\u2010\u2011\u2012\u2013\u2212",
    "@": "\uff20",
    "+": "\uff0b",
    **{str(digit): chr(0xFF10 + digit) for digit in range(10)},
}
"""Characters that a number or an address may be typeset with, by the plain one."""


def find(text: str) -> list[Span]:
    """Personal data in text order, without overlaps; offsets in characters.

    What reaches nobody is none: reserved domains (`example.com`, `.test`), film numbers (555-01xx), remotes
    (`git@host:path`). Order numbers, versions, hashes, dates and the like are none either.
    """
    plain = _plain(text)
    at = places(plain, TABLE)
    found = [addresses.address_at(plain, place) for place in at.ats]
    found += [account_at(plain, place) for place in at.accounts]
    for place in at.numbers:
        found.append(card_at(plain, place) or phone_at(plain, place))
    for place in at.grams:
        reader = READERS.get(plain[place : place + GRAM].lower())
        if reader is not None:
            found.append(reader(plain, place))
    return _apart(span for span in found if span is not None)


def find_in(texts: Iterable[str]) -> Iterator[tuple[int, Span]]:
    """What `find` finds in each text, with the text's index, in order; many short texts cost little more than one."""
    batch: list[str] = []
    size = first = 0
    for index, text in enumerate(texts):
        batch.append(text)
        size += len(text)
        if size >= BATCH:
            yield from _find_together(batch, first)
            batch, size, first = [], 0, index + 1
    yield from _find_together(batch, first)


def mask(text: str) -> str:
    """The text with `[e-mail]`, `[phone]`, `[card]`, `[iban]` or `[key]` in place of personal data; nothing is left."""
    while found := find(text):
        pieces, end = [], 0
        for span in found:
            pieces += [text[end : span.start], f"[{span.kind}]"]
            end = span.end
        text = "".join((*pieces, text[end:]))
    return text


def _find_together(batch: list[str], first: int) -> Iterator[tuple[int, Span]]:
    starts = [0, *accumulate(len(text) + 1 for text in batch)]
    for kind, start, end in find(END.join(batch)):
        index = bisect_right(starts, start) - 1
        yield first + index, Span(kind, start - starts[index], end - starts[index])


def _plain(text: str) -> str:
    """The same text, character for character, in plain spaces, dashes and digits."""
    if not text.isascii():
        for plain, others in PLAIN.items():
            for other in others:
                text = text.replace(other, plain)
    return text


def _apart(found: Iterable[Span]) -> list[Span]:
    """In order; of two that overlap, the one that begins first, else the longer one."""
    kept: list[Span] = []
    for span in sorted(found, key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept
