"""What the overview says beside the verdict: a better run, what each build lost, which classes moved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import scipy.stats
from msgspec.structs import replace

from gold.cli.gather import gather
from gold.compare.interval import Paired, verdict, verdicts
from gold.pages.decision import decide
from gold.pages.detects import detects
from gold.pages.frame import Link
from gold.pages.hits import hits
from gold.pages.label_loss import label_loss, loss_in_short
from gold.pages.lost_ground import lost_though_risen, worst_class
from gold.pages.material import Material
from gold.pages.notes import comparison_notes
from gold.pages.rival import rival
from gold.pages.run_head import pair_first
from gold.pages.runs import runs_page
from tests.write.make_sets import passage, plain_set

IDS = [f"q{i:02d}" for i in range(24)]
RIGHT = {query_id: [f"p{i}"] for i, query_id in enumerate(IDS)}
WRONG = {query_id: ["p0"] for query_id in IDS}
DATES = {"old": "2026-01-01", "third": "2026-01-15", "new": "2026-02-01"}


def material(
    tmp_path: Path, build: str = "build", before: str = "build", more: dict[str, Any] | None = None, **runs: Any
) -> Material:
    """The material of a set with these runs; the newest one searched `build`, the others `before`."""
    texts = [passage(f"p{i}", f"passage {i}") for i in range(24)]
    corpora = {"build": texts, "less": texts[:-2], "late": texts[1:]}
    sidecars = {name: {"corpus": build if name == "new" else before, "date": DATES[name]} for name in runs}
    settings = {"baseline": "old", "min_class_size": 4} | (more or {})
    home = plain_set(tmp_path / "one", 24, corpora=corpora, runs=runs, sidecars=sidecars, settings=settings)
    return gather(str(home), "one", lambda _: None)


def test_a_better_run_is_named(tmp_path: Path) -> None:
    """Only one that scores above the candidate; and the runs stand with the pair first, then the best."""
    made = material(tmp_path, old=WRONG, third=RIGHT, new=WRONG)
    found = rival(made)
    assert found is not None
    assert found.text.startswith("third, ")
    assert found.text.endswith(" 1.000 against 0.042 over the same 24 cases")
    assert [score.run.name for score in pair_first(made)] == ["new", "old", "third"]
    assert runs_page(made).above == found.text


def test_an_equal_run_is_no_rival(tmp_path: Path) -> None:
    """As good is not better, and a run over fewer cases is not set beside."""
    made = material(tmp_path, old=WRONG, third=RIGHT, new=RIGHT)
    assert rival(made) is None
    assert runs_page(made).above == ""


def test_the_build_that_lost_is_named(tmp_path: Path) -> None:
    """The candidate's build lost two answers: they are named as its, and once."""
    made = material(tmp_path, build="less", old=RIGHT, new=RIGHT)
    assert made.comparison is not None
    words = "2 questions cannot be answered from less, the candidate’s build: they are not in the verdict"
    assert label_loss(made.comparison) == ((words, ("q22", "q23")),)
    assert [note.text for note in comparison_notes(made)][1:] == [f"{words}."]


def test_both_builds_that_lost_are_named(tmp_path: Path) -> None:
    """One sentence says what each lost, and once that these questions are left out."""
    made = material(tmp_path, build="less", before="late", old=RIGHT, new=RIGHT)
    assert made.comparison is not None
    assert loss_in_short(made.comparison) == (
        "2 questions cannot be answered from less, the candidate’s build, "
        "and 1 from late, the baseline’s build: they are not in the verdict"
    )


def test_worse_classes_are_listed(tmp_path: Path) -> None:
    """By every measure of quality, each with its change; where none is worse, that is said."""
    worse, better = (
        hits(material(tmp_path / name, old=old, new=new))
        for name, old, new in (("worse", RIGHT, WRONG), ("better", WRONG, RIGHT))
    )
    assert worse is not None
    assert better is not None
    assert {hit.tone for hit in worse.listed} == {"worse"}
    assert worse.listed[0].where.text == "class: literal"
    assert better.no_worse == "No class is told to be worse by any measure."
    assert {hit.tone for hit in better.listed} == {"better"}


def test_what_cannot_be_told_is_said(tmp_path: Path) -> None:
    """A better run is not said to be free of worse classes where some are too small to tell."""
    made = material(tmp_path, old=WRONG, new=RIGHT)
    assert made.comparison is not None
    assert decide(made).verdict == "Ship new: better overall than old, and no class is told to be worse"
    (literal,) = made.comparison.classes
    silent = dict.fromkeys(literal.verdicts, verdict(np.zeros(9), 0.02, 4))
    rare = msgspec.structs.replace(literal, name="rare", verdicts=silent)
    more = replace(made, comparison=msgspec.structs.replace(made.comparison, classes=(literal, rare)))
    assert decide(more).verdict.endswith("told to be worse (of 1 of 2 classes it cannot be told)")
    none = replace(made, comparison=msgspec.structs.replace(made.comparison, classes=(rare, rare)))
    assert decide(none).verdict.endswith("told to be worse (none of 2 can be told either way)")
    said = hits(more)
    assert said is not None
    assert said.no_worse.endswith(
        "; of 1 of 2 classes too few questions are asked, or too few changed, to tell anything."
    )


