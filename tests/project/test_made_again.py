"""The builds and runs of the shipped set, made again by its script."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path


def test_the_shipped_builds_and_runs_are_made_again(root: Path, tmp_path: Path) -> None:
    """From documents and questions alone, byte for byte; no file lies there that the script does not make."""
    shipped, made = root / "testsets" / "atlas", tmp_path / "atlas"
    shutil.copytree(shipped, made, ignore=lambda folder, names: {"corpora", "runs"} & set(names))
    subprocess.run([sys.executable, str(made / "make_runs.py")], check=True)
    for folder in ("corpora", "runs"):
        there, again = ({p.name: p.read_bytes() for p in (home / folder).iterdir()} for home in (shipped, made))
        assert there.keys() == again.keys()
        assert [name for name in there if there[name] != again[name]] == []
