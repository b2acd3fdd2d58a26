"""A folder into the turn of one builder: whoever comes second is told so, and a killed builder holds nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gold.errors import GoldError

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows: a file stands for the lock
    fcntl = None

PATIENCE = 1.0
"""Seconds until a second build gives up: as long as the processes of a killed one may take to end."""
TICK = 0.05
LOCK_FILE = ".gold-lock"
BUSY = "another build is at work there: wait for it, or give another folder with --out"


@contextmanager
def sole_builder(path: str, busy: str = BUSY) -> Iterator[list[int]]:
    """Hold a folder (made where it is missing) against other builds; what is yielded are the descriptors that hold it.

    The folder itself is locked, so that nothing is left in it and the lock ends with its holders. A folder
    that is to take its place can be held by the same list. Error, in the words of `busy`: another is at work there.
    """
    made = not os.path.lexists(path)
    os.makedirs(path, exist_ok=True)  # noqa: PTH103  # a word for the missing parent comes from here
    held = [_hold(path, busy)] if fcntl is not None else [_claim(path, busy)]
    try:
        yield held
    finally:
        for descriptor in held:
            os.close(descriptor)
        if fcntl is None:
            Path(path, LOCK_FILE).unlink(missing_ok=True)
        if made:
            with suppress(OSError):
                os.rmdir(path)  # noqa: PTH106  # only where the build left it empty


def hold(path: str) -> int:
    """Lock one folder, or fail at once with BlockingIOError."""
    descriptor = os.open(path, os.O_RDONLY)
    if fcntl is not None:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise
        except OSError:
            pass  # a file system without locks: two builds at once are on their own there
    return descriptor


def _hold(path: str, busy: str) -> int:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            descriptor = hold(path)
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):  # noqa: PTH116
                return descriptor
            os.close(descriptor)  # another build put a new folder in its place meanwhile
        except BlockingIOError:
            if time.monotonic() > until:
                raise GoldError(f"{path}: {busy}") from None
            time.sleep(TICK)


def _claim(path: str, busy: str) -> int:
    """Without locks, a file that only one process can make; Windows takes it away with its maker."""
    name = Path(path, LOCK_FILE)
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_TEMPORARY", 0)
    for _ in range(2):
        try:
            descriptor = os.open(name, flags)
        except OSError:
            if _alive(name):
                break
            name.unlink(missing_ok=True)
        else:
            os.write(descriptor, str(os.getpid()).encode())
            return descriptor
    raise GoldError(f"{path}: {busy}")


def _alive(name: Path) -> bool:
    """Whether the process that made the file is there; where that cannot be asked, the file itself says so."""
    if os.name == "nt":
        return name.exists()
    try:
        os.kill(int(name.read_bytes()), 0)
    except (ValueError, ProcessLookupError):
        return False
    except OSError:
        return name.exists()
    return True
