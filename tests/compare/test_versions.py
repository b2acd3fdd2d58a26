"""The diff of two versions names every stored field that differs, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.compare.versions.change import Diff
from gold.compare.versions.diff import diff, parted_diff, whole_diff
from gold.compare.versions.labels import match
from gold.compare.versions.values import plain
from gold.model.bare import BareCases
from gold.model.case import Case, Label, Turn
from gold.model.version import Version
from gold.read.qrels import read_qrels
from tests.builders import case, label, version
from tests.compare.apply import apply

Row = tuple[str, Any, Any]
WORDS = st.text(alphabet='ab ,]["=\\é', min_size=1, max_size=4)
FEW = st.sampled_from(("p1", "p2", "p 3", 'p"4]'))
FREE = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2, width=16).map(lambda x: x + 0.0) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A value, or none."""
    return st.none() | values


LABELS = st.builds(
    Label,
    grade=st.integers(0, 2),
    passage_id=maybe(FEW),
    doc_id=maybe(FEW),
    document=maybe(FEW),
    heading=maybe(st.lists(WORDS, max_size=2).map(tuple)),
    quote=maybe(FEW),
    part=maybe(st.sampled_from("xy")),
    distractor=maybe(st.booleans()),
    doc_version=maybe(FEW),
    by=maybe(FEW),
    at=maybe(FEW),
    note=maybe(FEW),
    borderline=maybe(st.booleans()),
    chunking=maybe(FEW),
)


def each_place_once(labels: list[Label]) -> tuple[Label, ...]:
    """As the reader leaves them: each has an anchor, and no two of one case have the same anchors and part."""
    placed = [x if any(x.anchors) else msgspec.structs.replace(x, passage_id="p1") for x in labels]
    return tuple({(x.anchors, x.part): x for x in placed}.values())


CASES = st.builds(
    Case,
    query_id=st.sampled_from(("q1", "q2", "q3")),
    query=WORDS,
    judgments=maybe(st.lists(LABELS, max_size=5).map(each_place_once)),
    query_normalized=maybe(WORDS),
    source=maybe(WORDS),
    stratum=maybe(WORDS),
    intent=maybe(WORDS),
    class_=maybe(WORDS),
    asker=maybe(WORDS),
    tags=maybe(st.lists(WORDS, max_size=3).map(tuple)),
    history=maybe(st.lists(st.builds(Turn, WORDS, maybe(WORDS)), max_size=3).map(tuple)),
    answer=maybe(WORDS),
    unanswerable=maybe(st.booleans()),
    answerable=maybe(st.booleans()),
    expect_abstention=FREE,
    split=st.sampled_from((None, "dev")),
    status=st.sampled_from((None, "confirmed", "proposed", "retired")),
    weight=maybe(st.floats(0, 9)),
    reason=maybe(WORDS),
    meta=FREE,
    supporting=st.sampled_from((None, "unknown")),
)
VERSIONS = st.lists(CASES, max_size=3, unique_by=lambda c: c.query_id).map(lambda cases: version(*cases))


def rows(old: Case, new: Case) -> list[Row]:
    """The changed fields of one case."""
    (change,) = diff(version(old), version(new)).changed
    return [(x.field, x.old, x.new) for x in change.fields]


def kinds(old: Case, new: Case) -> tuple[str, ...]:
    """The kinds of change of one case."""
    return diff(version(old), version(new)).changed[0].kinds


def in_any_order(one: Case) -> Any:
    """A case as JSON, its labels and tags without their order."""
    record = msgspec.to_builtins(one)
    for name in ("judgments", "tags"):
        if record.get(name) is not None:
            record[name] = sorted(record[name], key=repr)
    return msgspec.json.encode(record, order="sorted")


@given(VERSIONS)
def test_a_version_does_not_differ_from_itself(one: Version) -> None:
    """Nothing is added, removed or changed, in a copy too."""
    copy = version(*(msgspec.convert(msgspec.to_builtins(x), Case) for x in one.cases))
    assert diff(one, one) == Diff()
    assert diff(one, copy) == Diff()


@given(VERSIONS, VERSIONS)
def test_the_old_version_and_the_diff_make_the_new_one(old: Version, new: Version) -> None:
    """Every stored field counts: what the diff does not say is the same in both."""
    found = apply(diff(old, new), old, new.by_id)
    assert {name: in_any_order(one) for name, one in found.items()} == {
        name: in_any_order(one) for name, one in new.by_id.items()
    }


