"""A file of annotations in any accepted form into a sample, and several samples into one judgment a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from gold.errors import BadRecord, Refuse, Where, stop
from gold.model.annotation import Annotation, Sample
from gold.model.version import Notice
from gold.read.annotations_csv import csv_annotations
from gold.read.file import ending, read_bytes, stem
from gold.read.json_lines import decode_lines
from gold.read.mapping import read_drawn
from gold.read.number_ids import NumberIds
from gold.read.pseudonyms import pseudonym
from gold.read.run import SIDECAR_ENDINGS
from gold.read.unknown_fields import refuse_unknown

Rows = tuple[list[Annotation], list[int], list[Notice]]


def read_sample(path: str, refuse: Refuse = stop, grades: Collection[int] | None = None) -> Sample:
    """Read one sample: CSV (long or wide), JSONL, a Quepid book (JSON), or qrels, whose name is the annotator.

    Errors name the line: a bad row, a grade that is not whole or not one of `grades`, an annotator who judged
    one item twice without two different times to tell the judgments apart.
    """
    kind = ending(path)
    if kind == "csv":
        found = csv_annotations(path, read_bytes(path), refuse)
    elif kind == "jsonl":
        found = _json_lines(path, refuse)
    elif kind == "json":
        from gold.read.annotations_quepid import quepid_annotations

        found = quepid_annotations(path, read_bytes(path), refuse)
    else:
        found = _qrels(path, refuse)
    annotations, lines, notices = found
    beside = _beside(path)
    sample = Sample(
        name=stem(path),
        path=path,
        annotations=_pseudonymous(annotations),
        lines=lines,
        drawn=None if beside is None else read_drawn(beside, refuse),
        notices=tuple(notices),
    )
    _check_scale(sample, grades, refuse)
    refuse_repeats([sample], refuse)
    return sample


def refuse_repeats(samples: Sequence[Sample], refuse: Refuse = stop) -> None:
    """Refuse an annotator's second judgment of an item, unless both say when, and at different times."""
    keys = [(a.query_id, a.passage_id, a.annotator) for sample in samples for a in sample.annotations]
    if len(set(keys)) == len(keys):
        return
    places = [(sample, row) for sample in samples for row in range(len(sample.annotations))]
    seen: dict[tuple[str, str, str], list[tuple[Sample, int]]] = {}
    for key, (sample, row) in zip(keys, places, strict=True):
        before = seen.setdefault(key, [])
        now = sample.annotations[row]
        for other, at in before:
            there = other.annotations[at]
            if now.at and there.at and now.at != there.at:
                continue
            line = f"line {other.lines[at]}" if other is sample else f"{other.path}:{other.lines[at]}"
            message = (
                f"{now.annotator!r} judged {now.passage_id!r} twice, with grade {there.grade} ({line}) and grade "
                f"{now.grade}: keep one, or give both the time (`at`) they were made"
            )
            refuse(BadRecord(message, Where(sample.path, sample.lines[row]), "two-grades", now.query_id))
            break
        before.append((sample, row))


def _json_lines(path: str, refuse: Refuse) -> Rows:
    data = read_bytes(path)
    numbers = NumberIds()
    rows, lines = decode_lines(path, data, Annotation, partial(_mended, numbers, refuse), refuse)
    numbers.refuse_both(path, data, refuse)
    return rows, lines, numbers.notices()


def _mended(numbers: NumberIds, refuse: Refuse, record: dict[str, Any], where: Where) -> dict[str, Any]:
    refuse_unknown(record, Annotation.__struct_fields__, where, refuse=refuse)
    for name in ("query_id", "passage_id"):
        if name in record:
            record[name] = numbers.text(record[name], name, where)
    return record


def _qrels(path: str, refuse: Refuse) -> Rows:
    """The lines are those on which each query begins."""
    from gold.read.qrels import read_qrels

    version = read_qrels(path, refuse)
    rows = [
        (
            Annotation(
                query_id=case.query_id, passage_id=label.passage_id or "", annotator=stem(path), grade=label.grade
            ),
            n,
        )
        for case, n in zip(version.cases, version.lines, strict=True)
        for label in case.labels
    ]
    return [row for row, _ in rows], [n for _, n in rows], list(version.notices)


def _beside(path: str) -> str | None:
    """The file beside a sample that says how it was drawn."""
    found = (Path(path).parent / f"{stem(path)}.{kind}" for kind in SIDECAR_ENDINGS)
    return next((str(place) for place in found if place.is_file()), None)


def _pseudonymous(annotations: list[Annotation]) -> Sequence[Annotation]:
    """The annotations with a pseudonym in place of each e-mail address."""
    import msgspec

    names = {a.annotator for a in annotations}
    told = {name: pseudonym(name) for name in names if "@" in name}
    if not told:
        return annotations
    return [msgspec.structs.replace(a, annotator=told[a.annotator]) if a.annotator in told else a for a in annotations]


def _check_scale(sample: Sample, grades: Collection[int] | None, refuse: Refuse) -> None:
    if grades is None or {a.grade for a in sample.annotations} <= set(grades):
        return
    scale = ", ".join(map(str, grades))
    for a, line in zip(sample.annotations, sample.lines, strict=True):
        if a.grade not in grades:
            message = f"grade {a.grade} is not one of {scale}: mend it, or the grades of gold.yaml"
            refuse(BadRecord(message, Where(sample.path, line, "grade"), "grade-scale", a.query_id))
