"""What cannot be computed is said in words; intervals resample questions; the rest is arithmetic."""

from __future__ import annotations

import pytest

from gold.measure.agreement.agreement import agreement_of
from gold.measure.agreement.groups import by_class, by_document
from gold.measure.agreement.ratings import ratings_of
from gold.model.annotation import Annotation
from tests.measure.agreement.tables import agreed, annotated, confusion, rated


def test_one_grade_only_is_undefined() -> None:
    """Raw agreement is 100 %; nothing else has a number, least of all 1.0."""
    found = agreed([[2, 2], [2, 2], [2, 2]], resamples=50)
    assert found.undefined == "undefined: one grade only"
    assert found.figures.raw.value == 1.0
    rest = (
        found.figures.nominal,
        found.figures.ordinal,
        found.figures.interval,
        found.figures.fleiss,
        found.figures.ac1,
    )
    assert {figure.value for figure in rest} == {None}
    (pair,) = found.pairs
    assert (pair.raw.value, pair.kappa.value, pair.kappa.undefined) == (1.0, None, "undefined: one grade only")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ([[1], [2]], "not computable: one annotator (2 items)"),
        ([[1, None], [None, 2]], "not computable: no item was judged by two of the 2 annotators (2 items)"),
        ([[1, 2], [None, 2]], "not computable: one item only was judged by two of the 2 annotators"),
    ],
)
def test_too_little_is_not_computable(table: list[list[int | None]], words: str) -> None:
    """One annotator, no overlap, one overlapping item: a sentence with the counts, and no figure."""
    found = agreed(table, resamples=50)
    assert found.undefined == words
    assert {figure.undefined for figure in (found.figures.raw, found.figures.nominal, found.figures.ac1)} == {words}
    assert found.figures.raw.value is None


def test_heavy_skew_is_seen() -> None:
    """98 % raw agreement, kappa near 0, AC1 near 1, and the prevalence that explains it."""
    found = agreed(confusion([[98, 1], [1, 0]]))
    (pair,) = found.pairs
    assert found.is_skewed
    assert found.prevalence == {0: 0.99, 1: 0.01}
    assert pair.raw.value == 0.98
    assert pair.kappa.value == pytest.approx(-0.0101, abs=1e-4)
    assert found.figures.ac1.value == pytest.approx(0.9796, abs=1e-4)


def test_the_first_judgment_counts_and_the_second_tells_of_consistency() -> None:
    """Whatever their order in the file."""
    rows = [
        Annotation(query_id="q1", passage_id="p1", annotator="ana", grade=1, at="2026-05-01"),
        Annotation(query_id="q1", passage_id="p1", annotator="ana", grade=2, at="2026-03-01"),
        Annotation(query_id="q1", passage_id="p1", annotator="ben", grade=2),
        Annotation(query_id="q2", passage_id="p1", annotator="ana", grade=0, at="2026-03-01"),
        Annotation(query_id="q2", passage_id="p1", annotator="ana", grade=0, at="2026-05-01"),
        Annotation(query_id="q2", passage_id="p1", annotator="ben", grade=0),
    ]
    found = agreement_of(ratings_of(rows), 50)
    assert found.figures.raw.value == 1.0
    ana, ben = found.annotators
    assert (ana.again, ana.same, ben.again) == (2, 1, 0)


def test_strict_and_lenient() -> None:
    """The offset is the mean of own grade minus the others' mean."""
    strict, middle, lenient = agreed([[0, 1, 2], [0, 1, 2]]).annotators
    assert [who.offset.value for who in (strict, middle, lenient)] == [-1.5, 0.0, 1.5]
    assert strict.agrees.value == 0.0


def test_drift_over_time() -> None:
    """The later half of the judgments against the earlier one, whatever their order; two times are needed."""
    rows = []
    for n in range(8):
        day, grade = f"2026-03-0{n + 1}", 1 if n < 4 else 0
        for name, given, at in (("ben", 1, day), ("ana", grade, day), ("chi", 1, "2026-03-01"), ("dov", 1, None)):
            rows.append(Annotation(query_id=f"q{n}", passage_id="p", annotator=name, grade=given, at=at))
    ana, ben, chi, dov = agreement_of(ratings_of(rows[::-1]), 200).annotators
    assert [ana.drift.value, ben.drift.value] == pytest.approx([-1.0, 1 / 3])
    assert ana.drift.high is not None and ana.drift.high < 0
    assert {chi.drift.undefined, dov.drift.undefined} == {"not computable: no times that tell early from late"}


