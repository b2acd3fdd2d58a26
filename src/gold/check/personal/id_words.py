"""The words before a number into whether it is the id of a thing: an order, a part, a ticket."""

from __future__ import annotations

import re

from gold.check.personal.span import lead

_WORDS = (
    "order|ticket|case|part|item|art(?:icle|ikel)?|sku|serial|s/?n|invoice|rma|batch|lot|ref(?:erence)?|id|model|"
    "bestell(?:ung|nummer)?|auftrag|rechnung|vorgang|teil|tracking|shipment|version|build|code|isbn|issn|ean|gtin|upc|"
    "imei|asin|patent|asset|drawing|catalog|catalogue|delivery|quote|po|so|no|nr"
)
ID_WORD = re.compile(
    rf"(?:\b(?:{_WORDS})s?\W{{0,3}}(?:(?:no|nr|num|number|nummer|id|code|is|ist)\b\W{{0,2}}){{0,2}}|#)\Z", re.IGNORECASE
)
ORDINARY = re.compile(r"\b(?:phone|tel|fax|mobile|contact|call)\w*\W{0,2}(?:no|nr|number)\W{0,3}\Z|\b(?:so|no)[ ,]+\Z")


def names_an_id(text: str, at: int) -> bool:
    """Whether the words before `at` announce an id, as in `part no. 212-664-7665`."""
    before = lead(text, at, 40)
    return ID_WORD.search(before) is not None and ORDINARY.search(before.replace("No", "no")) is None
