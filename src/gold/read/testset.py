"""A test set's folder into what it holds: settings, and the files by number, id or name."""

from __future__ import annotations

import re
from pathlib import Path

from gold.errors import BadRecord, GoldError, NothingToScore, Refuse, Where, stop
from gold.model.settings import Settings
from gold.model.testset import CHANGELOG, LEDGER, LOCK, SETTINGS, STABLE, TestSet
from gold.read.cases import VERSION_NAME
from gold.read.file import VERSION_ENDINGS, ending, read_text, stem, within
from gold.read.mapping import read_settings
from gold.read.run import SIDECAR_ENDINGS
from gold.read.unread_files import unread_files

KNOWN = frozenset((SETTINGS, STABLE, "adjudicated.jsonl", LEDGER))
UNREADABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")
"""In a name: controls, what turns the direction of writing, and bytes that are no UTF-8."""
CORPUS_ENDINGS = ("jsonl",)
RUN_ENDINGS = ("jsonl", "trec", "run", "txt", "parquet")
SAMPLE_ENDINGS = ("csv", "jsonl", "json", "qrels")
FIRST = "`gold init` writes a first one"


def read_testset(folder: str, refuse: Refuse = stop) -> TestSet:
    """List one set's folder. Errors: no folder, no version in it, one number or name on two files."""
    home = Path(folder)
    check_folder(folder)
    _refuse_unreadable(home.resolve())
    settings_path = home / SETTINGS
    settings = read_settings(str(settings_path), refuse) if is_file_of(home, settings_path) else Settings()
    _check_glossary(settings, str(settings_path), refuse)
    versions, name = _versions(home)
    with within(settings.limits):
        return TestSet(
            folder=folder,
            name=name or home.resolve().name,
            settings=settings,
            versions=versions,
            corpora=_by_stem(home, "corpora", CORPUS_ENDINGS),
            runs=_by_stem(home, "runs", RUN_ENDINGS, beside=SIDECAR_ENDINGS),
            card=_prose(home, "CARD.md"),
            guideline=_prose(home, "GUIDELINE.md"),
            changelog=_prose(home, CHANGELOG),
            lock=str(home / LOCK) if is_file_of(home, home / LOCK) else None,
            samples=_by_stem(home, "agreement", SAMPLE_ENDINGS, beside=SIDECAR_ENDINGS),
            adjudicated=_one_of(home, "adjudicated.jsonl", "adjudicated.jsonl.gz"),
            stable=_one_of(home, STABLE),
            ledger=_one_of(home, LEDGER),
            strays=tuple(str(path) for path in sorted(home.iterdir()) if _is_stray(path)),
            unread=_unread(home, settings),
        )


def _check_glossary(settings: Settings, path: str, refuse: Refuse) -> None:
    glossary = Path(settings.glossary or "")
    if glossary.is_absolute() or ".." in glossary.parts:
        message = f"{settings.glossary!r} leads out of the set's folder: put the file into it"
        refuse(BadRecord(message, Where(path, None, "glossary"), "setting"))


def check_folder(folder: str, mend: str = "") -> None:
    """Refuse what is no folder: nothing of that name, or a file."""
    if not Path(folder).exists():
        raise GoldError(f"{folder}: no such folder{mend}")
    if not Path(folder).is_dir():
        raise GoldError(f"{folder}: is a file, not a folder{mend}")


def _unread(home: Path, settings: Settings) -> dict[str, str]:
    """What looks like a file of the set and is not read, and a glossary that is not there, with the way to mend it."""
    found = unread_files(home, {"corpora": CORPUS_ENDINGS, "runs": RUN_ENDINGS, "agreement": SAMPLE_ENDINGS})
    if settings.glossary is not None and not (home / settings.glossary).exists():
        path = str(home / settings.glossary)
        found[path] = "gold.yaml names it as the glossary, and there is no such file: add it, or mend the name"
    return found


def glossary_of(testset: TestSet) -> tuple[str, ...]:
    """The terms of a set's glossary, one a line; what begins with # is a remark. None where there is no such file."""
    name = testset.settings.glossary
    home = Path(testset.folder)
    if name is None or not is_file_of(home, home / name):
        return ()
    with within(testset.settings.limits):
        lines = [line.strip() for line in read_text(home / name).splitlines()]
    return tuple(dict.fromkeys(line for line in lines if line and not line.startswith("#")))


