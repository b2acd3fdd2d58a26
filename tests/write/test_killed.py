"""What a build leaves that is killed, interrupted, out of space, or not alone."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gold.errors import GoldError
from gold.write import exchange, places, turn
from gold.write.folder import IN_BETWEEN, MANIFEST, UNFINISHED, building, open_folder
from gold.write.links import Links
from gold.write.places import finish
from tests.faults import Killed, moments, starter
from tests.write.make_sets import plain_set
from tests.write.test_folder import snapshot

Cli = Callable[..., Any]
Site = dict[str, bytes]


def shown(folder: Path) -> Site:
    """A site as a reader sees it: without what is unfinished."""
    return {path: data for path, data in snapshot(folder).items() if not path.startswith(UNFINISHED)}


def leads_somewhere(folder: Path) -> None:
    """Every link of every page leads to a file that is there."""
    links = Links()
    there = shown(folder)
    for path, data in there.items():
        if path.endswith(".html"):
            links.read(path, data.decode())
    links.wanted = {(home, link.partition("#")[0]): page for (home, link), page in links.wanted.items()}
    links.check(there)


def leftovers(folder: Path) -> list[str]:
    """What is unfinished in or beside a site."""
    return [str(path) for path in folder.parent.rglob(f"*{UNFINISHED}*")]


@pytest.fixture(scope="module")
def kill(root: Path) -> Iterator[Killed]:
    """A process that builds, and dies when it is told to."""
    with starter(root) as run:
        yield run


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two states of one set: other runs, one case less. Neither has a chart, which would take the most time."""
    home = tmp_path_factory.mktemp("sets")
    bare: dict[str, Any] = {"settings": {"facets": []}, "sidecars": {}}
    plain_set(home / "old" / "one", cases=6, **bare)
    newer = plain_set(home / "new" / "one", cases=5, **bare)
    run = newer / "runs" / "new.jsonl"
    run.write_text(run.read_text().replace('"q03", "ranking": ["p0", "p1"', '"q03", "ranking": ["p4", "p1"'))
    return home / "old", home / "new"


@pytest.fixture
def old_and_new(kill: Killed, sets: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Site, Site]:
    """A folder with the old site; the old site and the new one."""
    for name, state in (("site", sets[0]), ("expected", sets[1])):
        assert kill("build-site", state, "--out", tmp_path / name) == 0
    return tmp_path / "site", snapshot(tmp_path / "site"), snapshot(tmp_path / "expected")


def test_killed_at_random_moments(kill: Killed, sets: tuple[Path, Path], old_and_new: tuple[Path, Site, Site]) -> None:
    """The folder holds the whole old site or the whole new one, and the next build succeeds and leaves nothing."""
    site, old, new = old_and_new
    assert kill("build-site", sets[1], "--out", site) == 0
    whole = kill.took  # type: ignore[attr-defined]  # a word beside the answer
    ends = []
    for number, after in enumerate(moments(20, whole, seed=5)):
        ends.append(kill("build-site", sets[number % 2], "--out", site, after=after))
        assert shown(site) in (old, new)
    assert -signal.SIGKILL in ends
    for state, wanted in zip(sets, (old, new), strict=True):
        assert kill("build-site", state, "--out", site) == 0
        assert snapshot(site) == wanted
    assert leftovers(site) == []


@pytest.fixture(scope="module")
def kill_small(root: Path) -> Iterator[Killed]:
    """A process that builds sites of four files."""
    with starter(root, "tests.write.make_sets:small_site", ["gold.write.places"]) as run:
        yield run


def test_killed_at_every_step(kill_small: Killed, tmp_path: Path) -> None:
    """Before each change that a build makes on the file system it may be killed: the old site, or the new one."""
    site = tmp_path / "site"
    kill_small(tmp_path / "expected", "new")
    kill_small(site, "old")
    old, new = snapshot(site), snapshot(tmp_path / "expected")
    states = []
    for step in range(1, 200):
        status = kill_small(site, "new", step=step)
        there = shown(site)
        assert there in (old, new), step
        states.append(there == new)
        assert kill_small(site, "old") == 0
        assert (snapshot(site), leftovers(site)) == (old, [])
        if status == 0:
            break
    assert states == sorted(states)
    assert {*states} == {False, True}
    assert len(states) > 20


