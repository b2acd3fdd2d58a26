"""The folder that a site is built into: what gold wrote there before, what it writes now, and nothing else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from gold.errors import GoldError

MANIFEST = ".gold-site.json"
UNFINISHED = ".gold-unfinished"


class Written(NamedTuple):
    """One file of a site: the digest and size of what was written, and the key of what it was made from."""

    digest: str
    size: int
    key: str = ""


@dataclass
class SiteFolder:
    """`before` is what an earlier build wrote, `now` what this one did; both by relative path.

    Files are written under an unfinished name, and take their places together at the end: a build that fails
    leaves the old site as it was. What gold did not write is never replaced.
    """

    path: str
    before: dict[str, Written]
    built_at: int = 0
    """When the earlier build ended, in nanoseconds: a file that is younger was changed since."""
    now: dict[str, Written] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)

    def put(self, path: str, content: str | bytes, key: str = "") -> None:
        """Write one file, complete or not at all."""
        self.now[path] = self.write(path, content, key)
        self.kept.discard(path)

    def write(self, path: str, content: str | bytes, key: str = "") -> Written:
        """Write without noting it: for a process that reports what it wrote to another."""
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        target = f"{self.path}/{path}"
        if path not in self.before and path != MANIFEST and os.path.lexists(target):
            raise GoldError(f"{target}: gold did not write this file and would replace it: move it away")
        parent = target.rpartition("/")[0]
        if parent not in self.made:
            Path(parent).mkdir(parents=True, exist_ok=True)
            self.made.add(parent)
        with open(f"{target}{UNFINISHED}", "wb") as out:
            out.write(data)
        return Written(blake2b(data, digest_size=16).hexdigest(), len(data), key)

    def unchanged(self, path: str, key: str) -> bool:
        """Whether an earlier build made this file from the same things, and it is still there."""
        written = self.before.get(path)
        if written is None or not key or written.key != key:
            return False
        try:
            there = os.stat(f"{self.path}/{path}")  # noqa: PTH116  # thousands of files: no Path for each
        except OSError:
            return False
        return there.st_size == written.size and there.st_mtime_ns <= self.built_at

    def keep(self, path: str) -> None:
        """Take over a file of an earlier build."""
        self.now[path] = self.before[path]
        self.kept.add(path)

    def finish(self) -> list[str]:
        """Let every file take its place, and remove what an earlier build wrote and nobody has changed since.

        The manifest names old and new files while they change places, so that a build that is broken off here
        can be done again.
        """
        self._note(self.now | self.before)
        for path in self.now.keys() - self.kept:
            target = f"{self.path}/{path}"
            os.replace(f"{target}{UNFINISHED}", target)  # noqa: PTH105  # as above
        stale = [path for path in sorted(self.before) if path not in self.now]
        removed = [path for path in stale if self._remove(path)]
        self._note(self.now)
        return removed

    def abandon(self) -> None:
        """Take back what an unfinished build left: its files and the folders that it made for them."""
        home = Path(self.path)
        for left in home.rglob(f"*{UNFINISHED}"):
            left.unlink(missing_ok=True)
        for folder in sorted((*map(Path, self.made), home), reverse=True):
            with suppress(OSError):
                folder.rmdir()

    def _note(self, files: dict[str, Written]) -> None:
        """Write the manifest: what gold wrote here."""
        entries = ",\n".join(f"{json.dumps(path)}: {json.dumps(files[path])}" for path in sorted(files))
        self.write(MANIFEST, f'{{"format": 1, "files": {{\n{entries}\n}}}}\n')
        target = f"{self.path}/{MANIFEST}"
        os.replace(f"{target}{UNFINISHED}", target)  # noqa: PTH105  # as above

    def _remove(self, path: str) -> bool:
        place = Path(self.path, path)
        with suppress(OSError):
            if blake2b(place.read_bytes(), digest_size=16).hexdigest() != self.before[path].digest:
                return False
            place.unlink()
            home = Path(self.path)
            for parent in place.relative_to(home).parents:
                if parent != Path():
                    (home / parent).rmdir()
            return True
        return not place.exists()


@contextmanager
def abandoned_on_failure(site: SiteFolder) -> Iterator[None]:
    """Whatever stops a build, an interrupt included, the folder is left as it was."""
    try:
        yield
    except BaseException:
        site.abandon()
        raise


def open_folder(path: str) -> SiteFolder:
    """A folder to build into: a new one, an empty one, or one that gold built. Any other one is refused."""
    home = Path(path)
    if home.exists() and not home.is_dir():
        raise GoldError(f"{path}: is a file; give a folder with --out")
    manifest = home / MANIFEST
    if manifest.is_file():
        return SiteFolder(path, _read(manifest), manifest.stat().st_mtime_ns)
    if home.is_dir() and any(not place.name.endswith(UNFINISHED) for place in home.rglob("*") if not place.is_dir()):
        raise GoldError(
            f"{path}: the folder is not empty and gold did not build it ({MANIFEST} is not there): "
            "give an empty or a new folder with --out"
        )
    return SiteFolder(path, {})


def _read(manifest: Path) -> dict[str, Written]:
    try:
        noted = json.loads(manifest.read_bytes())
        return {path: Written(*entry) for path, entry in noted["files"].items() if _inside(path)}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise GoldError(f"{manifest}: is no manifest of gold ({error}): give another folder with --out") from None


def _inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path
