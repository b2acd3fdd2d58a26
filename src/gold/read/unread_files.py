"""A set's folder into the files that look like its own and that nobody reads, each with the way to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from gold.model.testset import CHANGELOG, LEDGER, STABLE
from gold.read.cases import VERSION_NAME
from gold.read.file import VERSION_ENDINGS, ending, stem
from gold.read.run import SIDECAR_ENDINGS

DATA = frozenset(("csv", "tsv", "json", "jsonl", "ndjson", "parquet", "qrels", "trec", "run", "txt", "yaml", "yml"))
"""Endings of files that hold rows: prose, scripts and what an editor leaves lie beside them by right."""
PROSE = ("CARD.md", "GUIDELINE.md", CHANGELOG)
ALONE = {"adjudicated": "adjudicated.jsonl", "stable": STABLE, "heldback": LEDGER}
FOLDERS = {"corpus": "corpora", "run": "runs", "agreements": "agreement"}
NAMES = {"corpora": "a build", "runs": "a run", "agreement": "a sample"}


def unread_files(home: Path, kinds: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """By path, how to mend it. `kinds`: the folders of a set, with the endings that are read in each."""
    found = dict(_beside(home, kinds))
    for name, endings in kinds.items():
        if (home / name).is_dir():
            found |= _inside(home / name, endings)
    return found


def _beside(home: Path, kinds: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Names that are nearly those of a set: other letters, another ending, another number."""
    right = {name.casefold(): name for name in PROSE}
    folders = FOLDERS | {name.casefold(): name for name in kinds}
    for path in sorted(home.iterdir()):
        name = (folders if path.is_dir() else right).get(path.name.casefold(), path.name)
        if name != path.name:
            if not (home / name).exists():
                yield str(path), f"rename it to {name}"
        elif path.is_file() and ending(path) in DATA - {*VERSION_ENDINGS}:
            if VERSION_NAME.match(stem(path)):
                yield str(path), f"a version is JSONL or YAML, such as {stem(path)}.jsonl"
            elif stem(path) in ALONE:
                yield str(path), f"write it as {ALONE[stem(path)]}"


def _inside(folder: Path, endings: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Files of rows with another ending, and YAML that describes no file beside it."""
    files = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith(".")]
    there = {stem(path) for path in files if ending(path) in endings}
    described = folder.name != "corpora"
    what = NAMES[folder.name]
    for path in files:
        if described and ending(path) in SIDECAR_ENDINGS:
            if stem(path) not in there:
                yield str(path), f"it describes {what} of its name, and there is none: rename it, or remove it"
        elif ending(path) in DATA - {*endings}:
            yield str(path), f"{what} ends in {', '.join(f'.{one}' for one in endings)}"
