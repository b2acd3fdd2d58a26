"""A Quepid book, exported as JSON, into annotations; its raters' e-mail addresses stay outside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.annotation import Annotation
from gold.model.case import MOST_GRADE
from gold.model.version import Notice
from gold.read.json_lines import deeper_than
from gold.read.pseudonyms import pseudonym

PAIRS = "query_doc_pairs"
NOBODY = "anonymous"
DEEPEST = 50


def quepid_annotations(
    path: str, data: bytes, refuse: Refuse = stop
) -> tuple[list[Annotation], list[int], list[Notice]]:
    """The ratings of a book; the query's text is its id. What was unrateable or put off is left out, and counted.

    Errors: no JSON, no book, a rating that is no whole number. A book is one value: the line is always 1.
    """
    rows: list[Annotation] = []
    left_out = 0
    for field, pair, judgement in _judgements(_book(path, data), Where(path, 1), refuse):
        rating = judgement.get("rating")
        if judgement.get("unrateable") or judgement.get("judge_later") or rating is None:
            left_out += 1
            continue
        where = Where(path, 1, field)
        if isinstance(rating, bool) or not isinstance(rating, int | float) or rating != rating // 1:
            refuse(BadRecord(f"rating {json.dumps(rating)[:40]} is no whole number", where))
        elif abs(rating) > MOST_GRADE:
            refuse(BadRecord(f"rating {rating:g} is beyond {MOST_GRADE}", where))
        else:
            rows.append(_annotation(pair, judgement, int(rating)))
    lines = [1] * len(rows)
    message = f"{left_out} judgements without a rating (unrateable, or put off): left out"
    return rows, lines, [Notice(path, None, message)] if left_out else []


def _book(path: str, data: bytes) -> dict[str, Any]:
    try:
        book = json.loads(data)
    except json.JSONDecodeError as error:
        raise BadRecord(f"no valid JSON: {error.msg}", Where(path, error.lineno), "syntax") from None
    except (RecursionError, ValueError):
        raise BadRecord(
            "no JSON that can be read: nested too deeply, or a huge number", Where(path), "syntax"
        ) from None
    if not isinstance(book, dict) or not isinstance(book.get(PAIRS), list) or deeper_than(book, DEEPEST):
        message = f"no Quepid book: it has no list {PAIRS!r}; a sample with one record a line ends in .jsonl"
        raise BadRecord(message, Where(path), "syntax")
    return book


def _judgements(
    book: dict[str, Any], where: Where, refuse: Refuse
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for at, pair in enumerate(book[PAIRS]):
        field = f"{PAIRS}[{at}]"
        if not isinstance(pair, dict) or not _is_name(pair.get("query_text")) or not _is_name(pair.get("doc_id")):
            message = "a pair needs query_text and doc_id, both as text"
            refuse(BadRecord(message, Where(where.path, where.line, field)))
            continue
        judgements = pair.get("judgements") or []
        if not isinstance(judgements, list) or not all(isinstance(each, dict) for each in judgements):
            refuse(BadRecord("judgements must be a list of objects", Where(where.path, where.line, field)))
            continue
        for number, judgement in enumerate(judgements):
            yield f"{field}.judgements[{number}]", pair, judgement


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _annotation(pair: dict[str, Any], judgement: dict[str, Any], rating: int) -> Annotation:
    who = judgement.get("user_email") or judgement.get("user_name") or ""
    at = judgement.get("updated_at")
    note = judgement.get("explanation")
    return Annotation(
        query_id=pair["query_text"],
        passage_id=pair["doc_id"],
        annotator=pseudonym(who) if isinstance(who, str) and who else NOBODY,
        grade=rating,
        note=note if isinstance(note, str) and note else None,
        at=at if isinstance(at, str) and at else None,
    )
