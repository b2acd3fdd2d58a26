"""A word such as `tel.` or `call me on` into the phone number after it, whatever its shape."""

from __future__ import annotations

import re

from gold.check.personal.phones import DATE, FICTIONAL
from gold.check.personal.span import Span, lead

GRAMS = (
    *("tel ", "tel.", "tel:", "tel-", "phon", "efon", "fono", "fax ", "fax:", "fax.", "fax-", "mobi", "mob:", "mob."),
    *("andy", "rufn", "sapp", "ell:", "l me", "l us", "l hi", "l he", "h me", "h us", "g me", "t me"),
)
LETTERS_BACKWARDS = re.compile(r"[^\W\d_]{0,14}")
ANNOUNCED = re.compile(
    r"(?:(?:tele|cell|smart|mobile)?phone(?:number)?|t[eé]l(?:[eé]phone|[eé]fono)?|telefon(?:nummer)?|(?:tele)?fax|"
    r"mob(?:ile|il(?:nummer|telefon|funk)?)?|handy(?:nummer)?|rufnummer|whatsapp|cell|"
    r"(?:call|reach|ring|text) (?:me|us|him|her))"
    r"(?![^\W\d_])[ .:#=-]{0,3}(?:(?:no|nr|num|number|nummer|is|ist|at|on|unter)\b[ .:#=]{0,3}){0,3}"
    r"(?P<number>\+?\(?\d(?:[ ./()-]{0,3}\d){6,14})(?![\w#]|[.:-]\d)",
    re.IGNORECASE,
)
VERSION = re.compile(r"\d+(?:\.\d+){3}")
PAIRS = re.compile(r"\d\d(?:\.\d\d)+")


def announced_phone(text: str, at: int) -> Span | None:
    """The number that a word around `at` announces."""
    before = LETTERS_BACKWARDS.match(lead(text, at, 14)[::-1])
    match = ANNOUNCED.match(text, at - before.end()) if before is not None else None
    if match is None:
        return None
    number = match["number"]
    dotted = VERSION.match(number) and not PAIRS.fullmatch(number)
    if dotted or DATE.match(number) or FICTIONAL.search(number):
        return None
    return Span("phone", match.start("number"), match.end("number"))
