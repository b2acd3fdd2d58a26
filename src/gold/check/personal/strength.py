"""An assigned value into whether it looks drawn at random, as secrets do, and not like a word of the program."""

from __future__ import annotations

import re
from collections import Counter
from math import log2

PLACEHOLDER = re.compile(
    r"[$<{\[*%(]|0x|.*(?:xxx|\*\*\*|\.\.\.|…|://|\(|example|change_?me|your|placeholder|redacted|dummy|sample)",
    re.IGNORECASE,
)
_PART = r"(?:[A-Za-z]+\d{0,2}|v?\d{1,4})"
IDENTIFIER = re.compile(rf"[/~.]{{0,2}}{_PART}(?:[_.\-/:\\@]{{1,2}}{_PART})*/?")
WORD = re.compile(r"(?:[/~]|[A-Za-z]:\\).*|[a-z]+\d?|[A-Za-z]+(?:[_.-][A-Za-z]+)*\d?")
ALGORITHM = re.compile(
    r"(?:sha|md|aes|rsa|argon|bcrypt|scrypt|pbkdf|hmac|base|utf|oauth|x|pkcs|ntlm|ed|ecdsa|des|rc|tls|ssl|http|ipv)"
    r"[-_]?v?\d+[a-z-]{0,12}\d{0,4}",
    re.IGNORECASE,
)
MEASURED = re.compile(r"\d+[a-z]{1,12}|v?\d+(?:\.\d+)+\S*|\d{4}-\d\d-\d\d\S*", re.IGNORECASE)
LEAST_BITS = 2.8
"""Of a token, in bits a character (Shannon): words of one case have about as much only where they are long."""
SHORTEST_PASSWORD, SHORTEST_TOKEN = 6, 12


def is_password(value: str) -> bool:
    """Letters with digits or signs, and no word, path, date, version or name of a cipher."""
    mixed = re.search(r"[^\W\d_]", value) and re.search(r"[\d!@#$%^*?+]", value)
    if len(value) < SHORTEST_PASSWORD or not mixed or len(set(value)) < 5 or not _is_drawn(value):
        return False
    return WORD.fullmatch(value.rstrip("!?")) is None


def is_token(value: str) -> bool:
    """Twelve characters or more, letters with digits, as many different ones as chance gives, and no identifier."""
    mixed = re.search(r"[A-Za-z]", value) and re.search(r"\d", value)
    if len(value) < SHORTEST_TOKEN or not mixed or not _is_drawn(value):
        return False
    return IDENTIFIER.fullmatch(value) is None and _bits(value) >= LEAST_BITS


def _is_drawn(value: str) -> bool:
    return not (PLACEHOLDER.match(value) or ALGORITHM.fullmatch(value) or MEASURED.fullmatch(value))


def _bits(value: str) -> float:
    shares = (count / len(value) for count in Counter(value).values())
    return -sum(share * log2(share) for share in shares)
