"""What a build is at, as a bar on stderr where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


class Steps:
    """Told of each step; shows it, or nothing."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress = progress
        self.task = None if progress is None else progress.add_task("Reading", total=None)

    def begin(self, what: str, total: int | None = None) -> None:
        """Another step, of so many parts where that is known."""
        if self.progress is not None and self.task is not None:
            self.progress.reset(self.task, total=total, description=what)

    def advance(self, parts: int) -> None:
        """So many more parts are done."""
        if self.progress is not None and self.task is not None:
            self.progress.advance(self.task, parts)
            self.progress.refresh()


@contextmanager
def shown_steps() -> Iterator[Steps]:
    """A bar that is gone when the work is done; what draws it is loaded only for a terminal.

    It is drawn when something is told, by no thread of its own: processes are forked meanwhile.
    """
    if not sys.stderr.isatty():
        yield Steps(None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        yield Steps(progress)
