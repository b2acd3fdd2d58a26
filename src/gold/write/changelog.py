"""A version's section into a set's changelog: above the others, or below where the newest stands last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gold.check.told.sections import sections
from gold.errors import GoldError
from gold.model.words import one_line

TITLE = "# Changes\n\n"


def section(number: int, date: str, opening: str, bullets: Mapping[str, tuple[Sequence[str], str]]) -> str:
    """A dated section: an opening sentence, then by heading one bullet of case ids and why they stand there."""
    told = {
        heading: [f"{', '.join(map(one_line, ids))}: {why}"] if ids else [] for heading, (ids, why) in bullets.items()
    }
    return section_of(number, date, opening, told)


def section_of(number: int, date: str, opening: str, bullets: Mapping[str, Sequence[str]]) -> str:
    """A dated section of bullets that are ready; a heading without any is left out."""
    parts = [f"## v{number} - {date}", opening]
    for heading, lines in bullets.items():
        if lines:
            parts += [f"{heading}:", "\n".join(f"- {line}" for line in lines)]
    return "\n\n".join(part for part in parts if part) + "\n"


def with_section(changelog: str | None, number: int, text: str) -> str:
    """The changelog with the section of a version. Error: it has another one of that number.

    The same section, of whatever date, is left as it is: it is from a run that was broken off.
    """
    if changelog is None:
        return TITLE + text
    newline = "\r\n" if "\r\n" in changelog else "\n"
    before = changelog.replace("\r\n", "\n")
    rows, found = before.split("\n"), sections(before)
    for there in found:
        if there.number == number:
            if there.text == text.partition("\n")[2].strip():
                return changelog
            heading = rows[there.line - 1]
            raise GoldError(f"CHANGELOG.md has a section {heading!r}, but there is no v{number}: remove it")
    text = "#" * found[0].level + text.removeprefix("##") if found else text  # else the reader would not see it
    if found and found[0].number >= found[-1].number:
        place = found[0].line - 1
        after = "\n".join((*rows[:place], text, *rows[place:]))
    else:
        after = f"{before.rstrip()}\n\n{text}".lstrip("\n")
    return after.replace("\n", newline)
