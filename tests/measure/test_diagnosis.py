"""Why a case failed: the ladder of causes, its marks, and the words that no tuning finds."""

from __future__ import annotations

import pytest

from gold.measure.diagnosis import Diagnosis, Other, broken_at, diagnoses, failed, losses
from gold.measure.lacking import lacking
from gold.measure.reach import UNREACHED
from gold.measure.score import RunScore
from gold.measure.ways import bar_of, complete_at, ways_of
from gold.model.case import Case
from gold.model.corpus import Corpus
from gold.model.run import Answered
from gold.resolve import lost
from gold.resolve.resolve import resolve
from tests.builders import case, corpus, label, measures, passage, run, score, scored

BUILD = corpus(
    passage("a1", "return it within thirty days", "a"),
    passage("a2", "a fee is due after that", "a"),
    passage("b1", "the warehouse opens at nine", "b"),
    *(passage(f"x{n}", f"other text number {n}", f"x{n}") for n in range(9)),
)
FILL = [f"x{n}" for n in range(9)]


def came(one: Case, ranking: list[str], *names: str, others: tuple[Other, ...] = (), wrong: bool = False) -> Diagnosis:
    """What a run with this list made of the case, where the first two results decide."""
    said = {one.query_id: Answered(answer_correct=False)} if wrong else {}
    (found,) = _diagnosed(
        score(scored([one], BUILD), run({"q": ranking}, answered=said), *(names or FIRST_TWO)), others
    )
    assert found is not None
    return found


FIRST_TWO = ("AnswerRecall@2",)


def _diagnosed(done: RunScore, others: tuple[Other, ...] = ()) -> list[Diagnosis | None]:
    return diagnoses(done, losses(done.scored, bar_of(done.measures, 2), others))


HELD = case("q", label(2, doc_id="a", quote="thirty days"))
STALE = case("q", label(2, doc_id="a", quote="forty days"), label(1, "b1"))
ABSENT = case("q", label(2, doc_id="z", quote="forty days"), label(1, "b1"))


@pytest.mark.parametrize(
    ("one", "ranking", "expected"),
    [
        (HELD, ["x1", "a1"], Diagnosis(None, 2)),
        (HELD, ["x1", "x2", "a1"], Diagnosis("ranked_out", 3, 3)),
        (HELD, ["x1", "a2", "a1"], Diagnosis("ranked_out", 3, 2)),
        (HELD, ["x1", "a2", "x2"], Diagnosis("wrong_passage", None, 2)),
        (HELD, ["x1", "x2", "a2"], Diagnosis("not_retrieved", None, 3)),
        (HELD, ["x1", "x2", "x3"], Diagnosis("not_retrieved")),
        (HELD, [], Diagnosis("refused")),
        (STALE, ["b1", "a2"], Diagnosis("stale_label", None, 2)),
        (ABSENT, ["b1", "a2"], Diagnosis("not_ingested")),
    ],
)
def test_the_first_step_that_broke(one: Case, ranking: list[str], expected: Diagnosis) -> None:
    """A lost label is named before anything is said of the ranking."""
    assert came(one, ranking) == expected


def test_missing_from_the_run() -> None:
    """A case that the run lacks is missing; one that cannot be won is lost first of all."""
    two = [case("q", label(2, "a1")), case("r", label(2, "b1")), case("s", label(2, doc_id="z"))]
    found = _diagnosed(score(scored(two, BUILD), {"q": ["a1"]}, "AnswerRecall@2"))
    assert [one and one.cause for one in found] == [None, "missing", "not_ingested"]


def test_a_case_that_did_not_fail_has_a_document_rank_where_asked_for() -> None:
    """The first passage of a document that answers, whichever way; the pages of questions alone do without."""
    done = score(scored([HELD], BUILD), {"q": ["a2", "a1"]}, "AnswerRecall@2")
    assert diagnoses(done, {}, every_document=True) == [Diagnosis(None, 2, 1)]
    assert diagnoses(done, {}) == [Diagnosis(None, 2)]
    failed_too = score(scored([HELD], BUILD), {"q": ["x1", "a2", "a1"]}, "AnswerRecall@2")
    assert diagnoses(failed_too, {}, every_document=True) == [Diagnosis("ranked_out", 3, 2)]


def test_marks_stand_beside_the_cause() -> None:
    """A distractor above the answer, found or not; a wrong answer though it was reached."""
    trap = case("q", label(2, "a1"), label(0, "b1", distractor=True))
    assert came(trap, ["b1", "a1"]) == Diagnosis(None, 2, None, distracted=True)
    assert came(trap, ["b1", "x1"]) == Diagnosis("not_retrieved", None, None, distracted=True)
    assert came(trap, ["x1", "x2", "b1"]).distracted is False
    assert came(HELD, ["a1"], wrong=True) == Diagnosis(None, 1, None, answered_wrong=True)
    assert came(HELD, ["x1"], wrong=True).answered_wrong is False


