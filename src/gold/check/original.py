"""A sound set as bytes, from which copies with one thing changed are made."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from gold.model.testset import SETTINGS

Record = dict[str, Any]
Changed = Mapping[str, bytes]
Change = Callable[[Record], Record]


class Original(msgspec.Struct, frozen=True, dict=True):
    """A sound set: the content of its files by their paths from its folder, and which of them are what."""

    files: Mapping[str, bytes]
    version: str
    build: str
    trec_run: str

    def records(self, path: str) -> list[Record]:
        """A JSONL file as plain objects."""
        return [json.loads(line) for line in self.files[path].splitlines() if line.strip()]

    @cached_property
    def cases(self) -> list[Record]:
        return self.records(self.version)

    @cached_property
    def plain(self) -> Record:
        """An open case with an answer, and with a label that answers it alone."""
        return next(case for case in self.cases if _is_plain(case))

    def with_case(self, change: Change) -> Changed:
        """The version with a plain case changed."""
        return {self.version: as_lines([change(c) if c is self.plain else c for c in self.cases])}

    def with_cases(self, change: Change) -> Changed:
        """The version with every case changed."""
        return {self.version: as_lines([change(case) for case in self.cases])}

    def with_also(self, change: Change) -> Changed:
        """The version with a changed copy of a plain case after the others."""
        return {self.version: as_lines([*self.cases, change({**self.plain, "query_id": "planted"})])}

    def with_label(self, **fields: Any) -> Changed:
        """The version with one more label on a plain case."""
        return self.with_case(lambda case: {**case, "judgments": [*case["judgments"], fields]})

    def with_line(self, path: str, line: str | bytes) -> Changed:
        """A file with one more line."""
        data = self.files[path]
        more = line if isinstance(line, bytes) else line.encode()
        return {path: data + (b"" if data.endswith(b"\n") else b"\n") + more + b"\n"}

    def with_passage(self, change: Change) -> Changed:
        """The build with a changed copy of its first passage after the others."""
        first = self.records(self.build)[0]
        return self.with_line(self.build, json.dumps(change({**first, "passage_id": "planted"}), ensure_ascii=False))

    def with_setting(self, text: str) -> Changed:
        """The settings with the fields of `text`, which take the place of those of the same name."""
        names = {line.partition(":")[0] for line in text.splitlines() if not line.startswith(" ")}
        kept, keep = [], True
        for line in self.files.get(SETTINGS, b"").decode().splitlines():
            keep = line.partition(":")[0] not in names if not line.startswith((" ", "#")) else keep
            kept += [line] if keep else []
        return {SETTINGS: "\n".join([*kept, text, ""]).encode()}

    def with_sidecar(self, path: str, text: str) -> Changed:
        """A run's sidecar with the fields of `text` in place of its own."""
        beside = path.rsplit(".", 1)[0] + ".yaml"
        names = {line.partition(":")[0] for line in text.splitlines()}
        lines = self.files.get(beside, b"").decode().splitlines()
        return {
            beside: "\n".join([*(line for line in lines if line.partition(":")[0] not in names), text, ""]).encode()
        }


def _is_plain(case: Record) -> bool:
    alone = [label for label in case.get("judgments", ()) if label["grade"] == 2 and "part" not in label]
    open_ = case.get("split") != "held_back" and case.get("status", "confirmed") == "confirmed"
    return bool(open_ and alone and "history" not in case and not case.get("unanswerable") and "answer" in case)


def as_lines(records: list[Record]) -> bytes:
    """Records as a JSONL file."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