def test_halves_keep_judgments_of_one_time_together() -> None:
    """Most were made at the first time: the later half begins with the second."""
    days = ["2026-03-01"] * 5 + ["2026-03-02"]
    rows = [
        Annotation(query_id=f"q{n}", passage_id="p", annotator="ana", grade=n % 2, at=day) for n, day in enumerate(days)
    ]
    assert ratings_of(rows).half.tolist() == [0, 0, 0, 0, 0, 1]


def test_models_stand_apart() -> None:
    """The figures are the people's; a model is held against all people together."""
    people = annotated([[0, 0], [1, 1], [2, 2], [2, 1]])
    model = [
        Annotation(query_id=a.query_id, passage_id=a.passage_id, annotator="m1", grade=0, kind="model")
        for a in people
        if a.annotator == "a00"
    ]
    found = agreement_of(ratings_of([*people, *model]), 50)
    assert found.names == ("a00", "a01")
    (against,) = found.models
    assert (against.name, against.n, against.raw.value) == ("m1", 8, 0.25)
    assert found.figures == agreed([[0, 0], [1, 1], [2, 2], [2, 1]], resamples=50).figures


def test_the_order_of_the_rows_changes_nothing() -> None:
    """Intervals included."""
    rows = annotated([[0, 1, 2], [1, 1, None], [2, 2, 2], [0, None, 1], [1, 0, 0]])
    assert agreement_of(ratings_of(rows), 200) == agreement_of(ratings_of(rows[::-1]), 200)


def test_resampling_questions_not_items() -> None:
    """Items of one question are alike: drawn as questions they leave more doubt than drawn one by one."""
    table = [[0, 0]] * 10 + [[1, 1]] * 10 + [[0, 1]] * 10 + [[1, 0]] * 10
    together, apart = (agreed(table, resamples=1000, a_question=size).figures.nominal for size in (10, 1))
    assert together.value == apart.value
    wide, narrow = ((x.high or 0) - (x.low or 0) for x in (together, apart))
    assert wide > 1.5 * narrow


def test_undefined_resamples_are_counted() -> None:
    """Below 5 % they are told, above there is no interval."""
    found = agreed([[0, 0], [0, 0], [1, 1]], resamples=1000).figures.nominal
    assert found.value == 1.0
    assert found.low is None
    assert found.no_interval == f"{found.undefined_resamples} of 1000 resamples are undefined"
    some = agreed([[n % 2, n % 2] for n in range(6)], resamples=1000).figures.nominal
    assert some.low == 1.0
    assert 0 < some.undefined_resamples < 50


def test_one_question_has_no_interval() -> None:
    """Nothing can be drawn anew from one question."""
    found = agreed([[0, 0], [1, 1], [0, 1]], resamples=100, a_question=3).figures.nominal
    assert (found.low, found.no_interval) == (None, "one question only")


def test_by_class_and_by_document() -> None:
    """A group has its own figures; what has no overlap is no group."""
    ratings = rated([[0, 0], [1, 1], [0, 1], [1, 0], [1, None]])
    classes = {"q000": ("x",), "q001": ("x",), "q002": ("y",), "q003": ("y", "z"), "q004": ("w",)}
    x, y, z = by_class(ratings, classes, 50)
    assert [(g.name, g.items, g.figures.raw.value) for g in (x, y, z)] == [("x", 2, 1.0), ("y", 2, 0.0), ("z", 1, None)]
    assert z.undefined == "not computable: one item only was judged by two of the 2 annotators"
    (document,) = by_document(ratings, {"p000": "d", "p001": "d"})
    assert (document.name, document.items, document.figures.raw.value) == ("d", 2, 1.0)


def test_a_class_of_all_items_has_the_figures_of_all_items() -> None:
    """Grades that only a model gives, or a person on an item of nobody else's, are no part of the people's scale."""
    rows = [
        Annotation(query_id=f"q{at}", passage_id="p", annotator=name, grade=grade)
        for at, (one, two) in enumerate([(0, 0), (1, 1), (0, 1), (1, 0), (1, 1)])
        for name, grade in (("ana", one), ("ben", two), ("judge", 2 + at % 2))
    ]
    rows.append(Annotation(query_id="q0", passage_id="alone", annotator="ana", grade=5))
    ratings = ratings_of(rows, models=["judge"])
    (group,) = by_class(ratings, {f"q{at}": ["x"] for at in range(5)}, 50)
    assert group.figures == agreement_of(ratings, 50).figures