def test_a_label_that_names_no_document_has_the_one_of_another_build() -> None:
    """Where another build holds it, its document says whether it was lost with it."""
    before = corpus(passage("old", "forty days in all", "a"), name="before")
    for anchors in ({"quote": "forty days"}, {"passage_id": "old"}):
        one = case("q", label(2, **anchors), label(1, "b1"))
        others = ((before, {"q": resolve([one], before).labels[0]}),)
        assert came(one, ["x1"]).cause == "not_ingested"
        assert came(one, ["x1"], others=others).cause == "stale_label"


def test_titles_are_read_once_for_all_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many labels name a document that the build lacks."""
    asked: list[Corpus] = []

    def titles(build: Corpus) -> dict[str, list[str]]:
        asked.append(build)
        return {}

    monkeypatch.setattr(lost, "titles", titles)
    cases = [case(f"q{i}", label(2, doc_id=f"z{i}")) for i in range(3)]
    found = losses(scored(cases, BUILD), bar_of(measures("Success@2"), 1))
    assert (found, len(asked)) == (dict.fromkeys(range(3), "not_ingested"), 1)


def test_parts_are_lost_together() -> None:
    """One part whose document is absent makes the way not ingested; a whole way beside it is no loss."""
    parts = [label(2, doc_id="a", quote="forty", part="x"), label(2, doc_id="z", part="y")]
    assert came(case("q", *parts, label(1, "b1")), ["x1"]).cause == "not_ingested"
    assert came(case("q", parts[0], label(2, "b1", part="y")), ["b1"]).cause == "stale_label"
    assert came(case("q", *parts, label(2, "b1")), ["x1"]).cause == "not_retrieved"


def test_without_a_corpus_a_text_anchor_is_not_placed() -> None:
    """Nothing can be said of what was not looked for."""
    cases = [HELD, case("r", label(2, "a1"))]
    found = _diagnosed(score(scored(cases), {"q": ["a1"], "r": ["x1", "a2"]}, "AnswerRecall@2"))
    assert [one and one.cause for one in found] == ["not_placed", "not_retrieved"]


def test_every_failed_case_has_a_cause_and_no_other() -> None:
    """The cases whose deciding measure is 0 are those with a cause; unanswerable and undefined ones have none."""
    cases = [HELD, case("r", label(2, "b1")), case("n", class_="unanswerable"), case("u")]
    for name in ("AnswerRecall@2", "Success(rel=2)@2", "nDCG@2"):
        done = score(scored(cases, BUILD), {"q": ["x1", "x2", "a1"], "r": ["b1"], "n": [], "u": ["a1"]}, name)
        found = _diagnosed(done)
        assert failed(done).tolist() == [True, False, False, False]
        assert [one and one.cause for one in found] == ["ranked_out", None, None, None]


def test_where_an_answer_is_complete() -> None:
    """An unparted answer alone, or the last of the parts; without either, what supports; for Success what counts."""
    bar = bar_of(measures("AnswerRecall@5"), 2)
    parts = ways_of(case("q", label(2, "a", part="x"), label(2, "b", part="y"), label(1, "c")), bar)
    assert complete_at(parts, (3, 7, 1)) == 7
    assert complete_at(parts, (3, UNREACHED, 1)) is None
    assert complete_at(ways_of(case("q", label(2, "a"), label(2, "b", part="y")), bar), (9, 4)) == 4
    assert complete_at(ways_of(case("q", label(1, "a")), bar), (5,)) == 5
    success = bar_of(measures("Success@5"), 2)
    assert complete_at(ways_of(case("q", label(2, "a"), label(1, "b")), success), (9, 4)) == 4


def test_the_cut_that_decides() -> None:
    """The first AnswerRecall or Success says how deep an answer may stand; without one the first cut does."""
    assert bar_of(measures("nDCG@10", "Success@3"), 2).cut == 3
    assert bar_of(measures("nDCG@10"), 2)[:2] == (measures("AnswerRecall@10")[0], 10)


def test_a_loss_outranks_everything() -> None:
    """Whatever the run did, a lost label is no fault of it."""
    assert broken_at("stale_label", False, True, 3, 1, 5) == "stale_label"
    assert broken_at(None, True, False, None, 6, 5) == "not_retrieved"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("whats the RMA window on returns", ("rma", "window")),
        ("bol for a pallet?", ("bol", "pallet")),
        ("Return, returned", ("returned",)),
        ("form 1138", ("form", "1138")),
        ("the and of", ()),
    ],
)
def test_words_that_the_passages_lack(query: str, words: tuple[str, ...]) -> None:
    """A word is there where a word of the text begins with it: "form" is not in "information"."""
    assert lacking(query, ["A return is free: information inside."]) == words


def test_other_builds_are_looked_at_by_case() -> None:
    """A build without the case tells nothing of it."""
    empty: tuple[Corpus, dict[str, tuple[()]]] = (BUILD, {})
    assert came(ABSENT, ["x1"], others=(empty,)).cause == "not_ingested"
