"""A whole case is masked, and nothing else of it changes; what must stay is told."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gold.curate.redact import redact, redact_case
from gold.model.case import Case, Label, Turn
from tests.builders import case, label

MAIL, PHONE = "ana@firma.de", "+49 30 901820"


def test_words_are_masked_wherever_they_stand() -> None:
    """Question, normalized question, history, answer, reason, meta, and a label's note and judge."""
    before = case(
        "q",
        label(2, "p", note=f"see {MAIL}", by=MAIL, at="2026-03-11"),
        query=f"call {PHONE}",
        query_normalized=f"call {PHONE}",
        history=(Turn(f"I am {MAIL}", f"Dear {MAIL}"), Turn("ok")),
        answer=f"call {PHONE}",
        reason=f"asked by {MAIL}",
        meta={"from": MAIL, "more": [{"to": MAIL}, 12, None, 1.5, True]},
    )
    after = case(
        "q",
        label(2, "p", note="see [e-mail]", by="[e-mail]", at="2026-03-11"),
        query="call [phone]",
        query_normalized="call [phone]",
        history=(Turn("I am [e-mail]", "Dear [e-mail]"), Turn("ok")),
        answer="call [phone]",
        reason="asked by [e-mail]",
        meta={"from": "[e-mail]", "more": [{"to": "[e-mail]"}, 12, None, 1.5, True]},
    )
    assert redact_case(before) == after
    (found,) = redact([before])
    assert (found.at, found.case, found.changed, found.reworded, found.kept) == (0, after, True, True, ())


@pytest.mark.parametrize(
    ("field", "before"),
    [
        ("query_id", Case(query_id=MAIL, query="q")),
        ("source", case("q", source=MAIL)),
        ("class", case("q", class_=MAIL)),
        ("asker", case("q", asker=MAIL)),
        ("tags", case("q", tags=("a", MAIL))),
        ("meta", case("q", meta={"a": [{MAIL: 1}]})),
        ("judgments[1].quote", case("q", label(2, "p"), label(2, quote=f"write to {MAIL}"))),
        ("judgments[0].passage_id", case("q", label(2, MAIL))),
        ("judgments[0].doc_id", case("q", label(2, doc_id=MAIL))),
        ("judgments[0].heading", case("q", label(2, doc_id="d", heading=("a", MAIL)))),
    ],
)
def test_ids_facets_and_quotes_stay_and_are_told(field: str, before: Case) -> None:
    """Something else must match them: a person decides."""
    (found,) = redact([before])
    assert not found.changed
    assert found.case == before
    assert found.kept == ((field, "e-mail"),)


@pytest.mark.parametrize(
    ("reworded", "more"),
    [
        (True, {"query": MAIL}),
        (True, {"history": (Turn(MAIL),)}),
        (True, {"history": (Turn("q", MAIL),)}),
        (False, {"answer": MAIL}),
        (False, {"query_normalized": MAIL}),
        (False, {"meta": [MAIL]}),
    ],
)
def test_a_question_or_a_history_that_changes_is_reworded(reworded: bool, more: dict[str, object]) -> None:
    """Everything else leaves the question as it was."""
    (found,) = redact([case("q", **more)])
    assert (found.changed, found.reworded) == (True, reworded)


def test_cases_without_personal_data_and_allowed_ones_are_left_out() -> None:
    """The others keep their places."""
    cases = [case("a"), case("b", query=MAIL), case("c", query=MAIL, answer=MAIL), case("d", query="SO-2024-00123456")]
    assert [(found.at, found.case.query_id) for found in redact(cases)] == [(1, "b"), (2, "c")]
    assert [found.at for found in redact(cases, {"b"})] == [2]


def test_fields_of_a_case_are_read_apart() -> None:
    """The end of one and the beginning of the next make no number."""
    assert (
        list(redact([case("q", query="tel.", answer="2126647665"), case("r", query="ana@", answer="firma.de")])) == []
    )


WORDS = st.sampled_from(["", "a", MAIL, f"tel. {PHONE}", "order 4500012345", "password=a8F3kLm2", "é", "\n"])
CASES = st.builds(
    lambda query, answer, history, note, meta: case(
        "q", label(1, "p", note=note), query=query + "?", answer=answer, history=history, meta=meta
    ),
    WORDS,
    WORDS | st.none(),
    st.none() | st.lists(st.builds(Turn, WORDS, WORDS | st.none()), max_size=2).map(tuple),
    WORDS | st.none(),
    st.recursive(WORDS | st.none() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(WORDS, inner)),
)


@given(CASES)
def test_masking_once_is_enough(before: Case) -> None:
    """A masked case has nothing to mask, and only its masked fields differ from what it was."""
    after = redact_case(before)
    assert redact_case(after) == after
    assert not any(found.changed for found in redact([after]))
    kept = {"query_id", "judgments", "history", "query", "answer", "meta"}
    for field in msgspec.structs.fields(Case):
        if field.name not in kept:
            assert getattr(after, field.name) == getattr(before, field.name)


NO_TEXT = frozenset(
    ("split", "status", "supporting", "weight", "unanswerable", "answerable", "grade", "distractor", "borderline")
)


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Case) if field.name not in NO_TEXT])
def test_no_field_of_a_case_is_overlooked(field: str) -> None:
    """Personal data in any field that can hold text is masked or told."""
    value = {"judgments": (label(2, "p", note=MAIL),), "history": (Turn(MAIL),), "tags": (MAIL,)}.get(field, MAIL)
    (found,) = redact([msgspec.structs.replace(case("q"), **{field: value})])
    assert found.changed or found.kept


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Label) if field.name not in NO_TEXT])
def test_no_field_of_a_label_is_overlooked(field: str) -> None:
    """Personal data in any field that can hold text is masked or told."""
    value = (MAIL,) if field == "heading" else MAIL
    (found,) = redact([case("q", msgspec.structs.replace(label(2), **{field: value}))])
    assert found.changed or found.kept
