"""Jobs timed in turn: ours, the peer, ours, the peer, …, so that a slow minute falls on both.

A job is a command, which is a whole process, or a function of this one.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Command = Sequence[str]
Job = Command | Callable[[], object]
# Installed packages are compiled, and so is a checkout after its first run: unless the bytecode may not be kept.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Timed:
    """One finished job: wall seconds, and the peak memory of a process in MiB (0 for a function)."""

    seconds: float
    peak: float


@dataclass(frozen=True)
class Ratio:
    """Ours against a peer over several pairs: medians of each, and the median, least and greatest ratio."""

    ours: Timed
    peer: Timed
    median: float
    least: float
    most: float

    @property
    def peak(self) -> float:
        """Our peak memory as a part of the peer's; of processes only."""
        return self.ours.peak / self.peer.peak


def once(job: Job) -> Timed:
    """Run a job to its end; a command must succeed. What it prints is thrown away."""
    start = time.perf_counter()
    if callable(job):
        job()
        return Timed(time.perf_counter() - start, 0.0)
    return _process(job, start)


def _process(command: Command, start: float) -> Timed:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"exit {process.returncode}: {' '.join(command)}")
    return Timed(time.perf_counter() - start, usage.ru_maxrss / 1024)


def in_turn(ours: Job, peers: Mapping[str, Job], pairs: int, before: Job | None = None) -> dict[str, Ratio]:
    """Ours against every peer: one round to warm up, then `pairs` rounds in which each runs once.

    `before` is run ahead of ours in every round and not timed.
    """
    jobs = {"": ours, **peers}
    rounds = []
    for _ in range(pairs + 1):
        if before is not None:
            once(before)
        rounds.append({name: once(job) for name, job in jobs.items()})
    rounds = rounds[1:]
    return {name: _ratio([(taken[""], taken[name]) for taken in rounds]) for name in peers}


def _ratio(taken: list[tuple[Timed, Timed]]) -> Ratio:
    ratios = [ours.seconds / peer.seconds for ours, peer in taken]
    ours, peer = (
        Timed(statistics.median(t.seconds for t in side), statistics.median(t.peak for t in side))
        for side in zip(*taken, strict=True)
    )
    return Ratio(ours, peer, statistics.median(ratios), min(ratios), max(ratios))
