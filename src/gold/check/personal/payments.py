"""A group of digits into the payment card or the bank account that it begins."""

from __future__ import annotations

import re

from gold.check.personal.id_words import names_an_id
from gold.check.personal.span import Span

_LEFT = r"(?<![\w.#/\\$-])"
CARD = re.compile(
    _LEFT
    + r"(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{14,16}|\d{19}|\d{13})"
    + r"(?![\w#/\\]|-\w|\.\d)"
)
GROUPED_SHORT = re.compile(_LEFT + r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?![\w#/\\]|-\w|\.\d)")
ISSUERS: tuple[tuple[re.Pattern[str], tuple[int, ...]], ...] = (
    (re.compile("4"), (16, 19)),
    (re.compile("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), (16,)),
    (re.compile("3[47]"), (15,)),
    (re.compile("30[0-5]|309|36|3[89]"), (14, 16)),
    (re.compile("6011|64[4-9]|65"), (16, 19)),
    (re.compile("352[89]|35[3-8]"), (16, 19)),
    (re.compile("62|81"), (16, 19)),
    (re.compile("50[0-9]|5[6-8]|6304|6759|676[1-3]"), (16, 19)),
)
"""Prefixes and lengths by issuer: Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay, Maestro (ISO/IEC
7812). Visa's old numbers of 13 digits are left out: in a search log, 13 digits that begin with 4 are a bar code."""

ACCOUNT = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}")
_COUNTRIES = {
    15: "NO",
    16: "BE",
    18: "DK FI FO GL NL",
    19: "MK SI",
    20: "AT BA EE KZ LT LU XK",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA",
    23: "AE GI IL IQ TL",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT ST",
    26: "IS TR",
    27: "FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HU LB PL SV",
    29: "BR EG PS QA UA",
    30: "JO KW MU",
    31: "MT SC",
    32: "LC",
}
ACCOUNT_LENGTHS = {country: length for length, countries in _COUNTRIES.items() for country in countries.split()}
"""Characters of an account by country (the IBAN registry of ISO 13616)."""


def card_at(text: str, at: int) -> Span | None:
    """The card whose first digit stands at `at`: an issuer's prefix, its length, and Luhn's check digit."""
    match = CARD.match(text, at)
    for found in (match, GROUPED_SHORT.match(text, at) if match is None or match[1] else None):
        if found is not None and _is_card(re.sub(r"\D", "", found.group())):
            contiguous = found.group().isdigit()
            return None if contiguous and names_an_id(text, at) else Span("card", at, found.end())
    return None


def account_at(text: str, at: int) -> Span | None:
    """The IBAN whose country stands at `at`: its country's length and the check digits modulo 97."""
    match = ACCOUNT.match(text, at)
    wanted = ACCOUNT_LENGTHS.get(text[at : at + 2].upper())
    if match is None or wanted is None:
        return None
    places = [place for place, character in enumerate(match.group(), start=at) if character.isalnum()][:wanted]
    end = places[-1] + 1
    if len(places) != wanted or (end < len(text) and text[end].isalnum()):
        return None
    account = "".join(text[place] for place in places)
    moved = (account[4:] + account[:4]).upper()
    return Span("iban", at, end) if int("".join(str(int(c, 36)) for c in moved)) % 97 == 1 else None


def _is_card(digits: str) -> bool:
    issued = any(prefix.match(digits) and len(digits) in lengths for prefix, lengths in ISSUERS)
    return issued and len(set(digits)) > 1 and _luhn(digits)


def _luhn(digits: str) -> bool:
    """ISO/IEC 7812-1, annex B: every second digit from the right doubled, the sum a multiple of ten."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0
