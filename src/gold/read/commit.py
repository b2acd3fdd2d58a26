"""A set's folder as it was at a commit of its git repository, into files in another folder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from gold.errors import GoldError

OWN = ("", "corpora", "runs")
"""The folders of a set that are read, from its own."""
FILE, LINK = ("100644", "100755", "100664"), "120000"
OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""Git tells them to its hooks, seen from another folder than the set's."""
POINTER = b"version https://git-lfs.github.com/spec/"


class NotInCommit(GoldError):
    """A set that a commit does not have yet."""


class Blob(NamedTuple):
    """One file of a commit: its mode, the name of its content, its path from the set's folder."""

    mode: str
    name: str
    path: PurePosixPath


def folder_at(folder: str, ref: str, into: str) -> str:
    """Write the files of a set as they were at `ref` below `into`; the folder that then holds them.

    Only what git knows is read, as it is stored: no filter and no attribute changes it. Errors: no git, no repository,
    no such commit, no such folder in it, content that lies elsewhere (Git LFS).
    """
    commit = _commit(folder, ref)
    prefix = _asked(folder, "rev-parse", "--show-prefix").decode(errors="surrogateescape").rstrip("\n").rstrip("/")
    listed = _git(folder, "ls-tree", "-r", "-z", "--full-tree", f"{commit}:{prefix}" if prefix else commit)
    if listed.returncode or not listed.stdout:
        raise NotInCommit(f"git:{ref}: {folder} is not in that commit: compare with a run instead (--baseline RUN)")
    home = Path(into, Path(folder).resolve().name)
    home.mkdir()
    with _contents(folder) as git:
        assert git.stdin is not None  # opened so
        assert git.stdout is not None
        for blob in _blobs(listed.stdout):
            _put(home, blob, _content(git.stdin, git.stdout, blob), f"git:{ref}:{prefix}")
        git.stdin.close()
    return str(home)


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
        return subprocess.run(["git", "-C", folder, *arguments], env=_quiet(), capture_output=True, check=False)
    except FileNotFoundError:
        raise GoldError("git is not installed: --baseline git:REF needs it") from None


def _contents(folder: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(["git", "-C", folder, "cat-file", "--batch"], env=_quiet(), stdin=pipe, stdout=pipe)


def _quiet() -> dict[str, str]:
    """Nothing is written into the repository, messages are in one language, and a hook's repository is found anew."""
    here = {name: value for name, value in os.environ.items() if name not in OF_A_HOOK}
    return {**here, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}


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


def _put(home: Path, blob: Blob, content: bytes, where: str) -> None:
    if content.startswith(POINTER):
        raise GoldError(f"{where}/{blob.path}: its content is in Git LFS, not in the commit: name a run as --baseline")
    target = home / blob.path
    target.parent.mkdir(exist_ok=True)
    if blob.mode == LINK:
        target.symlink_to(os.fsdecode(content))  # one that leads out of the set is refused when it is read
    else:
        target.write_bytes(content)
