"""Files are whole or not there, whatever stops the writing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gold.errors import GoldError
from gold.write.replace import File, put


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_files_are_written_and_nothing_is_left_beside_them(tmp_path: Path) -> None:
    """One is replaced and keeps its mode, one is new."""
    old, new = tmp_path / "old.md", tmp_path / "new.jsonl"
    old.write_text("before")
    old.chmod(0o640)
    put([File(str(old), b"after"), File(str(new), b"new", new=True)])
    assert (old.read_bytes(), new.read_bytes()) == (b"after", b"new")
    assert old.stat().st_mode & 0o777 == 0o640
    assert names(tmp_path) == ["new.jsonl", "old.md"]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    """Not even of a link that leads nowhere; the other files stay as they were."""
    old, there = tmp_path / "old.md", tmp_path / "there.jsonl"
    old.write_text("before")
    there.symlink_to(tmp_path / "nowhere")
    with pytest.raises(GoldError, match="is there already"):
        put([File(str(old), b"after"), File(str(there), b"new", new=True)])
    assert old.read_text() == "before"
    assert names(tmp_path) == ["old.md", "there.jsonl"]


def test_somebody_who_is_quicker_keeps_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that appears after it was looked for is not replaced."""
    target = tmp_path / "v2.jsonl"
    link = Path.hardlink_to

    def late(self: Path, other: Any) -> None:
        target.write_text("theirs")
        link(self, other)

    monkeypatch.setattr(Path, "hardlink_to", late)
    with pytest.raises(GoldError, match="is there already"):
        put([File(str(target), b"ours", new=True)])
    assert target.read_text() == "theirs"
    assert names(tmp_path) == ["v2.jsonl"]


def test_a_system_without_hard_links_renames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is there all the same."""

    def refused(self: Path, other: Any) -> None:
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refused)
    put([File(str(tmp_path / "v2.jsonl"), b"ours", new=True)])
    assert names(tmp_path) == ["v2.jsonl"]


def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    """What it leads to is replaced."""
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real/log.md", tmp_path / "log.md"
    real.write_text("before")
    link.symlink_to(real)
    put([File(str(link), b"after")])
    assert link.is_symlink()
    assert real.read_bytes() == b"after"
    assert names(tmp_path / "real") == ["log.md"]


@pytest.mark.parametrize("step", ["_write", "_take_place"])
def test_an_interrupt_leaves_whole_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """At the second file's writing nothing has changed; at its placing only the first has."""
    import gold.write.replace as module

    done: list[Any] = []
    real = getattr(module, step)

    def once(*args: Any) -> None:
        if done:
            raise KeyboardInterrupt
        done.append(args)
        real(*args)

    old = tmp_path / "old.md"
    old.write_text("before")
    monkeypatch.setattr(module, step, once)
    with pytest.raises(KeyboardInterrupt):
        put([File(str(old), b"after"), File(str(tmp_path / "new"), b"new", new=True)])
    assert old.read_text() == ("before" if step == "_write" else "after")
    assert names(tmp_path) == ["old.md"]


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """By the name that was asked for."""
    with pytest.raises(GoldError, match=r"nowhere/x\.jsonl: no such folder"):
        put([File(str(tmp_path / "nowhere/x.jsonl"), b"", new=True)])
