"""Where the package lies, and the templates that ship with it."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def templates_folder() -> Path:
    """Where the templates are: packaged, or beside `src` in a checkout."""
    packaged = PACKAGE / "templates"
    return packaged if packaged.is_dir() else PACKAGE.parent.parent / "templates"