@given(st.lists(LABELS, max_size=6), st.lists(LABELS, max_size=6))
def test_each_label_is_matched_once(old: list[Label], new: list[Label]) -> None:
    """None is lost, and none stands in two pairs."""
    pairs = match(old, [msgspec.structs.replace(x) for x in new])
    assert [pair.old for pair in pairs if pair.old is not None] == old
    assert sorted(map(repr, (pair.new for pair in pairs if pair.new is not None))) == sorted(map(repr, new))


FULL = Case(
    query_id="q", query="a", judgments=(label(2, "p1", part="x"), label(1, "p2")), query_normalized="a", source="a",
    stratum="a", intent="a", class_="a", asker="a", tags=("a", "b"), history=(Turn("a", "b"),), answer="a",
    unanswerable=False, answerable=True, expect_abstention={"a": 1}, split="dev", status="confirmed", weight=1.0,
    reason="a", meta={"a": [{"b": 1}], "c": 2}, supporting=None,
)  # fmt: skip
OTHER: dict[str, tuple[Any, str, str]] = {
    "query": ("b", "query", "reworded"),
    "judgments": ((label(1, "p2"),), "judgments[passage_id=p1]", "relabelled"),
    "query_normalized": ("b", "query_normalized", "other"),
    "source": ("b", "source", "reclassified"),
    "stratum": ("b", "stratum", "reclassified"),
    "intent": (None, "intent", "reclassified"),
    "class_": ("b", "class", "reclassified"),
    "asker": ("b", "asker", "reclassified"),
    "tags": (("a",), "tags", "reclassified"),
    "history": ((Turn("a", "c"),), "history[0].answer", "reworded"),
    "answer": ("b", "answer", "other"),
    "unanswerable": (True, "unanswerable", "relabelled"),
    "answerable": (None, "answerable", "relabelled"),
    "expect_abstention": ({"a": True}, "expect_abstention.a", "relabelled"),
    "split": (None, "split", "re-split"),
    "status": ("retired", "status", "retired"),
    "weight": (2.0, "weight", "other"),
    "reason": ("b", "reason", "other"),
    "meta": ({"a": [{"b": True}], "c": 2}, "meta.a[0].b", "other"),
    "supporting": ("unknown", "supporting", "relabelled"),
}
BETTER = Label(
    grade=2, passage_id="p", doc_id="d", document="t", heading=("h",), quote="w", part="x", distractor=True,
    doc_version="1", by="ana", at="2026", note="n", borderline=True, chunking="c",
)  # fmt: skip


def test_each_field_of_a_case_is_tried() -> None:
    """A field that is added to the model has to be added here."""
    assert {"query_id", *OTHER} == set(Case.__struct_fields__)


@pytest.mark.parametrize("name", OTHER)
def test_a_changed_field_of_a_case_is_named(name: str) -> None:
    """With its path, its values, and the kind of change."""
    value, path, kind = OTHER[name]
    new = msgspec.structs.replace(FULL, **{name: value})
    assert [field for field, _, _ in rows(FULL, new)] == [path]
    assert kinds(FULL, new) == (kind,)
    assert [(field, b, a) for field, a, b in rows(FULL, new)] == rows(new, FULL)


@pytest.mark.parametrize("name", Label.__struct_fields__)
def test_a_changed_field_of_a_label_is_named(name: str) -> None:
    """The label keeps its identity, whichever field it is."""
    value: Any = {"grade": 1, "heading": ("i",), "distractor": False, "borderline": None}.get(name, "other")
    old, new = (
        case("q", BETTER, label(0, "z")),
        case("q", label(0, "z"), msgspec.structs.replace(BETTER, **{name: value})),
    )
    before, after = plain((getattr(BETTER, name), value))
    ((path, *values),) = rows(old, new)
    assert (path.rpartition(".")[0], path.rpartition(".")[2]) == ("judgments[passage_id=p]", name)
    assert values == [before, after]
    assert kinds(old, new) == ("other" if name in ("by", "at", "note") else "relabelled",)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ([label(2, "a"), label(1, "b")], [label(1, "b"), label(2, "a")], None),
        ([label(2, "a")], [label(2, "b")], ("judgments[passage_id=a].passage_id", "a", "b")),
        ([label(1, "a")], [label(2, "b")], None),
        ([label(2, "a", part="x")], [label(2, "a")], ("judgments[passage_id=a].part", "x", None)),
        ([label(2, quote="w", doc_id="d")], [label(2, quote="w", doc_id="e")],
         ("judgments[doc_id=d,quote=w].doc_id", "d", "e")),
        ([label(2, doc_id="d", heading=("h", "i"))], [label(1, doc_id="d", heading=("h", "i"))],
         ('judgments[doc_id=d,heading=["h", "i"]].grade', 2, 1)),
        ([label(2, "a", part="x"), label(2, "a", part="y")], [label(2, "a", part="x"), label(1, "a", part="y")],
         ("judgments[passage_id=a,part=y].grade", 2, 1)),
        ([label(2, quote="one, two")], [label(1, quote="one, two")], ('judgments[quote="one, two"].grade', 2, 1)),
    ],
)  # fmt: skip
def test_labels_are_matched_by_their_place(old: list[Label], new: list[Label], expected: Row | None) -> None:
    """Then by what remains; a new order is no change, and one of another place and grade is another label."""
    found = diff(version(case("q", *old)), version(case("q", *new))).changed
    fields = [(x.field, x.old, x.new) for change in found for x in change.fields]
    if expected is not None:
        assert fields == [expected]
    elif {x.passage_id for x in old} == {x.passage_id for x in new}:
        assert fields == []
    else:
        assert [(field, bool(a), bool(b)) for field, a, b in fields] == [
            ("judgments[passage_id=a]", True, False), ("judgments[passage_id=b]", False, True),
        ]  # fmt: skip