def test_a_decision_of_few_cases_gives_the_counts(tmp_path: Path) -> None:
    """It does not ship, and it does not say how many more would tell."""
    turned = RIGHT | {query_id: WRONG[query_id] for query_id in IDS[1:4]}
    found = decide(material(tmp_path, old=RIGHT, new=turned))
    assert (found.verdict, found.tone) == ("Too little to tell new from old: lost 3, won 0, of 24", "unknown")


def test_a_set_says_how_small_a_change_it_shows(tmp_path: Path) -> None:
    """More cases show less; the set's own number of cases is among them."""
    rows = detects(material(tmp_path, old=RIGHT, new=WRONG))
    assert [(row.cases, row.here) for row in rows][:2] == [("24", True), ("30", False)]
    assert [row.general for row in rows][1:] == ["0.229", "0.125", "0.079", "0.040"]
    lost = [float(WRONG[query_id] == RIGHT[query_id]) - 1 for query_id in IDS]
    points = scipy.stats.norm.ppf(0.975) + scipy.stats.norm.ppf(0.8)
    least = [points * float(np.std(lost, ddof=1)) / n**0.5 for n in (24, 30, 100, 250, 1000)]
    assert [row.seen for row in rows] == [f"{one:.3f}" for one in least]
    assert detects(material(tmp_path / "still", old=RIGHT, new=RIGHT)) == ()


def test_another_measure_that_is_worse_is_no_advice_to_ship(tmp_path: Path) -> None:
    """What the first measure says stands there, and what speaks against it."""
    low = {query_id: ["p0", "p1", "p2", f"p{i}"] if i > 2 else [f"p{i}"] for i, query_id in enumerate(IDS)}
    same = decide(material(tmp_path / "same", old=RIGHT, new=low))
    assert (same.verdict, same.tone) == (
        "Too little to tell new from old: none of 24 changed, but worse by nDCG@10, MRR@10",
        "unknown",
    )
    some = RIGHT | {query_id: WRONG[query_id] for query_id in IDS[-9:]}
    better = decide(material(tmp_path / "better", old=some, new=low))
    assert (better.verdict, better.tone, better.sign) == (
        "Look before new ships: better by the first measure, but worse by MRR@10",
        "unknown",
        "?",
    )


def few_lost(tmp_path: Path, lost: int) -> Material:
    """The candidate wins all but a few, which the baseline had."""
    old, new = {**WRONG, **dict(list(RIGHT.items())[1 : lost + 1])}, {**RIGHT}
    new |= {query_id: ["p0"] for query_id in IDS[1 : lost + 1]}
    return material(tmp_path, old=old, new=new)


def classed(made: Material, *groups: tuple[str, list[float]]) -> Material:
    """The same with these classes, whose cases changed so, by the first measure."""
    assert made.comparison is not None
    judged = verdicts([Paired(np.array(changes), share=True) for _, changes in groups], 0.02, 4)
    classes = tuple(
        msgspec.structs.replace(made.comparison.overall, facet=made.facets[0], name=name, verdicts={made.headline: one})
        for (name, _), one in zip(groups, judged, strict=True)
    )
    return replace(made, comparison=msgspec.structs.replace(made.comparison, classes=classes))


def test_the_class_that_fared_worst_is_told(tmp_path: Path) -> None:
    """With its counts, as much as they say; one that is too small to be measured is never the worst."""
    made = few_lost(tmp_path, 2)
    small, some = ("tiny", [-1.0, -1.0]), ("few", [-1.0] * 3 + [0.0] * 9)
    many = ("many", [-1.0] * 14 + [0.0] * 50 + [1.0])
    found = worst_class(classed(made, small, some, many))
    assert found is not None
    assert found.link.text == f"{made.facets[0]}: few, lost 3, won 0, of 12: too little to tell"
    found = worst_class(classed(made, small, many))
    assert found is not None
    assert found.link == Link(
        f"{made.facets[0]}: many, \u22120.200 (n 65, lost 14, won 1): worse", "classes.html#facet-1"
    )
    found = worst_class(classed(made, ("even", [0.0] * 12), ("up", [1.0] * 12)))
    assert found is not None
    assert found.link.text == f"{made.facets[0]}: even, none of 12 changed: too little to tell; no class fell"
    assert worst_class(classed(made, small)) is None


def test_what_was_lost_although_the_mean_rose(tmp_path: Path) -> None:
    """The questions with their pages; only a few of many; nothing where none was lost or the mean fell."""
    found = lost_though_risen(few_lost(tmp_path / "two", 2))
    assert found is not None
    assert (found.said, found.query_ids, found.more) == ("2 questions", ("q01", "q02"), None)
    assert found.linked == (("q01", "questions/q01.html"), ("q02", "questions/q02.html"))
    found = lost_though_risen(few_lost(tmp_path / "many", 7))
    assert found is not None
    assert found.text == "7 questions (q01, q02, q03, q04, q05 and 2 more)"
    assert lost_though_risen(few_lost(tmp_path / "none", 0)) is None
    assert lost_though_risen(material(tmp_path / "worse", old=RIGHT, new=WRONG)) is None


def test_where_less_is_better_a_rise_is_a_loss(tmp_path: Path) -> None:
    """What is refused now and was not has lost, although fewer are refused."""
    refused = {"measures": ["FalseRefusal"]}
    found = lost_though_risen(
        material(tmp_path, more=refused, old=RIGHT | {"q03": [], "q04": []}, new=RIGHT | {"q05": []})
    )
    assert found is not None
    assert found.query_ids == ("q05",)
