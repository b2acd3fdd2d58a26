"""Prose of a set without the ids of its held-back cases: a changelog names them, the site does not."""

from __future__ import annotations

import re

from gold.model.version import Version

INSTEAD = "(held back)"


def without_held_back(prose: str | None, version: Version) -> str | None:
    """The prose with every held-back id replaced. A short bare number is an id only at the head of a bullet."""
    ids = [case.query_id for case in version.cases if case.is_held_back]
    if prose is None or not ids:
        return prose
    distinct = [name for name in ids if len(name) > 3 or not name.isdecimal()]
    for name in sorted(distinct, key=len, reverse=True):
        prose = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", INSTEAD, prose)
    for name in sorted(set(ids) - set(distinct)):
        prose = re.sub(rf"(?m)^(\s*[-*+]\s+){re.escape(name)}(?=\s*[:,])", rf"\1{INSTEAD}", prose)
    return prose
