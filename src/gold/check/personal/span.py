"""What was found in a text: its kind and where it stands."""

from __future__ import annotations

from typing import Literal, NamedTuple

ALPHANUMERIC = "abcdefghijklmnopqrstuvwxyz0123456789"
Kind = Literal["e-mail", "phone", "card", "key", "iban"]
IN_WORDS: dict[Kind, str] = {
    "e-mail": "an e-mail address",
    "phone": "a phone number",
    "card": "a payment-card number",
    "key": "a key or a password",
    "iban": "a bank account",
}

END = "\0"
"""No reader looks past it: texts joined by it are read as if each stood alone."""


class Span(NamedTuple):
    """Personal data in a text: `text[start:end]`, in characters."""

    kind: Kind
    start: int
    end: int


def lead(text: str, at: int, length: int) -> str:
    """The characters before a place, at most `length`, of the same text only."""
    return text[max(0, at - length) : at].rpartition(END)[2]
