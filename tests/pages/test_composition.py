"""The page of a set's composition: with a target and without, with one version and several, with few runs and many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gold.cli.gather import gather
from gold.pages.card import card_page
from gold.pages.composition import CompositionPage, composition_page
from gold.pages.composition_document import composition_document
from gold.write.templates import render
from tests.write.make_sets import asked, lines, passage, plain_set

IDS = [f"q{i:02d}" for i in range(12)]


def page(tmp_path: Path, **more: Any) -> CompositionPage:
    """The page of a set of twelve cases."""
    return composition_page(gather(str(plain_set(tmp_path / "one", **more)), "one", lambda _: None))


def test_one_version_without_a_target(tmp_path: Path) -> None:
    """It has shares and sizes, and says nothing of what two runs cannot tell."""
    made = page(tmp_path)
    (table,) = made.tables
    assert (table.facet, table.versions, table.has_target, table.needed) == ("class", ("v1",), False, "")
    assert [(row.name, row.n, row.shares) for row in table.rows] == [("literal", 12, ("100\u202f%",))]
    assert (made.failing, made.standing, made.realism, made.small) == (None, None, (), ())
    assert [(row.size, row.this, row.point, row.cost) for row in made.sizes] == [
        ("12", True, "8.3 points", "18 minutes"),
        ("30", False, "3.3 points", "45 minutes"),
        ("100", False, "1.0 points", "2.5 hours"),
        ("250", False, "0.4 points", "6.2 hours"),
        ("1\u202f000", False, "0.1 points", "25.0 hours"),
    ]


def test_what_to_add(tmp_path: Path) -> None:
    """A class under its target is named with about how many cases it lacks; a class too small is named too."""
    made = page(tmp_path, settings={"target_composition": {"class": {"literal": 0.8, "paraphrase": 0.2}}})
    (table,) = made.tables
    assert table.needed == "Add about 3 of paraphrase to be back on target."
    assert [row.drift for row in table.rows] == ["+20 points", "\u221220 points"]
    assert made.small == (("class", "paraphrase", 0),)


def test_the_card_and_the_composition_tell_one_difference(tmp_path: Path) -> None:
    """Of a share that is 2.7 points off, which rounds to three, both say that it is on target."""
    home = plain_set(tmp_path / "one", settings={"target_composition": {"class": {"literal": 0.39, "other": 0.61}}})
    cases = [{**asked(q, f"p{i}"), "class": "literal" if i < 5 else "other"} for i, q in enumerate(IDS)]
    lines(home / "one-v1.jsonl", cases)
    material = gather(str(home), "one", lambda _: None)
    (table,), (shown,) = composition_page(material).tables, card_page(material, (), "", ()).compositions
    assert [row.drift for row in table.rows] == ["on target", "on target"]
    assert shown.rows == table.rows


def test_a_set_that_drifts_to_failures_is_named(tmp_path: Path) -> None:
    """What the run in use fails was added: by the run that was asked all of the newest version."""
    home = plain_set(tmp_path / "one", settings={"production": "old", "measures": ["AnswerRecall@1"]})
    more = [asked(f"new{i:02d}", "p1") for i in range(12)]
    lines(home / "one-v2.jsonl", [*(asked(query_id, f"p{i}") for i, query_id in enumerate(IDS)), *more])
    made = composition_page(gather(str(home), "one", lambda _: None))
    assert made.failing is not None
    assert (made.failing.run, made.failing.drifts) == ("old", True)
    assert made.failing.said.startswith("This set drifts to failures: from 0\u202f% of v1 to 50\u202f% of v2.")
    assert [row[:3] for row in made.failing.rows] == [("v1", "0 of 12", "0\u202f%"), ("v2", "12 of 24", "50\u202f%")]
    told = [line.text for line in gather(str(home), "set", lambda step: None).trust if line.about == "Drift"]
    assert told == [made.failing.said]
    assert made.tables[0].versions == ("v1", "v2")


def test_the_document_has_the_counts(tmp_path: Path) -> None:
    """Of every class in every version, with what to add."""
    made = plain_set(tmp_path / "one", settings={"target_composition": {"class": {"literal": 0.8, "paraphrase": 0.2}}})
    document = composition_document(gather(str(made), "one", lambda _: None))
    assert document["versions"] == ["v1"]
    ((literal, paraphrase),) = [facet["classes"] for facet in document["facets"]]
    assert (literal["shares"], literal["target"], literal["add"]) == ([{"n": 12, "of": 12}], 0.8, None)
    assert (paraphrase["shares"], paraphrase["add"]) == ([{"n": 0, "of": 12}], 3)
    assert (document["failures"], document["won"]) == (None, None)


def test_held_back_cases_are_nowhere(tmp_path: Path) -> None:
    """Neither in shares, nor among what no run won, nor among what is far from real phrasing."""
    home = plain_set(tmp_path / "one", runs={f"r{n}": {q: ["p0"] for q in IDS} for n in range(3)}, sidecars={})
    hidden = [asked(f"SECRET{i}", "p5", query=f"HUSH {i}", stratum="written", split="held_back") for i in range(9)]
    seen = [asked(q, f"p{i}", stratum="written" if i < 4 else "random") for i, q in enumerate(IDS)]
    lines(home / "one-v1.jsonl", [*seen, *hidden])
    made = composition_page(gather(str(home), "one", lambda _: None))
    assert made.cases == 12
    assert made.standing is not None
    (pair,) = made.realism
    assert (made.standing.never.count, made.standing.always.count) == (11, 1)
    assert pair.sizes == ("4 questions", "8 questions")
    assert not {"SECRET", "HUSH"} & set(repr(made).replace("'", " ").split())
    assert "SECRET" not in repr(made)


def test_two_sources_are_compared_where_the_settings_say_so(tmp_path: Path) -> None:
    """Cases of other sources stand in neither group."""
    cases = [asked(q, f"p{i}", source=("doc", "chat", "log")[i % 3]) for i, q in enumerate(IDS)]
    settings = {"realism": {"facet": "source", "written": "doc", "real": "chat"}}
    home = plain_set(tmp_path / "one", settings=settings)
    lines(home / "one-v1.jsonl", cases)
    made = composition_page(gather(str(home), "one", lambda _: None))
    (pair,) = made.realism
    assert (pair.written, pair.real) == ("doc", "chat")
    assert pair.sizes == ("4 questions", "4 questions")


def test_each_pair_of_a_list_is_compared(tmp_path: Path) -> None:
    """Any two sources, and what was generated against what is real; a pair that has too few questions is named."""
    cases = [asked(q, f"p{i}", source=("doc", "synthetic", "log")[i % 3]) for i, q in enumerate(IDS)]
    pairs = [("doc", "log"), ("synthetic", "log"), ("synthetic", None), ("doc", "mail")]
    settings = {"realism": [{"facet": "source", "written": one, "real": other} for one, other in pairs]}
    home = plain_set(tmp_path / "one", settings=settings)
    lines(home / "one-v1.jsonl", cases)
    made = composition_page(gather(str(home), "one", lambda _: None))
    assert [(pair.written, pair.real) for pair in made.realism] == [
        ("doc", "log"),
        ("synthetic", "log"),
        ("synthetic", "the others"),
    ]
    assert [pair.sizes[1] for pair in made.realism] == ["4 questions", "4 questions", "8 questions"]
    assert [[row.query_id for row in pair.far] for pair in made.realism[1:]] == [[*IDS[1::3]]] * 2
    assert made.not_compared == ("source “doc” against mail",)
    html = render(made, charts={})
    for words in ("synthetic against log", "synthetic against the others", "source “doc” against mail"):
        assert words in html


def test_a_glossary_says_what_jargon_is(tmp_path: Path) -> None:
    """A term a line; without one, what English lacks, or in another language what few documents have."""
    groups = [asked(q, f"p{i}", stratum="written" if i < 4 else "random") for i, q in enumerate(IDS)]
    home = plain_set(
        tmp_path / "one", settings={"glossary": "terms.txt"}, corpora={"build": [passage("p0", "of what")]}
    )
    lines(home / "one-v1.jsonl", groups)
    (home / "terms.txt").write_text("# Terms\n\nWhat of q00\nq05\n")
    made = composition_page(gather(str(home), "one", lambda _: None))
    (pair,) = made.realism
    assert pair.jargon == "a term of the set’s glossary"
    (row,) = [row for row in pair.rows if row.trait == "with jargon"]
    assert (row.written, row.real) == ("25\u202f% (1)", "12\u202f% (1)")
    (home / "terms.txt").unlink()
    made = composition_page(gather(str(home), "one", lambda _: None))
    (pair,) = made.realism
    assert pair.jargon == "a word of the build that general English lacks"
    foreign = [{**one, "query": f"wo ist meine sendung {i}"} for i, one in enumerate(groups)]
    lines(home / "one-v1.jsonl", foreign)
    made = composition_page(gather(str(home), "one", lambda _: None))
    (pair,) = made.realism
    assert pair.jargon == "a word that stands in few documents of the build"
