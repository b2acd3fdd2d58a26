"""Whole processes timed in turn: ours, the peer, ours, the peer, …, so that a slow minute falls on both."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

Command = Sequence[str]


@dataclass(frozen=True)
class Timed:
    """One finished process: wall seconds and its peak memory in MiB."""

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
        return self.ours.peak / self.peer.peak


def once(command: Command) -> Timed:
    """Run a command to its end; it must succeed. What it prints is thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"exit {process.returncode}: {' '.join(command)}")
    return Timed(time.perf_counter() - start, usage.ru_maxrss / 1024)


def in_turn(ours: Command, peers: dict[str, Command], pairs: int, before: Command | None = None) -> dict[str, Ratio]:
    """Ours against every peer: one round to warm up, then `pairs` rounds in which each runs once.

    `before` is run ahead of ours in every round and not timed.
    """
    commands = {"": ours, **peers}
    rounds = []
    for _ in range(pairs + 1):
        if before is not None:
            once(before)
        rounds.append({name: once(command) for name, command in commands.items()})
    rounds = rounds[1:]
    return {name: _ratio([(taken[""], taken[name]) for taken in rounds]) for name in peers}


def _ratio(taken: list[tuple[Timed, Timed]]) -> Ratio:
    ratios = [ours.seconds / peer.seconds for ours, peer in taken]
    ours, peer = (
        Timed(statistics.median(t.seconds for t in side), statistics.median(t.peak for t in side))
        for side in zip(*taken, strict=True)
    )
    return Ratio(ours, peer, statistics.median(ratios), min(ratios), max(ratios))
