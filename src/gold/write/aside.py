"""Work in a process of its own: it sees what is in memory, and leaves nobody at work when its parent is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, TypeVar

from gold.write.undisturbed import WAITING

WATCH = 0.1
BEHIND = 5
"""How far such a process stands back for the one that waits for it: what that one does alone comes first."""
CAN_FORK = "fork" in multiprocessing.get_all_start_methods()
T = TypeVar("T")
Q = TypeVar("Q")


def cores() -> int:
    """How many processes can be at work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


@contextmanager
def answering(answer: Callable[[Q], T], first: Q) -> Iterator[Callable[[Q], Callable[[], T]]]:
    """A process for the time of a block that answers one question after the other, and `first` unasked, to get ready.

    To ask gives what waits for the answer; ask again when it is there. What the process fails at is answered here.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_answer, args=(there, os.getpid(), answer, first), daemon=True)
    process.start()
    there.close()

    def ask(question: Q) -> Callable[[], T]:
        with suppress(OSError):  # it is gone: nothing comes back
            here.send(question)
        return partial(_received, here, partial(answer, question))

    try:
        yield ask
    finally:
        process.terminate()
        process.join()


def _answer(there: Connection, parent: int, answer: Callable[[Any], object], first: object) -> None:
    end_with(parent)
    asked = SimpleQueue[Any]()

    def hear() -> None:
        with suppress(EOFError, OSError):
            while True:
                asked.put(there.recv())

    threading.Thread(target=hear, daemon=True).start()  # so that to ask never waits for an answer
    with suppress(Exception):  # the parent answers itself, and raises what is to be raised
        answer(first)
        while True:
            there.send(answer(asked.get()))


def _forked(call: Callable[[], T]) -> tuple[Callable[[], T], BaseProcess | None]:
    if not CAN_FORK:
        return cache(call), None
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, os.getpid(), call), daemon=True)
    process.start()
    sender.close()
    return cache(partial(_received, receiver, call)), process


def _send(sender: Connection, parent: int, call: Callable[[], object]) -> None:
    end_with(parent)
    with suppress(Exception):  # the parent makes the call itself, and raises what it raises
        sender.send(call())


def _received(receiver: Connection, call: Callable[[], T]) -> T:
    try:
        value: T = receiver.recv()
    except (EOFError, OSError):  # it is gone, maybe while it sent
        return call()
    return value


def end_with(parent: int) -> None:
    """Leave interrupts and hang-ups to the parent, and end when it is gone: a killed build leaves nobody at work."""
    os.nice(BEHIND)
    for number in WAITING:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
