"""The command `gold`: arguments in, words and exit codes out; each command imports its work when it runs."""

from __future__ import annotations

import sys

from gold.cli.group import gold


def main() -> None:
    """Run the command line, always in UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # a file's name may be no UTF-8
    gold(prog_name="gold")


__all__ = ["gold", "main"]
