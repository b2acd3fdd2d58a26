"""What is left out of a site is told by what a finding is about, and not by a word in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.write.make_sets import plain_set

Cli = Callable[..., Any]


def test_a_name_is_no_sign_of_a_held_back_case(gold_cli: Cli, tmp_path: Path) -> None:
    """A label that stands twice is told of an open case, whatever it is called, and never of a held-back one."""
    home = plain_set(tmp_path / "one")
    row = {"query": "what of it", "class": "literal", "passage_id": "p1", "grade": 2}
    twice = [{"query_id": "a-held-back-check", **row}] * 2 + [{"query_id": "unseen", "split": "held_back", **row}] * 2
    with (home / "one-v1.jsonl").open("a") as file:
        file.writelines(json.dumps(one) + "\n" for one in twice)
    assert gold_cli("build-site", home, "--out", tmp_path / "site").exit_code == 0
    page = (tmp_path / "site/one/findings.html").read_text()
    assert "a label of &#39;a-held-back-check&#39; stands twice" in page
    assert page.count("a label of") == page.count("a label of &#39;a-held-back-check") > 0
