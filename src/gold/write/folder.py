"""The folder that a site is built into: what gold wrote there before, what it writes now, and nothing else."""

from __future__ import annotations

import json
import os
from contextlib import suppress
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

    `careful`: a file that stands where gold would write, and that gold did not write, is left alone. A build
    that was broken off wrote files that it could not note, so the one after it takes its folder as it is.
    """

    path: str
    before: dict[str, Written]
    careful: bool = False
    now: dict[str, Written] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)

    def put(self, path: str, content: str | bytes, key: str = "") -> None:
        """Write one file, complete or not at all."""
        self.now[path] = self.write(path, content, key)

    def write(self, path: str, content: str | bytes, key: str = "") -> Written:
        """Write without noting it: for a process that reports what it wrote to another."""
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        target = f"{self.path}/{path}"
        if self.careful and path not in self.before and path != MANIFEST and Path(target).exists():
            raise GoldError(f"{target}: gold did not write this file and would replace it: move it away")
        parent = target.rpartition("/")[0]
        if parent not in self.made:
            Path(parent).mkdir(parents=True, exist_ok=True)
            self.made.add(parent)
        unfinished = f"{target}{UNFINISHED}"
        with open(unfinished, "wb") as out:
            out.write(data)
        os.replace(unfinished, target)  # noqa: PTH105  # thousands of files: no Path for each
        return Written(blake2b(data, digest_size=16).hexdigest(), len(data), key)

    def unchanged(self, path: str, key: str) -> bool:
        """Whether an earlier build made this file from the same things, and it is still there."""
        written = self.before.get(path)
        if written is None or not key or written.key != key:
            return False
        try:
            return os.stat(f"{self.path}/{path}").st_size == written.size  # noqa: PTH116  # as above
        except OSError:
            return False

    def keep(self, path: str) -> None:
        """Take over a file of an earlier build."""
        self.now[path] = self.before[path]

    def finish(self) -> list[str]:
        """Remove what an earlier build wrote and this one did not, if nobody changed it; write the manifest."""
        stale = [path for path in sorted(self.before) if path not in self.now]
        removed = [path for path in stale if self._remove(path)]
        self.note(self.now)
        return removed

    def note(self, files: dict[str, Written], *, finished: bool = True) -> None:
        """Write the manifest: what gold wrote here, and whether it came to its end."""
        entries = ",\n".join(f"{json.dumps(path)}: {json.dumps(files[path])}" for path in sorted(files))
        head = json.dumps({"format": 1, "finished": finished})[:-1]
        content = f'{head}, "files": {{\n{entries}\n}}}}\n'
        self.write(MANIFEST, content)

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


def open_folder(path: str) -> SiteFolder:
    """A folder to build into: a new one, an empty one, or one that gold built. Any other one is refused."""
    home = Path(path)
    if home.exists() and not home.is_dir():
        raise GoldError(f"{path}: is a file; give a folder with --out")
    manifest = home / MANIFEST
    if manifest.is_file():
        before, finished = _read(manifest)
        site = SiteFolder(path, before, careful=finished)
        site.note(before, finished=False)
        return site
    if home.is_dir() and any(home.iterdir()):
        raise GoldError(
            f"{path}: the folder is not empty and gold did not build it ({MANIFEST} is not there): "
            "give an empty or a new folder with --out"
        )
    home.mkdir(parents=True, exist_ok=True)
    site = SiteFolder(path, {})
    site.note({}, finished=False)
    return site


def _read(manifest: Path) -> tuple[dict[str, Written], bool]:
    try:
        noted = json.loads(manifest.read_bytes())
        before = {path: Written(*entry) for path, entry in noted["files"].items() if _inside(path)}
        return before, noted["finished"] is True
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise GoldError(f"{manifest}: is no manifest of gold ({error}): give another folder with --out") from None


def _inside(path: str) -> bool:
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path
