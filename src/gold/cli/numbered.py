"""A version named by its number in a set, `testsets/atlas@v1`, into the path of its file."""

from __future__ import annotations

from pathlib import Path

from gold.errors import GoldError

MOST_DIGITS = 9


def by_number(name: str) -> str:
    """The path; a name of another kind comes back as it is. Error: the set has no version of that number."""
    folder, at, number = name.rpartition("@")
    digits = number.removeprefix("v")
    if not at or Path(name).exists() or not digits.isdecimal() or not Path(folder).is_dir():
        return name
    from gold.read.testset import read_testset

    versions = read_testset(folder).versions
    if len(digits) > MOST_DIGITS or int(digits) not in versions:
        known = ", ".join(f"v{there}" for there in versions) or "none"
        raise GoldError(f"{name}: no such version: the set has {known}")
    return versions[int(digits)]
