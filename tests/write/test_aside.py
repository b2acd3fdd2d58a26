"""Work aside that fails, or is gone before it is done, is done here; and nobody forks beside a thread."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gold.write import aside
from gold.write.aside import BEHIND, answering, begun, meanwhile
from tests.write.make_sets import plain_set

HERE = os.getpid()


def where() -> str:
    """Which process makes the call."""
    return "here" if os.getpid() == HERE else "aside"


def unsendable() -> Any:
    """Aside, a value that no pipe takes."""
    return (lambda: None) if where() == "aside" else where()


def test_it_stands_back_for_the_one_that_waits() -> None:
    """What only the parent does comes first."""
    assert begun(partial(os.nice, 0))() == os.nice(0) + BEHIND


def failing() -> str:
    """Aside, an error."""
    if where() == "aside":
        raise ValueError
    return where()


def killed() -> str:
    """Aside, the end of the process."""
    if where() == "aside":
        os.kill(os.getpid(), signal.SIGKILL)
    return where()


@pytest.mark.parametrize("call", [unsendable, failing, killed])
def test_what_fails_aside_is_done_here(call: Callable[[], str], capfd: pytest.CaptureFixture[str]) -> None:
    """However it fails, the value is there, and nothing is said of it."""
    assert begun(where)() == "aside"
    assert begun(call)() == "here"
    with meanwhile(call, aside=True) as wait:
        assert wait() == "here"
    assert capfd.readouterr().err == ""


def test_half_a_message_is_none() -> None:
    """A process that dies while it sends leaves the length of a message and a part of it."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    os.write(sender.fileno(), b"\0\0\0\x09half")
    sender.close()
    assert aside._received(receiver, where) == "here"


def answered(question: str) -> tuple[str, str]:
    """Who answers; one question ends the process."""
    if question == "end" and where() == "aside":
        os._exit(1)
    return where(), question


def test_one_process_answers_in_turn() -> None:
    """It gets ready, answers what it is asked, large or small, and is gone after the block."""
    with answering(answered, "first") as ask:
        for question in ("a", "b" * 1_000_000, "c"):
            assert ask(question)() == ("aside", question)
        assert ask("end")() == ("here", "end")
        assert ask("after")() == ("here", "after")
    assert multiprocessing.active_children() == []


def slept(seconds: str) -> None:
    """A question that takes its time."""
    time.sleep(float(seconds))


def test_to_ask_waits_for_nobody() -> None:
    """A large question is taken while the process still gets ready."""
    with answering(slept, "1") as ask:
        started = time.monotonic()
        ask("0" * 1_000_000)
        assert time.monotonic() - started < 0.9


PROGRAM = """
import os, sys, threading
from gold.write import charts, questions
questions.WORTH_A_PROCESS = charts.WORTH_A_PROCESS = 1

def hook(event, given):
    if event == "os.fork":
        os.write(1, f"fork beside {[one.name for one in threading.enumerate()]}\\n".encode())

from gold.cli import gold
sys.addaudithook(hook)
gold(sys.argv[1:])
"""


def test_nobody_forks_beside_a_thread(root: Path, tmp_path: Path) -> None:
    """A lock that a thread holds at a fork stays held in the child: built or rebuilt, on a terminal too."""
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        "build-site",
        str(tmp_path / "sets"),
        "--out",
        str(tmp_path / "site"),
        "--jobs",
        "2",
    ]
    env = os.environ | {"PYTHONPATH": str(root / "src"), "TERM": "xterm"}
    for more in (0, 1):
        plain_set(tmp_path / "sets" / "one", cases=12 + more)
        plain_set(tmp_path / "sets" / "two", cases=12 + more)
        terminal, screen = os.openpty()
        done = subprocess.run(
            command, env=env, check=True, stdout=subprocess.PIPE, stderr=screen, text=True, timeout=120
        )
        os.close(screen)
        os.close(terminal)
        forks = [line for line in done.stdout.splitlines() if line.startswith("fork")]
        assert len(forks) > 4
        assert set(forks) == {"fork beside ['MainThread']"}
