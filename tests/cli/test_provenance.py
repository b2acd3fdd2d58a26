"""What a site says of its own making: a digest for every file that was read, and nothing of held-back cases in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
import yaml

from gold import __version__
from gold.read import file
from tests.write.make_sets import asked, lines, plain_set, write_set

Cli = Callable[..., Any]
CHANGELOG = "# Changes\n\n## v1 - 2026-01-01\n\n- 3 cases\n"
TOKENS = ("zq-held", "hush-query", "hush-answer", "hush-note")


def manifest(gold_cli: Cli, sets: Path, out: Path, *more: object) -> dict[str, Any]:
    """The manifest of a site that is built anew."""
    result = gold_cli("build-site", sets, "--out", out, *more)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads((out / "data/manifest.json").read_bytes())
    return found


def digests(found: Mapping[str, Any]) -> dict[str, str]:
    """The digests of the only set, by path."""
    return {entry["path"]: entry["sha256"] for entry in found["sets"][0]["inputs"]}


def full_set(home: Path, *, held_back: bool) -> Path:
    """A set of every kind of file; with `held_back`, one case more that all of them know."""
    ids = ["q1", "q2", "q3"]
    secret = asked("zq-held", query="hush-query", answer="hush-answer", split="held_back") | {"class": "other"}
    cases = [asked(name, intent="buy") for name in ids]
    more = [secret] if held_back else []
    known = [*ids[:1], *(["zq-held"] if held_back else []), *ids[1:]]  # not last, and not first
    rankings = {name: ["p1", "p2"] for name in known}
    write_set(
        home,
        [*cases[:1], *more, *cases[1:]],
        corpora={"b": [{"passage_id": f"p{n}", "doc_id": "d", "text": f"text {n}"} for n in (1, 2)]},
        runs={"one": rankings},
        sidecars={"one": {"corpus": "b", "date": "2026-01-01"}, "two": {"corpus": "b", "date": "2026-02-01"}},
        prose={"CARD.md": "# Card\n", "GUIDELINE.md": "Grade.\n", "CHANGELOG.md": CHANGELOG},
        settings={"glossary": "terms.txt", "measures": ["AnswerRecall@1"]},
    )
    (home / "terms.txt").write_text("rma\n")
    rows = [f"{name} Q0 p{rank} {rank} {3 - rank} t\n" for name in known for rank in (1, 2)]
    (home / "runs/two.trec").write_text("".join(rows))
    columns = {"query_id": [n for n in known for _ in (1, 2)], "passage_id": ["p2", "p1"] * len(known)}
    table = pa.table(columns | {"score": [2.0, 1.0] * len(known)})
    pyarrow.parquet.write_table(table, home / "runs/three.parquet")
    (home / "runs/three.yaml").write_text("corpus: b\ndate: 2026-02-02\n")
    (home / f"{home.name}-v2.yaml").write_text(yaml.safe_dump([*cases[:1], *more, *cases[1:], asked("q4")]))
    judged = [
        {"query_id": name, "passage_id": "p1", "annotator": who, "grade": 2, "note": "hush-note" if "z" in name else ""}
        for name in known
        for who in ("ana", "ben")
    ]
    lines(home / "agreement/round.jsonl", judged)
    (home / "agreement/round.yaml").write_text("drawn: random\n")
    lines(home / "adjudicated.jsonl", [{"query_id": name, "passage_id": "p1", "grade": 2} for name in known])
    return home


def test_a_file_of_open_cases_has_the_digest_that_everybody_takes(gold_cli: Cli, tmp_path: Path) -> None:
    """`sha256sum` of a version, a run, a corpus, settings or prose; that of a packed file is of its content."""
    home = plain_set(tmp_path / "one", settings={"title": "One"})
    (home / "runs/trec.trec").write_text("q01 Q0 p1 1 2.0 t\n")
    (home / "runs/trec.yaml").write_text("corpus: build\n")
    plain = digests(manifest(gold_cli, home, tmp_path / "site"))
    assert plain == {path: sha256((home / path).read_bytes()).hexdigest() for path in plain}
    assert {"one-v1.jsonl", "runs/old.jsonl", "runs/trec.trec", "corpora/build.jsonl", "gold.yaml", "CARD.md"} <= {
        *plain
    }
    for path in ("one-v1.jsonl", "runs/old.jsonl", "corpora/build.jsonl"):
        (home / f"{path}.gz").write_bytes(gzip.compress((home / path).read_bytes()))
        (home / path).unlink()
    packed = digests(manifest(gold_cli, home, tmp_path / "site"))
    assert {path.removesuffix(".gz"): digest for path, digest in packed.items()} == plain


def test_every_file_that_is_read_is_listed(gold_cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a build opens of a set stands in the manifest, and nothing else does."""
    home = full_set(tmp_path / "one", held_back=False)
    assert gold_cli("freeze", home).exit_code == 0
    opened: set[str] = set()
    check = file._size

    def watched(name: str) -> int:
        opened.add(name)
        return check(name)

    monkeypatch.setattr(file, "_size", watched)
    listed = digests(manifest(gold_cli, home, tmp_path / "site"))
    assert {Path(name).relative_to(home).as_posix() for name in opened} == {*listed}
    on_disk = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    assert on_disk == {*listed}


