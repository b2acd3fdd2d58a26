"""A set's folder as it was at a commit of its git repository, into its files."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, NamedTuple

from gold.errors import GoldError
from gold.read.git import git, quiet

OWN = ("", "corpora", "runs")
"""The folders of a set that are read, from its own."""
FILE, LINK = ("100644", "100755", "100664"), "120000"
POINTER = b"version https://git-lfs.github.com/spec/"


class NotInCommit(GoldError):
    """A set that a commit does not have yet."""


class Blob(NamedTuple):
    """One file of a commit: its mode, the name of its content, its path from the set's folder."""

    mode: str
    name: str
    path: PurePosixPath


class Stored(NamedTuple):
    """A file as a commit has it: its path from the set's folder, its content; of a link the place it leads to."""

    path: PurePosixPath
    is_link: bool
    content: bytes


def files_at(folder: str, ref: str) -> Iterator[Stored]:
    """The files of a set as they were at `ref`.

    Only what git knows is read, as it is stored: no filter and no attribute changes it. Errors: no git, no repository,
    no such commit, no such folder in it, content that lies elsewhere (Git LFS).
    """
    commit = _commit(folder, ref)
    prefix = _asked(folder, "rev-parse", "--show-prefix").decode(errors="surrogateescape").rstrip("\n").rstrip("/")
    listed = _git(folder, "ls-tree", "-r", "-z", "--full-tree", f"{commit}:{prefix}" if prefix else commit)
    if listed.returncode or not listed.stdout:
        raise NotInCommit(f"git:{ref}: {folder} is not in that commit: compare with a run instead (--baseline RUN)")
    with _contents(folder) as pipe:
        assert pipe.stdin is not None  # opened so
        assert pipe.stdout is not None
        for blob in _blobs(listed.stdout):
            content = _content(pipe.stdin, pipe.stdout, blob)
            if content.startswith(POINTER):
                lies = "its content is in Git LFS, not in the commit: name a run as --baseline"
                raise GoldError(f"git:{ref}:{prefix}/{blob.path}: {lies}")
            yield Stored(blob.path, blob.mode == LINK, content)
        pipe.stdin.close()


def _commit(folder: str, ref: str) -> str:
    """The name of the commit that `ref` stands for."""
    _asked(folder, "rev-parse", "--show-toplevel")
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    if found.returncode or not ref:
        hint = "fetch it first (in GitHub Actions: `fetch-depth: 0` at the checkout)"
        raise GoldError(f"git:{ref}: no such commit, branch or tag here: {hint}")
    return found.stdout.decode().strip()


def _asked(folder: str, *arguments: str) -> bytes:
    done = _git(folder, *arguments)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise GoldError(f"{folder}: git knows no repository here ({said[0] if said else 'no reason given'})")
    return done.stdout


def _git(folder: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return git(folder, *arguments)
    except FileNotFoundError:
        raise GoldError("git is not installed: --baseline git:REF needs it") from None


def _contents(folder: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(["git", "-C", folder, "cat-file", "--batch"], env=quiet(), stdin=pipe, stdout=pipe)


def _blobs(listed: bytes) -> Iterator[Blob]:
    for row in listed.split(b"\0"):
        head, _, name = row.partition(b"\t")
        if not name:
            continue
        mode, _, blob = head.decode().split(" ")
        path = PurePosixPath(os.fsdecode(name))
        own = str(path.parent).removeprefix(".") in OWN
        if own and mode in (*FILE, LINK) and ".." not in path.parts and not path.is_absolute():
            yield Blob(mode, blob, path)


def _content(asks: IO[bytes], answers: IO[bytes], blob: Blob) -> bytes:
    asks.write(f"{blob.name}\n".encode())
    asks.flush()
    head = answers.readline().split()
    if len(head) != 3:
        raise GoldError(f"git has no content of {blob.path}: fetch the whole commit (a partial clone leaves some out)")
    content = answers.read(int(head[2]))
    answers.read(1)  # the line feed behind it
    return content
