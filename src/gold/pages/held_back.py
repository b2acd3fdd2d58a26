"""Prose of a set without the ids of its held-back cases: a changelog names them, the site does not."""

from __future__ import annotations

import re
from collections.abc import Collection

INSTEAD = "(held back)"
SHORT = 3


def without_held_back(prose: str | None, ids: Collection[str]) -> str | None:
    """The prose with every held-back id replaced. A short word or number is an id only at the head of a bullet."""
    if prose is None or not ids:
        return prose
    distinct = [name for name in ids if len(name) > SHORT or not name.isalnum()]
    for name in sorted(distinct, key=len, reverse=True):
        prose = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", INSTEAD, prose)
    for name in sorted(set(ids) - set(distinct)):
        prose = re.sub(rf"(?m)^(\s*[-*+]\s+){re.escape(name)}(?=\s*[:,])", rf"\1{INSTEAD}", prose)
    return prose
