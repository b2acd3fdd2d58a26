"""A version's section stands where the newest one belongs, and is written once."""

from __future__ import annotations

import pytest

from gold.check.told.sections import sections
from gold.errors import GoldError
from gold.write.changelog import section, with_section

SECTION = section(3, "2026-05-01", "Masked.", {"Reworded": (["a", "b"], "masked"), "Notes": ([], "none")})


def test_a_section_names_its_cases() -> None:
    """Headings without cases are left out."""
    assert SECTION == "## v3 - 2026-05-01\n\nMasked.\n\nReworded:\n\n- a, b: masked\n"


def test_an_id_breaks_no_line() -> None:
    """It cannot begin a section of its own."""
    assert "\n## v9" not in section(3, "2026-05-01", "Masked.", {"Reworded": (["x\n## v9"], "masked")})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, f"# Changes\n\n{SECTION}"),
        ("", SECTION),
        ("# Ours\n\nWords.\n", f"# Ours\n\nWords.\n\n{SECTION}"),
        ("# Ours\n\n## v2 - x\n\n- y\n\n## v1\n", f"# Ours\n\n{SECTION}\n## v2 - x\n\n- y\n\n## v1\n"),
        ("# Ours\n\n## v2 - x\n", f"# Ours\n\n{SECTION}\n## v2 - x\n"),
        ("# Ours\n\n## v1\n\n## v2\n\n- y", f"# Ours\n\n## v1\n\n## v2\n\n- y\n\n{SECTION}"),
        ("# Ours\r\n\r\n## v2\r\n", f"# Ours\n\n{SECTION}\n## v2\n".replace("\n", "\r\n")),
    ],
)
def test_the_section_stands_beside_the_newest(before: str | None, after: str) -> None:
    """Above the others, or below them where versions rise; line ends stay as they are."""
    assert with_section(before, 3, SECTION) == after


@pytest.mark.parametrize(
    "heads", ["## [v{}] - x", "## Version {}", "## {}", "## atlas-v{}", "# v{}", "### v{}", "v{}\n--"]
)
def test_the_headings_are_those_that_the_reader_knows(heads: str) -> None:
    """Newest first stays so, and the reader sees the new section."""
    after = with_section(f"{heads.format(2)}\n\n- y\n\n{heads.format(1)}\n\n- z\n", 3, SECTION)
    assert [(one.number, bool(one.text)) for one in sections(after)] == [(3, True), (2, True), (1, True)]
    assert with_section(after, 3, SECTION) == after
    with pytest.raises(GoldError, match="has a section"):
        with_section(f"{heads.format(3)}\n\n- q: to come\n", 3, SECTION)


def test_the_same_section_is_written_once() -> None:
    """Whatever its date: it is from a run that was broken off."""
    earlier = with_section("# Ours\n\n## v2\n", 3, SECTION.replace("05-01", "04-30"))
    assert with_section(earlier, 3, SECTION) == earlier


def test_another_section_of_that_number_is_refused() -> None:
    """Somebody wrote it for something else."""
    with pytest.raises(GoldError, match="has a section '## v3 - soon', but there is no v3"):
        with_section("## v3 - soon\n\n- q: to come\n", 3, SECTION)
