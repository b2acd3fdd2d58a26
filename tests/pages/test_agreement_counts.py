"""What the pages count of the shipped set's annotators, against its files read and reckoned here line by line."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest
from sklearn.metrics import cohen_kappa_score

from gold.cli.gather import gather
from gold.pages.agreement import agreement_page
from gold.pages.disagreements import disagreements_page
from gold.pages.disputes import DISPUTE_HEADER, Judged, dispute_rows
from gold.pages.material import Material

MODEL = "judge-s"
Item = tuple[str, str]


@pytest.fixture(scope="module")
def made(root: Path) -> tuple[Material, Judged]:
    """The shipped set."""
    material = gather(str(root / "testsets" / "atlas"), "atlas", lambda _: None)
    assert material.judged is not None
    return material, material.judged


@pytest.fixture(scope="module")
def said(root: Path) -> dict[Item, dict[str, list[int]]]:
    """Each item's grades by annotator, in the order of the days on which they were given."""
    rows: list[dict[str, str]] = []
    for name in ("round-1", "round-2"):
        with (root / f"testsets/atlas/agreement/{name}.csv").open(encoding="utf-8", newline="") as file:
            rows.extend(csv.DictReader(file))
    found: dict[Item, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in sorted(rows, key=lambda row: row["at"]):
        found[row["query_id"], row["passage_id"]][row["annotator"]].append(int(row["grade"]))
    return found


@pytest.fixture(scope="module")
def final(root: Path) -> dict[Item, int]:
    """What was settled."""
    lines = (root / "testsets/atlas/adjudicated.jsonl").read_text("utf-8").splitlines()
    return {(row["query_id"], row["passage_id"]): row["grade"] for row in map(json.loads, lines)}


def first(grades: dict[str, list[int]]) -> dict[str, int]:
    """What each said first."""
    return {name: given[0] for name, given in grades.items()}


def apart(grades: dict[str, list[int]]) -> int:
    """How far the people lie apart; all, where one person judged."""
    people = {name: grade for name, grade in first(grades).items() if name != MODEL}
    counted = list((people if len(people) > 1 else first(grades)).values())
    return max(counted) - min(counted)


def test_disagreements_csv_has_every_judgment_of_every_disputed_item(
    made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]], final: dict[Item, int]
) -> None:
    """And of no other: how far apart, who said what, who is a model, what it was settled at."""
    rows = [dict(zip(DISPUTE_HEADER, row, strict=True)) for row in dispute_rows(*made)]
    names = ("query_id", "passage_id", "annotator", "grade", "kind", "spread", "adjudicated")
    found = sorted(tuple(row[name] for name in names) for row in rows)
    expected = sorted(
        (*item, name, str(grade), "model" if name == MODEL else "human", str(apart(grades)), str(final.get(item, "")))
        for item, grades in said.items()
        if apart(grades)
        for name, given in grades.items()
        for grade in given
    )
    assert found == expected
    lies = [float(row["spread"]) * float(row["weight"]) for row in rows]
    assert lies == sorted(lies, reverse=True)


def test_upheld_is_how_often_the_final_grade_was_theirs(
    made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]], final: dict[Item, int]
) -> None:
    """Of the disputed items that they judged and that were settled; so is what the sentence counts."""
    material, judged = made
    page = agreement_page(material, judged)
    disputed = {item: first(grades) for item, grades in said.items() if apart(grades)}
    settled = {item: grades for item, grades in disputed.items() if item in final}
    for row in page.annotators:
        theirs = [grades[row.name] == final[item] for item, grades in settled.items() if row.name in grades]
        assert row.upheld == f"{sum(theirs)} of {len(theirs)}"
    assert page.disputed == len(disputed)
    assert page.adjudicated.startswith(f"Of {len(disputed)} disputed items, {len(settled)} have a final grade")
    questions = {query_id for query_id, _ in disputed}
    far = sum(apart(said[item]) > 1 for item in disputed) or "none"
    folded = any(all(item in settled for item in disputed if item[0] == query_id) for query_id in questions)
    assert disagreements_page(material, judged).said == (
        f"Annotators differ on {len(disputed)} items of {len(questions)} questions, on {far} by two grades or more; "
        f"{len(settled)} are adjudicated. The widest come first"
        f"{'; settled questions are folded' if folded else ''}."
    )


def test_who_judged_twice_and_said_the_same(
    made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]]
) -> None:
    """By the days of both."""
    for row in agreement_page(*made).annotators:
        twice = [given[row.name] for given in said.values() if len(given.get(row.name, ())) > 1]
        assert row.again == (f"{sum(a == b for a, b, *_ in twice)} of {len(twice)}" if twice else "")


def test_a_question_counts_its_items(made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]]) -> None:
    """How many differ, of how many that anybody judged, and who sits in its table."""
    for question in disagreements_page(*made).questions:
        mine = {item: grades for item, grades in said.items() if item[0] == question.query_id}
        assert (question.items, question.disputed) == (len(mine), sum(apart(grades) > 0 for grades in mine.values()))
        assert question.names == tuple(sorted({name for grades in mine.values() for name in grades}))


def test_a_question_is_open_until_all_of_it_is_settled(
    made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]], final: dict[Item, int]
) -> None:
    """By the items that people differ on; the rest needs no final grade."""
    for question in disagreements_page(*made).questions:
        disputed = [item for item in said if item[0] == question.query_id and apart(said[item])]
        settled = sum(item in final for item in disputed)
        assert question.state == ("open" if not settled else "settled" if settled == len(disputed) else "in part")


def test_who_is_higher_and_what_to_say_is_of_people(
    made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]]
) -> None:
    """A model that goes further than any of them is neither named nor where a grade would end or begin."""
    for question in disagreements_page(*made).questions:
        assert MODEL not in question.direction
    (further,) = (q for q in disagreements_page(*made).questions if q.query_id == "tkt-20668")
    (grades,) = (given for item, given in said.items() if item[0] == "tkt-20668" and apart(given))
    assert first(grades) == {"ben": 1, "chi": 0, MODEL: 2}
    assert (further.direction, further.why) == (
        "ben higher; chi lower",
        "say in it where 0 ends and 1 begins, with this as the example",
    )


def test_people_two_by_two_and_models_against_people(
    made: tuple[Material, Judged], said: dict[Item, dict[str, list[int]]]
) -> None:
    """Equal grades counted, and scikit-learn's kappas: of two people, and of a model and each person of an item."""
    page = agreement_page(*made)
    every = [first(grades) for grades in said.values()]
    assert {(row.a, row.b) for row in page.pairs} == set(combinations(("ana", "ben", "chi"), 2))
    for row in page.pairs:
        both = [(grades[row.a], grades[row.b]) for grades in every if row.a in grades and row.b in grades]
        assert (row.n, row.raw, row.kappa, row.quadratic) == figures(both)
    (model,) = page.models
    against = [
        (grades[MODEL], grade) for grades in every if MODEL in grades for name, grade in grades.items() if name != MODEL
    ]
    assert (model.name, (model.n, model.raw, model.kappa, model.quadratic)) == (MODEL, figures(against))


def figures(pairs: list[tuple[int, int]]) -> tuple[int, str, str, str]:
    """How many, the share of equal ones, kappa, and kappa by the square of the distance, as a page shows them."""
    one, two = zip(*pairs, strict=True)
    raw = sum(a == b for a, b in pairs) / len(pairs)
    plain, quadratic = cohen_kappa_score(one, two), cohen_kappa_score(one, two, weights="quadratic")
    return len(pairs), f"{raw:.3f}", f"{plain:.3f}", f"{quadratic:.3f}"
