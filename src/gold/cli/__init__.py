"""The command `gold`: arguments in, words and exit codes out; each command imports its work when it runs."""

from __future__ import annotations

import os
import sys

from gold.cli.group import gold


def main() -> None:
    """Run the command line, always in UTF-8."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # a file's name may be no UTF-8
    try:
        gold(prog_name="gold")
    except SystemExit as ended:
        _leave(ended.code)
        raise


def _leave(code: object) -> None:
    """End at once when all is said: to take a large set out of memory piece by piece takes longer than most commands.

    Where something is left to say and cannot be said, this returns, and Python ends as it does.
    """
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    if code is None or isinstance(code, int):
        os._exit(code or 0)


__all__ = ["gold", "main"]
