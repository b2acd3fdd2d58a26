"""A set's Markdown into HTML: raw HTML is shown as text, and nothing is loaded from elsewhere."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

KNOWN = {"CARD.md": "card.html", "GUIDELINE.md": "guideline.html", "CHANGELOG.md": "changelog.html"}
TOP, LOWEST = 1, 6


def prose(text: str, pages: tuple[str, ...] = ()) -> Markup:
    """Markdown as HTML, headings one step lower. Links to the set's own prose lead to its pages, if there.

    Other relative links would lead nowhere: they stay as text. An image is its description.
    """
    parser = _parser()
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 1, LOWEST)}"
        if token.children:
            token.children = _safe(token.children, pages)
    return Markup(parser.renderer.render(tokens, parser.options, {}))


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("js-default")


def _safe(tokens: list[Any], pages: tuple[str, ...]) -> list[Any]:
    kept, dropped = [], 0
    for token in tokens:
        if token.type == "image":
            token.type, token.tag = "text", ""
        elif token.type == "link_open":
            target = _target(str(token.attrGet("href") or ""), pages)
            if target is None:
                dropped += 1
                continue
            token.attrSet("href", target)
            if urlsplit(target).scheme:
                token.attrSet("rel", "noreferrer")
        elif token.type == "link_close" and dropped:
            dropped -= 1
            continue
        kept.append(token)
    return kept


def _target(href: str, pages: tuple[str, ...]) -> str | None:
    if urlsplit(href).scheme in ("http", "https", "mailto"):
        return href
    page = KNOWN.get(href.removeprefix("./"))
    return page if page in pages else None
