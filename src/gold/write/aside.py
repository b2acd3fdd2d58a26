"""Work in a process of its own: it sees what is in memory, and leaves nobody at work when its parent is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TypeVar

WATCH = 0.1
T = TypeVar("T")


def begun(call: Callable[[], T]) -> Callable[[], T]:
    """Begin a call aside; what is returned waits for its value.

    Where no process can be forked the call is made when its value is asked for; so it is if it fails aside, so that
    its error is raised here.
    """
    return _forked(call)[0]


@contextmanager
def meanwhile(call: Callable[[], T], *, aside: bool) -> Iterator[Callable[[], T]]:
    """The same for the time of a block, which leaves nobody at work; not `aside`, the call is made when asked for."""
    wait, process = _forked(call) if aside else (cache(call), None)
    try:
        yield wait
    finally:
        if process is not None:
            process.terminate()
            process.join()


def _forked(call: Callable[[], T]) -> tuple[Callable[[], T], BaseProcess | None]:
    if "fork" not in multiprocessing.get_all_start_methods():
        return cache(call), None
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, os.getpid(), call), daemon=True)
    process.start()
    sender.close()
    return cache(partial(_received, receiver, call)), process


def _send(sender: Connection, parent: int, call: Callable[[], object]) -> None:
    end_with(parent)
    try:
        value = call()
    except Exception:  # noqa: BLE001  # the parent makes the call itself, and raises what it raises
        return
    sender.send(value)


def _received(receiver: Connection, call: Callable[[], T]) -> T:
    try:
        value: T = receiver.recv()
    except EOFError:
        return call()
    return value


def end_with(parent: int) -> None:
    """Leave interrupts to the parent, and end when it is gone: a killed build leaves nobody at work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
