"""Question pages by f-strings: the peer of the templates, with the same words in the same places."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape

from gold.pages.frame import Around
from gold.pages.labels import LabelView
from gold.pages.measures import MeasureName
from gold.pages.outcome import Outcome
from gold.pages.passage_text import Piece
from gold.pages.question import QuestionPage, RunOnQuestion
from gold.pages.results import Result, ResultList
from gold.pages.run_head import RunHead

SIGN = {"answer": "●", "support": "◐", "nothing": "○", "distractor": "✕", "piece": "◔", "better": "✓", "worse": "✗"}
UNJUDGED = ' <span class="mark unjudged">unjudged</span>'
PLACED = (
    "The rank at which the answer is complete, at which its document first stands, and each measure of this question"
)
PLACES = '<th scope="col" class="n">answer at</th><th scope="col" class="n">document at</th>'
TABLE = '<div class="scroll" role="region" tabindex="0" aria-label='


def plain_page(page: QuestionPage) -> str:
    """One page. It knows what the pages of a generated set hold: no history, no folded labels, two runs."""
    heads = "".join(map(_head, page.measures))
    names = "".join(f'<th scope="col" class="n">{escape(row.run.name)}</th>' for row in page.runs)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(page.frame.title)} · {escape(page.frame.around.set_title or "")} · gold</title>
{_around(page.frame.around)}<main id="main">
<p class="crumb"><a href="index.html">All questions</a>{_beside(page)}</p>
<h1 class="verbatim" dir="auto">{escape(page.query)}</h1>
<p class="head">case <b>{escape(page.query_id)}</b>{_moved(page)}</p>
<dl class="facts flow">
{"".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in page.facts)}
</dl>
<h2 id="runs">What became of it</h2>
{TABLE}"Runs on this question">
<table>
<caption>{PLACED}</caption>
<thead><tr><th scope="col">run</th><th scope="col">outcome</th>{PLACES}{heads}</tr></thead>
<tbody>
{"".join(map(_run, page.runs))}</tbody>
</table>
</div>
{_lacking(page.lacking)}
<h2 id="labels">Labels, and where they lie now</h2>
<ol class="labels">
{"".join(map(_label, page.labels.shown))}</ol>
{TABLE}"Rank of each label in each run">
<table>
<caption>Rank at which each run first shows each label</caption>
<thead><tr><th scope="col">label</th>{names}</tr></thead>
<tbody>
{"".join(map(_ranks, page.labels.shown))}</tbody>
</table>
</div>
<h2 id="results">What both runs answered</h2>
<div class="pair">
{"".join(map(_list, reversed(page.main)))}</div>
</main>
<footer><p>Built by gold from the files of the set. Same files, same pages.</p></footer>
</body>
</html>
"""


def words(html: str) -> list[str]:
    """What a reader sees of a page: its words without tags."""
    return unescape(re.sub(r"<[^>]*>", " ", html)).split()


@cache
def _head(name: MeasureName) -> str:
    return f'<th scope="col" class="n"><abbr title="{escape(name.full)}">{escape(name.shown)}</abbr></th>'


@cache
def _around(it: Around) -> str:
    sections, links = (
        "".join(f'<li><a href="{escape(it.home + item.href)}">{escape(item.text)}</a></li>\n' for item in items)
        for items in (it.menu, it.section.pages if it.section else ())
    )
    return f"""<link rel="stylesheet" href="{it.root}static/gold.css">
<link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" title="Versions and verdicts" href="{it.root}feed.xml">
<script src="{it.root}static/gold.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<p class="where"><a class="brand" href="{it.root}index.html">gold</a>
<span aria-hidden="true">/</span> <a href="{it.home}index.html">{escape(it.set_title or "")}</a>
</p>
<p class="help"><a href="{it.root}guide.html">How to read this</a></p>
<nav aria-label="Pages of this set">
<ul class="sections">
{sections}</ul>
<ul>
{links}</ul>
</nav>
</header>
"""


def _beside(page: QuestionPage) -> str:
    links = (("prev", page.before), ("next", page.after))
    return "".join(
        f' · <a rel="{rel}" href="{escape(link.href)}">{escape(link.text)}</a>'
        for rel, link in links
        if link is not None
    )


