"""`gold reanchor`: a version into a new one whose labels point at where their text stands now."""

from __future__ import annotations

import click

from gold.cli.say import say


@click.command()
@click.argument("testset", metavar="SET")
@click.option("--corpus", metavar="BUILD", help="The build to anchor in: an id of the set's, or a path.")
@click.option("--out", metavar="FILE", help="Write this .jsonl, and no changelog. Default: the next version.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
def command(testset: str, corpus: str | None, out: str | None, dry_run: bool) -> None:
    """Give lost and moved labels new anchors, where their text is provably the same.

    SET is a set's folder (its newest version) or a version file. A label that lies elsewhere in BUILD than it says
    is anchored anew if its quote stands there once, or if the passage that was judged, as another build of the set
    has it, stands there word for word. Grades are never touched. All other lost labels stay in the review queue.
    The set's CHANGELOG.md gets a section that names the cases.
    """
    from gold.cli.alone import alone
    from gold.cli.inputs import open_inputs
    from gold.cli.reanchor_report import bullets, said
    from gold.cli.redact_target import changelog_of, check_version_file, new_version, target_of
    from gold.curate.reanchor import reanchor
    from gold.errors import GoldError
    from gold.write.replace import File, put

    check_version_file(testset)
    with alone(testset):
        inputs = open_inputs(testset, "whole")
        build = inputs.corpus(corpus)
        if build is None:
            raise GoldError(f"{testset}: has no corpus build to anchor labels in: name one with --corpus")
        found = list(reanchor(inputs.version.cases, build, inputs.others(build)))
        files: list[File] = []
        if any(one.applied for one in found) and not dry_run:
            cases = list(inputs.version.cases)
            for one in found:
                cases[one.at] = one.case
            opening = f"Labels were anchored anew in {build.id}. No grade changed."
            told = bullets(inputs, found)
            files = new_version(
                inputs, cases, target_of(inputs, out), changelog_of(inputs, testset, out), opening, told
            )
            put(files)
    say(said(inputs, build, found, [file.path for file in files]))
