"""Questions about a folder into what git answers, without what a hook tells it of another repository."""

from __future__ import annotations

import os
import subprocess

OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
"""Git tells them to its hooks, seen from another folder than the set's."""


def git(folder: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """What git answers. Error: FileNotFoundError, where it is not installed."""
    return subprocess.run(["git", "-C", folder, *arguments], env=quiet(), capture_output=True, check=False)


def quiet() -> dict[str, str]:
    """Nothing is written into the repository, messages are in one language, and a hook's repository is found anew."""
    here = {name: value for name, value in os.environ.items() if name not in OF_A_HOOK}
    return {**here, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}


def user_of(folder: str) -> str:
    """Who git says works in a folder; empty where it says nobody, or is not there."""
    try:
        told = git(folder, "config", "user.name").stdout
    except OSError:
        return ""
    return " ".join(told.decode(errors="replace").split())