def _moved(page: QuestionPage) -> str:
    moved = page.moved
    if moved is None:
        return ""
    name = moved.measure
    full = f' <span class="full">{escape(name.full)}</span>' if name.full != name.shown else ""
    term = f'<a class="term" href="{page.frame.root}guide.html#{name.anchor}">{escape(name.shown)}</a>{full}'
    return f' · {term} {moved.before} → {moved.after} (<b class="{moved.tone}">{moved.change}</b>)'


def _run_name(run: RunHead) -> str:
    return escape(run.name) + (f' <span class="role">{escape(run.role)}</span>' if run.role else "")


def _came(came: Outcome) -> str:
    sign = f'<span aria-hidden="true">{SIGN[came.tone]}</span> ' if came.tone in SIGN else ""
    return sign + escape(came.sentence)


def _run(row: RunOnQuestion) -> str:
    values = "".join(f'<td class="n">{value}</td>' for value in row.values)
    return (
        f'<tr><th scope="row" class="run">{_run_name(row.run)}</th>'
        f'<td class="came {row.outcome.tone}">{_came(row.outcome)}</td>'
        f'<td class="n">{row.rank}</td><td class="n">{row.document_rank}</td>{values}</tr>\n'
    )


def _lacking(words_: tuple[str, ...]) -> str:
    if not words_:
        return ""
    said = ", ".join(f"<b>{escape(word)}</b>" for word in words_)
    before = "No labelled passage has these words of the question"
    return f'<p class="odd">{before}: {said}. A glossary may help; tuning will not.</p>\n'


def _label(view: LabelView) -> str:
    anchors = "".join(f' <span class="fact">{escape(n)} <i>{escape(value)}</i></span>' for n, value in view.anchors)
    quote = f'<blockquote dir="auto">{escape(view.quote)}</blockquote>\n' if view.quote else ""
    places = "".join(
        f'<p class="id">{escape(build)}: <span class="state {state.replace(" ", "-")}">{state}</span>, {escape(where)}'
        "</p>\n"
        for build, state, where in view.places
    )
    return (
        f'<li class="{view.tone}" id="label-{view.number}">\n<p class="at"><b>{view.number}</b> '
        f'<span class="mark {view.tone}"><span aria-hidden="true">{SIGN[view.tone]}</span> {escape(view.words)}</span>'
        f"{anchors}</p>\n{quote}{places}</li>\n"
    )


def _ranks(view: LabelView) -> str:
    ranks = "".join(f'<td class="n">{rank}</td>' for rank in view.ranks)
    return f'<tr><th scope="row">{view.number} <small>{escape(view.words)}</small></th>{ranks}</tr>\n'


def _list(found: ResultList) -> str:
    beyond = "; ".join(f"label {number}, {escape(said)}: {rank}" for number, said, rank in found.beyond)
    missed = f'<p class="beyond">Not among these: {beyond}.</p>\n' if beyond else ""
    odd = "".join(f'<p class="odd">{escape(remark)}</p>\n' for remark in found.remarks)
    return (
        f'<section class="list">\n<h3>{_run_name(found.run)}</h3>\n'
        f'<p class="came {found.outcome.tone}">{_came(found.outcome)}</p>\n'
        f'<ol class="results">\n{"".join(map(_result, found.results))}</ol>\n{missed}{odd}</section>\n'
    )


def _result(result: Result) -> str:
    passage, text = result.passage, result.passage.text
    marks = "".join(
        f' <span class="mark {tone}"><span aria-hidden="true">{SIGN[tone]}</span> label {number}: {escape(said)}</span>'
        for number, said, tone in result.marks
    )
    note = f'<p class="odd">{escape(result.note)}</p>\n' if result.note else ""
    shown = ""
    if text is not None:
        opened = " open" if text.unfolded else ""
        rest = f"<details{opened}><summary>the rest</summary>{_pieces(text.rest)}</details>" if text.rest else ""
        shown = f'<div class="text" dir="auto">{_pieces(text.head)}{rest}</div>\n'
    return (
        f'<li class="{result.tone}"><p class="at"><span class="place">{escape(passage.place)}</span>'
        f"{marks or UNJUDGED}</p>\n"
        f'<p class="id">{escape(passage.passage_id)}</p>\n{note}{shown}</li>\n'
    )


def _pieces(pieces: tuple[Piece, ...]) -> str:
    return "".join(f"<mark>{escape(piece)}</mark>" if marked else escape(piece) for piece, marked in pieces)
