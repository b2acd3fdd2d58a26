"""A diff into the bullets of a changelog section that a person has to finish: what changed, and a question for why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from gold.compare.versions.change import CaseChange, Diff, FieldChange
from gold.model.words import one_line

WHY = "(why?)"
HEADINGS = {
    "added": "Added",
    "removed": "Removed",
    "relabelled": "Relabelled",
    "reworded": "Reworded",
    "reclassified": "Reclassified",
    "re-split": "Re-split",
    "retired": "Retired",
    "other": "Notes, answers and other fields",
}
MOST_BULLETS = 40
"""Cases of a kind that get a bullet each; more stand together."""
MOST_WORDS = 60
NUMBERED = re.compile(r"^(?P<name>.*?)(?P<number>\d{1,15})$", re.DOTALL)
LABEL = re.compile(r"^judgments\[.*\](?:\.(?P<field>\w+))?$", re.DOTALL)


def drafted(diff: Diff) -> dict[str, list[str]]:
    """The bullets by their headings; a case of two kinds stands under both."""
    return {heading: bullets for kind, heading in HEADINGS.items() if (bullets := list(_bullets(diff, kind)))}


def _bullets(diff: Diff, kind: str) -> Iterator[str]:
    ids = diff.of_kind(kind)
    if not ids:
        return
    if kind in ("relabelled", "reclassified") and len(ids) <= MOST_BULLETS:
        changes = {change.query_id: change for change in diff.changed}
        for query_id in ids:
            yield f"{one_line(query_id)}: {_what(changes[query_id], kind)}: {WHY}"
    else:
        yield f"{', '.join(_in_ranges(ids))}: {WHY}"


def _what(change: CaseChange, kind: str) -> str:
    """What happened to a case, in a few words."""
    if kind == "reclassified":
        fields = [field for field in change.fields if field.field in ("class", "stratum", "intent", "source", "asker")]
        return "; ".join(f"{f.field} {_word(f.old)} to {_word(f.new)}" for f in fields) or "other tags"
    return "; ".join(dict.fromkeys(words for field in change.fields if (words := _of_label(field)))) or "answerability"


def _of_label(change: FieldChange) -> str | None:
    match = LABEL.match(change.field)
    if match is None or match["field"] in ("by", "at", "note"):
        return None
    if match["field"] is None:
        label = change.new or change.old
        return f"a label of grade {label['grade']} is {'gone' if change.new is None else 'new'}"
    if match["field"] == "grade":
        return f"grade {change.old} to {change.new}"
    return f"another {match['field']}"


def _word(value: object) -> str:
    text = "none" if value is None else re.sub(r"[;:\s]+", " ", str(value))
    return text if len(text) <= MOST_WORDS else f"{text[:MOST_WORDS]}…"


def _in_ranges(ids: Sequence[str]) -> Iterator[str]:
    """The ids, three and more numbers in a row as `real-0041 to real-0052`."""
    numbered = [(NUMBERED.match(query_id), query_id) for query_id in ids]
    runs = groupby(enumerate(numbered), key=lambda item: _run_of(item[0], *item[1]))
    for _, group in runs:
        names = [query_id for _, (_, query_id) in group]
        if len(names) > 2:
            yield f"{one_line(names[0])} to {one_line(names[-1])}"
        else:
            yield from map(one_line, names)


def _run_of(place: int, match: re.Match[str] | None, query_id: str) -> tuple[object, ...]:
    """What the ids of one row have in common: their name, and how far their number is ahead of their place."""
    if match is None or not match["name"] or not query_id.isprintable() or " " in query_id:
        return (query_id,)
    return (match["name"], int(match["number"]) - place)
