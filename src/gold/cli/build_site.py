"""`gold build-site`: the static site over all test sets."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from gold.pages.material import Material


MOST_SHOWN = 50


@click.command()
@click.argument("testsets", default="testsets")
@click.option("--out", default="site", show_default=True, metavar="FOLDER", help="Where the site is built.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=None,
    metavar="N",
    help="How many processes make question pages. Default: one a core.",
)
@click.option("--stable", is_flag=True, help="Score the cases of stable.yaml too, on a page of their own.")
def command(testsets: str, out: str, jobs: int | None, stable: bool) -> None:
    """Build the static site over all test sets.

    TESTSETS is a folder of sets, or one set's folder. The site reads without a server and without
    scripts, and the same input gives the same bytes. Only files that gold wrote are ever replaced or removed.
    """
    from gold.cli.ending import ended_by_request
    from gold.cli.gather import gather, set_slugs
    from gold.pages.front import front_page
    from gold.pages.guide import guide_page
    from gold.pages.numbers import counted
    from gold.pages.rules import rules_page
    from gold.pages.site import set_pages
    from gold.read.testset import find_testsets
    from gold.write.charts import drawer
    from gold.write.folder import building
    from gold.write.site import SiteWriter

    folders = find_testsets(testsets)
    materials = []
    slugs = set_slugs(folders)
    jobs = jobs or _cores()
    with (
        _no_collector(),
        ended_by_request(),
        _progress() as progress,
        building(out) as site,
        drawer(site, jobs) as begin,
    ):
        task = progress.add_task("Reading", total=None)
        told = partial(_say, progress, task)
        writer = SiteWriter(site, begin, jobs, lambda n: progress.advance(task, n))
        for folder in folders:
            materials.append(gather(folder, slugs[folder], told, aside=jobs > 1, stable=stable))
        for material in materials:
            pages = set_pages(material)
            _refuse_errors(materials)
            total = len(pages.questions) + len(pages.pages)
            progress.reset(task, total=total, description=f"Writing {material.testset.name}")
            writer.put_set(pages)
        writer.put_shared(front_page(materials), guide_page(), rules_page())
        built = writer.finish()
    for material in materials:
        for words in _warnings(material):
            click.echo(f"warning: {material.testset.name}: {words}", err=True)
    removed = f", {counted(len(built.removed), 'stale file')} removed" if built.removed else ""
    what = f"{counted(built.pages, 'page')} of {counted(len(materials), 'set')}"
    click.echo(f"{what} in {out}{removed}: open {Path(out, 'index.html')}")


def _say(progress: Progress, task: TaskID, step: str) -> None:
    progress.update(task, description=step)


def _refuse_errors(materials: list[Material]) -> None:
    """Nothing is built, and the old site stays, where a set has errors."""
    from gold.cli.validate_report import text
    from gold.errors import NotClean
    from gold.pages.numbers import counted

    errors = [finding for material in materials for finding in material.findings if finding.severity == "error"]
    if errors:
        click.echo(text(errors[:MOST_SHOWN]), err=True, nl=False)
        raise NotClean(f"{counted(len(errors), 'error')}: nothing was built, and an old site stays as it was")


def _warnings(material: Material) -> Iterator[str]:
    """A line for each run without a number, and one where the newest run fails stable cases."""
    for item in material.unscored:
        yield f"run {item.run.name} is not scored: {' '.join(item.why.split())}"
    if material.stable is not None:
        from gold.pages.stable import stable_said

        said = stable_said(material, material.stable)
        if said.warns:
            yield said.text


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _no_collector() -> Iterator[None]:
    """Without Python's cycle collector: nothing that a build makes goes in circles, and there is much of it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on stderr where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress
