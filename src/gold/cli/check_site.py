"""A site held against its inputs into words: whether it is what they give, what is not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gold import __version__
from gold.pages.numbers import counted
from gold.write.held_against import Standing

MOST_SHOWN = 10
"""Of the reasons, and of the files of each kind."""
SAID = {
    "differs": ("differs", "differ"),
    "edited": ("edited", "edited since"),
    "missing": ("missing", "missing"),
    "stale": ("too many", "too many"),
}
UNTOLD = f"another gold {__version__} built it, or other libraries: the files and settings are those of its manifest"
UNREADABLE = "its manifest cannot be read"


def words(out: str, standing: Standing, manifest: dict[str, Any]) -> Iterator[str]:
    """The verdict, the reasons, and the files; `manifest` is that of the site that would be built."""
    if standing.is_same:
        yield f"{out} is what these files give: {counted(len(standing.same), 'file')}"
    else:
        kinds = standing._asdict()
        counts = [f"{len(kinds[kind])} {many}" for kind, (_, many) in SAID.items() if kinds[kind]]
        yield f"{out} is not what these files give: {', '.join(counts)}"
        yield from _cut([f"because {reason}" for reason in reasons(standing, manifest)])
        for kind, (one, _) in SAID.items():
            yield from _cut([f"  {one}: {path}" for path in kinds[kind]])
    if standing.others:
        names = ", ".join(map(_plain, standing.others[:3])) + (" …" if len(standing.others) > 3 else "")
        yield f"{counted(len(standing.others), 'file')} that gold did not write: {names}"


def reasons(standing: Standing, new: dict[str, Any]) -> list[str]:
    """What differs between the manifests; where they agree, what else there is to say."""
    old = standing.built_from
    if standing.edited and not (standing.differs or standing.stale):
        return ["somebody edited it"]
    try:
        found = [] if old is None else list(_between(msgspec.json.decode(old), _as_read(new)))
    except (msgspec.DecodeError, LookupError, TypeError, AttributeError):
        return [UNREADABLE]
    if standing.differs or standing.stale:
        return found or [UNREADABLE if old is None else UNTOLD]
    return found or ["files were removed from it"]


def _as_read(manifest: dict[str, Any]) -> Any:
    """A manifest as it comes back from its file: a tuple of settings is a list there."""
    return msgspec.json.decode(msgspec.json.encode(manifest))


def _between(old: Any, new: Any) -> Iterator[str]:
    if old["gold"] != new["gold"]:
        yield f"it was built by gold {old['gold']}, and this is {new['gold']}"
    if old["url"] != new["url"]:
        yield f"--url was {old['url'] or 'not given'}, and is {new['url'] or 'not given'}"
    for name in ("release", "stable"):
        if old[name] != new[name]:
            mend = f"with --{name}: check with it too" if old[name] else f"without --{name}: check without it too"
            yield f"it was built {mend}"
    before, now = ({one["folder"]: one for one in whole["sets"]} for whole in (old, new))
    for folder in sorted(before | now):
        if folder not in now or folder not in before:
            yield f"the set {folder} is {'new' if folder in now else 'gone'}"
        else:
            yield from _between_sets(folder, before[folder], now[folder])


def _between_sets(folder: str, old: Any, new: Any) -> Iterator[str]:
    before, now = ({file["path"]: file["sha256"] for file in one["inputs"]} for one in (old, new))
    yield from (f"{folder}/{path} {how}" for path, how in _changes(before, now, "is new", "is gone", "changed"))
    before, now = ({measure["name"]: measure["version"] for measure in one["measures"]} for one in (old, new))
    for name, how in _changes(before, now, "is measured", "is measured no more", "has another definition"):
        yield f"{folder}: {name} {how}"
    for name, how in _changes(old["settings"], new["settings"], "is new", "is gone", "is another"):
        yield f"{folder}: the setting {name} {how}"
    if old["day"] != new["day"]:
        yield f"{folder}: ages were counted from {old['day']}, and are from {new['day']}"


def _changes(old: dict[str, Any], new: dict[str, Any], came: str, went: str, other: str) -> Iterator[tuple[str, str]]:
    for name in sorted(old | new):
        if name not in old or name not in new:
            yield name, came if name in new else went
        elif old[name] != new[name]:
            yield name, other


def _cut(lines: list[str]) -> Iterator[str]:
    yield from map(_plain, lines[:MOST_SHOWN])
    if len(lines) > MOST_SHOWN:
        yield f"  and {len(lines) - MOST_SHOWN} more"


def _plain(text: str) -> str:
    """A text without what a terminal would obey."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
