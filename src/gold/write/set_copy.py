"""The files of a set into a folder of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_files(home: Path, files: Mapping[str, bytes]) -> None:
    """Write each file below `home`, by its path from there."""
    for path, data in files.items():
        target = home / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
