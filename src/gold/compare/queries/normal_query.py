"""A query into the form in which two of them are equal: letters of one case, single blanks, bare word ends."""

from __future__ import annotations

import unicodedata

from gold.resolve.normal import FOLDED

# NFKC would write 10² as 102 and 1½ as 11⁄2, and a sign of ownership as two letters.
KEPT_APART = str.maketrans(
    {
        **{raised: f"^{i}" for i, raised in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
        **{lowered: f"_{i}" for i, lowered in enumerate("₀₁₂₃₄₅₆₇₈₉")},
        **{fraction: f" {fraction}" for fraction in "¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"},
        **dict.fromkeys("™®©℠", ""),
    }
)
STOPS = ".,;:!?"
QUOTES = "\"'`"
OPENING = QUOTES + "([{¿¡"
CLOSED_BY = {")": "(", "]": "[", "}": "{"}


def normal_query(text: str) -> str:
    """The form in which two queries are the same question: NFKC, casefolded, one blank between words, bare word ends.

    A word's end loses stops, quotation marks and brackets that it did not open (`(foo())?` is `foo()`); its
    beginning loses quotation marks and opening brackets. Everything else stays, because it tells queries apart:
    `c++`, `c#`, `.net`, `-v` (a flag also keeps its case: `-V` is another one), `-5`, `3.1`, `5%`, `$5`, `5"`,
    `10^2` for 10². Symbols alone are words too (`what does ?? do`), except dashes between words and stops at the
    end. Where nothing would be left, the text stays as it is.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(KEPT_APART).translate(FOLDED)).translate(FOLDED)
    words = text.split()
    if "".join(words).isalnum():
        return _folded(" ".join(words))
    quoted = any(word[0] == '"' for word in words)
    bare = [_folded(_bare(word, quoted)) for word in words]
    bare = [word for i, word in enumerate(bare) if word != "-" or (0 < i < len(bare) - 1 and bare[i + 1][0].isdigit())]
    while bare and not bare[-1].strip(STOPS):
        bare.pop()
    return " ".join(bare) or " ".join(words)


def _folded(text: str) -> str:
    if text.isascii():
        return text if text.startswith("-") and len(text) > 1 else text.lower()
    return unicodedata.normalize("NFKC", text.casefold())


def _bare(word: str, quoted: bool) -> str:
    """The word without what a sentence hangs on it; symbols alone stay whole."""
    bare = word.lstrip(OPENING)
    unopened = {close: bare.count(close) - bare.count(open_) for close, open_ in CLOSED_BY.items()}
    end = len(bare)
    while end:
        last = bare[end - 1]
        inches = last in QUOTES and not quoted and bare[end - 2 : end - 1].isdigit()
        if last in CLOSED_BY and unopened[last] > 0:
            unopened[last] -= 1
        elif not (last in STOPS or (last in QUOTES and not inches)):
            break
        end -= 1
    bare = bare[:end]
    return bare if any(map(str.isalnum, bare)) else word
