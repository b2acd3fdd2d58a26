"""A small set on disk that has everything that a gate may ask for, and the ways to take it away."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.write.make_sets import asked, lines, passage, write_set

CASES = 40
SIDE_BY_SIDE: dict[str, Any] = {
    "worst_class": {"measure": "AnswerRecall@1"},
    "floor": {"AnswerRecall@1": 0.5},
    "coverage": 0.95,
    "stale": 0.05,
    "agreement_alpha": 0.67,
    "drift": 0.1,
    "findings": "error",
    "changelog": True,
}
HISTORY = "# Changelog\n\n## v1 - 2026-01-01\n\nThe first version.\n"


def found(at: int) -> list[str]:
    """A ranking that begins with the answer of a case."""
    return [f"p{at}", "p0", "p1"] if at > 1 else [f"p{at}"]


def missed(at: int) -> list[str]:
    """One that does not."""
    return ["p2", "p3"] if at < 2 else ["p0", "p1"]


def rankings(lost: Sequence[int] = ()) -> dict[str, list[str]]:
    """A run that loses these cases."""
    return {f"q{at:02d}": missed(at) if at in lost else found(at) for at in range(CASES)}


def gated_set(home: Path, gates: Mapping[str, Any] | None = None, *, lost: Sequence[int] = (), **more: Any) -> Path:
    """Forty cases of two classes, two runs, a build, a sample, a changelog and a target; the newer run loses `lost`."""
    cases = [asked(f"q{at:02d}", f"p{at}") | {"class": "odd" if at % 2 else "even"} for at in range(CASES)]
    given: dict[str, Any] = {
        "corpora": {"build": [passage(f"p{at}", f"what there is to say of {at} q{at:02d}") for at in range(CASES)]},
        "runs": {"old": rankings(), "new": rankings(lost)},
        "sidecars": {
            "old": {"corpus": "build", "date": "2026-01-01", "version": "v1"},
            "new": {"corpus": "build", "date": "2026-02-01", "version": "v1"},
        },
        "prose": {"CHANGELOG.md": HISTORY},
    }
    settings = {
        "measures": ["AnswerRecall@1", "nDCG(dcg='exp-log2')@10"],
        "target_composition": {"class": {"odd": 0.5, "even": 0.5}},
        "gates": dict(SIDE_BY_SIDE if gates is None else gates),
    }
    given["settings"] = settings | more.pop("settings", {})
    write_set(home, cases, **(given | more))
    rows = [
        {"query_id": f"q{at:02d}", "passage_id": f"p{at}", "annotator": name, "grade": at % 3}
        for at in range(CASES)
        for name in ("ana", "ben")
    ]
    lines(home / "agreement/one.jsonl", rows)
    return home


def without(home: Path, *names: str) -> Path:
    """The same set without some of its files and folders."""
    for name in names:
        path = home / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    return home


def with_settings(home: Path, **changed: Any) -> Path:
    """The same set with other settings."""
    path = home / "gold.yaml"
    path.write_text(yaml.safe_dump(yaml.safe_load(path.read_text("utf-8")) | changed), "utf-8")
    return home


def committed(home: Path, where: Path) -> Path:
    """Everything below a folder, as the newest commit of a repository there."""
    if not (where / ".git").exists():
        _git(where, "init", "-q", "-b", "main")
    _git(where, "add", "-A")
    who = ("-c", "user.name=gold", "-c", "user.email=gold@localhost", "-c", "commit.gpgsign=false")
    _git(where, *who, "commit", "-q", "--allow-empty", "-m", "as it is")
    return home


def _git(where: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(where), *arguments], check=True, capture_output=True)
