"""Characters that do not stand alone: what XML has no place for, and what turns the direction of writing."""

from __future__ import annotations

import re

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
EMBED, ISOLATE = "\u202a\u202b\u202d\u202e", "\u2066\u2067\u2068"
END_EMBED, END_ISOLATE = "\u202c", "\u2069"


def closed(text: str) -> str:
    """The text with the ends of all that it opens, after the Unicode bidirectional algorithm (UAX 9, BD9 and BD13)."""
    ends = list[str]()
    for turn in TURNS.findall(text):
        if turn in EMBED:
            ends.append(END_EMBED)
        elif turn in ISOLATE:
            ends.append(END_ISOLATE)
        elif turn == END_EMBED:
            if ends and ends[-1] == END_EMBED:
                ends.pop()
        elif END_ISOLATE in ends:
            del ends[len(ends) - 1 - ends[::-1].index(END_ISOLATE) :]
    return text + "".join(reversed(ends))