def test_one_held_back_case_more_moves_nothing(gold_cli: Cli, tmp_path: Path) -> None:
    """All files know it but the prose, and what the site says of its making is the same, byte for byte."""
    told = []
    for held_back in (False, True):
        home = full_set(tmp_path / str(held_back) / "one", held_back=held_back)
        assert gold_cli("freeze", home).exit_code == 0
        out = tmp_path / f"site-{held_back}"
        manifest(gold_cli, home, out)
        paths = ("data/manifest.json", "feed.xml", "404.html", "one/badge.svg", "one/card.html")
        told.append({path: (out / path).read_bytes() for path in paths})
    assert told[0] == told[1]
    assert not [token for token in TOKENS for data in told[1].values() if token.encode() in data]


def test_a_case_that_a_later_version_holds_back_is_nowhere(gold_cli: Cli, tmp_path: Path) -> None:
    """The digest of an old version is of its lines without that case too."""
    home = write_set(tmp_path / "one", [asked("q1"), asked("q2")])
    lines(home / "one-v2.jsonl", [asked("q1"), asked("q2", split="held_back")])
    found = digests(manifest(gold_cli, home, tmp_path / "site"))
    alone = sha256((json.dumps(asked("q1")) + "\n").encode()).hexdigest()
    assert found == {"one-v1.jsonl": alone, "one-v2.jsonl": alone}


def test_rows_of_one_case_go_together(gold_cli: Cli, tmp_path: Path) -> None:
    """A flat file has a case on several lines, under either name of the id, written as a number too."""
    home = tmp_path / "one"
    open_rows = [{"query_id": 5, "query": "open", "passage_id": f"p{n}", "grade": 2} for n in (1, 2)]
    held = [{"query_id": 17, "query": "s", "split": "held_back", "passage_id": f"p{n}", "grade": 2} for n in (1, 2)]
    home.mkdir()
    lines(home / "one-v1.jsonl", [held[0], *open_rows, held[1]])
    lines(home / "runs/a.jsonl", [{"question_id": 17, "ranking": ["p1"]}, {"question_id": 5, "ranking": ["p1"]}])
    found = digests(manifest(gold_cli, home, tmp_path / "site"))
    kept = "".join(json.dumps(row) + "\n" for row in open_rows)
    assert found["one-v1.jsonl"] == sha256(kept.encode()).hexdigest()
    answer = json.dumps({"question_id": 5, "ranking": ["p1"]}) + "\n"
    assert found["runs/a.jsonl"] == sha256(answer.encode()).hexdigest()


CHANGES: dict[str, Callable[[str], str]] = {
    "CARD.md": lambda text: text + "more\n",
    "GUIDELINE.md": lambda text: text + "more\n",
    "CHANGELOG.md": lambda text: text + "\nmore\n",
    "gold.yaml": lambda text: text + "margin: 0.05\n",
    "terms.txt": lambda text: text + "sku\n",
    "one-v1.jsonl": lambda text: text.replace("what of q2", "what of it"),
    "one-v2.yaml": lambda text: text.replace("what of q2", "what of it"),
    "corpora/b.jsonl": lambda text: text.replace("text 2", "text two"),
    "runs/one.jsonl": lambda text: text.replace('"p1", "p2"', '"p2", "p1"'),
    "runs/one.yaml": lambda text: text.replace("2026-01-01", "2026-01-02"),
    "runs/two.trec": lambda text: text.replace("q1 Q0 p2 2 1", "q1 Q0 p2 2 9"),
    "agreement/round.jsonl": lambda text: text.replace('"grade": 2', '"grade": 1', 1),
    "agreement/round.yaml": lambda text: "drawn: by hand\n",
    "adjudicated.jsonl": lambda text: text.replace('"grade": 2}\n', '"grade": 2, "by": "eva"}\n', 1),
}


@pytest.mark.parametrize("path", CHANGES)
def test_a_changed_file_has_another_digest(gold_cli: Cli, tmp_path: Path, path: str) -> None:
    """And it alone."""
    home = full_set(tmp_path / "one", held_back=True)
    before = digests(manifest(gold_cli, home, tmp_path / "site"))
    text = (home / path).read_text()
    (home / path).write_text(CHANGES[path](text))
    assert (home / path).read_text() != text
    after = digests(manifest(gold_cli, home, tmp_path / "site"))
    assert [name for name in before if before[name] != after[name]] == [path]


def test_settings_measures_and_gold_are_named(gold_cli: Cli, tmp_path: Path) -> None:
    """What is in effect, chosen or given; terms that were allowed to be published are not published by this."""
    settings = {"measures": ["RR"], "margin": 0.03, "privacy": {"allow": ["zq-allowed"]}}
    home = plain_set(tmp_path / "one", settings=settings)
    found = manifest(gold_cli, home, tmp_path / "site", "--url", "https://example.org/x")
    assert (found["gold"], found["url"]) == (__version__, "https://example.org/x/")
    (one,) = found["sets"]
    assert (one["name"], one["folder"], one["version"], one["day"]) == ("one", "one", "v1", "2026-02-01")
    assert one["measures"][0] == {"name": "RR(rel=1)", "version": 1}
    chosen = {"baseline": "old", "candidate": "new", "margin": 0.03, "min_class_size": 10, "facets": ["class"]}
    assert {name: one["settings"][name] for name in chosen} == chosen
    assert "zq-allowed" not in json.dumps(found)
    card = (tmp_path / "site/one/card.html").read_text()
    for entry in one["inputs"]:
        assert entry["path"] in card
        assert f"<code>{entry['sha256'][:16]}</code>" in card
