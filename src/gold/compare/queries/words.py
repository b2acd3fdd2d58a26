"""Two words into a verdict whether they are one: the same word in the plural, without its accents or misspelt."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz.distance import OSA

from gold.compare.queries.lookalikes import LOOKALIKES

KEPT_PLURAL = {"news", "goods", "customs", "mars", "means", "lens", "series", "species", "arms", "always", "whereas"}
LEAST_LETTERS = 5
MOST_LETTERS = 40  # a longer one is no word, and would have too many traces
LEAST_REPLACED = 6
# Alphabets whose words are long enough for a slip to show: Latin, Greek, Cyrillic, Armenian, and Latin with more marks.
LAST_LETTER = "\u058f"
MARKED_LATIN = ("\u1e00", "\u1fff")


@lru_cache(maxsize=1 << 17)
def singular(word: str) -> str:
    """A spelling shared by the singular and the plural of an English word; not always a word (`viru` for viruses)."""
    if not word.isascii():
        word = _without_accents(word)
    if len(word) < 4 or word in KEPT_PLURAL:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ie"):
        return word[:-2] + "y"
    if word.endswith("s") and not word.endswith("ss") and any(letter in "aeiouy" for letter in word[:-1]):
        word = word[:-1]
    if word.endswith(("tre", "bre")):
        return word[:-2] + "er"
    if word.endswith(("se", "xe", "ze", "che", "she", "oe")):
        word = word[:-1]
    # A virus has lost its s above, and viruses have it still.
    return word[:-1] if len(word) > 3 and word.endswith(("us", "is")) else word


def _without_accents(word: str) -> str:
    if not _alphabetic(word):
        return word
    decomposed = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if unicodedata.category(c) != "Mn"))


def _alphabetic(word: str) -> bool:
    return word.isascii() or all(c <= LAST_LETTER or MARKED_LATIN[0] <= c <= MARKED_LATIN[1] for c in word)


def one_word(one: str, two: str) -> bool:
    """Whether two words of letters are one: equal in the singular, or a slip apart.

    A slip is one letter left out, added, replaced or swapped with its neighbour, inside the word: writers keep the
    first and the last letter, and there the meaning changes (`iphone` and `phone`, `adapter` and `adapted`). It needs
    five letters, and six where one is replaced (`house`, `horse`); between two real words it is none.
    """
    if not (one.isalpha() and two.isalpha()):
        return one == two
    singulars = singular(one), singular(two)
    if singulars[0] == singulars[1]:
        return True
    if (
        LOOKALIKES.issuperset(singulars)
        or LOOKALIKES.issuperset((one, two))
        or {one[:5], two[:5]} == {"macro", "micro"}
    ):
        return False
    letters = min(map(len, singulars))
    return _slip(one, two, letters) or _slip(*singulars, letters)


def _slip(one: str, two: str, letters: int) -> bool:
    if one[0] != two[0] or one[-1] != two[-1] or not LEAST_LETTERS <= letters <= MOST_LETTERS:
        return False
    if OSA.distance(one, two, score_cutoff=1) != 1 or not (_alphabetic(one) and _alphabetic(two)):
        return False
    return len(one) != len(two) or letters >= LEAST_REPLACED or sorted(one) == sorted(two)


def traces(word: str) -> Iterator[str]:
    """What two words that are one have in common at least once: the singular, and forms with an inner letter out."""
    plural = word if word.isascii() else _without_accents(word)
    for form in {singular(word): None, plural: None}:
        yield form
        if LEAST_LETTERS <= len(form) <= MOST_LETTERS + 3 and _alphabetic(form):  # a plural may be longer
            for i in range(1, len(form) - 1):
                yield form[:i] + form[i + 1 :]