def test_labels_of_one_grade_are_not_taken_for_each_other() -> None:
    """Where several come and go, equal grades alone do not make them one."""
    old = case("q", label(0, "a"), label(0, "b"))
    new = case("q", label(0, "c"), label(0, "d"))
    assert [field for field, _, _ in rows(old, new)] == [f"judgments[passage_id={x}]" for x in "abcd"]


def test_the_order_of_turns_counts() -> None:
    """A turn more, a turn less, and two exchanged."""
    one, two = Turn("a"), Turn("b")
    first = case("q", history=(one, two))
    assert rows(first, case("q", history=(one,))) == [("history[1]", {"query": "b"}, None)]
    assert rows(case("q", history=(one,)), first) == [("history[1]", None, {"query": "b"})]
    assert rows(first, case("q", history=(two, one))) == [
        ("history[0].query", "a", "b"),
        ("history[1].query", "b", "a"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (1, True, ("meta", 1, True)),
        (1, 1.0, ("meta", 1, 1.0)),
        ({"a": 1}, {}, ("meta.a", 1, None)),
        ({"a": 1}, {"a": None}, ("meta", {"a": 1}, {"a": None})),
        ({"a": None}, {}, ("meta", {"a": None}, {})),
        ([1, 2], [1], ("meta", [1, 2], [1])),
        ([1, {"a b": 2}], [1, {"a b": 3}], ('meta[1]["a b"]', 2, 3)),
    ],
)
def test_meta_is_compared_to_its_depth(old: Any, new: Any, expected: Row) -> None:
    """Types count, and null is not the same as nothing."""
    assert rows(case("q", meta=old), case("q", meta=new)) == [expected]


def test_held_back_cases_are_left_out() -> None:
    """One that moves between the parts too: nobody learns which; what an author may tell of it is known apart."""
    hidden = {"split": "held_back"}
    old = version(case("a"), case("b", **hidden), case("c", **hidden), case("d"))
    new = version(case("a", query="x", **hidden), case("b", query="x"), case("c", query="x", **hidden), case("d"))
    assert diff(old, new) == Diff()
    assert parted_diff(old, new) == Diff(added=("b",), removed=("a",))
    assert [change.query_id for change in whole_diff(old, new).changed] == ["a", "b", "c"]
    assert diff(version(case("c", **hidden)), version()) == Diff()


def test_ids_stand_in_the_order_of_the_files() -> None:
    """And a new order of the cases is no change."""
    old, new = version(case("c"), case("b"), case("a")), version(case("a"), case("e"), case("d"))
    assert diff(old, new) == Diff(added=("e", "d"), removed=("c", "b"))
    assert diff(version(case("a"), case("b")), version(case("b"), case("a"))) == Diff()


def test_bare_versions_differ_as_their_cases_do(tmp_path: Any) -> None:
    """Labels alone, compared as columns: rows in another order are the same, a grade and a row more are not."""
    (tmp_path / "old.txt").write_text("1 0 a 1\n1 0 b 2\n2 0 a 1\n3 0 a 1\n4 0 a 1\n")
    (tmp_path / "new.txt").write_text("2 0 a 2\n1 0 b 2\n1 0 a 1\n3 0 a 1\n3 0 c 1\n5 0 a 1\n")
    old, new = (read_qrels(str(tmp_path / name)) for name in ("old.txt", "new.txt"))
    assert isinstance(old.cases, BareCases)
    found = diff(old, new)
    assert (found.added, found.removed) == (("5",), ("4",))
    assert [(x.query_id, x.fields[0].field) for x in found.changed] == [
        ("2", "judgments[passage_id=a].grade"),
        ("3", "judgments[passage_id=c]"),
    ]
    told = version(*old.cases), version(*new.cases)
    assert diff(*told) == found
