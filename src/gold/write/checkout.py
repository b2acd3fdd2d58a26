"""The files of a commit into a folder of their own, links as links."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath


def put_folder(home: Path, files: Iterable[tuple[PurePosixPath, bool, bytes]]) -> None:
    """Write each file below a new folder: its path from there, whether it is a link, its content or where it leads."""
    home.mkdir()
    for path, is_link, content in files:
        target = home / path
        target.parent.mkdir(exist_ok=True)
        if is_link:
            target.symlink_to(os.fsdecode(content))  # one that leads out of the set is refused when it is read
        else:
            target.write_bytes(content)
