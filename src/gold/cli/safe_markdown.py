"""Text from a set into Markdown that shows it as it is: no markup, no link, no mention, and of bounded length."""

from __future__ import annotations

import re

from gold.cli.table import MARKUP

MOST = 160
"""Characters of one text."""
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
"""Controls, line ends, what turns the direction of writing, and halves of characters."""
FOLLOWED = re.compile(r"(?<!\w)@(?=\w)|@(?=[\w-]+\.\w)|#(?=\d)|(?i:\bgh-(?=\d))|(?i:\w+:(?=//))|(?i:\bwww\.)|\$")
BREAK = "\u200b"
"""Nothing to see: it keeps a mention, the number of an issue or an address from being one."""


def escaped(text: str, most: int = MOST) -> str:
    """A text as part of a sentence or a cell of a table, cut where it is long."""
    return FOLLOWED.sub(rf"\g<0>{BREAK}", MARKUP.sub(r"\\\g<0>", shortened(text, most)))


def shortened(text: str, most: int = MOST) -> str:
    """A text in one line, cut after so many characters."""
    plain = " ".join(UNSEEN.sub(" ", text).split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
