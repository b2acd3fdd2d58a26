"""What stands beside the scores: floors, what users meet, answers beside retrieval, runs against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from gold.cli.gather import gather
from gold.pages.duels import duels_part
from gold.pages.failures import failures_page
from gold.pages.floors import floors
from gold.pages.fusions import FusedSaid, fused_said
from gold.pages.material import Material
from gold.pages.met import met_document
from gold.pages.met_pair import met_part
from gold.pages.overview import overview_page
from gold.pages.pools import fused_of, own_answers
from gold.pages.trust import trust
from gold.pages.two_shares import answers_document, answers_part, refusal_rows, refusals_document
from tests.write.make_sets import asked, lines, passage, plain_set, write_set

IDS = [f"q{i:02d}" for i in range(24)]
RIGHT: dict[str, list[str]] = {query_id: [f"p{i}"] for i, query_id in enumerate(IDS)}
WRONG: dict[str, list[str]] = {query_id: ["p23"] for query_id in IDS}
TEXTS = [passage(f"p{i}", f"passage {i} says what there is of q{i:02d}") for i in range(24)]


def material(tmp_path: Path, stratum: str = "", settings: dict[str, Any] | None = None, **runs: Any) -> Material:
    """A set of 24 questions, the letters of `stratum` their strata, with these runs by age."""
    strata = stratum or "a" * 24
    cases = [asked(name, f"p{i}", stratum=strata[i]) for i, name in enumerate(IDS)]
    cases = [one | {"stratum": "random"} if one["stratum"] == "r" else one for one in cases]
    sidecars = {name: {"corpus": "build", "date": f"2026-01-0{i}"} for i, name in enumerate(runs, start=1)}
    home = write_set(
        tmp_path / "one",
        cases,
        corpora={"build": TEXTS},
        runs=runs,
        sidecars=sidecars,
        settings={"min_class_size": 4, "measures": ["AnswerRecall@1"]} | (settings or {}),
    )
    return gather(str(home), "one", lambda _: None)


def test_a_class_where_no_skill_is_as_good_is_named(tmp_path: Path) -> None:
    """Words find every passage of this set; a run that finds one of 24 is named, and so on the first page."""
    made = material(tmp_path, only=WRONG)
    found = floors(made)
    assert found is not None
    assert found.names == ("most frequent", "shuffled", "term overlap")
    assert found.rows[0].floors == ("0.042", "0.042", "1.000")
    assert found.rows[0].not_above == found.names
    assert found.below[0] == "all cases together (most frequent and shuffled and term overlap, n\u00a024)"
    assert [line.text for line in trust(made) if line.about == "No skill needed"] == [found.said]


def test_a_run_above_all_floors_is_not_named(tmp_path: Path) -> None:
    """Half its questions tell that it ranks, the pool of two runs that it chooses."""
    made = material(tmp_path, old=WRONG, new={name: [f"p{i}", "p0"] for i, name in enumerate(IDS)})
    found = floors(made)
    assert found is not None
    assert "shuffled" not in found.rows[0].not_above
    assert [line for line in trust(made) if line.about == "No skill needed"] != []


def test_classes_that_are_too_small_are_not_named(tmp_path: Path) -> None:
    """They have their row."""
    made = material(tmp_path, "aab" + "a" * 21, {"min_class_size": 4, "facets": ["stratum"]}, only=WRONG)
    found = floors(made)
    assert found is not None
    (small,) = (row for row in found.rows if row.name == "b")
    assert small.not_above
    assert not any("stratum b" in one for one in found.below)


def test_what_users_meet_says_why_it_is_not_the_mean(tmp_path: Path) -> None:
    """The class that the set has too much of, with its shares and its score."""
    half = RIGHT | {name: ["p23"] for name in IDS[:12]}
    traffic = {"traffic": {"stratum": {"h": 0.1, "e": 0.9}}}
    made = material(tmp_path, "h" * 12 + "e" * 12, traffic, old=WRONG, new=half)
    part = met_part(made)
    assert part is not None
    assert [row.means[-1][0] for row in part.rows] == ["0.500", "0.900"]
    assert part.rows[1].effective == f"{1 / (0.01 / 12 + 0.81 / 12):.0f}"
    assert part.rows[1].change is not None
    assert part.said.startswith(
        "By traffic it is +0.400: stratum e is 50\u202f% of the cases and 90\u202f% of the traffic"
    )
    assert made.candidate is not None
    document = met_document(made.candidate, made.testset.settings.traffic)
    assert document is not None
    assert document["by"] == "stratum"
    assert document["measures"]["AnswerRecall@1"]["weighted"]["value"] == pytest.approx(0.9)
    assert document["measures"]["AnswerRecall@1"]["plain"]["value"] == pytest.approx(0.5)


def test_the_random_stratum_is_the_estimate(tmp_path: Path) -> None:
    """With its own n; a set without it says nothing of its traffic."""
    part = met_part(material(tmp_path, "r" * 6 + "a" * 18, only=RIGHT | {"q00": ["p23"]}))
    assert part is not None
    assert [(row.what, row.n, row.means[0][0]) for row in part.rows] == [
        ("all cases alike", 24, "0.958"),
        ("stratum random alone", 6, "0.833"),
    ]
    assert met_part(material(tmp_path / "two", only=RIGHT)) is None


def test_what_the_estimate_leaves_out_is_said(tmp_path: Path) -> None:
    """Traffic that no case is of, and cases without a share."""
    traffic = {"traffic": {"stratum": {"h": 0.5, "gone": 0.5}}}
    part = met_part(material(tmp_path, "h" * 12 + "e" * 12, traffic, only=RIGHT))
    assert part is not None
    assert part.remarks == (
        "50\u202f% of the traffic is not covered, for no case compared is of it: gone.",
        "12 cases of a stratum without a share count for nothing here.",
    )


def test_more_than_two_runs_meet_each_other(tmp_path: Path) -> None:
    """The candidate first, then the baseline; who wins against whom is mirrored."""
    part = duels_part(material(tmp_path, first=WRONG, old=WRONG, new=RIGHT))
    assert part is not None
    assert (part.baseline, part.pairs, part.more) == ("old", 3, 0)
    assert [(row.run.name, row.wins, row.losses) for row in part.rows] == [
        ("new", 2, 0),
        ("old", 0, 1),
        ("first", 0, 1),
    ]
    assert [cell.counts for cell in part.rows[0].cells] == ["", "23–0", "23–0"]
    assert [cell.word for cell in part.rows[1].cells] == ["worse", "", "counts only"]
    assert [(row.run.name, row.verdict.word) for row in part.against] == [("new", "better"), ("first", "counts only")]
    assert part.said == "Of 2 other runs, by answer recall@1, 1 is told to be better than old, and none worse."
    turned = duels_part(material(tmp_path / "turned", first=RIGHT, old=RIGHT, new=WRONG))
    assert turned is not None
    assert turned.said == "Of 2 other runs, by answer recall@1, none is told to be better than old, and 1 worse."
    assert duels_part(material(tmp_path / "two", old=WRONG, new=RIGHT)) is None


@pytest.mark.parametrize(
    ("reached", "right", "said"),
    [
        (True, False, "Generation is the bottleneck: of 24 wrong answers, 24 had what answers within the first"),
        (False, False, "Retrieval is the bottleneck: of 24 wrong answers, 0 had what answers within the first"),
        (True, True, "No answer of 24 questions was wrong."),
        (False, True, "24 answers were right without it"),
    ],
)
def test_the_bottleneck_stands_on_the_failures_page(tmp_path: Path, reached: bool, right: bool, said: str) -> None:
    """With the counts of both."""
    home = plain_set(tmp_path / "one", 24)
    rankings = RIGHT if reached else {name: [] for name in IDS}
    rows = [
        f'{{"query_id": "{name}", "ranking": {str(ranking).replace(chr(39), chr(34))}, '
        f'"abstained": false, "answer_correct": {str(right).lower()}}}\n'
        for name, ranking in rankings.items()
    ]
    (home / "runs/new.jsonl").write_text("".join(rows), "utf-8")
    made = gather(str(home), "one", lambda _: None)
    (part,) = failures_page(made).answers
    assert [line.text for line in trust(made) if line.about == "Answers"] == [part.said[0]]
    assert said in " ".join(part.said)
    assert (part.rows[0].one[0], part.rows[0].two[0]) == (("24", "0") if reached else ("0", "24"))


def test_shares_that_are_none_are_told(tmp_path: Path) -> None:
    """In a note on the overview: the estimate is not there, and why; shares that are some need none."""
    for shares, said in (({"h": 0.5, "e": 0.2}, ["add up to 0.7: make them 1."]), ({"h": 0.5, "e": 0.5}, [])):
        made = material(tmp_path / str(len(said)), "h" * 12 + "e" * 12, {"traffic": {"stratum": shares}}, old=WRONG)
        notes = [note.text for note in overview_page(made).notes if "traffic" in note.text]
        assert [text.rpartition("stratum ")[2] for text in notes] == said


def fused_lines(tmp_path: Path, parts: list[str], mine: dict[str, list[str]]) -> list[Any]:
    """What the page of systems says of a run `both` beside `half`, which answers q00 to q11, and `rest`, q12 to q22."""
    half = {name: RIGHT[name] if i < 12 else ["p0"] for i, name in enumerate(IDS)}
    rest = {name: RIGHT[name] if 12 <= i < 23 else ["p0"] for i, name in enumerate(IDS)}
    home = write_set(
        tmp_path / "one",
        [asked(name, f"p{i}", stratum="a") for i, name in enumerate(IDS)],
        corpora={"build": TEXTS},
        runs={"half": half, "rest": rest, "both": mine},
        sidecars={
            "half": {"corpus": "build", "system": "words"},
            "rest": {"corpus": "build", "system": "vectors"},
            "both": {"corpus": "build", "settings": {"parts": parts}},
        },
        settings={"measures": ["AnswerRecall@1"]},
    )
    made = gather(str(home), "one", lambda _: None)
    return [fused_said(made, one) for pool in made.pools.values() for one in fused_of(made, pool)]


def test_a_hybrid_is_held_against_its_parts(tmp_path: Path) -> None:
    """Of 23 cases that either answers, it answers 8; the first twelve of fifteen lost are named; it has one more."""
    mine = {name: RIGHT[name] if i < 8 or i == 23 else ["p1"] for i, name in enumerate(IDS)}
    (one,) = fused_lines(tmp_path, ["words", "rest"], mine)
    assert one.said == "both fuses half and rest. Of 23 cases that either answers, it answers 8 (35\u202f%)."
    lost, beyond = one.cases
    assert (lost.said, [name for name, _ in lost.named], lost.more) == ("It loses 15", IDS[8:20], 3)
    assert (beyond.said, [name for name, _ in beyond.named], beyond.more) == (
        "It answers 1 that neither does", IDS[23:], 0
    )  # fmt: skip


def test_a_hybrid_that_keeps_all_or_has_no_part_here(tmp_path: Path) -> None:
    """Both are said, without a list of nothing."""
    (one,) = fused_lines(tmp_path / "a", ["words", "vectors"], RIGHT)
    assert one.said.endswith("Of 23 cases that either answers, it answers all.")
    assert [some.said for some in one.cases] == ["It answers 1 that neither does"]
    (other,) = fused_lines(tmp_path / "b", ["words", "images"], RIGHT)
    assert other == FusedSaid("both names images as a part; no run of that searched this build.", ())


def test_labels_that_look_taken_from_the_run_in_use(tmp_path: Path) -> None:
    """Of 24 cases, those that a run answers first: from half of them on it is said to flatter the run in use."""
    some = {name: RIGHT[name] if i < 11 else ["p22"] for i, name in enumerate(IDS)}  # p22 is right for q22
    fewer = {name: RIGHT[name] if i < 10 else ["p0"] for i, name in enumerate(IDS)}
    for used, other, high in (("some", "(of fewer it is 42", True), ("fewer", "(of some it is 50", False)):
        made = material(tmp_path / used, settings={"production": used}, some=some, fewer=fewer)
        (pool,) = made.pools.values()
        said, is_high = own_answers(made, pool)
        count = {"some": "12 of 24 cases (50\u202f%)", "fewer": "10 of 24 cases (42\u202f%)"}[used]
        assert said.startswith(f"In {count} the only relevant label is the first result of {used}, the run in use")
        assert other in said
        assert (is_high, "flatter it" in said) == (high, high)


def test_floors_of_each_class_are_reckoned_by_hand(tmp_path: Path) -> None:
    """Two runs; the pool of each question holds its answer beside one other, so a shuffle is right half the time."""
    first = {name: ["p3", f"p{i}"] if i != 3 else ["p3", "p0"] for i, name in enumerate(IDS)}
    made = material(tmp_path, "a" * 6 + "b" * 18, {"facets": ["stratum"]}, old=first, new=first)
    found = floors(made)
    assert found is not None
    rows = {row.name: (row.n, row.score, row.floors[0], row.floors[2]) for row in found.rows}
    assert rows["all"] == (24, "0.042", "0.042", "1.000")  # all are shown p3 first, and it answers q03 alone
    assert rows["a"] == (6, "0.167", "0.167", "1.000")
    assert rows["b"] == (18, "0.000", "0.000", "1.000")
    for row in found.rows:
        assert float(row.floors[1]) == pytest.approx(0.5, abs=0.06)  # a hundred shuffles of each question


def test_the_ceiling_counts_what_annotators_repeat(tmp_path: Path) -> None:
    """Of the items that one person judged twice, those with one grade both times: 2 of 3 here."""
    home = plain_set(tmp_path / "one", 24)
    rows = [("q00", "p0", 2, 2), ("q01", "p1", 2, 1), ("q02", "p2", 0, 0)]
    text = "query_id,passage_id,annotator,grade,at\n"
    for name, shown, one, two in rows:
        for who, grade, day in (("ana", one, "2026-03-01"), ("ana", two, "2026-04-01"), ("ben", 1, "2026-03-01")):
            text += f"{name},{shown},{who},{grade},{day}\n"
    (home / "agreement").mkdir()
    (home / "agreement/one.csv").write_text(text, "utf-8")
    found = floors(gather(str(home), "one", lambda _: None))
    assert found is not None
    assert found.ceiling.startswith("Asked again, annotators gave the same grade to 2 of 3 items (67\u202f%):")


def between(part: int, whole: int) -> tuple[float, float]:
    """Wilson's interval, as scipy has it."""
    found = scipy.stats.binomtest(part, whole).proportion_ci(0.95, "wilson")
    return float(found.low), float(found.high)


