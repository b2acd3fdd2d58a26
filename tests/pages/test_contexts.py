"""A template's context is its page's fields, no more and no less."""

from __future__ import annotations

from typing import get_args

import pytest
from jinja2 import meta, nodes

from gold.pages.site import Page
from gold.write.shipped import templates_folder
from gold.write.templates import environment

PAGES = get_args(Page)
NO_DATA = {"charts", "p", "style", "style_digest"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.template)
def test_a_template_uses_every_field_of_its_page(page: type[Page]) -> None:
    """What a template asks for is what its page holds; `charts` and a style come from writing, `p` are macros."""
    wanted: set[str] = set()
    for name in (page.template, "base.html"):
        tree = environment().parse((templates_folder() / name).read_text("utf-8"))
        macros = {macro.name for macro in tree.find_all(nodes.Macro)}
        wanted |= meta.find_undeclared_variables(tree) - macros
    assert wanted - NO_DATA == set(page.__struct_fields__)


def test_a_page_and_its_template_have_one_name() -> None:
    """`pages/worst_moved.py` is drawn by `worst_moved.html`."""
    assert [page.template for page in PAGES] == [f"{page.__module__.rpartition('.')[2]}.html" for page in PAGES]
