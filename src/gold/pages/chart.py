"""What a chart shows, whoever draws it: a process that draws starts with this alone."""

from __future__ import annotations

from typing import Any

import msgspec


class Chart(msgspec.Struct, frozen=True):
    """`kind` names the drawing, `values` are its rows, `settings` its other numbers; `alt` says what it shows."""

    kind: str
    values: tuple[dict[str, Any], ...]
    settings: dict[str, Any]
    alt: str
