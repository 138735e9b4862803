"""Splits strings that Python builds into pieces: f-strings, `%`, `format`, `str` and `+`."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import replace

import libcst as cst

from tflint_autograph.model.record import record
from tflint_autograph.traced.tree.function import TracedFunction

_PERCENT = re.compile(r"%(?P<spec>[-#0 +]*\d*(?:\.\d+)?)(?P<type>[sdifFeEgG%])")
_SPEC = re.compile(r"(?P<fill>0)?(?P<width>\d+)?(?:\.(?P<precision>\d+))?(?P<type>[dfeg])?")


@record
class FormatPiece:
    """A piece of a string: literal `text`, or an expression to be formatted with `spec` (`.2f`).

    `plain`: there is no conversion such as `!r`.
    """

    text: str
    node: cst.BaseExpression | None = None
    spec: str = ""
    plain: bool = True


def taken_apart(node: cst.BaseExpression, fn: TracedFunction) -> tuple[FormatPiece, ...] | None:
    """Returns the pieces of a string that is built here, or None for other expressions and unsupported formats."""
    if isinstance(node, (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)):
        return _literal(node)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _sum(node, fn)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        right = node.right
        return percent(node.left, [each.value for each in right.elements] if isinstance(right, cst.Tuple) else [right])
    if isinstance(node, cst.Call):
        return _call(node, fn)
    return None


def percent(template: cst.BaseExpression, values: list[cst.BaseExpression]) -> tuple[FormatPiece, ...] | None:
    """Returns the pieces of `template % values`, also as the arguments of a logger, or None."""
    text = template.evaluated_value if isinstance(template, (cst.SimpleString, cst.ConcatenatedString)) else None
    if not isinstance(text, str) or any(isinstance(each, (cst.Dict, cst.StarredElement)) for each in values):
        return None
    found, at, left = [], 0, list(values)
    for match in _PERCENT.finditer(text):
        found.append(FormatPiece(text[at : match.start()]))
        at = match.end()
        if match[0] == "%%":
            found.append(FormatPiece("%"))
        elif not left:
            return None
        else:
            spec = match["spec"] + ("" if match["type"] == "s" else match["type"].replace("i", "d"))
            found.append(FormatPiece("", left.pop(0), spec))
    strange = "%" in _PERCENT.sub("", text)
    return None if left or strange else (*found, FormatPiece(text[at:]))


def _literal(node: cst.BaseExpression) -> tuple[FormatPiece, ...] | None:
    if isinstance(node, cst.SimpleString):
        value = node.evaluated_value
        return (FormatPiece(value),) if isinstance(value, str) else None
    if isinstance(node, cst.ConcatenatedString):
        left, right = _literal(node.left), _literal(node.right)
        return (*left, *right) if left is not None and right is not None else None
    return tuple(_fields(node)) if isinstance(node, cst.FormattedString) else None


def _fields(node: cst.FormattedString) -> Iterator[FormatPiece]:
    prefix, quote = ("r" if "r" in node.start.lower() else ""), node.end
    for part in node.parts:
        if isinstance(part, cst.FormattedStringText):
            written = part.value.replace("{{", "{").replace("}}", "}")
            yield FormatPiece(ast.literal_eval(f"{prefix}{quote}{written}{quote}"))
        elif isinstance(part, cst.FormattedStringExpression):
            if part.equal is not None:
                yield FormatPiece(cst.Module([]).code_for_node(part.with_changes(conversion=None, format_spec=None))[1:-1])
            specs = part.format_spec or ()
            known = all(isinstance(each, cst.FormattedStringText) for each in specs)
            spec = "".join(each.value for each in specs if isinstance(each, cst.FormattedStringText))
            yield FormatPiece("", part.expression, spec, plain=known and part.conversion in (None, "s"))


def _sum(node: cst.BinaryOperation, fn: TracedFunction) -> tuple[FormatPiece, ...] | None:
    left, right = taken_apart(node.left, fn), taken_apart(node.right, fn)
    return (*left, *right) if left is not None and right is not None else None


def _call(node: cst.Call, fn: TracedFunction) -> tuple[FormatPiece, ...] | None:
    if any(arg.star for arg in node.args):
        return None
    if fn.called(node) == "builtins.str" and len(node.args) == 1:
        return (FormatPiece("", node.args[0].value),)
    func = node.func
    if isinstance(func, cst.Attribute) and func.attr.value == "format":
        template = (
            func.value.evaluated_value if isinstance(func.value, (cst.SimpleString, cst.ConcatenatedString)) else None
        )
        return _formatted(template, node) if isinstance(template, str) else None
    return None


def _formatted(template: str, call: cst.Call) -> tuple[FormatPiece, ...] | None:
    given: dict[str, cst.BaseExpression] = {}
    for number, arg in enumerate(call.args):
        given[arg.keyword.value if arg.keyword else str(number)] = arg.value
    found, used = [], 0
    for text, name, spec, conversion in string.Formatter().parse(template):
        found.append(FormatPiece(text))
        if name is None:
            continue
        key = name or str(used)
        used += not name
        if key not in given or "{" in (spec or ""):
            return None
        found.append(FormatPiece("", given[key], spec or "", plain=conversion in (None, "s")))
    return tuple(found)


def merged(pieces: tuple[FormatPiece, ...]) -> tuple[FormatPiece, ...]:
    """Returns the pieces with adjacent literals joined and empty ones removed."""
    found: list[FormatPiece] = []
    for piece in pieces:
        if piece.node is None and found and found[-1].node is None:
            found[-1] = replace(found[-1], text=found[-1].text + piece.text)
        else:
            found.append(piece)
    return tuple(piece for piece in found if piece.node is not None or piece.text)


def digits(spec: str) -> dict[str, str] | None:
    """Returns the arguments of `tf.strings.as_string` for a format, or None if it does not support it.

    `.3f` is precision=3, `8.2e` width=8, precision=2, scientific=True (tensorflow/core/kernels/as_string_op.cc).
    """
    match = _SPEC.fullmatch(spec)
    if match is None or not match["type"] or (match["type"] == "d" and match["precision"]):
        return None
    found = {} if match["type"] == "d" else {"precision": match["precision"] or "6"}
    found |= {"scientific": "True"} if match["type"] == "e" else {"shortest": "True"} if match["type"] == "g" else {}
    found |= {"width": match["width"]} if match["width"] else {}
    return found | ({"fill": '"0"'} if match["fill"] and match["width"] else {})
