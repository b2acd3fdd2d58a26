"""A gram of a word such as `password` or `Bearer` into the secret that is assigned after it."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error

from gold.check.personal.span import Span, lead
from gold.check.personal.strength import is_password, is_token

GRAMS = ("pass", "kenn", "secr", "toke", "bear", "basi", *(f"{w}{c}" for w in ("pwd", "key") for c in "=: \"'"))
ASSIGNED = re.compile(
    r"(?:(?P<password>pass(?:word|wd|wort|phrase|code)?|pwd|kennwort)"
    r"|(?:secret|token)(?:[_ -]?(?:access[_ -]?)?key)?|(?P<key>key))"
    r"[\"'`]?\s{0,3}(?::=|=>|==?|:|\b(?:is|ist|lautet)\b)\s{0,3}"
    r"(?:[\"'`](?P<quoted>[^\s\"'`\0]{6,512})|(?P<value>[^\s\"'`<>,;&\0]{6,512}))",
    re.IGNORECASE,
)
WHOSE_KEY = re.compile(
    r"(?:api|secret|access|private|account|auth|encryption|master|shared|subscription)[_ -]?\Z", re.IGNORECASE
)
BEARER = re.compile(r"bearer\s{1,3}(?P<value>[A-Za-z0-9._~+/-]{16,2048}={0,2})", re.IGNORECASE)
BASIC = re.compile(r"basic\s{1,3}(?P<value>[A-Za-z0-9+/]{8,512}={0,2})", re.IGNORECASE)
AUTHORIZATION = re.compile(r"authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?\Z", re.IGNORECASE)


def secret_after(text: str, at: int) -> Span | None:
    """The secret that the word at `at` announces: strong enough to be one; the span is its value."""
    bearer = BEARER.match(text, at)
    if bearer is not None:
        return _value(bearer, "value") if is_token(bearer["value"]) else None
    basic = BASIC.match(text, at)
    if basic is not None:
        known = AUTHORIZATION.search(lead(text, at, 24)) is not None and _holds_a_password(basic["value"])
        return _value(basic, "value") if known else None
    match = ASSIGNED.match(text, at)
    if match is None or (match["key"] and WHOSE_KEY.search(lead(text, at, 16)) is None):
        return None
    if match["password"] == "pass" and re.match(r"[a-z]", text[at - 1 : at]):
        return None  # compass, bypass
    group = "quoted" if match["quoted"] else "value"
    span = _value(match, group, "" if match["quoted"] else ".:)]}")
    value = text[span.start : span.end]
    return span if (is_password(value) if match["password"] else is_token(value)) else None


def _value(match: re.Match[str], group: str, trailing: str = "") -> Span:
    return Span("key", match.start(group), match.start(group) + len(match[group].rstrip(trailing)))


def _holds_a_password(value: str) -> bool:
    """Whether it is `user:password` as RFC 7617 encodes it."""
    try:
        return b":" in b64decode(value, validate=True)
    except (Error, ValueError):
        return False
