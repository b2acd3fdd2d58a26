"""Turns short spellings into a set's folder, as `gold build-site` reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

HOSTILE = """Is 1<2? </script><img src=x onerror=1> "q' &amp;"""
AWKWARD_IDS = ("../../x", "_x", "A", "a", "a/b", "con", ".", "n" * 300, "x y", "é", "index", "plain-1")
Rankings = Mapping[str, Sequence[Any]]


def write_set(
    home: Path,
    cases: Sequence[Mapping[str, Any]],
    *,
    corpora: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    runs: Mapping[str, Rankings] | None = None,
    sidecars: Mapping[str, Mapping[str, Any]] | None = None,
    prose: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Path:
    """Write one set of version 1 and return its folder."""
    home.mkdir(parents=True, exist_ok=True)
    lines(home / f"{home.name}-v1.jsonl", cases)
    for build, passages in (corpora or {}).items():
        lines(home / "corpora" / f"{build}.jsonl", passages)
    for name, rankings in (runs or {}).items():
        rows = [{"query_id": query_id, "ranking": ranking} for query_id, ranking in rankings.items()]
        lines(home / "runs" / f"{name}.jsonl", rows)
    for name, sidecar in (sidecars or {}).items():
        (home / "runs" / f"{name}.yaml").write_text(yaml.safe_dump(dict(sidecar)), "utf-8")
    for name, text in (prose or {}).items():
        (home / name).write_text(text, "utf-8")
    if settings is not None:
        (home / "gold.yaml").write_text(yaml.safe_dump({"format": 1, **settings}), "utf-8")
    return home


def lines(path: Path, records: Sequence[Mapping[str, Any]]) -> None:
    """Write JSONL."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def passage(passage_id: str, text: str, doc_id: str = "doc", **more: Any) -> dict[str, Any]:
    """One passage's record."""
    return {"passage_id": passage_id, "doc_id": doc_id, "text": text, **more}


def asked(query_id: str, passage_id: str = "p1", *, grade: int = 2, **more: Any) -> dict[str, Any]:
    """One case's record, with one label."""
    record = {"query_id": query_id, "query": f"what of {query_id}", "class": "literal"}
    return record | {"judgments": [{"passage_id": passage_id, "grade": grade}]} | more


def plain_set(home: Path, cases: int = 12, **more: Any) -> Path:
    """A set of one build and two runs, the newer of which is worse on the first half."""
    ids = [f"q{i:02d}" for i in range(cases)]
    texts = [passage(f"p{i}", f"passage {i} says what there is of q{i:02d}") for i in range(cases)]
    old = {query_id: [f"p{i}", "p0", "p1"] for i, query_id in enumerate(ids)}
    new = {q: ["p0", "p1", f"p{i}"] if i % 2 else [f"p{i}", "p0"] for i, q in enumerate(ids)}
    given: dict[str, Any] = {
        "corpora": {"build": texts},
        "runs": {"old": old, "new": new},
        "sidecars": {
            "old": {"corpus": "build", "date": "2026-01-01"},
            "new": {"corpus": "build", "date": "2026-02-01"},
        },
        "prose": {"CARD.md": "# The card\n\nText."},
    }
    return write_set(home, [asked(q, f"p{i}") for i, q in enumerate(ids)], **(given | more))


def hostile_set(home: Path) -> Path:
    """A set in which everything that a page shows would like to be markup, a path or a formula."""
    cases = [
        asked(
            query_id,
            query=HOSTILE,
            source=HOSTILE,
            intent="how:to",
            tags=[HOSTILE, "a.b[0]"],
            answer=HOSTILE,
            reason="=1+1",
            history=[{"query": HOSTILE, "answer": HOSTILE}],
            meta={HOSTILE: HOSTILE},
            judgments=[
                {
                    "passage_id": "p<1>",
                    "doc_id": 'd"1',
                    "quote": "quoted <b>words</b> here",
                    "grade": 2,
                    "note": HOSTILE,
                },
                {"passage_id": HOSTILE, "grade": 0, "distractor": True, "by": "<i>ana</i>"},
            ],
        )
        | {"class": 'a"b'}
        for query_id in AWKWARD_IDS
    ]
    texts = [
        passage("p<1>", f"{HOSTILE} and quoted <b>words</b> here", 'd"1', title=HOSTILE, heading=["<h1>", "'"]),
        passage(HOSTILE, HOSTILE * 20, 'd"1'),
    ]
    ranking = ["p<1>", HOSTILE, "nowhere </li>"]
    runs = {"old": dict.fromkeys(AWKWARD_IDS, ranking), "=1+1": dict.fromkeys(AWKWARD_IDS, ranking[::-1])}
    sidecar = {"corpus": "b", "system": HOSTILE, "note": HOSTILE, "settings": {HOSTILE: HOSTILE}}
    prose = (
        f"# {HOSTILE}\n\n[x](javascript:alert(1)) ![i](http://elsewhere.test/i.png) [up](../../x) <script>1</script>\n"
    )
    return write_set(
        home,
        cases,
        corpora={"b": texts},
        runs=runs,
        sidecars={"old": sidecar | {"date": "2026-01-01"}, "=1+1": sidecar | {"date": "2026-02-01"}},
        prose={"CARD.md": prose, "CHANGELOG.md": prose, "GUIDELINE.md": prose},
        settings={"title": HOSTILE, "facets": ["class", "intent", "tags", "source"]},
    )


def judged_set(home: Path) -> Path:
    """A plain set that three people and a model judged, some of whom would like to be markup."""
    plain_set(home)
    names = (HOSTILE, "=ben", "a" * 60, "m1")
    rows = [
        {
            "query_id": f"q{i:02d}" if i < 8 else HOSTILE,
            "passage_id": f"p{i}" if i % 3 else HOSTILE,
            "annotator": name,
            "grade": min(at, 1) if i == 5 else (i + at * (i % 4)) % 3,
            "note": HOSTILE if at == 1 else None,
            "at": "2026-03-01",
            "kind": "model" if name == "m1" else None,
        }
        for i in range(10)
        for at, name in enumerate(names)
    ]
    again = [row | {"at": "2026-05-01", "grade": 2} for row in rows[:4]]
    lines(home / "agreement/one.jsonl", [*rows, *again])
    (home / "agreement/one.yaml").write_text(yaml.safe_dump({"drawn": HOSTILE, "note": HOSTILE}), "utf-8")
    final = {"query_id": "q01", "passage_id": "p1", "grade": 2, "by": HOSTILE, "at": HOSTILE, "note": HOSTILE}
    lines(home / "adjudicated.jsonl", [final])
    return home


def small_site(arguments: Sequence[str]) -> None:
    """`FOLDER WORD`: build a site of a few files that say the word. One page is kept, one has the word's name."""
    from gold.write.folder import building
    from gold.write.places import finish

    folder, word = arguments
    with building(folder) as site:
        site.put("index.html", f'{word}<a href="a/{word}.html">')
        site.put("a/index.html", f'{word}<a href="{word}.html"><a href="../kept.html">')
        site.put(f"a/{word}.html", f'{word}<a href="index.html">')
        if site.unchanged("kept.html", "key"):
            site.keep("kept.html")
        else:
            site.put("kept.html", '<a href="a/index.html">', key="key")
        finish(site)
