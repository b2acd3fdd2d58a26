"""Defects of what stands around a version: builds, runs, settings, the changelog, other versions."""

from __future__ import annotations

from gold.check.original import as_lines
from gold.check.plant import Plant, altered, answer_twice, first_of, looks, new_run, next_step, stem_of
from gold.model.testset import CHANGELOG

AROUND = (
    Plant(
        "passage-two-texts",
        "an id with another text in the next build",
        lambda o: {f"corpora/{stem_of(o.build)}-planted.jsonl": as_lines([{**first_of(o), "text": "something else"}])},
    ),
    Plant(
        "passage-twins",
        "the twin of a labelled passage",
        lambda o: {
            **o.with_case(lambda c: {**c, "judgments": [answer_twice(o)[0]]}),
            **o.with_passage(lambda p: {**first_of(o), "passage_id": "planted"}),
        },
    ),
    Plant(
        "run-two-texts",
        "a run that saw another text",
        lambda o: new_run(
            o, {o.plain["query_id"]: [{"passage_id": first_of(o)["passage_id"], "text": "something else"}]}
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
        lambda o: new_run(o, {"elsewhere": [first_of(o)["passage_id"]]}),
    ),
    Plant(
        "missing-questions",
        "a run of one question",
        lambda o: new_run(o, {o.plain["query_id"]: [first_of(o)["passage_id"]]}),
    ),
    Plant(
        "repeated-result",
        "a result twice",
        lambda o: new_run(o, {o.plain["query_id"]: [first_of(o)["passage_id"]] * 2}),
    ),
    Plant(
        "ties",
        "two results with one score",
        lambda o: o.with_line(
            o.trec_run, f"{o.plain['query_id']} Q0 tie-a 1 99 x\n{o.plain['query_id']} Q0 tie-b 2 99 x"
        ),
    ),
    Plant(
        "rising-scores",
        "a list against its scores",
        lambda o: new_run(o, {o.plain["query_id"]: [{"passage_id": f"up-{n}", "score": n} for n in (1, 2)]}),
    ),
    Plant("foreign-passages", "results of elsewhere", lambda o: new_run(o, {o.plain["query_id"]: ["of-elsewhere"]})),
    Plant("unknown-measure", "a measure that is none", lambda o: o.with_setting("measures: [Luck@5]")),
    Plant("unknown-run", "a baseline that is not there", lambda o: o.with_setting("baseline: not-there")),
    Plant("answer-grade", "an answer grade off the scale", lambda o: o.with_setting("grades: [0, 1]\nanswer_grade: 2")),
    Plant(
        "target",
        "shares of more than all",
        lambda o: o.with_setting("target_composition: {class: {literal: 0.9, other: 0.9}}"),
    ),
    Plant("traffic", "shares of half the traffic", lambda o: o.with_setting("traffic: {class: {literal: 0.5}}")),
    Plant("allowed-nothing", "an exception for nobody", lambda o: o.with_setting("privacy: {allow: [nobody]}")),
    Plant("review-span", "a span that is none", lambda o: o.with_setting("review_every: {ticket: now and then}")),
    Plant(
        "changelog-version",
        "a version that the changelog forgets",
        lambda o: {CHANGELOG: b"# Changes\n\n## v0 - 2020-01-01\n"},
    ),
    Plant("unread-file", "a sidecar of no run", lambda o: {"runs/planted.yaml": b"version: v1\n"}),
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
            **o.with_label(passage_id=first_of(o)["passage_id"], grade=1),
            "adjudicated.jsonl": as_lines(
                [{"query_id": o.plain["query_id"], "passage_id": first_of(o)["passage_id"], "grade": 0}]
            ),
        },
    ),
    Plant("small-class", "a class of one case", lambda o: o.with_case(lambda c: {**c, "class": "planted"})),
)
OVER_TIME = (
    Plant(
        "changelog-undocumented",
        "a question reworded in silence",
        lambda o: next_step(o, "Nothing.", query="planted"),
    ),
    Plant(
        "changelog-unknown",
        "a case that did not change",
        lambda o: next_step(o, f"- Reworded: {o.plain['query_id']}: x"),
    ),
    Plant(
        "changelog-kind",
        "a reworded question called new",
        lambda o: next_step(o, f"- Added: {o.plain['query_id']}: asked twice", query="planted"),
    ),
    Plant("changelog-count", "a count of none", lambda o: next_step(o, "- 7 cases were reworded.", query="planted")),
    Plant(
        "changelog-reason",
        "a draft that nobody finished",
        lambda o: next_step(o, f"- Reworded: {o.plain['query_id']}: (why?)", query="planted"),
    ),
    Plant(
        "changelog-date",
        "a section without a date",
        lambda o: {CHANGELOG: f"## v{stem_of(o.version).rpartition('-v')[2]}\n\nNew.\n".encode()},
    ),
    Plant("frozen-changed", "a frozen version with other bytes", altered),
    Plant("ledger-chain", "a look with another reason than was written", looks(1, of="edited")),
    Plant("looked-often", "three looks at one version", looks(3)),
    Plant("changelog-section", "a section of no version", lambda o: {CHANGELOG: b"## v99999 - 2999-01-01\n"}),
)
