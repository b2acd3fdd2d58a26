"""A stretch of work that an interrupt does not cut in two: it waits, and comes at the end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

REQUESTS = (signal.SIGTERM, signal.SIGHUP) if hasattr(signal, "SIGHUP") else (signal.SIGTERM,)
"""To end: somebody asks, or the terminal has gone."""
WAITING = (signal.SIGINT, *REQUESTS)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back interrupts and requests to end; those that came are raised afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main thread
        return
    came: list[int] = []
    before: dict[signal.Signals, Any] = {
        kind: signal.signal(kind, lambda number, _: came.append(number)) for kind in WAITING
    }
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        for number in came:
            signal.raise_signal(number)
