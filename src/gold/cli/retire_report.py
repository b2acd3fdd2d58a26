"""What `gold retire` says: which cases leave and why, which never won, and what was written."""

from __future__ import annotations

from collections.abc import Iterator

from gold.cli.retire_target import Retiring

MOST_SHOWN = 20


def said(done: Retiring, *, dry_run: bool) -> Iterator[str]:
    """The whole answer, line by line."""
    version, found = done.inputs.version, done.standing
    name = version.title
    few = f": all there are of {found.wanted}" if len(found.runs) < found.wanted else ""
    yield f"{name}, by the last {len(found.runs)} runs{few}"
    for one in done.unscored:
        yield f"- left out, for it cannot be scored: {one.run.name}: {one.why}"
    leave = [case.query_id for case in done.leave]
    would = " would" if dry_run else ""
    yield f"{_cases(len(leave))}{would} leave for stable.yaml, answered first by every run that was asked"
    yield from _listed(leave)
    if done.exempt:
        yield f"{_cases(len(done.exempt))} answered so too, and kept whole with the stratum"
        yield from _listed(done.exempt)
    never = [query_id for query_id in found.never if query_id not in done.inputs.versions.hidden]
    if never:
        yield f"{_cases(len(never))} never won: broken label or real gap?"
        yield from _listed([f"{one} (no answer in the build)" if one in found.lost else one for one in never])
    yield from (f"{'would write' if dry_run else 'wrote'} {file.path}" for file in done.files)


def _cases(count: int) -> str:
    return f"{count} case{'' if count == 1 else 's'}"


def _listed(names: list[str] | tuple[str, ...]) -> Iterator[str]:
    yield from (f"- {name}" for name in names[:MOST_SHOWN])
    if len(names) > MOST_SHOWN:
        yield f"- and {len(names) - MOST_SHOWN} more"
