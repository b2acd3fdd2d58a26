"""Contents into files that are whole or not there: written under other names, then put in place one after the other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from errno import ENOSYS, ENOTSUP, EPERM
from pathlib import Path
from typing import NamedTuple

from gold.errors import GoldError
from gold.write.folder import UNFINISHED


class File(NamedTuple):
    """A file to write; a new one never takes the place of another."""

    path: str
    data: bytes
    new: bool = False


def put(files: Sequence[File]) -> None:
    """Write all files beside their places, safe on the disk, and only then let each take its place, in this order.

    What stops it before leaves every file as it was; what stops it between leaves those before it written.
    Errors: no folder, a new file that is there already.
    """
    waiting: list[tuple[Path, Path]] = []
    try:
        for file in files:
            target = Path(os.path.realpath(file.path))  # a link stays one, and leads to what is new
            if file.new and os.path.lexists(file.path):
                raise _there(file.path)
            if not target.parent.is_dir():
                raise GoldError(f"{file.path}: no such folder: make it first")
            waiting.append((_beside(target), target))
            try:
                _write(waiting[-1][0], file.data, target)
            except OSError as error:  # nobody knows the name that it was written under
                raise OSError(error.errno, error.strerror, file.path) from None
        for file, (beside, target) in zip(files, waiting, strict=True):
            _take_place(beside, target, file)
            _settle(target.parent)
    finally:
        for beside, _ in waiting:
            beside.unlink(missing_ok=True)


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}{UNFINISHED}")


def _write(beside: Path, data: bytes, target: Path) -> None:
    with open(beside, "xb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    if target.exists():
        beside.chmod(target.stat().st_mode & 0o7777)


def _take_place(beside: Path, target: Path, file: File) -> None:
    if file.new:
        try:
            target.hardlink_to(beside)  # unlike a renaming, it fails where somebody was quicker
            return
        except FileExistsError:
            raise _there(file.path) from None
        except OSError as error:
            if error.errno not in (EPERM, ENOSYS, ENOTSUP) or os.path.lexists(target):
                raise
    beside.replace(target)


def _settle(folder: Path) -> None:
    """Let the folder's entries reach the disk, where the system can tell."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _there(path: str) -> GoldError:
    return GoldError(f"{path}: is there already, and is never written over: give another name")
