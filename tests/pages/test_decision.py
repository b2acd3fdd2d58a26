"""What the overview says beside the verdict: a better run, what each build lost, which classes moved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gold.cli.gather import gather
from gold.pages.hits import hits
from gold.pages.label_loss import label_loss
from gold.pages.material import Material
from gold.pages.notes import comparison_notes
from gold.pages.rival import rival
from gold.pages.run_head import pair_first
from tests.write.make_sets import passage, plain_set

IDS = [f"q{i:02d}" for i in range(24)]
RIGHT = {query_id: [f"p{i}"] for i, query_id in enumerate(IDS)}
WRONG = {query_id: ["p0"] for query_id in IDS}
DATES = {"old": "2026-01-01", "third": "2026-01-15", "new": "2026-02-01"}


def material(tmp_path: Path, build: str = "build", **runs: Any) -> Material:
    """The material of a set with these runs; the newest one searched `build`."""
    texts = [passage(f"p{i}", f"passage {i}") for i in range(24)]
    corpora = {"build": texts, "less": texts[:-2]}
    sidecars = {name: {"corpus": build if name == "new" else "build", "date": DATES[name]} for name in runs}
    settings = {"baseline": "old", "min_class_size": 4}
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


def test_an_equal_run_is_no_rival(tmp_path: Path) -> None:
    """As good is not better, and a run over fewer cases is not set beside."""
    assert rival(material(tmp_path, old=WRONG, third=RIGHT, new=RIGHT)) is None


def test_the_build_that_lost_is_named(tmp_path: Path) -> None:
    """The candidate's build lost two answers: they are named as its, and once."""
    made = material(tmp_path, build="less", old=RIGHT, new=RIGHT)
    assert made.comparison is not None
    words = "2 questions cannot be answered from less, the candidate’s build: they are not in the verdict"
    assert label_loss(made.comparison) == ((words, ("q22", "q23")),)
    assert [note.text for note in comparison_notes(made)][1:] == [f"{words}."]


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
