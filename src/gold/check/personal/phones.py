"""A group of digits into the phone number that it begins, told by its shape alone."""

from __future__ import annotations

import re

from gold.check.personal.id_words import names_an_id
from gold.check.personal.span import Span

LEFT = r"(?<![\w.#/\\$&@*+-])"
BEFORE_NONE, BEFORE_NO_PLUS = re.compile(r"[\w.#/\\$&@*+-]"), re.compile(r"[\w.+)#]")
GROUP_BEFORE, WORDY = re.compile(r"\d[ -]"), re.compile(r"\w")
RIGHT = r"(?![\w#]|[.-]\w)"
FICTIONAL = re.compile(r"555[ .-]?01\d\d(?!\d)")
"""Numbers that North America keeps for films and manuals."""

AREA = r"(?![2-7]00|\d11|\d9)[2-9]\d{2}"
NORTH_AMERICAN = re.compile(
    rf"(?:(?:\+|00 ?)?1[ .-]?)?(?:\({AREA}\)[ -]?|(?P<bare>{AREA})(?P<gap>[ .-]?))"
    rf"[2-9]\d{{2}}(?P<next>[ .-]?)\d{{4}}(?: ?(?:x|ext\.?) ?\d{{1,5}})?{RIGHT}",
    re.IGNORECASE,
)
INTERNATIONAL = re.compile(
    r"(?P<mark>\(?\+|00 ?)[1-9]\d{0,14}(?:(?:[ ./-]{0,2}[()]{1,2}[ ./-]{0,2}|[ ./-]| [/-] )\d{1,12}){0,7}"
)
BRACKETED_COUNTRY = re.compile(r"\(\+\d{1,3}\)")
PADDED = re.compile(r"\d+\D{1,3}00")
GROUP = re.compile(r"(?P<gap>\D*)(?P<digits>\d+)")
DATE = re.compile(r"(?:19|20)\d\d[-/.]\d\d[-/.]\d\d")
COUNTRY = re.compile(
    r"7|2(?:0|7|1[12368]|[2346]\d|5\d|9[01789])|3(?:[0-469]|5\d|7\d|8[0-35-79])|4(?:[013-9]|2[013])|5(?:[1-8]|0\d|9\d)|"
    r"6(?:[0-6]|7[02-9]|8[0-35-9]|9[0-2])|8(?:[1246]|00|08|5[02356]|7[0-48]|8[0-368])|9(?:[0-58]|6[0-8]|7[0-79]|9[2-68])"
)
"""Country calling codes but 1 (ITU-T E.164)."""
SHORTEST, SHORTEST_UNCUT, SHORTEST_DOTTED, LONGEST = 8, 10, 11, 15

NATIONAL = re.compile(
    rf"{LEFT}(?:"
    r"0[1-9]([ .-])\d\d\1\d\d\1\d\d\1\d\d(?![ .-]?\d)"  # France
    r"|02\d[ -]\d{4}[ -]\d{4}|01\d{3}[ -]\d{6}|01\d\d[ -]\d{3}[ -]\d{4}|07\d{3}[ -]\d{6}|07\d{3}[ -]\d{3}[ -]\d{3}"
    r"|01[567]\d{1,2}[ /-]\d{6,8}|01[567]\d{1,2}[ /-]\d{2,4}(?:[ -]\d{2,4}){1,3}"  # mobile phones in Germany
    r"|0[1-9]\d{1,4} ?/ ?(?=(?:[ -]?\d){6})\d{3,8}(?:[ -]\d{1,6}){0,3}"  # Germany, Austria
    r"|04\d\d \d{3} \d{3}|06[ -]\d{8}|0\d\d \d{3} \d\d \d\d"  # Australia, the Netherlands, Switzerland
    r"|0[1-9]\d?-\d{4}-\d{4}|0[5789]0-\d{4}-\d{4}"  # Japan
    rf"){RIGHT}"
)
BRACKETED = re.compile(
    rf"(?<![\w)])\((?:0\d{{1,5}}\)[ /-]{{0,3}}(?=(?:[ /-]?\d){{5}})\d{{2,8}}(?:[ /-]\d{{1,8}}){{0,4}}"
    rf"|\d\d\) ?9?\d{{4}}-\d{{4}}|\d{{3}}\) ?\d{{3}}-\d\d-\d\d){RIGHT}"
)


def phone_at(text: str, at: int) -> Span | None:
    """The number whose first digit stands at `at`; a plus sign and a bracket before it belong to it."""
    before = text[at - 1] if at else ""
    if before == "+":
        return _international(text, at - 2 if at > 1 and BRACKETED_COUNTRY.match(text, at - 2) else at - 1)
    if before == "(":
        bracketed = _north_american(text, at - 1) or _whole(BRACKETED.match(text, at - 1))
        if bracketed is not None:
            return bracketed
    if text[at] != "0":
        return None if names_an_id(text, at) else _north_american(text, at)
    if (at > 1 and GROUP_BEFORE.match(text, at - 2)) or names_an_id(text, at):
        return None
    return (_international(text, at) if text.startswith("00", at) else None) or _whole(NATIONAL.match(text, at))


def _whole(match: re.Match[str] | None) -> Span | None:
    return None if match is None else Span("phone", match.start(), match.end())


def _north_american(text: str, start: int) -> Span | None:
    """Area, exchange and line: `(212) 664-7665`, `212-664-7665`, `+1 212 664 7665`; ten bare digits are none."""
    match = NORTH_AMERICAN.match(text, start)
    if match is None or FICTIONAL.search(match.group()) or (start and BEFORE_NONE.match(text, start - 1)):
        return None
    gaps = (match["gap"], match["next"])
    if match["bare"] and text[start] not in "+0" and gaps not in (("-", "-"), (".", "."), (" ", "-")):
        return None
    return _whole(match)


def _international(text: str, start: int) -> Span | None:
    """A country's code and the groups after it, as many as a number has."""
    match = INTERNATIONAL.match(text, start)
    if match is None or (start and BEFORE_NO_PLUS.match(text, start - 1)):
        return None
    first = match.end("mark")
    if text[first] == "1":
        return _north_american(text, start)
    if COUNTRY.match(text, first) is None:
        return None
    total, end, gaps = _groups(text, first, match.end())
    zeros = match["mark"].startswith("0")
    if (zeros and not gaps) or PADDED.match(text, first, end) or WORDY.match(text, end):
        return None
    least = SHORTEST_UNCUT if not gaps else SHORTEST_DOTTED if gaps == ["."] else SHORTEST
    return Span("phone", start, end) if total >= least else None


def _groups(text: str, first: int, last: int) -> tuple[int, int, list[str]]:
    """Digits, end and gaps of a number whose groups begin at `first`: what follows it may be another number."""
    gaps: list[str] = []
    total, end = 0, first
    for group in GROUP.finditer(text, first, last):
        gap, digits = group["gap"], group["digits"]
        if total + len(digits) > LONGEST or (total >= SHORTEST and DATE.match(text, group.start("digits"))):
            break
        if total >= SHORTEST_UNCUT and gap not in (*gaps, "-"):
            break
        total, end = total + len(digits), group.end()
        gaps += [gap] if gap else []
    return total, end, gaps
