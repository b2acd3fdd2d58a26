"""A text into the few places worth a closer look, found for a whole batch of texts at the speed of numpy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Where = NDArray[np.intp]
Mask = NDArray[np.bool_]

ALWAYS, IF_ASSIGNED, IF_A_NUMBER = 1, 2, 3
"""When a gram is worth a look: always, before an equals sign or its like, before a digit."""
ASSIGNED_WITHIN, NUMBER_WITHIN = 24, 48
PAD = 64
GRAM = 4
TABLE_BITS = 18
MIX = np.uint32(2654435761)
"""Knuth's multiplier: spreads grams over the table."""
SMALL_LETTERS = np.uint32(0x20202020)
FAR = 3
"""Groups of one number stand at most so many characters apart: `) -`."""


class Places(NamedTuple):
    """Where something may begin: at signs, numbers as they are dialled or embossed, accounts, grams of words."""

    ats: list[int]
    numbers: list[int]
    accounts: list[int]
    grams: list[int]


def gram_table(grams: Mapping[str, int]) -> Bytes:
    """A table that tells when four characters that look like one of these grams (small letters) are worth a look."""
    table = np.zeros(1 << TABLE_BITS, dtype=np.uint8)
    for gram, when in sorted(grams.items(), key=lambda item: -item[1]):
        table[_slots(np.frombuffer(gram.encode("ascii"), dtype="<u4"))] = when
    return table


def places(text: str, grams: Bytes) -> Places:
    """The places of one text; a character beyond Latin-1 counts as a question mark."""
    data = bytes(PAD) + text.encode("latin-1", "replace") + bytes(PAD)
    codes = np.frombuffer(data, dtype=np.uint8)
    numbers, accounts = _numbers(codes)
    ats = np.flatnonzero(codes == ord("@"))
    return Places(*((found - PAD).tolist() for found in (ats, numbers, accounts, _grams(data, codes, grams))))


def _slots(grams: NDArray[np.uint32]) -> NDArray[np.uint32]:
    return ((grams | SMALL_LETTERS) * MIX) >> np.uint32(32 - TABLE_BITS)


def _grams(data: bytes, codes: Bytes, table: Bytes) -> Where:
    found = []
    for offset in range(GRAM):
        count = (len(data) - offset) // GRAM
        words = np.frombuffer(data, dtype="<u4", count=count, offset=offset)
        when = table[_slots(words)]
        hits = np.flatnonzero(when)
        kinds, hits = when[hits], hits * GRAM + offset
        assigned, numbers = hits[kinds == IF_ASSIGNED], hits[kinds == IF_A_NUMBER]
        found += [hits[kinds == ALWAYS], assigned[_assigns(codes, assigned)], numbers[_counts(codes, numbers)]]
    return np.sort(np.concatenate(found))


def _assigns(codes: Bytes, hits: Where) -> Mask:
    """Whether `:`, `=` or ` is` follows soon (or `lautet`: any `ut`)."""
    after = codes[hits[:, None] + np.arange(ASSIGNED_WITHIN)]
    pair = (after[:, :-1] == ord("i")) & (after[:, 1:] == ord("s"))
    pair |= (after[:, :-1] == ord("u")) & (after[:, 1:] == ord("t"))
    found: Mask = ((after == ord(":")) | (after == ord("="))).any(axis=1) | pair.any(axis=1)
    return found


def _counts(codes: Bytes, hits: Where) -> Mask:
    """Whether a digit follows soon."""
    found: Mask = ((codes[hits[:, None] + np.arange(NUMBER_WITHIN)] - np.uint8(48)) < 10).any(axis=1)
    return found


def _among(characters: str) -> Mask:
    table = np.zeros(256, dtype=np.bool_)
    table[[ord(character) for character in characters]] = True
    return table


LATIN = "".join(map(chr, range(256)))
LETTERS = _among("".join(c for c in LATIN if c.isascii() and c.isalpha()))
WORDY = _among("".join(c for c in LATIN if c.isalnum() or c == "_"))
BEFORE_A_NUMBER = _among("".join(c for c in LATIN if not c.isalnum() and c not in "_-./\\#$%&*@,"))


def _numbers(codes: Bytes) -> tuple[Where, Where]:
    """Groups of digits where a phone or card number may begin, and those that may follow an account's country."""
    digit = (codes - np.uint8(48)) < 10
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    starts, ends = edges[0::2], edges[1::2]
    length = np.zeros(len(starts) + 3, dtype=np.intp)
    length[:-3] = ends - starts
    near = np.zeros(len(starts) + 2, dtype=np.bool_)
    near[: max(0, len(starts) - 1)] = starts[1:] - ends[:-1] <= FAR
    one, two, three = (length[n : len(starts) + n] for n in range(3))
    two, three = two * near[: len(starts)], three * near[: len(starts)] * near[1 : len(starts) + 1]
    first, before = codes[starts], codes[starts - 1]
    marked = ((before == ord("+")) | (before == ord("("))) & ((two > 0) | (one >= 10))
    dialled = (first == ord("0")) & (one <= 6) & (two > 0)
    dialled |= (one == 3) & (two == 3) & (three == 4)
    dialled |= (first == ord("1")) & (one == 1) & (two == 3) & (three == 3)
    embossed = (one >= 13) & (one <= 19) | (one == 4) & ((two == 4) | (two == 6))
    embossed &= (first >= ord("2")) & (first <= ord("6"))
    numbers = starts[marked | BEFORE_A_NUMBER[before] & (dialled | embossed)]
    country = LETTERS[before] & LETTERS[codes[starts - 2]] & ~WORDY[codes[starts - 3]]
    accounts = starts[country & ((one == 2) | (one >= 6))] - 2
    return numbers, accounts
