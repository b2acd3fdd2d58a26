"""The bar of a build."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from gold.cli.progress import shown_steps


class Terminal(io.StringIO):
    """What is written to it is seen by a person."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_shown_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name, and how many of its parts are done; the line is gone at the end."""
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setenv("TERM", "xterm")
    with shown_steps() as steps:
        steps.begin("Writing small", 12)
        steps.advance(12)
    assert "Writing small" in seen.getvalue()
    assert "12/12" in seen.getvalue()
    assert seen.getvalue().endswith("\x1b[2K")


def test_a_log_is_shown_nothing() -> None:
    """What draws the bar is not even loaded."""
    code = (
        "import sys; from gold.cli.progress import shown_steps\n"
        "with shown_steps() as steps: steps.begin('Writing', 1); steps.advance(1)\n"
        "print('rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("False\n", "")
