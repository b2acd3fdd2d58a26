"""The two small YAML files into values: a set's `gold.yaml` and the sidecar beside a run."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from gold.errors import BadRecord, Where
from gold.model.case import FACETS
from gold.model.run import MOST_DIGITS, Sidecar
from gold.model.settings import Settings
from gold.read.file import read_bytes
from gold.read.json_lines import split_message
from gold.read.unknown_fields import refuse_unknown

T = TypeVar("T", bound=msgspec.Struct)
BARE_POINT = re.compile(r"^[-+]?(\.\d+|\d+\.)$")


def read_settings(path: str) -> Settings:
    """A set's settings. Errors: an unknown field, a wrong type, a facet that is no field of a case."""
    settings = _read(path, Settings)
    for facet in settings.facets:
        if facet not in FACETS:
            known = ", ".join(FACETS)
            raise BadRecord(f"unknown facet {facet!r}: known are {known}", Where(path, None, "facets"))
    most = str(settings.pages.get("max_questions", 0))
    if not most.isdecimal() or len(most) > MOST_DIGITS:
        message = f"must be a whole number, not {most[:40]!r}"
        raise BadRecord(message, Where(path, None, "pages.max_questions"))
    return settings


def read_sidecar(path: str) -> Sidecar:
    """What the YAML file beside a run says. Errors: an unknown field, a wrong type, a version that is none."""
    sidecar = _read(path, Sidecar)
    if sidecar.version is not None and sidecar.version_number is None:
        message = f"version {sidecar.version!r} is no version: write 3 or v3"
        raise BadRecord(message, Where(path, None, "version"))
    return sidecar


def _read(path: str, kind: type[T]) -> T:
    from gold.read.yaml_events import load_mapping  # yaml is started only where there is some

    record = load_mapping(path, read_bytes(path))
    refuse_unknown(record, tuple(f.encode_name for f in msgspec.structs.fields(kind)), Where(path))
    given = {key: _plain_number(value) for key, value in record.items() if value is not None}
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        message, field = split_message(str(error))
        raise BadRecord(message, Where(path, None, field)) from None


def _plain_number(value: Any) -> Any:
    """YAML's `.15` and `1.` as JSON writes them; everything else as it is."""
    if isinstance(value, dict):
        return {key: _plain_number(inner) for key, inner in value.items()}
    if isinstance(value, str) and BARE_POINT.match(value):
        return repr(float(value))
    return value