def test_killed_before_there_was_a_site(kill_small: Killed, tmp_path: Path) -> None:
    """A first build that is killed leaves no page, or all of them."""
    kill_small(tmp_path / "expected", "new")
    for step in range(1, 200):
        site = tmp_path / f"site{step}"
        status = kill_small(site, "new", step=step)
        assert shown(site) in ({}, snapshot(tmp_path / "expected"))
        assert kill_small(site, "new") == 0
        assert (snapshot(site), leftovers(site)) == (snapshot(tmp_path / "expected"), [])
        if status == 0:
            return
    pytest.fail("the build never ended")


def test_killed_where_folders_cannot_be_exchanged(kill_small: Killed, tmp_path: Path) -> None:
    """With somebody's file in the folder, pages move one by one: each is whole and leads somewhere, and is mended."""
    site = tmp_path / "site"
    kill_small(site, "old")
    (site / "CNAME").write_text("docs.test")
    old = snapshot(site)
    mixed = 0
    for step in range(1, 200):
        status = kill_small(site, "new", step=step)
        there = shown(site)
        leads_somewhere(site)
        words = {data[:3] for path, data in there.items() if path.endswith("index.html")}
        assert words <= {b"old", b"new"}
        mixed += len(words) > 1
        assert kill_small(site, "old") == 0
        assert (snapshot(site), leftovers(site)) == (old, [])
        if status == 0:
            assert mixed
            return
    pytest.fail("the build never ended")


def test_a_reverted_input_keeps_no_page_of_the_killed_build(tmp_path: Path) -> None:
    """A file that a killed build moved has another key than the manifest said: it is not taken for the old one."""
    for content in ("one", "two"):
        with building(str(tmp_path / "site")) as site:
            site.put("a.html", content, key=content)
            site.put("b.html", content, key=content)
            if content == "one":
                finish(site)
                continue
            places._note(site, {"a.html": IN_BETWEEN, "b.html": site.before["b.html"]}, site.path)
            Path(site.stage, "a.html").replace(tmp_path / "site" / "a.html")
    again = open_folder(str(tmp_path / "site"))
    assert not again.unchanged("a.html", "one")
    assert again.unchanged("b.html", "one")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_an_ended_build_leaves_the_old_site(
    kill: Killed, sets: tuple[Path, Path], old_and_new: tuple[Path, Site, Site], number: int, code: int
) -> None:
    """Interrupted, asked to end or hung up, it takes back what it did and exits as a shell says of such an end."""
    site, old, new = old_and_new
    assert kill("build-site", sets[1], "--out", site) == 0
    whole = kill.took  # type: ignore[attr-defined]  # a word beside the answer
    for part in (0.4, 0.8):
        status = kill("build-site", sets[0], "--out", site, after=part * whole, signal=number)
        assert status in (0, code)
        assert snapshot(site) == (old if status == 0 else new) or snapshot(site) == old
        assert leftovers(site) == []
        assert kill("build-site", sets[1], "--out", site) == 0


