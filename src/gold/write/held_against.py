"""A site that would be built, held against the one that is there: which files differ, are missing, or are too many."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from gold.errors import GoldError
from gold.pages.provenance import MANIFEST as PROVENANCE
from gold.write.folder import MANIFEST, OURS, UNFINISHED, SiteFolder, Written, open_folder


class Standing(NamedTuple):
    """The paths of one site by how they stand to the other; `edited` are those that differ from what gold wrote.

    `others` are files that gold did not write, and keeps: they say nothing of the site. `built_from` is what the site
    that is there says of its own making.
    """

    same: tuple[str, ...]
    differs: tuple[str, ...]
    edited: tuple[str, ...]
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    others: tuple[str, ...]
    built_from: bytes | None

    @property
    def is_same(self) -> bool:
        return not (self.differs or self.edited or self.missing or self.stale)


def imagined(path: str) -> tuple[SiteFolder, SiteFolder]:
    """A folder that is only imagined, to build into, and the site that is there. Error: there is none."""
    if not path or not Path(path, MANIFEST).is_file():
        raise GoldError(f"{path}: no site of gold is there ({MANIFEST}): build one, or name its folder with --out")
    return SiteFolder(path, {}, imagined=True), open_folder(path)


def held_against(would_be: SiteFolder, there: SiteFolder) -> Standing:
    """How the site that is there stands to the one that would be built. Nothing is written."""
    same, differs, edited, missing = list[str](), list[str](), list[str](), list[str]()
    for path, wanted in sorted(would_be.now.items()):
        found = _found(Path(there.path, path))
        noted = there.before.get(path)
        if found is None:
            missing.append(path)
        elif (found.digest, found.size) == (wanted.digest, wanted.size):
            same.append(path)
        elif noted is not None and noted.digest == found.digest:
            differs.append(path)
        else:
            edited.append(path)
    ours = would_be.now.keys() | there.before.keys() | OURS
    stale = [path for path in sorted(there.before.keys() - would_be.now.keys()) if _found(Path(there.path, path))]
    others = [path for path in sorted(_files(there.path)) if path not in ours]
    said = Path(there.path, PROVENANCE)
    return Standing(
        same=tuple(same),
        differs=tuple(differs),
        edited=tuple(edited),
        missing=tuple(missing),
        stale=tuple(stale),
        others=tuple(others),
        built_from=said.read_bytes() if _found(said) else None,
    )


def _found(place: Path) -> Written | None:
    """A file as it is; None where there is none, or a link or a folder in its place."""
    if place.is_symlink() or not place.is_file():
        return None
    data = place.read_bytes()
    return Written(blake2b(data, digest_size=16).hexdigest(), len(data))


def _files(home: str) -> Iterator[str]:
    for place, folders, names in os.walk(home):
        inner = os.path.relpath(place, home).replace(os.sep, "/")
        with suppress(ValueError):
            folders.remove(UNFINISHED)
        yield from (name if inner == "." else f"{inner}/{name}" for name in names)
