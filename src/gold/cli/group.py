"""The command group: commands by name, loaded at their call, and the one place where an error becomes an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EPIPE
from importlib import import_module
from typing import Any, NoReturn

import click
from click.exceptions import Exit

from gold import __version__
from gold.cli.say import say
from gold.errors import GoldError

COMMANDS = {
    "init": "Write a first set and the workflow that checks it.",
    "validate": "Say everything that is wrong in test sets, line by line.",
    "score": "Score runs against a test set.",
    "compare": "Compare a candidate run with a baseline.",
    "status": "Say what to decide in each set, and what is next.",
    "bridge": "Say what moved the score since an old version.",
    "diff": "Say what changed between two versions.",
    "coverage": "Say where each label lies in a corpus build.",
    "agreement": "Say how far annotators agree.",
    "draw-sample": "Draw a random sample of labels to judge again.",
    "questions": "Write the questions that a search harness runs.",
    "reanchor": "Point lost labels at where their text stands now.",
    "redact": "Mask personal data in a new version.",
    "freeze": "Freeze the newest version of a set.",
    "retire": "Move cases that every run answers first into stable.yaml.",
    "split": "Hold a part of the cases back for releases.",
    "gate": "Ask the gates of gold.yaml: the exit code for CI.",
    "build-site": "Build the static site over all test sets.",
    "selftest": "Plant every defect in a copy of a set, and find it.",
    "schema": "Print the JSON Schema of a kind of file.",
}

UNREAD = 141
"""As a shell says of a process ended by SIGPIPE."""


class Commands(click.Group):
    """Imports a command's module when it is called; the overview needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"gold.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, *args: Any, **given: Any) -> click.Context:
        with _exit_codes():  # help is printed here
            return super().make_context(*args, **given)

    def invoke(self, ctx: click.Context) -> Any:
        with _exit_codes():
            return super().invoke(ctx)


@contextmanager
def _exit_codes() -> Iterator[None]:
    """Within this, an error is told in a line on stderr, and becomes an exit code."""
    try:
        yield
    except GoldError as error:
        _end(str(error), error.exit_code)
    except KeyboardInterrupt:
        _end("interrupted", 130)  # as a shell says of a process ended by SIGINT
    except OSError as error:
        if error.errno == EPIPE:
            raise Exit(UNREAD) from None  # the reader has gone, and wants no word of it
        _end(f"{error.filename or 'input or output'}: {error.strerror or error}", GoldError.exit_code)


def _end(words: str, code: int) -> NoReturn:
    say(f"gold: {words}", err=True)
    raise Exit(code) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gold")
def gold() -> None:
    """Keep retrieval gold sets honest: score runs, compare them, and build the site that reviewers read."""
