"""What the schemas accept is what the readers take without a warning."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from yaml import YAMLError

from gold.errors import BadRecord
from gold.model.annotation import Annotation
from gold.model.run import Sidecar
from gold.model.schema import KINDS
from gold.model.schema_words import WORDS
from gold.model.version import Notice
from gold.read.adjudicated import read_adjudicated
from gold.read.annotations import read_sample
from gold.read.cases import read_version
from gold.read.corpus import read_corpus
from gold.read.jsonl_run import read_jsonl_run
from gold.read.ledger import read_ledger
from gold.read.mapping import read_drawn, read_settings, read_sidecar
from gold.read.shapes import CASE_FIELDS, LABEL_FIELDS, SHAPE_FIELDS
from tests.conftest import ROOT
from tests.model.schemas import NAMES, editors_yaml, faults, json_lines, schema

CASES = ROOT / "tests/cases/read"
REFUSED = sorted(path for path in (CASES / "refused").iterdir() if path.suffix != ".error")
SETS = ROOT / "testsets"

# Nothing is wrong with any one value of these: a key or an id stands twice, two values contradict each other,
# or the bytes are no text. A schema cannot tell.
BEYOND_A_SCHEMA = {
    *("contradiction.jsonl", "contradiction2.jsonl", "flat-differ.jsonl", "flat-two-grades.jsonl"),
    *("id-twice.jsonl", "id-twice.yaml", "key-twice-escaped.jsonl", "key-twice-label.jsonl", "key-twice-same.jsonl"),
    *("key-twice-spaced.jsonl", "key-twice.jsonl", "key-twice.yaml", "nan.jsonl"),
    *("same-label-two-grades.jsonl", "surrogate-run.jsonl", "surrogate.jsonl", "tag.yaml", "two-spellings.jsonl"),
    "two-texts.jsonl",
}


def definitions(name: str) -> dict[str, Any]:
    """Every type of a schema, by name; the record itself is `""`."""
    whole = schema(name)
    inside: dict[str, Any] = whole.get("$defs", {})
    return {"": whole} | inside


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one(name: str) -> None:
    """The dialect's own schema accepts it; it has a title, a sentence, and an id without a host."""
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["title"]
    assert schema(name)["$id"] == f"urn:goldsets:format:1:{name}"


@pytest.mark.parametrize("name", NAMES)
def test_every_field_has_a_sentence(name: str) -> None:
    """Also those of the types inside, which have a sentence of their own."""
    for type_name, one in definitions(name).items():
        assert type_name == "" or re.fullmatch(r"[A-Z].*\.", one["description"]), type_name
        for field, value in one.get("properties", {}).items():
            assert re.fullmatch(r"[A-Z`].*[.)]|true: .*\.", value["description"]), (type_name, field)


def test_no_sentence_is_of_a_field_that_is_not_there() -> None:
    """The table of sentences has the fields of the types and of the other spellings, and no more."""
    found: dict[str, set[str]] = {}
    for name, kind in KINDS.items():
        for type_name, one in definitions(name).items():
            found[type_name or kind.record.__name__] = set(one["properties"])
    assert {name: set(fields) for name, fields in WORDS.items()} == found


def test_a_case_has_the_fields_that_the_reader_knows() -> None:
    """Its own, those of the other spellings, and those of a row's own judgment."""
    assert set(schema("testset")["properties"]) == {*CASE_FIELDS, *SHAPE_FIELDS, *LABEL_FIELDS}
    assert set(definitions("testset")["Anchor"]["properties"]) == {*LABEL_FIELDS, "answer_quote"}


def test_only_free_fields_are_free() -> None:
    """A misspelt field is marked everywhere but in `meta`, `settings`, and what is named by the set."""
    for name in NAMES:
        for type_name, one in definitions(name).items():
            assert (name == "testset-list" and not type_name) or one["additionalProperties"] is False, (name, type_name)


SHIPPED = [
    *(("testset", path) for path in sorted(SETS.glob("*/*-v*.jsonl"))),
    *(("testset-list", path) for path in sorted(SETS.glob("*/stable.yaml"))),
    *(("corpus", path) for path in sorted(SETS.glob("*/corpora/*.jsonl"))),
    *(("run", path) for path in sorted(SETS.glob("*/runs/*.jsonl"))),
    *(("sidecar", path) for path in sorted(SETS.glob("*/runs/*.yaml"))),
    *(("settings", path) for path in sorted(SETS.glob("*/gold.yaml"))),
    *(("sample", path) for path in sorted(SETS.glob("*/agreement/*.yaml"))),
    *(("adjudication", path) for path in sorted(SETS.glob("*/adjudicated.jsonl"))),
    *(("testset", path) for path in sorted(CASES.glob("shapes/*/*.jsonl"))),
    *(("testset-list", path) for path in sorted(CASES.glob("shapes/*/*.yaml"))),
]


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=lambda value: str(getattr(value, "name", value)))
def test_what_is_read_cleanly_is_valid(name: str, path: Path) -> None:
    """Every record of every shipped file and of every accepted shape, one by one."""
    values = json_lines(path) if path.suffix == ".jsonl" else [editors_yaml(path.read_text("utf-8"))]
    assert values
    assert [fault for value in values for fault in faults(name, value)] == []


