"""A name and a title into the files of a first set and of the workflow that checks it, by their paths."""

from __future__ import annotations

import json
import re
from typing import Literal

from gold.write.shipped import templates_folder

CI = Literal["github", "gitlab", "none"]
WORKFLOWS = {"github": ".github/workflows/gold.yml", "gitlab": ".gitlab-ci.yml"}
SETS = "testsets"
WORD = re.compile("%([A-Z]+)%")


def scaffold(name: str, title: str, day: str, ci: CI, requirement: str) -> dict[str, bytes]:
    """Every file of the set, and of the workflow; `requirement` is what pip installs there.

    The texts stand in `templates/init/`: a word between percent signs is filled in.
    """
    words = {
        "NAME": name,
        "TITLE": json.dumps(title, ensure_ascii=False),  # which YAML reads too
        "HEADING": title,
        "DATE": day,
        "REQUIREMENT": json.dumps(requirement, ensure_ascii=False),
    }
    home = templates_folder() / "init"
    own = home / "set"
    paths = {path.relative_to(own).as_posix(): path for path in sorted(own.rglob("*")) if path.is_file()}
    found = {f"{SETS}/{name}/{_named(path, name)}": source.read_text("utf-8") for path, source in paths.items()}
    if ci in WORKFLOWS:
        found[WORKFLOWS[ci]] = (home / "ci" / f"{ci}.yml").read_text("utf-8")
    return {path: _filled(text, words).encode() for path, text in found.items()}


def _named(path: str, name: str) -> str:
    return f"{name}-v1.jsonl" if path == "version.jsonl" else path


def _filled(text: str, words: dict[str, str]) -> str:
    return WORD.sub(lambda found: words[found[1]], text)
