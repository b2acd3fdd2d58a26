"""The staged files of a build into their places, in one step where the system has one.

The stage, completed by links to the files that stay, and the folder of the old site are exchanged: whoever reads, and
whenever the build is killed, there is the whole old site or the whole new one. That needs a system that exchanges
folders (Linux, macOS), and a folder that holds nothing but what gold wrote, is no mount point, and in which no process
works: a shell or a server would be left in the old one.

Elsewhere files are moved one by one: new ones, then those that replace others; stale ones go last, so that no link
ever leads nowhere. A build that is killed among these moves, a matter of milliseconds, leaves pages of both builds; the
manifest names them all, and the next build makes one site of them.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from gold.errors import GoldError
from gold.write.exchange import exchange, somebody_works_in
from gold.write.folder import (
    IN_BETWEEN,
    MANIFEST,
    OURS,
    UNFINISHED,
    SiteFolder,
    Written,
    folders_of,
    remove_files,
    remove_site,
)
from gold.write.turn import hold
from gold.write.undisturbed import undisturbed


def finish(site: SiteFolder) -> list[str]:
    """Let every file take its place, and remove what an earlier build wrote and nobody has changed since.

    Interrupts wait until this is done. Error: a folder of the site is a link to another place.
    """
    for folder in sorted(folders_of(site.now) | folders_of(site.before)):
        if Path(site.path, folder).is_symlink():
            fault = "is a link, and gold writes no further than its own folder"
            raise GoldError(f"{site.path}/{folder}: {fault}: remove the link")
    stale = [path for path in sorted(site.before) if path not in site.now]
    with undisturbed():
        if _holds_only_ours(site, stale) and _exchanged(site):
            return stale
        return _moved(site, stale)


def _holds_only_ours(site: SiteFolder, stale: Sequence[str]) -> bool:
    """Whether nothing would be lost with the old folder: no file of somebody, and no stale page that was edited."""
    folders, files = folders_of(site.before) | folders_of(site.now), site.before.keys() | OURS
    for place, names, found in os.walk(site.path):
        inner = os.path.relpath(place, site.path).replace(os.sep, "/") + "/"
        if inner == "./":
            inner = ""
            names[:] = [name for name in names if name != UNFINISHED]
        if any(inner + name not in folders for name in names) or any(inner + name not in files for name in found):
            return False
    return all(_is_ours(site, path) for path in stale)


def _exchanged(site: SiteFolder) -> bool:
    """Complete the stage, and let it and the folder change places; False, and all as it was, where that fails."""
    if os.path.lexists(site.aside) or somebody_works_in(site.path):
        return False
    try:
        if _owner(site.path) != _owner(site.stage):
            return False
        site.link(sorted(site.kept - site.linked()))
        for folder in ("", *folders_of(site.now) & folders_of(site.before)):
            shutil.copystat(f"{site.path}/{folder}", f"{site.stage}/{folder}")
        _note(site, site.now, site.stage)
        Path(site.stage).rename(site.aside)
    except OSError:
        return False
    with suppress(OSError):
        site.held.append(hold(site.aside))
        if exchange(site.aside, site.path):
            remove_site(site.aside)
            return True
    Path(site.aside).rename(site.stage)
    return False


def _moved(site: SiteFolder, stale: Sequence[str]) -> list[str]:
    """Let the files change places one by one; meanwhile the manifest names those of both builds."""
    changed = [path for path in site.now if path not in site.kept]
    _note(site, site.now | site.before | dict.fromkeys(changed, IN_BETWEEN), site.path)
    for folder in sorted(folders_of(changed)):
        Path(site.path, folder).mkdir(parents=True, exist_ok=True)
    for path in sorted(changed, key=site.before.__contains__):
        os.replace(f"{site.stage}/{path}", f"{site.path}/{path}")  # noqa: PTH105  # thousands of files
    ours = [path for path in stale if _is_ours(site, path)]
    remove_files(site.path, ours)
    _note(site, site.now, site.path)
    return ours


def _note(site: SiteFolder, files: Mapping[str, Written], folder: str) -> None:
    """Write the manifest: what gold wrote here."""
    entries = ",\n".join(f"{json.dumps(path)}: {json.dumps(files[path])}" for path in sorted(files))
    site.write(MANIFEST, f'{{"format": 1, "files": {{\n{entries}\n}}}}\n')
    Path(site.stage, MANIFEST).replace(Path(folder, MANIFEST))


def _is_ours(site: SiteFolder, path: str) -> bool:
    """Whether a file of an earlier build is gone, or as that build wrote it."""
    place, written = Path(site.path, path), site.before[path]
    if not os.path.lexists(place) or written == IN_BETWEEN:
        return True
    try:
        return not place.is_symlink() and blake2b(place.read_bytes(), digest_size=16).hexdigest() == written.digest
    except OSError:
        return False


def _owner(path: str) -> tuple[int, int]:
    there = Path(path).stat()
    return there.st_uid, there.st_gid
