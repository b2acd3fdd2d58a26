"""Cases into entries at the end of a set's list of stable cases, which stays byte for byte as it was above them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import yaml

from gold.errors import GoldError
from gold.model.case import Case

HEAD = (
    "# Cases that every run answers first. They left the set: run them now and then, lest somebody break them unseen.\n"
)


class _Indented(yaml.SafeDumper):
    """Writes lists below their key, indented, as people do."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def with_entries(before: bytes | None, cases: Iterable[Case]) -> bytes:
    """The list with more cases. Error: a case that would not read back as it is."""
    added = "".join(map(_entry, cases)).encode()
    if before is None or not before.strip():
        return HEAD.encode() + added
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    end = b"" if before.endswith(b"\n") else newline
    return before + end + added.replace(b"\n", newline)


def _entry(case: Case) -> str:
    record = msgspec.json.decode(msgspec.json.encode(case))
    text: str = yaml.dump([record], Dumper=_Indented, allow_unicode=True, sort_keys=False, width=120)
    if msgspec.convert(yaml.safe_load(text), list[Case]) != [case]:
        raise GoldError(f"{case.query_id!r} holds a value that YAML cannot say, such as an infinite number: mend it")
    return text
