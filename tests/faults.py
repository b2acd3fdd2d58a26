"""Turns a command into what is left when it is killed: at a random moment, or at a chosen step on the file system."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

Killed = Callable[..., int]

# Runs in a process of its own: it imports the command once, and forks a child for each trial. The child
# sees each of its steps that changes a folder, and ends itself at the one that is asked for.
STARTER = """
import importlib, json, os, signal, sys, time
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
module, _, name = sys.argv[2].partition(":")
command = getattr(importlib.import_module(module), name)
STEPS = ("os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "ctypes.dlsym", "shutil.rmtree")

def run(args, step):
    seen = 0
    def hook(event, given):
        nonlocal seen
        if event in STEPS or (event == "open" and isinstance(given[1], str) and "w" in given[1]):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)
    if step:
        sys.addaudithook(hook)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(null, stream)
    try:
        command(args)
    except SystemExit as end:
        os._exit(int(end.code or 0))
    os._exit(0)

for line in sys.stdin:
    asked = json.loads(line)
    started = time.monotonic()
    child = os.fork()
    if not child:
        run(asked["args"], asked["step"])
    if asked["after"] is not None:
        time.sleep(asked["after"])
        os.kill(child, asked["signal"])
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(json.dumps([status, time.monotonic() - started]), flush=True)
"""
IMPORTED = (
    "gold.cli.build_site",
    "gold.cli.gather",
    "gold.write.site",
    "gold.read.testset",
    "gold.cli.progress",
    "altair",
)
GOLD = "gold.cli:gold"


@contextmanager
def starter(root: Path, what: str = GOLD, imported: Sequence[str] = IMPORTED) -> Iterator[Killed]:
    """Runs `gold ARGS…` quickly, many times: whole, killed after some seconds, or killed at its nth step.

    `what` names another callable that takes the list of arguments, as `module:name`. What is called gives the
    exit code, negative for a signal; its `took` is how many seconds the last one lasted.
    """
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    command = [sys.executable, "-c", STARTER, json.dumps(list(imported)), what]
    process = subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    commands, answers = process.stdin, process.stdout

    def run(*args: object, after: float | None = None, step: int = 0, signal: int = 9) -> int:
        asked = {"args": [str(arg) for arg in args], "after": after, "step": step, "signal": signal}
        commands.write(json.dumps(asked) + "\n")
        commands.flush()
        status, run.took = json.loads(answers.readline())  # type: ignore[attr-defined]  # a word beside the answer
        return int(status)

    try:
        yield run
    finally:
        commands.close()
        process.wait(timeout=30)
        answers.close()


def moments(times: int, whole: float, seed: int) -> list[float]:
    """So many seeded moments of a run that lasts `whole` seconds."""
    chosen = random.Random(seed)
    return [chosen.uniform(0, 1.1 * whole) for _ in range(times)]