def test_refusals_and_right_answers_have_scipy_s_intervals(tmp_path: Path) -> None:
    """On the page and in the document: counts by hand, shares and ends by scipy."""
    home = plain_set(tmp_path / "one", 24)
    none = [{"query_id": f"n{i}", "query": f"nothing {i}", "unanswerable": True, "class": "none"} for i in range(10)]
    lines(home / "one-v1.jsonl", [*(asked(name, f"p{i}") for i, name in enumerate(IDS)), *none])
    rows = [
        {"query_id": name, "ranking": [f"p{i}"] if i < 16 else [], "abstained": i % 8 == 7, "answer_correct": i % 4 > 0}
        for i, name in enumerate(IDS)
    ]
    rows += [{"query_id": f"n{i}", "ranking": [], "abstained": i < 7} for i in range(10)]
    lines(home / "runs/new.jsonl", rows)
    score = gather(str(home), "one", lambda _: None).candidate
    assert score is not None
    refused, answered = refusals_document(score)["overall"], answers_document(score)
    assert answered is not None
    for found, part, whole in (
        (refused["unanswerable"], 7, 10),
        (refused["answerable"], 3, 24),
        (answered["overall"]["reached"], 12, 16),
        (answered["overall"]["unreached"], 6, 8),
    ):
        assert (found["count"], found["n"], found["value"]) == (part, whole, part / whole)
        assert (found["low"], found["high"]) == pytest.approx(between(part, whole))
    assert answered["bottleneck"] == "cannot tell"  # 4 of 6 wrong answers had been reached
    shown, answers = refusal_rows(score)[0], answers_part(score)
    assert answers is not None
    for cells, part, whole in (
        (shown.one, 7, 10), (shown.two, 3, 24), (answers.rows[0].one, 12, 16), (answers.rows[0].two, 6, 8),
    ):  # fmt: skip
        low, high = between(part, whole)
        assert cells == (str(whole), str(part), f"{part / whole:.3f}", f"{low:.3f} to {high:.3f}")


