"""The folder that a site is built into: what gold wrote there before, what it writes now, and nothing else."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from gold.errors import GoldError
from gold.write.turn import LOCK_FILE, sole_builder

MANIFEST = ".gold-site.json"
UNFINISHED = ".gold-unfinished"
OURS = frozenset((MANIFEST, LOCK_FILE))


class Written(NamedTuple):
    """One file of a site: the digest and size of what was written, and the key of what it was made from."""

    digest: str
    size: int
    key: str = ""


IN_BETWEEN = Written("", 0)
"""A file that may be an earlier build's or this one's: never kept, and gold's own to remove."""


@dataclass
class SiteFolder:
    """`before` is what an earlier build wrote, `now` what this one did; both by relative path.

    Files are written into a folder of unfinished ones, `stage`, and take their places together at the end: a
    build that fails, or is killed, leaves the old site as it was. What gold did not write is never replaced.
    """

    path: str
    before: dict[str, Written]
    built_at: int = 0
    """When the earlier build ended, in nanoseconds: a file that is younger was changed since."""
    now: dict[str, Written] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    linking: list[Callable[[], list[str]]] = field(default_factory=list)
    """Links to kept files that are being made aside; each call waits, and says which."""
    held: list[int] = field(default_factory=list)
    """What locks the folder; a folder that takes its place is locked beside it."""
    imagined: bool = False
    """Whether nothing is written, and only noted: for a site that is held against the one that is there."""

    @property
    def size(self) -> int:
        """The bytes of all files that this build leaves."""
        return sum(written.size for written in self.now.values())

    @property
    def stage(self) -> str:
        return f"{self.path}/{UNFINISHED}"

    @property
    def aside(self) -> str:
        """Where the new folder stands before the exchange, and the old one after it."""
        return f"{os.path.realpath(self.path)}{UNFINISHED}"

    def put(self, path: str, content: str | bytes, key: str = "") -> None:
        """Write one file, complete or not at all."""
        if path in self.kept:
            self.kept.discard(path)
            with suppress(OSError):  # without links there is none; `finish` meets that too
                self.linked()  # to write into a link would be to write into the old site
            Path(self.stage, path).unlink(missing_ok=True)
        self.now[path] = self.write(path, content, key)

    def write(self, path: str, content: str | bytes, key: str = "") -> Written:
        """Write without noting it: for a process that reports what it wrote to another."""
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        noted = Written(blake2b(data, digest_size=16).hexdigest(), len(data), key)
        if self.imagined:
            return noted
        target = f"{self.path}/{path}"
        if path not in self.before and path != MANIFEST and os.path.lexists(target):
            raise GoldError(f"{target}: gold did not write this file and would replace it: move it away")
        try:
            self.make_parent(path)
            with open(f"{self.stage}/{path}", "wb") as out:
                out.write(data)
        except OSError as error:
            raise GoldError(f"{target}: cannot be written ({error.strerror or error})") from None
        return noted

    def unchanged(self, path: str, key: str) -> bool:
        """Whether an earlier build made this file from the same things, and it is still there."""
        written = self.before.get(path)
        if written is None or not key or written.key != key:
            return False
        try:
            there = os.lstat(f"{self.path}/{path}")
        except OSError:
            return False
        return S_ISREG(there.st_mode) and there.st_size == written.size and there.st_mtime_ns <= self.built_at

    def keep(self, path: str) -> None:
        """Take over a file of an earlier build."""
        self.now[path] = self.before[path]
        self.kept.add(path)

    def link(self, paths: Sequence[str]) -> list[str]:
        """Stage files that stay, each as a link to the old one. Error: OSError, where there are no such links."""
        for path in paths:
            self.make_parent(path)
            with suppress(FileExistsError):
                os.link(f"{self.path}/{path}", f"{self.stage}/{path}")
        return list(paths)

    def linked(self) -> set[str]:
        """Which kept files are staged. Error: as of `link`."""
        return {path for wait in self.linking for path in wait()}

    def abandon(self) -> None:
        """Take back what an unfinished build left."""
        with suppress(OSError):
            self.linked()
        if Path(self.stage).is_symlink():
            Path(self.stage).unlink()
        shutil.rmtree(self.stage, ignore_errors=True)
        if not Path(self.aside).is_symlink():
            remove_site(self.aside)

    def make_parent(self, path: str) -> None:
        """Make the folder that a file is to be staged in."""
        parent = f"{self.stage}/{path}".rpartition("/")[0]
        if parent not in self.made:
            Path(parent).mkdir(parents=True, exist_ok=True)
            self.made.add(parent)