def test_every_kind_of_file_is_among_those_shipped() -> None:
    """So that the test above is of all but two: rows of agreement have one of their own, and no look is shipped."""
    assert {name for name, _ in SHIPPED} == set(NAMES) - {"annotation", "look"}


def test_the_shipped_rows_of_agreement_are_annotations() -> None:
    """With their grades as numbers, for the sample is CSV; the type takes what the schema takes."""
    rows = list(csv.DictReader((SETS / "atlas/agreement/round-1.csv").read_text("utf-8").splitlines()))
    assert rows
    for row in rows:
        value: dict[str, Any] = {key: text for key, text in row.items() if text} | {"grade": int(row["grade"])}
        assert faults("annotation", value) == []
        assert msgspec.convert(value, Annotation).query_id == row["query_id"]
        assert faults("annotation", value | {"kind": "robot"}) != []


def editors_values(path: Path) -> list[tuple[str, Any]]:
    """The values of a file with the schema's name for each; an error where an editor finds no value at all."""
    if path.suffix == ".yaml":
        return [("testset-list", editors_yaml(path.read_text("utf-8")))]
    return [("testset", value) for value in json_lines(path)]


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_what_is_refused_for_its_shape_is_invalid(path: Path) -> None:
    """Or is no JSON or YAML; what a schema cannot tell is known by name."""
    try:
        accepted = not any(faults(name, value) for name, value in editors_values(path))
    except (ValueError, YAMLError):
        accepted = False
    assert accepted == (path.name in BEYOND_A_SCHEMA)


SHARE = {"value": 0.5, "n": 10, "low": 0.2, "high": 0.8}
RICH: dict[str, dict[str, Any]] = {
    "testset": {
        "query_id": "q",
        "query": "x",
        "class": "a",
        "tags": ["a"],
        "history": [{"query": "x", "answer": "y"}],
        "unanswerable": False,
        "split": "dev",
        "status": "confirmed",
        "weight": 1.5,
        "meta": {"a": 1},
        "judgments": [
            {"passage_id": "p", "grade": 2, "part": "a", "by": "ana", "borderline": True},
            {"doc_id": "d", "heading": ["h"], "quote": "word", "grade": 1, "distractor": False},
        ],
    },
    "run": {
        "query_id": "q",
        "ranking": ["p", {"passage_id": "r", "score": 1.5, "text": "x"}],
        "abstained": False,
        "answer": "x",
        "answer_correct": True,
    },
    "corpus": {"passage_id": "p", "doc_id": "d", "text": "", "title": "x", "heading": ["h"], "char_start": 0},
    "sidecar": {
        "system": "x",
        "version": "v2",
        "replays_history": True,
        "abstain_below": 1.5,
        "settings": {"a": [1]},
    },
    "settings": {
        "format": 1,
        "title": "x",
        "grades": [0, 2],
        "answer_grade": 2,
        "facets": ["class"],
        "target_composition": {"class": {"a": 1.5}},
        "margin": 1.5,
        "gates": {"worst_class": {"by": "point"}, "floor": {"RR": 0.5}, "findings": "note", "changelog": True},
        "review_every": {"x": "90d"},
        "privacy": {"allow": ["q"]},
        "pages": {"max_questions": 2},
        "limits": {"line_mib": 2},
        "realism": {"facet": "source", "written": "doc"},
        "kind": "gold",
    },
    "annotation": {
        "query_id": "q",
        "passage_id": "p",
        "annotator": "ana",
        "grade": 1,
        "note": "x",
        "at": "2026",
        "kind": "model",
    },
    "sample": {
        "drawn": "random",
        "seed": 1,
        "n": 6,
        "of": 9,
        "by": "class",
        "version": "v1",
        "build": "b",
        "models": ["m"],
        "note": "x",
    },
    "look": {
        "date": "2026-04-20",
        "who": "x",
        "reason": "x",
        "version": "v1",
        "digest": "0",
        "runs": ["a"],
        "published": {
            "run": "a",
            "version": "v1",
            "measure": "RR",
            "held_back": SHARE,
            "open": SHARE,
            "apart": SHARE,
            "error": 0.1,
            "cases": ["0"],
        },
        "chain": "0",
    },
    "adjudication": {"query_id": "q", "passage_id": "p", "grade": 1, "by": "x", "at": "2026", "note": "x"},
}
READERS: dict[str, Callable[[str], tuple[Notice, ...]]] = {
    "testset": lambda path: read_version(path).notices,
    "testset-list": lambda path: read_version(path).notices,
    "run": lambda path: read_jsonl_run(path, Sidecar()).notices,
    "corpus": lambda path: read_corpus(path).notices,
    "sidecar": lambda path: (read_sidecar(path), ())[1],
    "settings": lambda path: (read_settings(path), ())[1],
    "annotation": lambda path: read_sample(path).notices,
    "sample": lambda path: (read_drawn(path), ())[1],
    "look": lambda path: (read_ledger(path), ())[1],
    "adjudication": lambda path: read_adjudicated(path).notices,
}
ENDINGS = dict.fromkeys(("testset", "run", "corpus", "annotation", "adjudication", "look"), "jsonl")
ANCHOR = {"doc_id": "d"}
LABELLED = {"passage_id": "s", "grade": 1}
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    2,
    -1001,
    1.5,
    "",
    "x",
    "2",
    "dev",
    "unknown",
    [],
    ["x"],
    [None],
    [2],
    {},
    {"a": 2},
)
RECORDS = ([ANCHOR], [LABELLED], [{"question": "x"}], [{"answer_quote": "word", "grade": None}], ANCHOR)
MISSPELT = ("judgements", "expect_abstention_here", "Query", "")
# Two values that contradict each other are no matter of shape.
CONTRADICTION = re.compile("differ: keep one|marked both|judged twice|no letter or digit")


