"""The small YAML files into values: a set's `gold.yaml`, the sidecar of a run, and that of a sample."""

from __future__ import annotations

import re
from typing import Any, TypeVar, get_args

import msgspec

from gold.errors import BadRecord, GoldError, Refuse, Where, stop
from gold.model.annotation import Drawn
from gold.model.case import FACETS
from gold.model.run import Sidecar
from gold.model.settings import Settings
from gold.read.file import read_bytes
from gold.read.typed import convert
from gold.read.unknown_fields import refuse_unknown

T = TypeVar("T", bound=msgspec.Struct)
BARE_POINT = re.compile(r"^[-+]?(\.\d+|\d+\.)$")


def read_settings(path: str, refuse: Refuse = stop) -> Settings:
    """A set's settings. Errors: an unknown field, a wrong type, a facet that is no field of a case."""
    settings, lines = _read(path, Settings, refuse)
    for field, facets in (("facets", settings.facets), ("target_composition", settings.target_composition)):
        for facet in facets:
            if facet not in FACETS:
                message = f"unknown facet {facet!r}: known are {', '.join(FACETS)}"
                refuse(BadRecord(message, Where(path, lines.get(field), field), "setting"))
    return msgspec.structs.replace(
        settings,
        facets=tuple(facet for facet in settings.facets if facet in FACETS),
        target_composition={f: shares for f, shares in settings.target_composition.items() if f in FACETS},
    )


def read_sidecar(path: str, refuse: Refuse = stop) -> Sidecar:
    """What the YAML file beside a run says. Errors: an unknown field, a wrong type, a version that is none."""
    sidecar, lines = _read(path, Sidecar, refuse)
    if sidecar.version is not None and sidecar.version_number is None:
        message = f"version {sidecar.version!r} is no version: write 3 or v3"
        refuse(BadRecord(message, Where(path, lines.get("version"), "version"), "setting"))
    return sidecar


def read_drawn(path: str, refuse: Refuse = stop) -> Drawn:
    """What the YAML file beside a sample says. Errors: an unknown field, a wrong type."""
    return _read(path, Drawn, refuse)[0]


def field_lines(path: str) -> dict[str, int]:
    """The line of each field of such a file; none where it cannot be read."""
    from gold.read.yaml_events import load_mapping

    try:
        return load_mapping(path, read_bytes(path))[1]
    except GoldError:
        return {}


def _read(path: str, kind: type[T], refuse: Refuse) -> tuple[T, dict[str, int]]:
    """The file as a `kind`, and the line of each of its fields; where it cannot be read, the defaults."""
    from gold.read.yaml_events import load_mapping  # yaml is started only where there is some

    record: dict[str, Any] = {}
    lines: dict[str, int] = {}

    def at_line(fault: BadRecord) -> None:
        where = fault.where or Where(path)
        line = where.line or lines.get((where.field or "").partition(".")[0])
        no_number = fault.message.startswith("must be at ") and _holds_nan(record, where.field or "")
        message = "must be a number, not nan" if no_number else fault.message
        refuse(BadRecord(message, Where(path, line, where.field), "setting"))

    try:
        record, lines = load_mapping(path, read_bytes(path), refuse)
    except BadRecord as fault:
        refuse(fault)
        return kind(), {}
    given = _given(record, kind, Where(path), "", at_line)
    found = convert(given, kind, Where(path), at_line, strict=False)
    return found or _without_faults(given, kind), lines


def _holds_nan(value: Any, field: str) -> bool:
    """Whether a field, or anything in it, is the text that stands for no number, and that no bound lets through."""
    for name in field.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    inside = value.values() if isinstance(value, dict) else (value,)
    return any(isinstance(one, str) and one.lower().lstrip("+-") == "nan" for one in inside)


def _without_faults(given: dict[str, Any], kind: type[T]) -> T:
    """What is left when the fields with faults were taken out: the rest still holds."""
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError:
        return kind()


def _given(
    record: dict[str, Any], kind: type[msgspec.Struct], where: Where, place: str, refuse: Refuse
) -> dict[str, Any]:
    """The fields that say something, those of a group (`pages: {…}`) too; an unknown one of either is refused."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    refuse_unknown(record, tuple(fields), where, place, refuse=refuse)
    given = {}
    for name, value in record.items():
        group = _group(fields[name].type)
        if group is not None and isinstance(value, dict):
            given[name] = _given(value, group, where, f"{place}.{name}" if place else name, refuse)
        elif value is not None:
            given[name] = _plain_number(value)
    return given


def _group(kind: Any) -> type[msgspec.Struct] | None:
    """The type of a group of fields, also of one that may be missing; None for a plain value."""
    for one in (kind, *get_args(kind)):
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            return one
    return None


def _plain_number(value: Any) -> Any:
    """YAML's `.15` and `1.` as JSON writes them; everything else as it is."""
    if isinstance(value, dict):
        return {key: _plain_number(inner) for key, inner in value.items()}
    if isinstance(value, str) and BARE_POINT.match(value):
        return repr(float(value))
    return value
