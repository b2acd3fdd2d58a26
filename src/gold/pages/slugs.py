"""Ids into file names: unique, and safe on every file system, those that ignore case included."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

PLAIN = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")
UNSAFE = re.compile(r"[^a-z0-9]+")
KEPT = 40
TAKEN = frozenset(
    {"index", "static", "guide", "con", "prn", "aux", "nul"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)


def version_href(number: int) -> str:
    """The address of a version's page from the set's folder."""
    return f"version-v{number}.html"


def slugs(ids: Iterable[str]) -> dict[str, str]:
    """A file name for each id. A plain id is its own; any other one gets a readable part and a digest of itself."""
    distinct = list(dict.fromkeys(ids))
    found = {name: name for name in distinct if PLAIN.fullmatch(name) and name not in TAKEN}
    taken = set(found)
    for name in sorted(set(distinct) - taken):
        digest = blake2b(name.encode("utf-8", "surrogatepass")).hexdigest()
        readable = UNSAFE.sub("-", name[: 4 * KEPT].lower()).strip("-")[:KEPT].strip("-")
        length = 8
        while (slug := f"{readable or 'x'}-{digest[:length]}") in taken:
            length += 1
        taken.add(slug)
        found[name] = slug
    return found