def verdict(name: str, record: Any, folder: Path) -> bool | None:
    """Whether the real reader takes a record without a warning; None where it found a contradiction."""
    path = folder / f"{name}.{ENDINGS.get(name, 'yaml')}"
    path.write_text(json.dumps([record] if name == "testset-list" else record), "utf-8")
    try:
        notices = READERS[name](str(path))
    except BadRecord as error:
        return None if CONTRADICTION.search(str(error)) else False
    return all("counted once" in notice.message for notice in notices)


def places(value: Any) -> list[Any]:
    """The value and every object and list inside it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(place for item in inner for place in places(item) if isinstance(place, dict | list))]


def known_fields(name: str) -> list[str]:
    """Every field that any type of a schema has."""
    return sorted({field for one in definitions(name).values() for field in one.get("properties", {})})


@st.composite
def mutants(draw: st.DrawFn, name: str) -> Any:
    """A rich record with a few fields dropped, given another value, or added."""
    record = deepcopy(RICH[name.removesuffix("-list")])
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(places(record)))
        if isinstance(place, dict):
            some_field = [st.sampled_from(sorted(place))] if place else []
            field = draw(st.one_of(*some_field, st.sampled_from((*known_fields(name), *MISSPELT))))
        else:
            field = draw(st.integers(0, len(place)))
        value = deepcopy(draw(st.sampled_from((*VALUES, *RECORDS))))
        if isinstance(place, list) and field == len(place):
            place.append(value)
        elif draw(st.booleans()) and (isinstance(place, list) or field in place):
            del place[field]
        else:
            place[field] = value
    return record


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=200)
@given(data=st.data())
def test_the_schema_says_what_the_reader_says(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Of a record with a few random faults: both take it, or neither. The files are written and really read."""
    record = data.draw(mutants(name), label="record")
    said = verdict(name, record, tmp_path_factory.getbasetemp())
    assume(said is not None)
    value = [record] if name == "testset-list" else record
    found = faults(name, value)
    assert said == (not found), found
    assert said == Draft7Validator(schema(name)).is_valid(value), "many editors know the older draft only"


@pytest.mark.parametrize(
    ("realism", "valid"),
    [
        ([{"facet": "source", "written": "doc", "real": "log"}, {"written": "w", "real": None}, {}], True),
        ([], True),
        ([{"facet": "colour"}], False),
        ([{"writen": "w"}], False),
        (["written"], False),
        ([[]], False),
        ("written", False),
    ],
)
def test_realism_is_one_pair_or_a_list(realism: Any, valid: bool, tmp_path: Path) -> None:
    """Schema and reader agree on both forms."""
    record = {"realism": realism}
    assert verdict("settings", record, tmp_path) is valid
    assert (faults("settings", record) == []) is valid


@pytest.mark.parametrize("name", READERS)
def test_examples_are_valid_and_read(name: str, tmp_path: Path) -> None:
    """What an editor offers works."""
    examples = schema(name)["examples"]
    for example in examples[0] if name == "testset-list" else examples:
        assert faults(name, [example] if name == "testset-list" else example) == []
        assert verdict(name, example, tmp_path)
