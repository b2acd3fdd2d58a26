"""Every bad version file is refused with its place and what to do, as the file beside it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gold.errors import BadRecord, GoldError
from gold.read.cases import read_version

REFUSED = Path(__file__).parent.parent / "cases/read/refused"
FILES = sorted(path for path in REFUSED.iterdir() if path.suffix != ".error")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_bad_file_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is the one in `<name>.error`: file, line, what is wrong, field."""
    monkeypatch.chdir(REFUSED)
    with pytest.raises(BadRecord) as caught:
        read_version(path.name)
    assert f"{caught.value}\n" == Path(f"{path}.error").read_text("utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_error_names_a_line(path: Path) -> None:
    """A person jumps to it."""
    with pytest.raises(GoldError) as caught:
        read_version(str(path))
    assert caught.value.where is not None
    assert caught.value.where.line is not None
