"""What a build leaves alone: folders and files that gold did not write, and files that somebody changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gold.errors import GoldError
from gold.write import shipped, templates
from gold.write.folder import MANIFEST, building, open_folder
from gold.write.places import finish
from tests.write.make_sets import plain_set

Cli = Callable[..., Any]


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_of_somebody_is_refused(gold_cli: Cli, tmp_path: Path) -> None:
    """A folder with files and without a manifest stays as it is."""
    plain_set(tmp_path / "sets" / "one")
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("years of work")
    result = gold_cli("build-site", tmp_path / "sets", "--out", theirs)
    assert result.exit_code == 2
    assert "gold did not build it" in result.stderr
    assert snapshot(theirs) == {"thesis.txt": b"years of work"}


def test_a_stale_page_goes_and_a_foreign_file_stays(gold_cli: Cli, tmp_path: Path) -> None:
    """A case that left the set takes its page with it; a file that somebody put there is kept."""
    sets, out = tmp_path / "sets", tmp_path / "site"
    plain_set(sets / "one", cases=12)
    assert gold_cli("build-site", sets, "--out", out).exit_code == 0
    (out / "one" / "questions" / "notes.txt").write_text("mine")
    (out / "one" / "questions" / "q11.html").write_text("somebody changed me")
    plain_set(sets / "one", cases=10)
    assert gold_cli("build-site", sets, "--out", out).exit_code == 0
    left = {path.name for path in (out / "one" / "questions").iterdir()}
    assert "q10.html" not in left
    assert {"notes.txt", "q11.html", "q09.html"} <= left


def test_a_file_in_the_way_is_not_replaced(gold_cli: Cli, tmp_path: Path) -> None:
    """What gold would write over a file that it did not write stops the build."""
    sets, out = tmp_path / "sets", tmp_path / "site"
    plain_set(sets / "one", cases=10)
    assert gold_cli("build-site", sets, "--out", out).exit_code == 0
    (out / "one" / "questions" / "q10.html").write_text("mine")
    plain_set(sets / "one", cases=11)
    before = snapshot(out)
    for _ in range(2):  # a second try is no permission
        result = gold_cli("build-site", sets, "--out", out)
        assert result.exit_code == 2
        assert snapshot(out) == before


def test_a_build_that_fails_leaves_what_was_there(gold_cli: Cli, tmp_path: Path) -> None:
    """A bad record: no folder where there was none, the old site where there was one."""
    sets, out = tmp_path / "sets", tmp_path / "site"
    home = plain_set(sets / "one", cases=10)
    version = next(home.glob("*-v1.jsonl"))
    good = version.read_text("utf-8")
    version.write_text(good + "{", "utf-8")
    assert gold_cli("build-site", sets, "--out", out).exit_code == 2
    assert not out.exists()
    version.write_text(good, "utf-8")
    assert gold_cli("build-site", sets, "--out", out).exit_code == 0
    before = snapshot(out)
    version.write_text(good + "{", "utf-8")
    assert gold_cli("build-site", sets, "--out", out).exit_code == 2
    assert snapshot(out) == before


def test_a_page_that_was_edited_is_made_again(gold_cli: Cli, tmp_path: Path) -> None:
    """Of equal size even: what is younger than the build is not kept."""
    sets, out = tmp_path / "sets", tmp_path / "site"
    plain_set(sets / "one", cases=10)
    assert gold_cli("build-site", sets, "--out", out).exit_code == 0
    before = snapshot(out)
    page = out / "one" / "questions" / "q05.html"
    page.write_bytes(page.read_bytes().replace(b"q05", b"q50"))
    assert gold_cli("build-site", sets, "--out", out).exit_code == 0
    assert snapshot(out) == before


def test_a_rebuild_is_the_same_site(gold_cli: Cli, tmp_path: Path) -> None:
    """Built twice, built anew, or with one page lost in between: the same bytes, and nothing unfinished."""
    sets = tmp_path / "sets"
    plain_set(sets / "one")
    for out in ("a", "b"):
        assert gold_cli("build-site", sets, "--out", tmp_path / out).exit_code == 0
    (tmp_path / "a" / "one" / "questions" / "q03.html").unlink()
    assert gold_cli("build-site", sets, "--out", tmp_path / "a").exit_code == 0
    assert snapshot(tmp_path / "a") == snapshot(tmp_path / "b")
    assert not [name for name in snapshot(tmp_path / "a") if "unfinished" in name]


def test_a_changed_run_changes_its_pages(gold_cli: Cli, tmp_path: Path) -> None:
    """A rebuild over an older site is the same as a build from nothing."""
    sets = tmp_path / "sets"
    plain_set(sets / "one")
    assert gold_cli("build-site", sets, "--out", tmp_path / "a").exit_code == 0
    run = sets / "one" / "runs" / "new.jsonl"
    run.write_text(run.read_text().replace('"q03", "ranking": ["p0", "p1"', '"q03", "ranking": ["p5", "p1"'))
    for out in ("a", "b"):
        assert gold_cli("build-site", sets, "--out", tmp_path / out).exit_code == 0
    assert snapshot(tmp_path / "a") == snapshot(tmp_path / "b")


def test_another_gold_makes_every_page_anew(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is kept while templates, code and Jinja are what they were, and made again where one of them is not."""
    plain_set(tmp_path / "one")
    page = tmp_path / "site" / "one" / "questions" / "q03.html"

    def built() -> int:
        templates.digest.cache_clear()
        assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site").exit_code == 0
        return page.stat().st_ino

    first = built()
    assert built() == first
    code = shutil.copytree(shipped.PACKAGE, tmp_path / "src" / "gold", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(shipped.templates_folder(), tmp_path / "templates")
    monkeypatch.setattr(shipped, "PACKAGE", code)
    assert built() == first
    labels = code / "pages" / "labels.py"
    labels.write_text(f"{labels.read_text('utf-8')}# another word")
    second = built()
    assert second != first
    monkeypatch.setattr(templates, "version", lambda _: "0")
    assert built() != second
    templates.digest.cache_clear()


def test_a_manifest_may_not_point_outside(tmp_path: Path) -> None:
    """A manifest that names a file above its folder is not followed there."""
    (tmp_path / "site").mkdir()
    (tmp_path / "victim").write_text("x")
    (tmp_path / "site" / MANIFEST).write_text('{"format": 1, "finished": true, "files": {"../victim": ["", 1]}}')
    finish(open_folder(str(tmp_path / "site")))
    assert (tmp_path / "victim").is_file()


def test_a_spoilt_manifest_is_refused(tmp_path: Path) -> None:
    """A manifest that cannot be read says so."""
    (tmp_path / MANIFEST).write_text("[]")
    with pytest.raises(GoldError, match="no manifest of gold"):
        open_folder(str(tmp_path))


def test_a_folder_of_empty_folders_is_empty(gold_cli: Cli, tmp_path: Path) -> None:
    """Folders that hold no file are nobody's; a link is somebody's."""
    plain_set(tmp_path / "one", cases=3)
    (tmp_path / "site" / "a" / "b").mkdir(parents=True)
    assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site").exit_code == 0
    (tmp_path / "other" / "a").mkdir(parents=True)
    (tmp_path / "other" / "a" / "link").symlink_to(tmp_path)
    assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "other").exit_code == 2


@pytest.mark.parametrize("links", [True, False])
def test_a_kept_file_that_is_written_after_all_leaves_the_old_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """A staged link leads to the old site's file: whatever is put in its place is a file of its own."""

    def refuse(*_: Any) -> None:
        raise OSError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    out = tmp_path / "site"
    with building(str(out)) as site:
        site.put("a.html", "old", "key")
        finish(site)
    with building(str(out)) as site:
        site.keep("a.html")
        site.linking.append(partial(site.link, ["a.html"]))
        site.put("a.html", "new", "key")
        assert (out / "a.html").read_text() == "old"
        finish(site)
    assert (out / "a.html").read_text() == "new"