def find_testsets(folder: str) -> list[str]:
    """The set folders below `folder` (or itself, where it is one), by name. Error: there is none."""
    home = Path(folder)
    check_folder(folder, f": name the folder of your sets; {FIRST}")
    if is_testset(home):
        return [folder]
    shown = (child for child in sorted(home.iterdir()) if child.is_dir() and not child.name.startswith("."))
    found = [str(child) for child in shown if is_testset(child)]
    if not found:
        raise NothingToScore(f"{folder}: no test set in it: a set has gold.yaml or a file <name>-v1.jsonl; {FIRST}")
    return found


def no_version(testset: TestSet) -> NothingToScore:
    """What to say of a set's folder without a version: which sets are in it, where it is a folder of sets."""
    try:
        inside = [] if is_testset(Path(testset.folder)) else find_testsets(testset.folder)
    except NothingToScore:
        inside = []
    if inside:
        return NothingToScore(f"{testset.folder}: is a folder of sets: give one of {', '.join(inside)}")
    return NothingToScore(f"{testset.folder}: no version: a version is a file {testset.name}-v1.jsonl")


def read_files(folder: str) -> dict[str, bytes]:
    """The bytes of a set's own files, by their paths from its folder."""
    home = Path(folder)
    own = [*home.iterdir(), *(home / "corpora").glob("*"), *(home / "runs").glob("*"), *(home / "agreement").glob("*")]
    return {str(path.relative_to(home)): path.read_bytes() for path in sorted(own) if path.is_file()}


def is_testset(folder: Path) -> bool:
    """Whether a folder is a set: it has settings or a numbered version."""
    return is_file_of(folder, folder / SETTINGS) or bool(_version_files(folder))


def _is_stray(path: Path) -> bool:
    named = VERSION_NAME.match(stem(path)) or path.name.startswith(".") or path.name.removesuffix(".gz") in KNOWN
    return ending(path) in VERSION_ENDINGS and not named and path.is_file()


def _version_files(home: Path) -> list[Path]:
    return [
        path
        for path in sorted(home.iterdir())
        if ending(path) in VERSION_ENDINGS and VERSION_NAME.match(stem(path)) and is_file_of(home, path)
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


def _by_stem(home: Path, name: str, endings: tuple[str, ...], beside: tuple[str, ...] = ()) -> dict[str, str]:
    """The files of one folder by their names; what stands `beside` them is not listed, and held to the same rules."""
    found: dict[str, str] = {}
    if not (home / name).is_dir():
        return found
    for path in sorted((home / name).iterdir()):
        kind = ending(path)
        if path.name.startswith(".") or kind not in endings + beside or not is_file_of(home, path):
            continue
        if kind in endings and (first := found.setdefault(stem(path), str(path))) != str(path):
            raise GoldError(f"{first} and this file have one name, {stem(path)!r}: rename one", Where(str(path)))
    return found


def _prose(home: Path, name: str) -> str | None:
    return read_text(home / name) if is_file_of(home, home / name) else None


def _one_of(home: Path, *names: str) -> str | None:
    return next((str(home / name) for name in names if is_file_of(home, home / name)), None)


def is_file_of(home: Path, path: Path) -> bool:
    """Whether a set has a file. Errors: what bears its name is none, or is a link out of the set's folder."""
    if path.is_symlink() and not path.exists():
        raise GoldError("is a link that leads nowhere: mend it or remove it", Where(str(path)))
    if not path.exists():
        return False
    if not path.is_file():
        what = "a folder" if path.is_dir() else "a pipe or a device"
        raise GoldError(f"is {what}, not a file: rename it or remove it", Where(str(path)))
    _refuse_unreadable(path)
    if not path.resolve().is_relative_to(home.resolve()):
        message = f"leads out of the set's folder, to {path.resolve()}: put a copy there, no link"
        raise GoldError(message, Where(str(path)))
    return True


def _refuse_unreadable(path: Path) -> None:
    if UNREADABLE.search(path.name):
        raise GoldError(f"{str(path)!a}: the name has a character that nobody sees: rename it")
