"""Arguments of `tf.print` for printed expressions: tensors as values, other text unchanged. Lays out a call over several lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from tflint_autograph.fixes.dtypes import dtype_of
from tflint_autograph.fixes.edits import argument
from tflint_autograph.fixes.texts import FormatPiece, digits, merged, taken_apart
from tflint_autograph.model.record import record
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.kinds import symbolic, symbolic_in

_INTEGERS = ("int", "uint")
_FLOATS = ("float", "bfloat")
_SHOWN_AS_THEY_ARE = frozenset({"builtins.str", "builtins.int", "builtins.float", "builtins.bool"})
"""Python types that `tf.print` writes as `str` does."""


@record
class PrintedValue:
    """The arguments for `tf.print`. `apart`: strings were split. `sep`: the separator needed then."""

    arguments: tuple[str, ...]
    apart: bool
    sep: str | None = None


def shown(nodes: list[cst.BaseExpression], sep: str | None, fn: TracedFunction, tf: str) -> PrintedValue | None:
    """Returns the arguments for expressions printed with `sep` between them (None: unknown), or None if impossible.

    `tf.print` has no formats, `tf.strings.as_string` some.
    """
    words = [_word(node, fn) for node in nodes]
    if all(word == () for word in words):
        return PrintedValue(tuple(argument(node, fn) for node in nodes), apart=False)
    if sep is None or None in words:
        return None
    pieces: list[FormatPiece] = []
    for number, (node, word) in enumerate(zip(nodes, words, strict=True)):
        pieces += [FormatPiece(sep)] if number else []
        pieces += word or _whole(node)
    return arranged(merged(tuple(pieces)), fn, tf)


def arranged(pieces: tuple[FormatPiece, ...], fn: TracedFunction, tf: str) -> PrintedValue | None:
    """Returns the pieces of one string as arguments of `tf.print`; as one joined string if a tensor has a format."""
    if any(piece.node is not None and not piece.plain and _in_graph(piece.node, fn) for piece in pieces):
        return None
    if any(_has_format(piece, fn) for piece in pieces):
        text = joined(pieces, fn, tf)
        return PrintedValue((text,), apart=True) if text else None
    spaced = _spaced(pieces)
    written = [_argument(piece, fn, tf) for piece in spaced or pieces]
    if None in written:
        return None
    return PrintedValue(tuple(each or "" for each in written), apart=True, sep=None if spaced is not None else "")


def joined(pieces: tuple[FormatPiece, ...], fn: TracedFunction, tf: str) -> str:
    """Returns code that joins the pieces to a string tensor, or an empty string if impossible."""
    nodes = [piece.node for piece in pieces if piece.node is not None]
    if len(pieces) > 1 and all(_fits_template(piece, fn) for piece in pieces):
        template = "".join("{}" if piece.node is not None else piece.text for piece in pieces)
        sources = ", ".join(argument(node, fn) for node in nodes)
        return f"{tf}.strings.format({quoted(template)}, {f'({sources})' if len(nodes) > 1 else sources})"
    parts = [_string(piece, fn, tf) for piece in pieces]
    if "" in parts:
        return ""
    return parts[0] if len(parts) == 1 else f"{tf}.strings.join([{', '.join(parts)}])"


def _fits_template(piece: FormatPiece, fn: TracedFunction) -> bool:
    if piece.node is None:
        return "{}" not in piece.text
    return piece.plain and not piece.spec and symbolic(fn.value(piece.node))


def quoted(text: str) -> str:
    """Returns a Python literal of the text, in double quotes if that needs no escape."""
    literal = repr(text)
    return f'"{literal[1:-1]}"' if literal[0] == "'" and '"' not in literal and "\\'" not in literal else literal


def _word(node: cst.BaseExpression, fn: TracedFunction) -> tuple[FormatPiece, ...] | None:
    """Returns the pieces of a string with tensors; empty if it can be passed unchanged, None if it cannot be converted."""
    if isinstance(node, cst.GeneratorExp):
        return None
    pieces = taken_apart(node, fn)
    if pieces is None:
        return None if _is_text(node, fn) and any(_in_graph(part, fn) for part in _parts(node)) else ()
    return pieces if any(piece.node is not None and _in_graph(piece.node, fn) for piece in pieces) else ()


def _is_text(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        return isinstance(node.left, (cst.SimpleString, cst.ConcatenatedString))
    return fn.value(node).type == "builtins.str" and isinstance(node, (cst.Call, cst.BinaryOperation))


def _parts(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """Yields the parts of a string that cannot be split."""
    if isinstance(node, cst.BinaryOperation):
        yield from (*_parts(node.left), *_parts(node.right))
    elif isinstance(node, cst.Call):
        yield from (arg.value for arg in node.args)
    elif isinstance(node, cst.Dict):
        yield from (element.value for element in node.elements)
    else:
        yield node


def _whole(node: cst.BaseExpression) -> tuple[FormatPiece, ...]:
    text = node.evaluated_value if isinstance(node, (cst.SimpleString, cst.ConcatenatedString)) else None
    return (FormatPiece(text),) if isinstance(text, str) else (FormatPiece("", node),)


def _in_graph(node: cst.BaseExpression, fn: TracedFunction) -> bool:
    """Whether the expression is a tensor, contains one, or may be one."""
    if isinstance(node, cst.Attribute) and node.attr.value in ("shape", "dtype", "name"):
        return False
    value = fn.value(node)
    return symbolic_in(value) is not None or _unclear(value)


def _unclear(value: Value) -> bool:
    return value.kind is Kind.UNKNOWN and not (value.name or value.callees or value.klass or value.module)


def _has_format(piece: FormatPiece, fn: TracedFunction) -> bool:
    return piece.node is not None and piece.spec not in ("", "d") and _in_graph(piece.node, fn)


def _spaced(pieces: tuple[FormatPiece, ...]) -> tuple[FormatPiece, ...] | None:
    """Returns the pieces without the single spaces that `tf.print` adds between arguments, or None if the spacing differs."""
    texts = [piece.text if piece.node is None else None for piece in pieces]
    found = []
    for number, (piece, text) in enumerate(zip(pieces, texts, strict=True)):
        first, last = number == 0, number == len(pieces) - 1
        if text is None:
            if not last and texts[number + 1] is None:
                return None
            found.append(piece)
        elif text != " " or first or last:
            if not (first or text.startswith(" ")) or not (last or text.endswith(" ")):
                return None
            found.append(FormatPiece(text[not first : None if last else -1]))
    return tuple(found)


def _argument(piece: FormatPiece, fn: TracedFunction, tf: str) -> str | None:
    if piece.node is None:
        return quoted(piece.text)
    source = argument(piece.node, fn)
    if not _in_graph(piece.node, fn):
        known = piece.plain and not piece.spec and fn.value(piece.node).type in _SHOWN_AS_THEY_ARE
        return source if known else _formatted(piece, fn) or None
    if piece.spec == "d" and not dtype_of(piece.node, fn).startswith(_INTEGERS):
        return f"{tf}.cast({source}, {tf}.int64)"
    return source


def _string(piece: FormatPiece, fn: TracedFunction, tf: str) -> str:
    """Returns code for a piece as a Python string or string tensor."""
    if piece.node is None:
        return quoted(piece.text)
    if not _in_graph(piece.node, fn):
        return _formatted(piece, fn)
    source, dtype = argument(piece.node, fn), dtype_of(piece.node, fn)
    if not piece.spec:
        return "" if _unclear(fn.value(piece.node)) else f'{tf}.strings.format("{{}}", {source})'
    given = digits(piece.spec)
    if given is None or (symbolic_in(fn.value(piece.node)) is None and "precision" not in given):
        return ""
    wanted, target = (_FLOATS, "float64") if "precision" in given else (_INTEGERS, "int64")
    number = source if dtype.startswith(wanted) else f"{tf}.cast({source}, {tf}.{target})"
    return f"{tf}.strings.as_string({', '.join([number, *(f'{key}={value}' for key, value in given.items())])})"


def _formatted(piece: FormatPiece, fn: TracedFunction) -> str:
    """Returns a Python value as an f-string, or an empty string if its code does not fit into braces."""
    assert piece.node is not None
    source = fn.source(piece.node)
    if not piece.plain or any(each in source for each in "\"'\\\n{}#!:="):
        return ""
    return f'f"{{{source}:{piece.spec}}}"' if piece.spec else f'f"{{{source}}}"'


Argument = str | Sequence[str]
"""An argument as code, or the elements of a list."""


def laid_out(func: str, arguments: Sequence[Argument], node: cst.Call | cst.Assert, fn: TracedFunction) -> str:
    """Returns a call as code, one argument per line if those of the replaced `node` start on several lines.

    Indentation follows `node`; a list is split only if it replaces something that spans several lines itself.
    """
    parts = _parts_of_call(node)
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


def _parts_of_call(node: cst.Call | cst.Assert) -> list[cst.CSTNode]:
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
