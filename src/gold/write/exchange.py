"""Two folders into each other's places in one step, where the system can do that."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

RENAME_EXCHANGE, RENAME_SWAP = 2, 2
AT_FDCWD = -100


def exchange(one: str, two: str) -> bool:
    """Let two paths of one file system change places, with no moment between; False where that cannot be."""
    name = {"linux": "renameat2", "darwin": "renamex_np"}.get(sys.platform, "")
    try:
        call = getattr(ctypes.CDLL(None, use_errno=True), name)
    except (AttributeError, OSError, TypeError):
        return False
    here, there = os.fsencode(one), os.fsencode(two)
    if sys.platform == "darwin":
        return bool(call(here, there, RENAME_SWAP) == 0)
    return bool(call(AT_FDCWD, here, AT_FDCWD, there, RENAME_EXCHANGE) == 0)


def somebody_works_in(path: str) -> bool:
    """Whether a process (this one, a server, a shell) has its working folder there, as far as can be seen."""
    places = [Path()]
    with suppress(OSError):
        places += [process / "cwd" for process in Path("/proc").iterdir() if process.name.isdecimal()]
    home = f"{os.path.realpath(path)}{os.sep}"
    for place in places:
        with suppress(OSError):
            if f"{os.path.realpath(place)}{os.sep}".startswith(home):
                return True
    return False
