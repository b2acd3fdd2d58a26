"""The command `gold`: arguments in, words and exit codes out; each command imports its work when it runs."""

from __future__ import annotations

import os
import sys

from gold.cli.group import gold
from gold.cli.streams import standard_streams
from gold.errors import GoldError


def main() -> None:
    """Run the command line."""
    standard_streams()
    try:
        gold(prog_name="gold")
    except SystemExit as ended:
        _leave(ended.code)
        raise


def _leave(code: object) -> None:
    """End at once when all is said: to free a large set piece by piece takes longer than most commands."""
    if code is None or isinstance(code, int):
        try:
            sys.stdout.flush()
        except OSError:
            code = code or GoldError.exit_code  # whoever printed has been told
        sys.stderr.flush()
        os._exit(code or 0)


__all__ = ["gold", "main"]
