"""A test set's folder into what it holds: settings, and the files by number, id or name."""

from __future__ import annotations

from pathlib import Path

from gold.errors import GoldError, NothingToScore, Refuse, Where, stop
from gold.model.settings import Settings
from gold.model.testset import TestSet
from gold.read.cases import VERSION_NAME
from gold.read.file import VERSION_ENDINGS, ending, read_text, stem
from gold.read.mapping import read_settings

KNOWN = frozenset(("gold.yaml", "stable.yaml", "adjudicated.jsonl", "heldback.jsonl"))
RUN_ENDINGS = ("jsonl", "trec", "run", "txt")


def read_testset(folder: str, refuse: Refuse = stop) -> TestSet:
    """List one set's folder. Errors: no folder, no version in it, one number or name on two files."""
    home = Path(folder)
    if not home.is_dir():
        raise GoldError(f"{folder}: no such folder")
    settings_path = home / "gold.yaml"
    settings = read_settings(str(settings_path), refuse) if _is_file(settings_path) else Settings()
    versions, name = _versions(home)
    return TestSet(
        folder=folder,
        name=name or home.resolve().name,
        settings=settings,
        versions=versions,
        corpora=_by_stem(home / "corpora", ("jsonl",)),
        runs=_by_stem(home / "runs", RUN_ENDINGS),
        card=_prose(home / "CARD.md"),
        guideline=_prose(home / "GUIDELINE.md"),
        changelog=_prose(home / "CHANGELOG.md"),
        strays=tuple(str(path) for path in sorted(home.iterdir()) if _is_stray(path)),
    )


def find_testsets(folder: str) -> list[str]:
    """The set folders below `folder` (or itself, where it is one), by name. Error: there is none."""
    home = Path(folder)
    if not home.is_dir():
        raise GoldError(f"{folder}: no such folder")
    if is_testset(home):
        return [folder]
    found = [str(child) for child in sorted(home.iterdir()) if child.is_dir() and is_testset(child)]
    if not found:
        raise NothingToScore(f"{folder}: no test set in it: a set has gold.yaml or a file <name>-v1.jsonl")
    return found


def is_testset(folder: Path) -> bool:
    """Whether a folder is a set: it has settings or a numbered version."""
    return (folder / "gold.yaml").is_file() or bool(_version_files(folder))


def _is_stray(path: Path) -> bool:
    named = VERSION_NAME.match(stem(path)) or path.name.startswith(".") or path.name.removesuffix(".gz") in KNOWN
    return ending(path) in VERSION_ENDINGS and not named and path.is_file()


def _version_files(home: Path) -> list[Path]:
    return [
        path
        for path in sorted(home.iterdir())
        if ending(path) in VERSION_ENDINGS and VERSION_NAME.match(stem(path)) and _is_file(path)
    ]


def _versions(home: Path) -> tuple[dict[int, str], str | None]:
    found: dict[int, str] = {}
    names: dict[str, Path] = {}
    for path in _version_files(home):
        match = VERSION_NAME.match(stem(path))
        assert match is not None  # chosen by the same pattern
        number = int(match["number"])
        if number in found:
            message = f"{found[number]} and this file are both version {number}: keep one file a number"
            raise GoldError(message, Where(str(path)))
        found[number] = str(path)
        names.setdefault(match["name"], path)
    if len(names) > 1:
        one, two = list(names.values())[:2]
        raise GoldError(f"{one} and this file are versions of two sets: keep one set a folder", Where(str(two)))
    return dict(sorted(found.items())), next(iter(names), None)


def _by_stem(folder: Path, endings: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    if not folder.is_dir():
        return found
    for path in sorted(folder.iterdir()):
        if ending(path) in endings and not path.name.startswith(".") and _is_file(path):
            name = stem(path)
            if name in found:
                raise GoldError(f"{found[name]} and this file have one name, {name!r}: rename one", Where(str(path)))
            found[name] = str(path)
    return found


def _prose(path: Path) -> str | None:
    return read_text(path) if _is_file(path) else None


def _is_file(path: Path) -> bool:
    """Whether there is a file; a link that leads nowhere is an error, and no missing file."""
    if path.is_symlink() and not path.exists():
        raise GoldError("is a link that leads nowhere: mend it or remove it", Where(str(path)))
    return path.is_file()
