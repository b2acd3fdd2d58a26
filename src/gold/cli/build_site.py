"""`gold build-site`: the static site over all test sets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from gold.cli.options import Asked, looking
from gold.cli.say import say

if TYPE_CHECKING:
    from gold.pages.material import Material
    from gold.write.charts import Drawer
    from gold.write.folder import SiteFolder
    from gold.write.site import SiteWriter


MOST_SHOWN = 50
MB = 1_000_000
LARGE = 500 * MB
"""Bytes from which a site is told to be large: half of what GitHub Pages takes."""


class Order(NamedTuple):
    """The sets that a site is to be built of, and how; `url` is where it is published, empty where nobody knows.

    `stable`: with a page of the stable cases. `look` is the release that is wanted; `writes`: its line may be written
    into the ledger.
    """

    folders: list[str]
    url: str
    jobs: int
    stable: bool
    look: Asked | None
    writes: bool


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
@click.option("--url", metavar="URL", help="Where the site is published: for whole links in feed.xml and 404.html.")
@click.option(
    "--check",
    is_flag=True,
    help="Say whether the site in FOLDER is what these files give, with its --url, --stable, --release; write nothing.",
)
@looking("--release", "Publish the figure of the held-back part, with a line in the set's heldback.jsonl.")
def command(
    testsets: str, out: str, jobs: int | None, stable: bool, url: str | None, check: bool, look: Asked | None
) -> None:
    """Build the static site over all test sets.

    TESTSETS is a folder of sets, or one set's folder. The site reads without a server and without
    scripts, and the same input gives the same bytes. Only files that gold wrote are ever replaced or removed.

    Held-back cases are nowhere in it. With --release each set's page Release says how the candidate does on them, in
    one figure, and how far that is from the open part. The figure of the last release is repeated until ten held-back
    cases are new, so that no two releases give a case away.

    With --check nothing is written: exit code 0 if the site is what would be built, with the same --url, --stable and
    --release, 1 if it is not, 2 if there is none.
    """
    from gold.cli.address import web_address
    from gold.read.testset import find_testsets
    from gold.write.aside import cores

    address = "" if url is None else web_address("--url", url)
    order = Order(find_testsets(testsets), address, jobs or cores(), stable, look, not check)
    if check:
        _check(order, out)
    else:
        _build(order, out)


def _build(order: Order, out: str) -> None:
    from gold.cli.ending import ended_by_request
    from gold.pages.numbers import counted
    from gold.read.collector import collector_frozen
    from gold.write.charts import drawer
    from gold.write.folder import building

    with collector_frozen(), ended_by_request(), building(out) as site, drawer(site, order.jobs) as begin:
        writer, materials, _ = _written(order, site, begin)
        built = writer.finish()
    for material in materials:
        for words in _warnings(material):
            say(f"warning: {material.testset.name}: {words}", err=True)
        if material.release is not None and material.release.why_not:
            say(f"{material.testset.name}: no figure is published: {material.release.why_not}", err=True)
    if built.size > LARGE:
        large = f"the site has {_megabytes(built.size)}, and hosts of pages take up to about 1000 MB"
        say(f"warning: {large}: lower pages.max_questions in gold.yaml, or leave old runs out", err=True)
    removed = f", {counted(len(built.removed), 'stale file')} removed" if built.removed else ""
    what = f"{counted(built.pages, 'page')} of {counted(len(materials), 'set')}, {_megabytes(built.size)},"
    say(f"{what} in {out}{removed}: open {Path(out, 'index.html')}")


def _check(order: Order, out: str) -> None:
    from gold.cli.check_site import words
    from gold.cli.ending import ended_by_request
    from gold.read.collector import collector_frozen
    from gold.write.charts import drawer
    from gold.write.held_against import held_against, imagined

    with collector_frozen(), ended_by_request():
        site, there = imagined(out)
        with drawer(site, order.jobs) as begin:
            writer, _, manifest = _written(order, site, begin)
        writer.check_links()
        standing = held_against(site, there)
    for line in words(out, standing, manifest):
        say(line)
    if not standing.is_same:
        click.get_current_context().exit(1)


def _written(order: Order, site: SiteFolder, begin: Drawer) -> tuple[SiteWriter, list[Material], dict[str, Any]]:
    """All pages of all sets put into a folder; what they were made of, and the manifest that says so.

    What this imports takes as long as the process that draws needs to get ready.
    """
    from gold.cli.gather import gather, set_slugs
    from gold.cli.progress import shown_steps
    from gold.pages.feed import feed
    from gold.pages.front import front_page
    from gold.pages.guide import guide_page
    from gold.pages.not_found import not_found_page
    from gold.pages.provenance import manifest
    from gold.pages.rules import rules_page
    from gold.pages.site import set_pages
    from gold.write.site import SiteWriter

    slugs = set_slugs(order.folders)
    with shown_steps() as steps:
        writer = SiteWriter(site, begin, order.jobs, steps.advance)
        materials = [
            gather(folder, slugs[folder], steps.begin, aside=order.jobs > 1, stable=order.stable)
            for folder in order.folders
        ]
        if order.look is not None:
            from gold.cli.release import released

            _refuse_errors(materials)
            materials = released(materials, order.look, writes=order.writes)
        for material in materials:
            pages = set_pages(material, order.url)
            steps.begin(f"Writing {material.testset.name}", len(pages.questions))
            writer.put_set(pages, partial(_refuse_errors, materials))
        front = front_page(materials)
        writer.put_shared(front, guide_page(), rules_page())
        whole = manifest(materials, order.url or None)
        writer.put_around(whole, feed(materials, order.url), not_found_page(front, order.url))
    return writer, materials, whole


def _megabytes(size: int) -> str:
    return f"{size / MB:.1f} MB"


def _refuse_errors(materials: list[Material]) -> None:
    """Nothing is built, and the old site stays, where a set has errors."""
    from gold.cli.validate_report import text
    from gold.errors import NotClean
    from gold.pages.numbers import counted

    errors = [finding for material in materials for finding in material.findings if finding.severity == "error"]
    if errors:
        say(text(errors[:MOST_SHOWN]), err=True, nl=False)
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
