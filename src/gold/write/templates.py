"""The project's templates as a Jinja environment: everything escaped, nothing undefined let through."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from gold.pages.site import Page
from gold.write.markdown import prose

PACKAGE = Path(__file__).resolve().parent.parent


def folder() -> Path:
    """Where the templates are: packaged, or beside `src` in a checkout."""
    packaged = PACKAGE / "templates"
    return packaged if packaged.is_dir() else PACKAGE.parent.parent / "templates"


@cache
def environment() -> Environment:
    """The one environment of a build; its templates are compiled once."""
    made = Environment(
        loader=FileSystemLoader(folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        keep_trailing_newline=True,
    )
    made.filters["prose"] = prose
    return made


@cache
def template(name: str) -> Template:
    """One compiled template."""
    return environment().get_template(name)


def render(page: Page, **more: Any) -> str:
    """A page as HTML: the template's context is the page's fields, and `more` that only writing knows."""
    return template(page.template).render({field.name: getattr(page, field.name) for field in fields(page)}, **more)


@cache
def digest() -> str:
    """What all templates and static files are, as one digest: a page is made anew where they differ."""
    found = blake2b(digest_size=16)
    for path in sorted(folder().rglob("*")):
        if path.is_file():
            found.update(path.relative_to(folder()).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()
