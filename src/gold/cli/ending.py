"""A request to end into an ordinary exit, so that what is unfinished is taken back first."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from gold.write.undisturbed import REQUESTS


@contextmanager
def ended_by_request() -> Iterator[None]:
    """Within this, a request unwinds the command, which exits as a shell says of a process ended so.

    One that whoever started it had it ignore (nohup) stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main thread
        return
    before = {number: signal.getsignal(number) for number in REQUESTS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)