def test_what_users_meet_has_the_intervals_of_scipy(tmp_path: Path) -> None:
    """Plain and random: Wilson's; the change: Tango's of those alone, where enough are there; n and effective n."""
    new = RIGHT | {name: ["p23"] for name in IDS[:5]}
    made = material(tmp_path, "r" * 21 + "aaa", old=RIGHT | {name: ["p0"] for name in IDS[5:16]}, new=new)
    score = made.candidate
    assert score is not None
    document = met_document(score, {})
    assert document is not None
    part = met_part(made)
    assert part is not None
    found = document["measures"]["AnswerRecall@1"]
    for key, row, right, old, n in (("plain", part.rows[0], 19, 13, 24), ("random", part.rows[1], 16, 10, 21)):
        low, high = between(right, n)
        assert (found[key]["n"], found[key]["effective_n"]) == (n, pytest.approx(n))
        assert (found[key]["value"], found[key]["low"], found[key]["high"]) == pytest.approx((right / n, low, high))
        assert row.means[1] == (f"{right / n:.3f}", f"{low:.3f} to {high:.3f}")
        assert row.means[0][0] == f"{old / n:.3f}"
        assert row.change is not None
        assert row.change[0] == f"+{np.round((right - old) / n, 3):.3f}"


def test_the_matrix_counts_what_numpy_counts(tmp_path: Path) -> None:
    """Each cell won–lost over the questions of both; means of both beside the baseline's verdict."""
    chance = np.random.default_rng(5)
    right = chance.random((3, 24)) < np.array([[0.3], [0.5], [0.8]])
    right[:, 23] = True  # p23 is the wrong answer of all others
    runs: dict[str, Any] = {
        name: {query_id: [f"p{i}" if right[at, i] else "p23"] for i, query_id in enumerate(IDS)}
        for at, name in enumerate(("first", "old", "new"))
    }
    part = duels_part(material(tmp_path, **runs))
    assert part is not None
    order = [2, 1, 0]
    assert [row.run.name for row in part.rows] == ["new", "old", "first"]
    for row, one in zip(part.rows, order, strict=True):
        for cell, other in zip(row.cells, order, strict=True):
            won, lost = (right[one] & ~right[other]).sum(), (right[other] & ~right[one]).sum()
            assert cell.counts == ("" if one == other else f"{won}–{lost}")
    for against in part.against:
        at = {"new": 2, "first": 0}[against.run.name]
        assert (against.before, against.after) == (f"{right[1].mean():.3f}", f"{right[at].mean():.3f}")
