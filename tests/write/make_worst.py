"""Turns texts that would like to be markup, code or a path into a set whose every field holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.write.make_sets import HOSTILE, passage, write_set

PWNED = "window.__pwned=1"
TEXTS = {
    "markup": HOSTILE,
    "handler": f"""<svg onload={PWNED}><img src=x onerror="{PWNED}"></title></textarea></style></script>""",
    "attribute": f"""" autofocus onfocus="{PWNED}" x='""",
    "comment": f"--><!--<script>{PWNED}</script>]]>",
    "template": "{{7*7}} {% raw %} ${7*7} {# x",
    "javascript": f"javascript:{PWNED}//",
    "data": f"data:text/html,<script>{PWNED}</script>",
    "link": f"[x](javascript:{PWNED}) <javascript:{PWNED}>",
    "override": "\u202eabc defg",
    "isolate": "\u2067abc \u2069\u2069 \u202dx",
    "controls": "a\0b\x01c\x1b[31md\x7fe\x85f\u2028g\rh\r\ni\ufffe\uffff",
    "right to left": "שלום עולם 123 (a)",
    "long": "w" * 10_000,
    "composed": "\u00e9",
    "decomposed": "e\u0301",
    "path": "../../x",
    "underscore": "_x",
    "large": "A",
    "small": "a",
    "slash": "a/b",
    "device": "con",
    "device with an ending": "CON.html",
    "dot": ".",
    "blank": "a .",
    "300": "n" * 300,
    "colon": "how:to",
    "brackets": 'a.b[0] a"b',
}
RUNS = ("a.b[0]", "<img src=x onerror=window.__pwned=1> & 'q", "how:to {{7*7}}")
FOLDER = "<b>&'x {{7*7}}"


def worst_set(home: Path) -> Path:
    """One case a text; the text is the case's every field, and its passage's, and what the runs say of it."""
    texts = tuple(TEXTS.values())
    facets = ["class", "stratum", "intent", "tags", "source", "asker"]
    rankings = [
        {"ranking": [{"passage_id": text, "text": text}, texts[i - 1]], "answer": text} for i, text in enumerate(texts)
    ]
    sidecar = dict.fromkeys(("system", "note", "commit"), HOSTILE)
    prose = "\n\n".join(
        [
            *TEXTS.values(),
            f"<script>{PWNED}</script>",
            f"[a](javascript:{PWNED}) [b](&#106;avascript:{PWNED}) [c](JaVaScRiPt:{PWNED}) [d](data:text/html,x)",
            f"[e]( javascript:{PWNED}) [f](\x01javascript:{PWNED}) [g](vbscript:x) [h](file:///etc/x) [i](//x.test)",
            f"<javascript:{PWNED}> [j]: javascript:{PWNED}\n\n[k][j] ![l](http://elsewhere.test/i.png) ![m](x 'y\" z')",
            f"[n](http://elsewhere.test/\"onclick={PWNED}) <http://elsewhere.test/'><b onclick={PWNED}>",
        ]
    )
    write_set(
        home,
        [_case(text) for text in texts],
        corpora={
            "<b>build": [passage(text, text, text, title=text, heading=[text], doc_version=text) for text in texts]
        },
        prose=dict.fromkeys(("CARD.md", "CHANGELOG.md", "GUIDELINE.md"), prose),
        settings={"title": HOSTILE, "facets": facets, "min_class_size": 0, "baseline": RUNS[1], "candidate": RUNS[0]},
    )
    _runs(home, texts, rankings, sidecar)
    return home


def _runs(home: Path, texts: tuple[str, ...], rankings: list[dict[str, Any]], sidecar: dict[str, str]) -> None:
    import json

    import yaml

    (home / "runs").mkdir()
    for number, run in enumerate(RUNS):
        rows = [
            {"query_id": text} | said | {"ranking": said["ranking"][:: 1 - 2 * (number % 2)]}
            for text, said in zip(texts, rankings, strict=True)
        ]
        (home / "runs" / f"{run}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        more: dict[str, Any] = {"corpus": "<b>build", "date": f"2026-01-0{number + 1}", "settings": {HOSTILE: HOSTILE}}
        (home / "runs" / f"{run}.yaml").write_text(yaml.safe_dump(sidecar | more), "utf-8")


def _case(text: str) -> dict[str, Any]:
    fields = ("query", "query_normalized", "class", "stratum", "intent", "source", "asker", "answer", "reason")
    label = dict.fromkeys(("passage_id", "doc_version", "by", "at", "note", "part", "chunking"), text)
    other = {"doc_id": text, "document": text, "heading": [text], "grade": 0, "distractor": True, "note": text}
    quoted = [{"quote": text, "grade": 1}] if any(map(str.isalnum, text)) else []
    return dict.fromkeys(fields, text) | {
        "query_id": text,
        "tags": [text],
        "meta": {text: text},
        "history": [{"query": text, "answer": text}],
        "judgments": [label | {"grade": 2, "borderline": True}, other, *quoted],
    }
