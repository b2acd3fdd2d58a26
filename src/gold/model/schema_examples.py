"""A few records of every file, as they may stand in it."""

from __future__ import annotations

from typing import Any

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "testset": [
        {
            "query_id": "real-0041",
            "query": "whats the rma window on damaged stuff",
            "class": "paraphrase",
            "judgments": [
                {"doc_id": "returns", "quote": "within 30 days of delivery", "grade": 2, "part": "window"},
                {"doc_id": "rma", "heading": ["RMA", "Raising an RMA"], "grade": 2, "part": "procedure"},
                {"passage_id": "returns#p4", "grade": 0, "distractor": True},
            ],
        },
        {
            "question_id": "q1",
            "question": "rma?",
            "supporting": [{"document": "RMA", "heading": "Raising an RMA"}],
            "distractors": [{"doc_id": "returns"}],
        },
        {"query_id": "q2", "query": "rma?", "evidence": [{"doc_id": "rma", "answer_quote": "an RMA number"}]},
        {"query_id": "q3", "query": "and for lamps?", "history": [{"query": "rma?"}], "supporting": "unknown"},
        {"query_id": "q4", "query": "rma?", "passage_id": "rma#p1", "grade": 2, "by": "ana"},
    ],
    "run": [
        {"query_id": "real-0041", "ranking": ["returns#p2", "rma#p1"]},
        {"query_id": "q1", "ranking": [{"passage_id": "rma#p1", "score": 11.2}], "abstained": False},
    ],
    "sidecar": [
        {
            "system": "bm25",
            "corpus": "sections-2026-03",
            "version": "v1",
            "date": "2026-03-14",
            "settings": {"k1": 1.2, "b": 0.75},
        }
    ],
    "corpus": [
        {
            "passage_id": "returns#p2",
            "doc_id": "returns",
            "doc_version": "2026-03-11",
            "title": "Returns",
            "heading": ["Returns", "Damaged goods"],
            "text": "Report damage within 30 days of delivery.",
        }
    ],
    "settings": [
        {
            "format": 1,
            "title": "Support questions",
            "grades": [0, 1, 2],
            "facets": ["class", "stratum"],
            "measures": ["AnswerRecall@5", "nDCG(dcg='exp-log2')@10"],
            "target_composition": {"stratum": {"no_results": 0.2, "random": 0.8}},
            "pages": {"max_questions": 5000},
            "gates": {
                "worst_class": {"measure": "AnswerRecall@5", "drop": 0.05},
                "coverage": 0.95,
                "findings": "error",
            },
        }
    ],
    "sample": [{"drawn": "random", "seed": 1, "n": 60, "of": 199, "by": "class", "version": "v2", "models": ["m1"]}],
    "adjudication": [
        {"query_id": "q1", "passage_id": "rma#p1", "grade": 2, "by": "dana", "at": "2026-03-12", "note": "It says so."}
    ],
    "look": [
        {
            "date": "2026-04-20",
            "who": "dana",
            "reason": "release of 2026.4",
            "version": "v3",
            "digest": "5f1c2a",
            "runs": ["hybrid-2026-04"],
            "chain": "9ab04e",
        }
    ],
    "annotation": [
        {"query_id": "q1", "passage_id": "rma#p1", "annotator": "ana", "grade": 2, "at": "2026-03-10"},
        {
            "query_id": "q1",
            "passage_id": "rma#p1",
            "annotator": "m1",
            "grade": 1,
            "kind": "model",
            "note": "No number.",
        },
    ],
}
