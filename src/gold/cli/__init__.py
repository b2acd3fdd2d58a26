"""The command `gold`: arguments in, words and exit codes out; each command imports its work when it runs."""

from __future__ import annotations

import gc
import sys

from gold.cli.group import gold

SELDOM = 100_000
"""New objects between two looks for garbage: at Python's 700 the looks take a sixth of a short command."""


def main() -> None:
    """Run the command line, always in UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # a file's name may be no UTF-8
    gc.set_threshold(SELDOM, 10, 10)
    gold(prog_name="gold")


__all__ = ["gold", "main"]
