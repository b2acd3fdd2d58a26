"""Scored runs into what `gold score` prints: a table, JSON, CSV or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gold.cli.score_beside import Beside, beside_scores
from gold.cli.table import as_document, comma_separated, markdown, number, plain
from gold.measure.means import ClassScore
from gold.measure.named import UNNAMED
from gold.measure.score import RunScore
from gold.model.version import Version
from gold.model.words import listed
from gold.pages.numbers import counted

MOST_NAMED = 8
SAID = {
    "missing": "absent from the run, 0 in every mean they enter",
    "not_asked": "not asked by this run, left out",
    "earlier_words": "asked in the words of the version that the run declares, reworded since",
    "extra": "in the run but not in the set, ignored",
    "duplicates": "results that repeat a passage, worth nothing",
    "ties": "results tied with the one above, ordered by passage id",
    "undefined": "without a relevant label, left out",
    "unanswerable": "unanswerable, not ranked",
    "unknown": "of unknown answer, not scored",
    "unconfirmed": "proposed or retired, not scored",
    "held_back": "held back, and let in by a look that is in the ledger",
    "foreign": "results that are no passage of this build",
    "unwinnable": "cannot be won in this build",
}

ONE = {
    "duplicates": "result that repeats a passage, worth nothing",
    "ties": "result tied with the one above, ordered by passage id",
    "foreign": "result that is no passage of this build",
}


def as_table(version: Version, scores: Sequence[RunScore], beside: Beside, per_query: bool) -> str:
    """Aligned text: a block a run, a row a class, then what was left out, by name."""
    title = f"{version.title} ({counted(version.size, 'case')})"
    return "\n\n".join([title + _judges(version), *(_block(score, beside, per_query, plain) for score in scores)])


def as_markdown(version: Version, scores: Sequence[RunScore], beside: Beside, per_query: bool) -> str:
    """The same as the table, for a pull request."""
    title = f"## {version.title} ({counted(version.size, 'case')})"
    return "\n\n".join(
        [title + _judges(version, "\n\n"), *(_block(score, beside, per_query, markdown) for score in scores)]
    )


def _judges(version: Version, apart: str = "\n") -> str:
    """Who gave the labels, on a line of its own; nothing where none says so."""
    from gold.pages.judges import judges, labels_by  # not for the other forms

    by = labels_by(version.cases)
    return f"{apart}labels by {judges(by)}" if any(by) else ""


def _block(score: RunScore, beside: Beside, per_query: bool, draw: Callable[..., str]) -> str:
    names = [str(measure) for measure in score.measures]
    header = ["class", "n", *names]
    rows = [["all", str(score.overall.n), *_cells(score, score.overall)]]
    if score.named.unwinnable:
        n = int((score.counted & score.scored.winnable).sum())
        means = score.overall.winnable
        rows.append(["all winnable", str(n), *(number(means[m].value) for m in score.measures)])
    after = beside.credited.get(score.run.name)
    if after is not None and _cells(after, after.overall) != _cells(score, score.overall):
        rows.append(["all twins credited", str(after.overall.n), *_cells(after, after.overall)])
    for group in (one for one in score.classes if any(mean.n for mean in one.means.values())):
        rows.append([f"{group.facet}: {group.name}", str(group.n), *_cells(score, group)])
    build = f" on {score.build}" if score.build else ", without a corpus"
    parts = [f"{score.run.name}{build}", "", draw(header, rows)]
    if per_query:
        from gold.pages.documents import case_values  # not for a plain table

        values = case_values(score)
        cells = [[case["query_id"], *map(number, case["measures"].values())] for case in values]
        parts += ["", draw(["case", *names], cells)]
    tables, words = beside_scores(score, beside.traffic, draw)
    parts += [part for table in tables for part in ("", table)]
    said = [
        *words,
        *_named(score),
        *(f"{measure} is not measurable: {why}" for measure, why in score.not_measurable.items()),
    ]
    if said:
        parts += ["", *(f"- {line}" for line in said)]
    return "\n".join(parts)


def _cells(score: RunScore, group: ClassScore) -> list[str]:
    """A class's values; where a measure has an n of its own, it stands beside."""
    means = [group.means[measure] for measure in score.measures]
    return [number(m.value) + (f" (n {m.n})" if m.n not in (group.n, 0) else "") for m in means]


def _named(score: RunScore) -> list[str]:
    """What the means leave out or treat apart, a line a kind, the first cases by name."""
    said = []
    zero = {"undefined": "without a relevant label, counted as 0"} if score.undefined == "zero" else {}
    for kind, words in (SAID | zero).items():
        count = score.named.size(kind)
        ids = () if kind in UNNAMED else tuple(getattr(score.named, kind))
        if count:
            found = ONE.get(kind, words) if count == 1 else words
            said.append(f"{count} {found}" + (f": {listed(ids, MOST_NAMED)}" if ids else ""))
    for measure in score.measures:
        ids = score.undefined_by(measure)
        if ids:
            said.append(f"{len(ids)} without a value of {measure}, left out of its n: {listed(ids, MOST_NAMED)}")
    return said


def as_json(version: Version, scores: Sequence[RunScore], beside: Beside, per_query: bool) -> str:
    """One JSON document: the set, and for each run its means, classes, counts and names."""
    from gold.pages.documents import score_document

    lost = {score.run.name: beside.losses(score) for score in scores} if per_query else None
    document = score_document(version, scores, version.size, beside.traffic, beside.credited, lost)
    return as_document(document)


def as_csv(version: Version, scores: Sequence[RunScore], _: Beside, per_query: bool) -> str:
    """Rows `run,facet,class,measure,value,n`; with `per_query` a row a case too, its id as class of `query_id`."""
    from gold.pages.documents import case_values

    rows = []
    for score in scores:
        for group in (score.overall, *score.classes):
            for measure in score.measures:
                mean = group.means[measure]
                value = "" if mean.value is None else repr(mean.value)
                rows.append([score.run.name, group.facet or "", group.name or "", str(measure), value, str(mean.n)])
        for case in case_values(score) if per_query else ():
            for name, value in case["measures"].items():
                cell = "" if value is None else repr(value)
                rows.append([score.run.name, "query_id", case["query_id"], name, cell, "0" if value is None else "1"])
    return comma_separated(("run", "facet", "class", "measure", "value", "n"), rows)


FORMATS: dict[str, Callable[[Version, Sequence[RunScore], Beside, bool], str]] = {
    "table": as_table,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
}
