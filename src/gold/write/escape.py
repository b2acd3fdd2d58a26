"""Jinja's escaping for what pages are full of, plain strings: the same characters, without an object for each.

A text that turns the direction of writing and does not turn it back is closed, or it would turn what stands behind it.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from markupsafe import escape

from gold.write.characters import TURNS, closed

try:
    from markupsafe._speedups import _escape_inner as escape_text
except ImportError:  # a MarkupSafe that has it elsewhere
    escape_text = None  # type: ignore[assignment]  # then everything goes the long way


def quick(value: Any) -> str:
    """The value, escaped. Only what is exactly a string goes the short way, so markup stays markup."""
    if type(value) is not str:
        return escape(value)
    return escape_text(value) if value.isascii() or TURNS.search(value) is None else escape_text(closed(value))


class QuickEscaping(CodeGenerator):
    """Writes `environment.quick(…)` where Jinja writes `escape(…)`, in templates that are sure to be escaped."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.quick(")


class QuickEnvironment(Environment):
    """An environment whose templates escape plain strings the short way."""

    if escape_text is not None:
        code_generator_class = QuickEscaping
    quick = staticmethod(quick)
