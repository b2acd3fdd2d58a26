"""A stored value into what a reader sees of it: text in quotation marks, a label in short, a dash for nothing."""

from __future__ import annotations

import json
from typing import Any

from gold.compare.versions.labels import ANCHORS
from gold.pages.numbers import DASH

LONGEST = 200


def shown(value: Any, *, quoted: bool = True) -> str:
    """One line. What is very long is cut in its middle."""
    if value is None:
        return DASH
    if isinstance(value, dict) and "grade" in value:
        return _cut(_label(value))
    if isinstance(value, str) and value.strip() and not quoted:
        return _cut(value)
    return _cut(json.dumps(value, ensure_ascii=False))


def _label(label: dict[str, Any]) -> str:
    """The grade first, then whatever else the label says that is not in its name already."""
    rest = ", ".join(f"{name} {_word(value)}" for name, value in label.items() if name not in ("grade", *ANCHORS))
    return f"grade {label['grade']}" + (f", {rest}" if rest else "")


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cut(text: str) -> str:
    line = " ".join(text.splitlines())
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} … {line[-LONGEST // 3 :]}"
