"""The standard streams as a command needs them: open, in UTF-8, stdout named where it fails, stderr without failing."""

from __future__ import annotations

import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

CLOSED = ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY))
"""How a stream that the caller closed is opened: what reads stdin or writes stdout fails as if it were still closed."""


class Results(FileIO):
    """Names itself in the error where it cannot be written."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = "stdout"
            raise


class Words(FileIO):
    """Drops what cannot be written: words that nobody can hear change neither a result nor an exit code."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def standard_streams() -> None:
    """Make them so. A file that is opened later never gets the number of a stream, and is never written into."""
    for number, how in CLOSED:
        try:
            os.fstat(number)
        except OSError:
            os.dup2(os.open(os.devnull, how), number)
    sys.stdout, sys.stderr = _text(Results(1, "w", closefd=False)), _text(Words(2, "w", closefd=False), by_line=True)


def _text(raw: FileIO, *, by_line: bool = False) -> TextIOWrapper:
    """A stream of text over a raw one; a file's name may be no UTF-8."""
    lines = by_line or raw.isatty()
    return TextIOWrapper(BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=lines)
