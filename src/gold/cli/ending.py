"""A request to end into an ordinary exit, so that what is unfinished is taken back first."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDED = 128 + signal.SIGTERM


@contextmanager
def ended_by_request() -> Iterator[None]:
    """Within this, SIGTERM unwinds the command, which exits as a shell says of a process ended so."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main thread
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(ENDED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