@contextmanager
def building(path: str) -> Iterator[SiteFolder]:
    """A folder to build into, held against other builds; whatever stops the build, the folder is left as it was.

    Links on the way to the folder are followed, for whoever gives the path chose them; none inside it are.
    """
    if not path:
        raise GoldError("no folder to build into: give one with --out")
    path = path.rstrip("/") or "/"
    real = os.path.realpath(path)
    real = path if real == os.path.abspath(path) else real  # noqa: PTH100  # as it was given, where that is the same
    if os.path.lexists(real) and not Path(real).is_dir():
        raise GoldError(f"{path}: is a file; give a folder with --out")
    with sole_builder(real) as held:
        site = open_folder(real)
        site.held = held
        site.abandon()
        try:
            yield site
        finally:
            site.abandon()


def folders_of(paths: Iterable[str]) -> set[str]:
    """The folders that the paths go through, by their own paths."""
    found: set[str] = set()
    for parent in {path.rpartition("/")[0] for path in paths}:
        steps = parent.split("/") if parent else []
        found.update("/".join(steps[:n]) for n in range(1, len(steps) + 1))
    return found


def remove_files(home: str, paths: Iterable[str]) -> None:
    """Remove files below a folder, and the folders that are empty then."""
    paths = list(paths)
    for path in paths:
        with suppress(OSError):
            os.unlink(f"{home}/{path}")  # noqa: PTH108  # thousands of files: no Path for each
    for folder in sorted(folders_of(paths), reverse=True):
        with suppress(OSError):
            Path(home, folder).rmdir()


def remove_site(home: str) -> None:
    """Remove a folder that gold built, its manifest last; whatever else it holds stays, and the folder with it."""
    with suppress(GoldError, OSError):
        remove_files(home, _read(Path(home, MANIFEST)))
        if [place.name for place in Path(home).iterdir()] == [MANIFEST]:
            Path(home, MANIFEST).unlink()
    with suppress(OSError):
        Path(home).rmdir()


def open_folder(path: str) -> SiteFolder:
    """A folder to build into: a new one, an empty one, or one that gold built. Any other one is refused."""
    home = Path(path)
    manifest = home / MANIFEST
    if manifest.is_file() and not manifest.is_symlink():
        return SiteFolder(path, _read(manifest), manifest.stat().st_mtime_ns)
    if home.is_dir() and any(map(_is_somebodys, home.iterdir())):
        raise GoldError(
            f"{path}: the folder is not empty and gold did not build it ({MANIFEST} is not there): "
            "give an empty or a new folder with --out"
        )
    return SiteFolder(path, {})


def _is_somebodys(place: Path) -> bool:
    """Whether a place in a folder without a manifest is a file, or holds one; empty folders are nobody's."""
    if place.name in (UNFINISHED, LOCK_FILE):
        return False
    if place.is_symlink() or not place.is_dir():
        return True
    return any(map(_is_somebodys, place.iterdir()))


def _read(manifest: Path) -> dict[str, Written]:
    try:
        noted = json.loads(manifest.read_bytes())
        return {path: Written(*entry) for path, entry in noted["files"].items() if _inside(path)}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise GoldError(f"{manifest}: is no manifest of gold ({error}): give another folder with --out") from None


def _inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path and ":" not in path
