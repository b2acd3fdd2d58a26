"""Which kind of file a path is: told by its name and folder, else by the fields of its first record."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from gold.errors import GoldError
from gold.model.testset import LEDGER, SETTINGS
from gold.read.cases import VERSION_NAME
from gold.read.file import ending, lines, read_bytes, stem
from gold.read.run import JSONL_ENDINGS, SIDECAR_ENDINGS

Kind = Literal["settings", "sidecar", "corpus", "run", "qrels", "version"]
PROSE = frozenset(("md", "lock", "html", "css", "py", "csv", "pdf"))
RECORDS = frozenset(("adjudicated.jsonl", LEDGER))


def file_kind(path: str) -> Kind:
    """The kind of one file. Error: it is none that is checked alone."""
    name, folder = Path(path).name.removesuffix(".gz"), Path(path).parent.name
    if ending(path) in PROSE or name in RECORDS or folder == "agreement":
        raise GoldError(f"{path}: is no version, run, build, sidecar or settings, which are what is checked alone")
    if name == SETTINGS:
        return "settings"
    if folder == "runs":
        return "sidecar" if ending(path) in SIDECAR_ENDINGS else "run"
    if folder == "corpora":
        return "corpus"
    if ending(path) in SIDECAR_ENDINGS:
        return "version" if VERSION_NAME.match(stem(path)) or _is_list(path) else "sidecar"
    first = next((line for _, line in lines(read_bytes(path))), b"")
    if not first.startswith(b"{"):
        return "version" if ending(path) in JSONL_ENDINGS else "qrels" if len(first.split()) == 4 else "run"
    if b'"ranking"' in first:
        return "run"
    return "corpus" if b'"text"' in first and b'"quer' not in first and b'"question' not in first else "version"


def _is_list(path: str) -> bool:
    """Whether a YAML file begins as a list does; an empty one is taken for one."""
    words = (line for _, line in lines(read_bytes(path)) if not line.startswith((b"#", b"---", b"%")))
    return next(words, b"-").startswith((b"-", b"["))
