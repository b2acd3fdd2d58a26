"""Words for the reader of a terminal, which must not take what files hold for commands of its own."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gold.model.version import Notice

COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but the tab and the line feed: a terminal may do anything on them (ECMA-48)."""


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print on stdout, or on stderr. What is piped into a file or a program stays as it is."""
    click.echo(harmless(text) if err or sys.stdout.isatty() else text, err=err, nl=nl)


def warn(notice: Notice) -> None:
    """Say what was read kindly, on stderr."""
    say(f"warning: {notice}", err=True)


def harmless(text: str) -> str:
    """The text with each control character spelled out."""
    return COMMANDS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
