"""A frozen version and its file as it is now into the cases that are no longer what they were."""

from __future__ import annotations

from collections import Counter

import msgspec

from gold.model.lock import Frozen, dev_digests, held_back_digests
from gold.model.version import Version
from gold.model.words import listed


class Since(msgspec.Struct, frozen=True):
    """What differs: open cases by id, held-back ones by their number alone."""

    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    held_back: int = 0

    def __str__(self) -> str:
        said = [("changed", self.changed), ("gone", self.gone), ("new", self.new)]
        parts = [f"{word}: {listed(ids, MOST_NAMED)}" for word, ids in said if ids]
        if self.held_back:
            parts.append(f"{self.held_back} held-back case{'' if self.held_back == 1 else 's'}")
        return "; ".join(parts) or "no case differs: only their order or white space"


MOST_NAMED = 12


def since(frozen: Frozen, version: Version, unseen: frozenset[str] = frozenset()) -> Since:
    """Which cases differ; those of the ids that another version holds back, `unseen`, are not named either."""
    all_now = dev_digests(version)
    now = {name: digest for name, digest in all_now.items() if name not in unseen}
    hidden = unseen.union(case.query_id for case in version.cases if case.is_held_back)
    before = Counter(frozen.held_back or ())
    after = Counter(held_back_digests(version.cases, frozen.digest) if frozen.held_back is not None else ())
    return Since(
        changed=tuple(name for name, digest in now.items() if frozen.dev.get(name, digest) != digest),
        gone=tuple(name for name in frozen.dev if name not in now and name not in hidden),
        new=tuple(name for name in now if name not in frozen.dev),
        held_back=max((before - after).total(), (after - before).total())
        + sum(frozen.dev.get(name) != all_now.get(name) for name in unseen & all_now.keys()),
    )
