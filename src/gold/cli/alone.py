"""A set's folder into the turn of one command: what it read of the set is still so when it writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gold.write.turn import sole_builder

BUSY = "another command is writing there: try again"


@contextmanager
def alone(testset: str) -> Iterator[None]:
    """Hold a set's folder, or the one that a version's file is in, while files of it are read, chosen and written."""
    place = Path(testset)
    home = place if place.is_dir() else place.parent
    if not home.is_dir():  # whoever reads it says so
        yield
        return
    with sole_builder(str(home), BUSY):
        yield
