"""YAML into plain values with line numbers: every scalar stays the text that was typed, keys stand once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import yaml

from gold.errors import BadRecord, Refuse, Where, stop
from gold.read.collector import collector_frozen
from gold.read.json_lines import DEEPEST

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
NULLS = frozenset(("", "~", "null", "Null", "NULL"))
Scalar, MappingEnd, SequenceEnd = yaml.ScalarEvent, yaml.MappingEndEvent, yaml.SequenceEndEvent
STRING_TAG = "tag:yaml.org,2002:str"


def load_list(path: str, data: bytes, refuse: Refuse = stop) -> list[tuple[int, dict[str, Any]]]:
    """A document that is a list of mappings, each with its line. Scalars are `str`, or None for a plain null."""
    with collector_frozen():
        value, starts = _Reader(path, data, refuse).document()
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadRecord("must be a list of cases: begin each with `- `", Where(path, 1), "syntax")
    found = list(zip(starts, value, strict=True))
    for line, item in found:
        if not isinstance(item, dict):
            refuse(BadRecord("each item of the list must be a mapping of fields", Where(path, line), "syntax"))
    return [(line, item) for line, item in found if isinstance(item, dict)]


def load_mapping(path: str, data: bytes, refuse: Refuse = stop) -> tuple[dict[str, Any], dict[str, int]]:
    """A document that is one mapping, and the line of each of its keys; an empty file is an empty one."""
    reader = _Reader(path, data, refuse)
    value, _ = reader.document()
    if value is None:
        return {}, {}
    if not isinstance(value, dict):
        raise BadRecord("must be a mapping of fields (`name: value`)", Where(path, 1), "syntax")
    return value, reader.keys


class _Reader:
    """Builds values from the parser's events; events come from C where libyaml is there."""

    def __init__(self, path: str, data: bytes, refuse: Refuse) -> None:
        self.path = path
        self.data = data
        self.refuse = refuse
        self.anchors: dict[str, Any] = {}
        self.next: Callable[[], Any]
        self.starts: list[int] = []
        self.keys: dict[str, int] = {}
        self.depth = 0

    def document(self) -> tuple[Any, list[int]]:
        """The one document's value and, where it is a list, the line of each item."""
        try:
            self.next = LOADER(self.data).get_event
            self.next()  # the stream's start
            if isinstance(self.next(), yaml.StreamEndEvent):
                return None, []
            value = self.value(self.next(), top=True)
            self.next()  # the document's end
            event = self.next()
        except yaml.MarkedYAMLError as error:
            line = None if error.problem_mark is None else error.problem_mark.line + 1
            raise BadRecord(f"no valid YAML: {error.problem}", Where(self.path, line), "syntax") from None
        except yaml.reader.ReaderError as error:
            line = self.data.count(b"\n", 0, error.position) + 1
            message = f"no valid YAML: {str(error).splitlines()[0]}"
            raise BadRecord(message, Where(self.path, line), "syntax") from None
        except yaml.YAMLError as error:
            raise BadRecord(f"no valid YAML: {error}", Where(self.path), "syntax") from None
        except RecursionError:
            raise BadRecord("nested too deeply", Where(self.path), "syntax") from None
        if not isinstance(event, yaml.StreamEndEvent):
            raise BadRecord("a second document: keep one to a file", self.where(event), "syntax")
        return value, self.starts

    def where(self, event: Any) -> Where:
        return Where(self.path, event.start_mark.line + 1)

    def value(self, event: Any, top: bool = False) -> Any:
        if type(event) is Scalar and event.anchor is None and self.depth < DEEPEST:  # most are
            return self.scalar(event)
        self.depth += 1
        if self.depth > DEEPEST:
            raise BadRecord("nested too deeply", self.where(event), "syntax")
        found = self.built(event, top)
        self.depth -= 1
        return found

    def built(self, event: Any, top: bool) -> Any:
        kind = type(event)
        built: Any
        if kind is Scalar:
            built = self.scalar(event)
        elif kind is yaml.MappingStartEvent:
            built = self.mapping(top)
        elif kind is yaml.SequenceStartEvent:
            built = self.sequence(event, top)
        else:
            return self.alias(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = built
        return built

    def scalar(self, event: Any) -> str | None:
        if event.tag is not None and event.tag not in ("!", STRING_TAG):
            raise BadRecord(f"the tag {event.tag} is not known here: remove it", self.where(event), "syntax")
        text: str = event.value
        plain = not event.style and event.tag is None  # libyaml says "" of a plain one, PyYAML None
        return None if plain and text in NULLS else text

    def sequence(self, event: Any, top: bool) -> list[Any]:
        items = []
        for item in iter(self.next, None):
            if type(item) is SequenceEnd:
                break
            if top:
                self.starts.append(item.start_mark.line + 1)
            items.append(self.value(item))
        return items

    def mapping(self, top: bool) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key in iter(self.next, None):
            kind = type(key)
            if kind is MappingEnd:
                break
            if kind is not Scalar:
                raise BadRecord("a key must be plain text", self.where(key), "syntax")
            name: str = key.value
            if name in found:
                message = f"the key {name!r} stands twice in one mapping: keep one"
                self.refuse(BadRecord(message, self.where(key), "duplicate-key"))
            if name == "<<":
                raise BadRecord("merge keys (`<<`) are not read: write the fields out", self.where(key), "syntax")
            if top:
                self.keys[name] = key.start_mark.line + 1
            found[name] = self.value(self.next())
        return found

    def alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            raise BadRecord(f"*{event.anchor} points at nothing above it", self.where(event), "syntax")
        found = self.anchors[event.anchor]
        if isinstance(found, dict | list):
            raise BadRecord(
                f"*{event.anchor} stands for a list or a mapping: write it out", self.where(event), "syntax"
            )
        return found