def test_an_interrupt_waits_for_the_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt among the moves comes when all are done."""
    moved = places._moved

    def interrupted(*args: Any) -> list[str]:
        signal.raise_signal(signal.SIGINT)
        return moved(*args)

    monkeypatch.setattr(places, "_exchanged", lambda _: False)
    monkeypatch.setattr(places, "_moved", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # pytest's own processes may ignore it
    try:
        with pytest.raises(KeyboardInterrupt), building(str(tmp_path / "site")) as site:
            site.put("a.html", "a")
            finish(site)
    finally:
        signal.signal(signal.SIGINT, before)
    assert set(snapshot(tmp_path / "site")) == {"a.html", MANIFEST}


def test_a_second_build_is_told_to_wait(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It exits with 2, and the first goes on undisturbed."""
    monkeypatch.setattr(turn, "PATIENCE", 0.1)
    plain_set(tmp_path / "one", cases=3)
    with building(str(tmp_path / "site")) as site:
        site.put("a.html", "a")
        result = gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site")
        assert result.exit_code == 2
        assert "another build is at work there" in result.stderr
        finish(site)
        result = gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site")
        assert result.exit_code == 2
    assert set(snapshot(tmp_path / "site")) == {"a.html", MANIFEST}
    assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site").exit_code == 0


