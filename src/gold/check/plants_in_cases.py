"""Defects of a version's file: records, queries, labels."""

from __future__ import annotations

from gold.check.original import as_lines
from gold.check.plant import Plant, answer_twice, first_of, new_run, stranger, words_of

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
            **new_run(o, {}),
            "runs/planted.jsonl": b'{"query_id": "x", "ranking": [{"passage_id": "p", "score": 1e999}]}\n',
        },
    ),
    Plant("duplicate-id", "a case twice", lambda o: o.with_also(lambda c: {**c, "query_id": o.plain["query_id"]})),
    Plant(
        "duplicate-id",
        "a passage id twice",
        lambda o: o.with_passage(lambda p: {**p, "passage_id": first_of(o)["passage_id"]}),
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
    Plant("odd-passage", "a passage without a text", lambda o: o.with_passage(lambda p: {**p, "text": " "})),
    Plant(
        "odd-passage",
        "a passage that ends before it begins",
        lambda o: o.with_passage(lambda p: {**p, "char_start": 2, "char_end": 1}),
    ),
    Plant(
        "look-alike-passage",
        "a passage id in capitals",
        lambda o: o.with_passage(lambda p: {**p, "passage_id": first_of(o)["passage_id"].upper()}),
    ),
    Plant(
        "twin-query",
        "a query under a second id",
        lambda o: o.with_also(lambda c: {**c, "query": c["query"].upper() + " "}),
    ),
    Plant(
        "contradicting-labels",
        "a query again, with other labels",
        lambda o: o.with_also(lambda c: {**c, "judgments": [answer_twice(o)[0]]}),
    ),
    Plant("held-back-leak", "a query held back and open", lambda o: o.with_also(lambda c: {**c, "split": "held_back"})),
    Plant(
        "query-quotes-answer",
        "a query out of its passage",
        lambda o: o.with_case(lambda c: {**c, "query": words_of(o), "judgments": [answer_twice(o)[0]]}),
    ),
    Plant(
        "query-in-corpus",
        "a query that is a passage",
        lambda o: o.with_case(lambda c: {**c, "query": first_of(o)["text"]}),
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
    Plant("repeated-tag", "a tag twice", lambda o: o.with_case(lambda c: {**c, "tags": ["short", "long", "short"]})),
    Plant("distractor", "a distractor that supports", lambda o: o.with_label(passage_id="p", grade=1, distractor=True)),
    Plant(
        "distractor-in-answer",
        "a distractor where the answer is",
        lambda o: o.with_case(
            lambda c: {**c, "judgments": [answer_twice(o)[0], {**answer_twice(o)[1], "grade": 0, "distractor": True}]}
        ),
    ),
    Plant(
        "one-fact-twice",
        "one place by id and by quote",
        lambda o: o.with_case(lambda c: {**c, "judgments": list(answer_twice(o))}),
    ),
    Plant("label-date", "judged some day", lambda o: o.with_label(passage_id="p", grade=1, at="some day")),
    Plant("weight", "a weight of -1", lambda o: o.with_case(lambda c: {**c, "weight": -1})),
    Plant("sloppy-quote", "a quote without its first letter", lambda o: o.with_label(quote=words_of(o)[1:], grade=1)),
    Plant("nothing-placed", "a build of other passages", lambda o: {o.build: as_lines([stranger()])}),
    Plant(
        "gone-label", "a quote that stands nowhere", lambda o: o.with_label(quote="no passage has these words", grade=1)
    ),
    Plant(
        "unknown-heading",
        "a heading of no document",
        lambda o: o.with_label(doc_id=first_of(o)["doc_id"], heading=["No such heading"], grade=1),
    ),
    Plant(
        "chunking",
        "judged on other chunks",
        lambda o: o.with_label(passage_id=first_of(o)["passage_id"], grade=1, chunking="planted"),
    ),
    Plant(
        "unsupported-answer",
        "an answer of other words",
        lambda o: o.with_case(lambda c: {**c, "answer": "zzzzz qqqqq xxxxx", "judgments": [answer_twice(o)[0]]}),
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
