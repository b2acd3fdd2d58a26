"""Where a standard stream is closed, full or read by nobody, that is told in a line and by the right exit code."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.write.make_sets import plain_set

PRINTS = ("--help", "--version", "score --help", "schema corpus", "score HOME first")


def run(
    home: Path, arguments: str, streams: str = "", stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """`gold ARGUMENTS`, with HOME in them the set's folder, its streams redirected by a shell."""
    command = f"exec {shlex.quote(sys.executable)} -m gold {arguments.replace('HOME', str(home))} {streams}"
    return subprocess.run(
        ["bash", "-c", command], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    ("streams", "why"), [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
)
@pytest.mark.parametrize("arguments", PRINTS)
def test_a_result_that_cannot_be_written_is_told(home: Path, arguments: str, streams: str, why: str) -> None:
    """In one line, with the exit code of other failed writes; so is help, which is printed while options are read."""
    told = run(home, arguments, streams)
    assert told.stderr == f"gold: stdout: {why}\n"
    assert told.returncode == 2


@pytest.mark.parametrize("arguments", PRINTS)
def test_a_reader_that_has_gone_is_no_finding(home: Path, arguments: str) -> None:
    """Exit code 1 is for findings: this is that of a process that SIGPIPE ended, and not a word is said."""
    reader, writer = os.pipe()
    os.close(reader)
    told = run(home, arguments, stdout=writer)
    os.close(writer)
    assert (told.stderr, told.returncode) == ("", 141)


@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-", "<&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("score HOME first", 0), ("score HOME none", 2), ("score", 2), ("none", 2), ("validate HOME", 1)],
)
def test_words_that_nobody_hears_change_nothing(home: Path, arguments: str, code: int, streams: str) -> None:
    """Where stderr is closed or full, what goes to stdout and the exit code are as they were."""
    heard, unheard = run(home, arguments), run(home, arguments, streams)
    assert heard.returncode == unheard.returncode == code
    assert heard.stdout == unheard.stdout


def test_a_file_never_takes_the_place_of_a_stream(tmp_path: Path) -> None:
    """What is opened while all are closed gets no number of theirs: the site that is left is whole."""
    home = plain_set(tmp_path / "one", cases=3)
    assert run(home, "build-site HOME --out HOME-site", "<&- >&- 2>&-").returncode == 2
    held = run(home, "build-site HOME --out HOME-site --check")
    assert held.returncode == 0, held.stderr
