"""For each rule, a defect that it must find, and how the defect is put into a sound set."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from gold.check.original import Changed, Original, Record, as_lines


class Plant(NamedTuple):
    """One defect: the rule that must find it, what it is in words, and how it is put in."""

    rule: str
    what: str
    put: Callable[[Original], Changed]


def _new_run(o: Original, rankings: Record, **sidecar: Any) -> Changed:
    """One more JSONL run, on the build and of the version of the others."""
    said = {"corpus": _stem(o.build), "version": o.version.rpartition("-v")[2].partition(".")[0]} | sidecar
    return {
        "runs/planted.jsonl": as_lines([{"query_id": name, "ranking": ranking} for name, ranking in rankings.items()]),
        "runs/planted.yaml": "".join(f"{name}: {value}\n" for name, value in said.items()).encode(),
    }


def _next(o: Original, section: str, **fields: Any) -> Changed:
    """One more version, in which a plain case has other fields, and a changelog with its section."""
    name, _, number = _stem(o.version).rpartition("-v")
    changed = o.with_case(lambda case: {**case, **fields})[o.version]
    text = f"# Changes\n\n## v{int(number) + 1} - 2999-01-01\n\n{section}\n"
    return {f"{name}-v{int(number) + 1}.jsonl": changed, "CHANGELOG.md": text.encode()}


def _other_bytes(o: Original) -> Changed:
    """A lock that was written for other bytes of the version."""
    label = f"v{_stem(o.version).rpartition('-v')[2]}"
    frozen = {
        "file": o.version,
        "digest": "0",
        "date": "2999-01-01",
        "cases": 1,
        "breaking": False,
        "dev": {"planted": "0"},
    }
    return {"gold.lock": json.dumps({"format": 1, "versions": {label: frozen}}).encode()}


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _first(o: Original) -> Record:
    """The build's first passage of some words."""
    return next(passage for passage in o.records(o.build) if len(passage["text"].split()) > 12)


def _stranger() -> Record:
    """A passage that no label is about."""
    return {"passage_id": "planted", "doc_id": "planted", "text": "Nothing of the kind."}


def _words(o: Original) -> str:
    """Some words of that passage."""
    return " ".join(_first(o)["text"].split()[2:9])


def _answered(o: Original) -> tuple[Record, Record]:
    """A label of answer grade on that passage by its id, and one by its words."""
    home = {"doc_id": _first(o)["doc_id"], "grade": 2}
    return {**home, "passage_id": _first(o)["passage_id"]}, {**home, "quote": _words(o)}


