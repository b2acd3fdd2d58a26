"""What a planted defect is, and the pieces that defects are made of."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from gold.check.original import Changed, Original, Record, as_lines
from gold.model.look import Look, chained
from gold.model.testset import CHANGELOG, LEDGER, LOCK


class Plant(NamedTuple):
    """One defect: the rule that must find it, what it is in words, and how it is put in."""

    rule: str
    what: str
    put: Callable[[Original], Changed]


def new_run(o: Original, rankings: Record, **sidecar: Any) -> Changed:
    """One more JSONL run, on the build and of the version of the others."""
    said = {"corpus": stem_of(o.build), "version": o.version.rpartition("-v")[2].partition(".")[0]} | sidecar
    return {
        "runs/planted.jsonl": as_lines([{"query_id": name, "ranking": ranking} for name, ranking in rankings.items()]),
        "runs/planted.yaml": "".join(f"{name}: {value}\n" for name, value in said.items()).encode(),
    }


def next_step(o: Original, section: str, **fields: Any) -> Changed:
    """One more version, in which a plain case has other fields, and a changelog with its section."""
    name, _, number = stem_of(o.version).rpartition("-v")
    changed = o.with_case(lambda case: {**case, **fields})[o.version]
    text = f"# Changes\n\n## v{int(number) + 1} - 2999-01-01\n\n{section}\n"
    return {f"{name}-v{int(number) + 1}.jsonl": changed, CHANGELOG: text.encode()}


def altered(o: Original) -> Changed:
    """A lock that was written for other bytes of the version."""
    label = f"v{stem_of(o.version).rpartition('-v')[2]}"
    frozen = {
        "file": o.version,
        "digest": "0",
        "date": "2999-01-01",
        "cases": 1,
        "breaking": False,
        "dev": {"planted": "0"},
    }
    return {LOCK: json.dumps({"format": 1, "versions": {label: frozen}}).encode()}


def looks(count: int, of: str = "") -> Callable[[Original], Changed]:
    """So many looks at one version, chained as they are written; then, if so asked, with another reason than `of`."""

    def put(_: Original) -> Changed:
        before, lines = "", []
        for number in range(count):
            look = Look(date="2999-01-01", who="x", reason=f"look {number}", version="v1", digest="0", chain="-")
            look = chained(before, look)
            before = look.chain
            lines.append(msgspec.json.encode(msgspec.structs.replace(look, reason=of or look.reason)))
        return {LEDGER: b"".join(line + b"\n" for line in lines), LOCK: b'{"format": 1}'}

    return put


def stem_of(path: str) -> str:
    """A file's name without its endings."""
    return path.rpartition("/")[2].partition(".")[0]


def first_of(o: Original) -> Record:
    """The build's first passage of some words."""
    return next(passage for passage in o.records(o.build) if len(passage["text"].split()) > 12)


def stranger() -> Record:
    """A passage that no label is about."""
    return {"passage_id": "planted", "doc_id": "planted", "text": "Nothing of the kind."}


def words_of(o: Original) -> str:
    """Some words of that passage."""
    return " ".join(first_of(o)["text"].split()[2:9])


def answer_twice(o: Original) -> tuple[Record, Record]:
    """A label of answer grade on that passage by its id, and one by its words."""
    home = {"doc_id": first_of(o)["doc_id"], "grade": 2}
    return {**home, "passage_id": first_of(o)["passage_id"]}, {**home, "quote": words_of(o)}
