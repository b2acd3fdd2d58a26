"""The project's templates as a Jinja environment: everything escaped, nothing undefined let through."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b, sha256
from importlib.metadata import version
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from msgspec.structs import asdict

from gold.pages.badge import Badge
from gold.pages.feed import Feed
from gold.pages.not_found import NotFoundPage
from gold.pages.numbers import counted, grouped
from gold.pages.results import Result
from gold.pages.site import Page
from gold.write import shipped
from gold.write.characters import NOT_IN_XML
from gold.write.escape import QuickEnvironment
from gold.write.kept import Compiled
from gold.write.markdown import prose

DRAWN_AT_MOST = 50_000
BARE = "result.html"
LOST = {"\0": "\u2400", "\r": "&#13;"}
"""What a browser would drop (so it is shown as a picture), or take for a line feed."""
STYLE = "not_found.css"


@cache
def environment() -> Environment:
    """The one environment of a build."""
    made = QuickEnvironment(
        loader=FileSystemLoader(shipped.templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        keep_trailing_newline=True,
        bytecode_cache=Compiled(),
    )
    made.filters["prose"] = prose
    made.filters["drawn"] = drawn
    made.filters["counted"] = counted
    made.filters["grouped"] = grouped
    made.filters["results"] = results
    return made


@cache
def template(name: str) -> Template:
    """One compiled template."""
    return environment().get_template(name)


_drawn: dict[tuple[int, str], tuple[Any, Markup]] = {}


def drawn(it: Any, name: str) -> Markup:
    """A value that many pages show, as HTML: drawn once, told by its identity, and kept alive with it."""
    found = _drawn.get((id(it), name))
    return found[1] if found is not None else _keep(it, name, Markup(template(name).render(it=it)))


def results(all_: Sequence[Result]) -> Markup:
    """Results as HTML. One without marks looks the same wherever it stands: it is drawn once."""
    get = _drawn.get
    parts: list[str] = []
    for _, passage, tone, marks, note in all_:
        if marks or note:
            parts.append(_result()(passage, tone, marks, note))
            continue
        found = get((id(passage), BARE))
        parts.append(found[1] if found is not None else _keep(passage, BARE, _result()(passage, tone, marks, note)))
    return Markup("".join(parts))


@cache
def _result() -> Callable[..., Markup]:
    macro: Callable[..., Markup] = template("result.html").module.result  # type: ignore[attr-defined]  # a macro
    return macro


def forget_drawn() -> None:
    """Let go of what has been drawn."""
    _drawn.clear()


def _keep(it: Any, name: str, html: Markup) -> Markup:
    if len(_drawn) >= DRAWN_AT_MOST:
        forget_drawn()
    _drawn[id(it), name] = (it, html)
    return html


def render(page: Page, **more: Any) -> str:
    """A page as HTML: the template's context is the page's fields, and `more` that only writing knows."""
    html = template(page.template).render(asdict(page), **more)
    for character, shown in LOST.items():
        if character in html:
            html = html.replace(character, shown)
    return html


def render_xml(picture: Badge | Feed) -> str:
    """A badge or a feed as XML: what has no place in XML is shown as a picture of what cannot be shown."""
    text = template(picture.template).render(asdict(picture))
    return NOT_IN_XML.sub("\ufffd", text)


def render_bare(page: NotFoundPage) -> str:
    """A page that loads nothing, its style inside it: the policy of the page allows this very style by its digest."""
    style = (shipped.templates_folder() / STYLE).read_text("utf-8")
    allowed = b64encode(sha256(style.encode()).digest()).decode()
    return render(page, style=Markup(style), style_digest=allowed)


@cache
def digest() -> str:
    """What makes a page of what it shows, as one digest: all templates and static files, gold's own code, and Jinja.

    A page is made anew where they differ.
    """
    found = blake2b(version("jinja2").encode(), digest_size=16)
    for home, end in ((shipped.templates_folder(), ""), (shipped.PACKAGE, ".py")):
        for path in sorted(f"{parent}/{name}" for parent, _, names in os.walk(home) for name in names):
            if path.endswith(end):
                with open(path, "rb", buffering=0) as file:  # hundreds of files: no Path for each
                    found.update(path[len(str(home)) :].encode() + b"\0" + file.read() + b"\0")
    return found.hexdigest()