READING = (
    Plant(
        "unreadable", "a packed build that is cut off", lambda o: {"corpora/planted.jsonl.gz": b"\x1f\x8b\x08\x00cut"}
    ),
    Plant(
        "encoding", "a byte that is not UTF-8", lambda o: o.with_line(o.version, b'{"query_id": "\xff", "query": "x"}')
    ),
    Plant("syntax", "a line that is cut off", lambda o: o.with_line(o.version, '{"query_id": "planted", "query')),
    Plant(
        "duplicate-key",
        "a key twice",
        lambda o: o.with_line(o.version, '{"query_id": "a", "query_id": "b", "query": "x"}'),
    ),
    Plant("unknown-field", "a misspelt field", lambda o: o.with_case(lambda c: {**c, "querry": "x"})),
    Plant("two-spellings", "`question` beside `query`", lambda o: o.with_case(lambda c: {**c, "question": "another"})),
    Plant("field", "a grade of 1.9", lambda o: o.with_label(passage_id="p", grade=1.9)),
    Plant("setting", "a margin in words", lambda o: o.with_setting("margin: soon")),
    Plant("columns", "a TREC line of three columns", lambda o: o.with_line(o.trec_run, "one two three")),
    Plant(
        "not-finite",
        "a score without end",
        lambda o: {
            **_new_run(o, {}),
            "runs/planted.jsonl": b'{"query_id": "x", "ranking": [{"passage_id": "p", "score": 1e999}]}\n',
        },
    ),
    Plant("duplicate-id", "a case twice", lambda o: o.with_also(lambda c: {**c, "query_id": o.plain["query_id"]})),
    Plant(
        "duplicate-id",
        "a passage id twice",
        lambda o: o.with_passage(lambda p: {**p, "passage_id": _first(o)["passage_id"]}),
    ),
    Plant(
        "two-texts",
        "an id with two texts",
        lambda o: o.with_also(lambda c: {**c, "query_id": o.plain["query_id"], "query": "else"}),
    ),
    Plant(
        "rows-differ",
        "rows of one case that differ",
        lambda o: o.with_line(
            o.version,
            '{"query_id": "planted", "query": "x", "class": "a", "passage_id": "p", "grade": 1}\n'
            '{"query_id": "planted", "query": "x", "class": "b", "passage_id": "q", "grade": 1}',
        ),
    ),
    Plant(
        "two-grades",
        "one place with two grades",
        lambda o: o.with_case(
            lambda c: {
                **c,
                "judgments": [*c["judgments"], {**c["judgments"][0], "grade": 1 - c["judgments"][0]["grade"] // 2}],
            }
        ),
    ),
    Plant("grade-scale", "a grade of 7", lambda o: o.with_label(passage_id="p", grade=7)),
    Plant(
        "answerability",
        "answerable and not",
        lambda o: o.with_case(lambda c: {**c, "answerable": True, "unanswerable": True}),
    ),
    Plant("anchor", "a label without an anchor", lambda o: o.with_label(grade=2)),
    Plant(
        "mixed-ids",
        '12345 and "12345"',
        lambda o: o.with_line(o.version, '{"query_id": 12345, "query": "x"}\n{"query_id": "12345", "query": "x"}'),
    ),
    Plant(
        "number-id",
        "an id without quotation marks",
        lambda o: o.with_line(o.version, '{"query_id": 12345, "query": "x"}'),
    ),
    Plant(
        "repeated-label",
        "a label twice",
        lambda o: o.with_case(lambda c: {**c, "judgments": [*c["judgments"], c["judgments"][0]]}),
    ),
)
QUERIES = (
    Plant("odd-character", "a no-break space", lambda o: o.with_case(lambda c: {**c, "query": "a\u00a0" + c["query"]})),
    Plant("odd-character", "mojibake", lambda o: o.with_case(lambda c: {**c, "query": "donâ€™t " + c["query"]})),
    Plant("padded-id", "an id that ends with a blank", lambda o: o.with_also(lambda c: {**c, "query_id": "planted "})),
    Plant("look-alike", "a class in capitals", lambda o: o.with_case(lambda c: {**c, "class": c["class"].upper()})),
    Plant(
        "look-alike-passage",
        "a passage id in capitals",
        lambda o: o.with_passage(lambda p: {**p, "passage_id": _first(o)["passage_id"].upper()}),
    ),
    Plant(
        "twin-query",
        "a query under a second id",
        lambda o: o.with_also(lambda c: {**c, "query": c["query"].upper() + " "}),
    ),
    Plant(
        "contradicting-labels",
        "a query again, with other labels",
        lambda o: o.with_also(lambda c: {**c, "judgments": [_answered(o)[0]]}),
    ),
    Plant("held-back-leak", "a query held back and open", lambda o: o.with_also(lambda c: {**c, "split": "held_back"})),
    Plant(
        "query-quotes-answer",
        "a query out of its passage",
        lambda o: o.with_case(lambda c: {**c, "query": _words(o), "judgments": [_answered(o)[0]]}),
    ),
    Plant(
        "query-in-corpus",
        "a query that is a passage",
        lambda o: o.with_case(lambda c: {**c, "query": _first(o)["text"]}),
    ),
)
LABELS = (
    Plant("undefined", "a case without labels", lambda o: o.with_case(lambda c: {**c, "judgments": []})),
    Plant(
        "unanswerable-labelled",
        "an unanswerable case with an answer",
        lambda o: o.with_case(lambda c: {**{k: v for k, v in c.items() if k != "answerable"}, "unanswerable": True}),
    ),
    Plant(
        "unanswerable-answered",
        "a refusal with an answer",
        lambda o: o.with_case(
            lambda c: {**{k: v for k, v in c.items() if k != "answerable"}, "unanswerable": True, "judgments": []}
        ),
    ),
    Plant(
        "missing-answer",
        "an answer left out",
        lambda o: o.with_case(lambda c: {k: v for k, v in c.items() if k != "answer"}),
    ),
    Plant(
        "class-contradicts", "several parts in name only", lambda o: o.with_case(lambda c: {**c, "class": "multi_part"})
    ),
    Plant("part-unanswered", "a part that nothing answers", lambda o: o.with_label(passage_id="p", grade=1, part="x")),
    Plant("history-tag", "a follow-up of nothing", lambda o: o.with_case(lambda c: {**c, "tags": ["follow_up"]})),
    Plant(
        "history-tag",
        "a history without the tag",
        lambda o: o.with_case(lambda c: {**c, "tags": ["short"], "history": [{"query": "x"}]}),
    ),
    Plant("distractor", "a distractor that supports", lambda o: o.with_label(passage_id="p", grade=1, distractor=True)),
    Plant(
        "distractor-in-answer",
        "a distractor where the answer is",
        lambda o: o.with_case(
            lambda c: {**c, "judgments": [_answered(o)[0], {**_answered(o)[1], "grade": 0, "distractor": True}]}
        ),
    ),
    Plant(
        "one-fact-twice",
        "one place by id and by quote",
        lambda o: o.with_case(lambda c: {**c, "judgments": list(_answered(o))}),
    ),
    Plant("label-date", "judged some day", lambda o: o.with_label(passage_id="p", grade=1, at="some day")),
    Plant("weight", "a weight of -1", lambda o: o.with_case(lambda c: {**c, "weight": -1})),
    Plant("sloppy-quote", "a quote without its first letter", lambda o: o.with_label(quote=_words(o)[1:], grade=1)),
    Plant("nothing-placed", "a build of other passages", lambda o: {o.build: as_lines([_stranger()])}),
    Plant(
        "gone-label", "a quote that stands nowhere", lambda o: o.with_label(quote="no passage has these words", grade=1)
    ),
    Plant(
        "unknown-heading",
        "a heading of no document",
        lambda o: o.with_label(doc_id=_first(o)["doc_id"], heading=["No such heading"], grade=1),
    ),
    Plant(
        "chunking",
        "judged on other chunks",
        lambda o: o.with_label(passage_id=_first(o)["passage_id"], grade=1, chunking="planted"),
    ),
    Plant(
        "unsupported-answer",
        "an answer of other words",
        lambda o: o.with_case(lambda c: {**c, "answer": "zzzzz qqqqq xxxxx", "judgments": [_answered(o)[0]]}),
    ),
    Plant(
        "personal-data",
        "an address in a query",
        lambda o: o.with_case(lambda c: {**c, "query": c["query"] + " mail mara.lindqvist@nordhafen.se"}),
    ),
    Plant(
        "personal-data-passage",
        "an address in a passage",
        lambda o: o.with_passage(lambda p: {**p, "text": "Write to mara.lindqvist@nordhafen.se."}),
    ),
)
AROUND = (
    Plant(
        "passage-two-texts",
        "an id with another text in the next build",
        lambda o: {f"corpora/{_stem(o.build)}-planted.jsonl": as_lines([{**_first(o), "text": "something else"}])},
    ),
    Plant(
        "passage-twins",
        "the twin of a labelled passage",
        lambda o: {
            **o.with_case(lambda c: {**c, "judgments": [_answered(o)[0]]}),
            **o.with_passage(lambda p: {**_first(o), "passage_id": "planted"}),
        },
    ),
    Plant(
        "run-two-texts",
        "a run that saw another text",
        lambda o: _new_run(
            o, {o.plain["query_id"]: [{"passage_id": _first(o)["passage_id"], "text": "something else"}]}
        ),
    ),
    Plant(
        "unknown-build", "a run on a build that is not there", lambda o: o.with_sidecar(o.trec_run, "corpus: nowhere")
    ),
    Plant("unknown-version", "a run of version 99", lambda o: o.with_sidecar(o.trec_run, "version: v99")),
    Plant("run-date", "a run of yesterday", lambda o: o.with_sidecar(o.trec_run, "date: yesterday")),
    Plant(
        "no-common-question",
        "a run of other questions",
        lambda o: _new_run(o, {"elsewhere": [_first(o)["passage_id"]]}),
    ),
    Plant(
        "missing-questions",
        "a run of one question",
        lambda o: _new_run(o, {o.plain["query_id"]: [_first(o)["passage_id"]]}),
    ),
    Plant(
        "repeated-result", "a result twice", lambda o: _new_run(o, {o.plain["query_id"]: [_first(o)["passage_id"]] * 2})
    ),
    Plant(
        "ties",
        "two results with one score",
        lambda o: o.with_line(
            o.trec_run, f"{o.plain['query_id']} Q0 tie-a 1 99 x\n{o.plain['query_id']} Q0 tie-b 2 99 x"
        ),
    ),
    Plant("foreign-passages", "results of elsewhere", lambda o: _new_run(o, {o.plain["query_id"]: ["of-elsewhere"]})),
    Plant("unknown-measure", "a measure that is none", lambda o: o.with_setting("measures: [Luck@5]")),
    Plant("unknown-run", "a baseline that is not there", lambda o: o.with_setting("baseline: not-there")),
    Plant("answer-grade", "an answer grade off the scale", lambda o: o.with_setting("grades: [0, 1]\nanswer_grade: 2")),
    Plant(
        "target",
        "shares of more than all",
        lambda o: o.with_setting("target_composition: {class: {literal: 0.9, other: 0.9}}"),
    ),
    Plant("allowed-nothing", "an exception for nobody", lambda o: o.with_setting("privacy: {allow: [nobody]}")),
    Plant(
        "changelog-version",
        "a version that the changelog forgets",
        lambda o: {"CHANGELOG.md": b"# Changes\n\n## v0 - 2020-01-01\n"},
    ),
    Plant("unnumbered-version", "a version without a number", lambda o: {"planted.jsonl": o.files[o.version]}),
    Plant(
        "set-cannot-see",
        "no unanswerable question",
        lambda o: {
            o.version: as_lines([c for c in o.cases if not c.get("unanswerable") and c.get("class") != "unanswerable"])
        },
    ),
    Plant(
        "one-value-facet",
        "a facet with one value",
        lambda o: o.with_cases(
            lambda c: {**c, "class": "one", "unanswerable": c.get("unanswerable") or c.get("class") == "unanswerable"}
        ),
    ),
    Plant(
        "adjudication",
        "a label that was settled otherwise",
        lambda o: {
            **o.with_label(passage_id=_first(o)["passage_id"], grade=1),
            "adjudicated.jsonl": as_lines(
                [{"query_id": o.plain["query_id"], "passage_id": _first(o)["passage_id"], "grade": 0}]
            ),
        },
    ),
    Plant("small-class", "a class of one case", lambda o: o.with_case(lambda c: {**c, "class": "planted"})),
)
OVER_TIME = (
    Plant("changelog-undocumented", "a question reworded in silence", lambda o: _next(o, "Nothing.", query="planted")),
    Plant(
        "changelog-unknown", "a case that did not change", lambda o: _next(o, f"- Reworded: {o.plain['query_id']}: x")
    ),
    Plant(
        "changelog-kind",
        "a reworded question called new",
        lambda o: _next(o, f"- Added: {o.plain['query_id']}: asked twice", query="planted"),
    ),
    Plant("changelog-count", "a count of none", lambda o: _next(o, "- 7 cases were reworded.", query="planted")),
    Plant(
        "changelog-reason",
        "a draft that nobody finished",
        lambda o: _next(o, f"- Reworded: {o.plain['query_id']}: (why?)", query="planted"),
    ),
    Plant(
        "changelog-date",
        "a section without a date",
        lambda o: {"CHANGELOG.md": f"## v{_stem(o.version).rpartition('-v')[2]}\n\nNew.\n".encode()},
    ),
    Plant("frozen-changed", "a frozen version with other bytes", _other_bytes),
    Plant("changelog-section", "a section of no version", lambda o: {"CHANGELOG.md": b"## v99999 - 2999-01-01\n"}),
)
PLANTS: tuple[Plant, ...] = (*READING, *QUERIES, *LABELS, *AROUND, *OVER_TIME)