def test_the_turn_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system has no locks a file stands for one, and that of a dead process is no obstacle."""
    monkeypatch.setattr(turn, "fcntl", None)
    home = str(tmp_path / "site")
    with building(home), pytest.raises(GoldError, match="another build"), building(home):
        pass
    assert not (tmp_path / "site").exists()
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    for left in (str(dead.pid), "", "no number"):
        (tmp_path / "site").mkdir()
        (tmp_path / "site" / turn.LOCK_FILE).write_text(left)
        with building(home) as site:
            site.put("a.html", "a")
            finish(site)
        assert set(snapshot(tmp_path / "site")) == {"a.html", MANIFEST}
        for path in (tmp_path / "site").iterdir():
            path.unlink()
        (tmp_path / "site").rmdir()


POOL = """
pool = multiprocessing.get_context("fork").Pool(2, end_with, (os.getpid(),))
print(*pool.map(pid, range(2), chunksize=1), flush=True)
time.sleep(60)
"""
ANSWERING = """
with answering(pid, 0) as ask:
    print(ask(1)(), flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("work", [POOL, ANSWERING])
def test_a_killed_build_leaves_nobody_at_work(root: Path, work: str) -> None:
    """The processes that make pages and charts end with the one that started them, and hold the folder no longer."""
    program = (
        """
import multiprocessing, os, time
from gold.write.aside import answering, end_with

def pid(_):
    time.sleep(.1)
    return os.getpid()
"""
        + work
    )
    env = os.environ | {"PYTHONPATH": str(root / "src")}
    with subprocess.Popen([sys.executable, "-c", program], env=env, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = {int(pid) for pid in parent.stdout.readline().split()}
        assert workers
        parent.kill()
    until = time.monotonic() + 10
    while any(_there(pid) for pid in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(_there(pid) for pid in workers)


def _there(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_a_full_disk_leaves_the_old_site(gold_cli: Cli, tmp_path: Path) -> None:
    """One clear error with exit code 2, and nothing unfinished."""
    plain_set(tmp_path / "sets" / "one", cases=3)
    site = tmp_path / "site"
    assert gold_cli("build-site", tmp_path / "sets", "--out", site).exit_code == 0
    before = snapshot(site)
    plain_set(tmp_path / "sets" / "one", cases=60)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8000, hard))
    try:
        result = gold_cli("build-site", tmp_path / "sets", "--out", site)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert result.exit_code == 2
    assert "cannot be written (File too large)" in result.stderr
    assert (snapshot(site), leftovers(site)) == (before, [])


def test_a_folder_that_cannot_be_written(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only file system: one clear error, and the old site stays."""
    plain_set(tmp_path / "one", cases=3)
    assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site").exit_code == 0
    before = snapshot(tmp_path / "site")

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "mkdir", refuse)
    result = gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "site")
    monkeypatch.undo()
    assert result.exit_code == 2
    assert "cannot be written (Read-only file system)" in result.stderr
    assert snapshot(tmp_path / "site") == before


@pytest.mark.parametrize("why", ["no exchange", "no links", "a process in it", "no place beside it"])
def test_every_way_gives_the_same_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    """Where folders cannot be exchanged, files move one by one, to the same end."""

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(1, "Operation not permitted")

    home = tmp_path / "site"
    for content in ("one", "two"):
        with building(str(home)) as site:
            site.put("a/index.html", content)
            site.put(f"a/{content}.html", content)
            if site.unchanged("b.html", "always"):
                site.keep("b.html")
            else:
                site.put("b.html", "b", key="always")
            if content == "two":
                if why == "no exchange":
                    monkeypatch.setattr(places, "exchange", lambda *_: False)
                elif why == "no links":
                    monkeypatch.setattr(os, "link", refuse)
                elif why == "no place beside it":
                    monkeypatch.setattr(Path, "rename", refuse)
                else:
                    monkeypatch.chdir(home / "a")
            number = home.stat().st_ino
            assert finish(site) == ([] if content == "one" else ["a/one.html"])
            if content == "two":
                assert home.stat().st_ino == number
    assert set(snapshot(home)) == {"a/index.html", "a/two.html", "b.html", MANIFEST}
    assert (home / "a" / "index.html").read_text() == "two"
    assert leftovers(home) == []


def test_the_folder_keeps_its_rights(tmp_path: Path) -> None:
    """What is exchanged for the old folder has its mode."""
    home = tmp_path / "site"
    for content in ("one", "two"):
        with building(str(home)) as site:
            site.put("a.html", content)
            number = home.stat().st_ino
            finish(site)
        assert exchange.somebody_works_in(str(home)) or home.stat().st_ino != number
        if content == "one":
            home.chmod(0o2775)
    assert home.stat().st_mode & 0o7777 == 0o2775


def test_a_folder_beside_that_is_not_gold_s_stays(tmp_path: Path) -> None:
    """Whoever has a folder of the name that gold would use there keeps it."""
    theirs = tmp_path / f"site{UNFINISHED}"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("years of work")
    for content in ("one", "two"):
        with building(str(tmp_path / "site")) as site:
            site.put("a.html", content)
            finish(site)
    assert (tmp_path / "site" / "a.html").read_text() == "two"
    assert snapshot(theirs) == {"thesis.txt": b"years of work"}


@pytest.mark.parametrize("where", ["file", "folder", "stage", "manifest", "beside"])
def test_links_in_the_folder_are_not_followed(tmp_path: Path, where: str) -> None:
    """A link in the site's folder is replaced or refused: nothing is written or removed where it leads."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.html").write_text("theirs")
    home = tmp_path / "site"
    with building(str(home)) as site:
        site.put("sub/a.html", "one", key="k")
        finish(site)
    links = {
        "file": (home / "sub/a.html", elsewhere / "a.html"),
        "folder": (home / "sub", elsewhere),
        "stage": (home / UNFINISHED, elsewhere),
        "manifest": (home / MANIFEST, elsewhere / "manifest"),
        "beside": (tmp_path / f"site{UNFINISHED}", elsewhere),
    }
    link, target = links[where]
    if where == "folder":
        (home / "sub/a.html").unlink()
        (home / "sub").rmdir()
    elif where == "manifest":
        (home / MANIFEST).rename(target)
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    before = snapshot(elsewhere)

    def build() -> None:
        with building(str(home)) as site:
            if site.unchanged("sub/a.html", "k"):
                site.keep("sub/a.html")
            else:
                site.put("sub/a.html", "one", key="k")
            finish(site)

    if where in ("folder", "manifest"):
        with pytest.raises(GoldError, match=r"remove the link|gold did not build it"):
            build()
    else:
        build()
        assert (home / "sub/a.html").read_text() == "one"
        assert not (home / "sub/a.html").is_symlink()
    assert snapshot(elsewhere) == before


def test_a_link_to_the_folder_is_followed(gold_cli: Cli, tmp_path: Path) -> None:
    """Whoever gives a link with --out chose where it leads: the link stays, and the site is there."""
    plain_set(tmp_path / "one", cases=3)
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    for _ in range(2):
        assert gold_cli("build-site", tmp_path / "one", "--out", tmp_path / "link").exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "index.html").is_file()
