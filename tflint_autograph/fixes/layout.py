"""Lays out a call that replaces other code over as many lines as that has."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from tflint_autograph.traced.tree.function import TracedFunction

Argument = str | Sequence[str]
"""An argument as code, or the elements of a list."""


def laid_out(func: str, arguments: Sequence[Argument], node: cst.Call | cst.Assert, fn: TracedFunction) -> str:
    """Returns a call as code, one argument per line if those of the replaced `node` start on several lines.

    Indentation follows `node`; a list is split only if it replaces something that spans several lines itself.
    """
    parts = _parts(node)
    at, places = fn.place(node), [fn.place(part) for part in parts]
    if not places or all(place.line == at.line for place in places):
        return f"{func}({', '.join(map(_on_a_line, arguments))})"
    if isinstance(node, cst.Call) and places[0].line == at.line:
        margin = "\n" + " " * (at.column - 1 + len(func) + 1)
        return f"{func}({f',{margin}'.join(map(_on_a_line, arguments))})"
    outer, inner = _indent(at.line, fn), max((_indent(place.line, fn) for place in places if place.line > at.line), key=len)
    step = inner.removeprefix(outer) or "    "
    inner = outer + step
    is_long = any(place.end_line > place.line for place in places)
    lines = [_on_lines(each, inner, step) if is_long else _on_a_line(each) for each in arguments]
    is_tight = isinstance(node, cst.Call) and places[-1].end_line == at.end_line
    end = ")" if is_tight else f",\n{outer})"
    return f"{func}(\n{inner}" + f",\n{inner}".join(lines) + end


def _parts(node: cst.Call | cst.Assert) -> list[cst.CSTNode]:
    if isinstance(node, cst.Call):
        return list(node.args)
    return [node.test, *([node.msg] if node.msg is not None else [])]


def _indent(line: int, fn: TracedFunction) -> str:
    """Returns the indentation of a line."""
    text: str = fn.analysis.project.lines(fn.key.path)[line - 1]
    return text[: len(text) - len(text.lstrip())]


def _on_a_line(argument: Argument) -> str:
    return argument if isinstance(argument, str) else f"[{', '.join(argument)}]"


def _on_lines(argument: Argument, indent: str, step: str) -> str:
    if isinstance(argument, str):
        return argument
    elements = "".join(f"{indent}{step}{element},\n" for element in argument)
    return f"[\n{elements}{indent}]"
