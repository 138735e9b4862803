"""The same tokens in another layout, as formatters and people lay code out."""

from __future__ import annotations

import ast
import itertools
import re
import tokenize
from collections.abc import Iterator

from tests.metamorphic.texts import Edit, Text
from tests.metamorphic.transform import Sources, on_text, on_trees

_REMARK = "# print(x): self.items = []; model.run_eagerly=True; tf.function, return None"
_VALUED = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr)
_COMPOUND = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith,
    ast.Try, ast.Match, *((ast.TryStar,) if hasattr(ast, "TryStar") else ()),
)  # fmt: skip


@on_trees
def unparse(sources: Sources) -> bool:
    """The text is written anew from the tree."""
    return bool(sources.trees)


@on_text
def brackets_over_lines(text: str, tree: ast.Module) -> str:
    """A value is wrapped in brackets over several lines."""
    source = Text(text, tree)
    return source.edited(_bracketed(source))


def _bracketed(source: Text) -> Iterator[Edit]:
    for node in ast.walk(source.tree):
        value = node.value if isinstance(node, _VALUED) else None
        if value is None or isinstance(value, ast.Constant) or source.is_held(source.start(value)):
            continue
        start, end = source.start(value), source.end(value)
        blanks = source.indentation(start)
        yield start, start, f"(\n{blanks}        "
        yield end, end, f"\n{blanks})"


@on_text
def argument_a_line(text: str, tree: ast.Module) -> str:
    """Everything in brackets has a line of its own."""
    source = Text(text, tree)
    edits = [
        (one.end, other.start, f"\n{' ' * 4 * (1 + one.depth)}")
        for one, other in source.gaps()
        if (one.opens or other.closes or (one.string == "," and one.depth))
        and not source.is_held(one.end, other.start + 1)
    ]
    return source.edited(edits)


@on_text
def joined_lines(text: str, tree: ast.Module) -> str:
    """A statement over several lines is written on one."""
    source = Text(text, tree)
    edits = [
        (one.end, other.start, " ")
        for one, other in source.gaps()
        if "\n" in text[one.end : other.start] and tokenize.NEWLINE not in (one.type, other.type)
        if not source.is_held(one.end, other.start + 1)
    ]
    return source.edited(edits)


@on_text
def other_quotes(text: str, tree: ast.Module) -> str:
    """Strings in single quotes are written in double quotes, and the other way round."""
    source, edits = Text(text, tree), []
    for token in source.tokens:
        match = (
            re.fullmatch(r"([bBuUrRfF]*)(['\"])([^'\"\\\n]*)\2", token.string)
            if token.type == tokenize.STRING
            else None
        )
        if match is not None and "{" not in match[3]:
            quote = "'" if match[2] == '"' else '"'
            edits.append((token.start, token.end, f"{match[1]}{quote}{match[3]}{quote}"))
    return source.edited(edits)


@on_text
def no_spaces(text: str, tree: ast.Module) -> str:
    """Blanks between tokens are left out where they can be."""
    source = Text(text, tree)
    edits = [
        (one.end, other.start, "")
        for one, other in source.gaps()
        if text[one.end : other.start].isspace() and "\n" not in text[one.end : other.start]
        if not (one.is_word and (other.is_word or other.string.startswith(".")))
        if tokenize.NEWLINE not in (one.type, other.type)
    ]
    return source.edited(edits)


@on_text
def wide_spaces(text: str, tree: ast.Module) -> str:
    """Two more blanks stand between tokens, also in front of brackets and dots."""
    source = Text(text, tree)
    edits = [(one.end, one.end, "  ") for one, other in source.gaps() if tokenize.NEWLINE not in (one.type, other.type)]
    return source.edited(edits)


@on_text
def trailing_commas(text: str, tree: ast.Module) -> str:
    """A comma follows the last argument of a call and the last item of a list, set or dict."""
    source, edits = Text(text, tree), []
    ends = {token.end: number for number, token in enumerate(source.tokens)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            filled = bool(node.args or node.keywords) and not any(
                isinstance(each, ast.GeneratorExp) for each in node.args
            )
        else:
            filled = isinstance(node, (ast.List, ast.Set, ast.Dict)) and bool(
                getattr(node, "elts", None) or getattr(node, "keys", None)
            )
        if filled:
            assert isinstance(node, ast.expr)
            number = ends.get(source.end(node))  # none inside an f-string
            if number and source.tokens[number - 1].string != ",":
                edits.append((source.tokens[number - 1].end, source.tokens[number - 1].end, ","))
    return source.edited(edits)


@on_text
def semicolons(text: str, tree: ast.Module) -> str:
    """Simple statements that follow each other stand on one line."""
    source = Text(text, tree)
    return source.edited(edit for block in _blocks(tree) for edit in _joined(source, block))


@on_text
def one_line_bodies(text: str, tree: ast.Module) -> str:
    """A body of simple statements stands on the line of its header."""
    source = Text(text, tree)
    return source.edited(
        edit for block in _blocks(tree) if block is not tree.body for edit in _on_header(source, block)
    )


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _on_header(source: Text, block: list[ast.stmt]) -> Iterator[Edit]:
    start = source.start(block[0])
    before = max(
        (token for token in source.tokens if token.end <= start and token.type != tokenize.NEWLINE),
        key=lambda each: each.end,
    )
    spread = "\n" in source.text[before.end : start]
    if any(isinstance(each, _COMPOUND) for each in block) or source.is_held(start, source.end(block[-1])) or not spread:
        return
    if source.is_held(before.start, before.end):
        return
    yield before.end, start, " "
    yield from _joined(source, block)


def _joined(source: Text, block: list[ast.stmt]) -> Iterator[Edit]:
    for one, other in itertools.pairwise(block):
        simple = not isinstance(one, _COMPOUND) and not isinstance(other, _COMPOUND)
        if simple and not source.is_held(source.start(one), source.end(other)):
            yield source.end(one), source.start(other), "; "


@on_text
def backslashes(text: str, tree: ast.Module) -> str:
    """A line goes on after a backslash: behind `=`, `return` and operators, and in front of dots."""
    source = Text(text, tree)
    after = {"=", "+=", "return", "and", "or", "+", "-", "*", "==", "in", "."}
    edits = [
        (one.end, other.start, f" \\\n{source.indentation(one.start)}        ")
        for one, other in source.gaps()
        if one.depth == other.depth == 0 and one.string in after and other.type != tokenize.NEWLINE
        if not source.is_held(one.start) and "\n" not in text[one.end : other.start]
    ]
    return source.edited(edits)


@on_text
def tabs(text: str, tree: ast.Module) -> str:
    """Blocks are indented by tabs."""
    return _indented(text, "\t")


@on_text
def one_blank(text: str, tree: ast.Module) -> str:
    """Blocks are indented by one blank."""
    return _indented(text, " ")


def _indented(text: str, unit: str) -> str:
    """The text with another indentation; lines within strings and brackets keep theirs."""
    lines = text.split("\n")
    level, begins = 0, True
    for token in tokenize.generate_tokens(iter(line + "\n" for line in lines).__next__):
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            level += 1 if token.type == tokenize.INDENT else -1
        elif token.type in (tokenize.NEWLINE, tokenize.NL, tokenize.ENDMARKER):
            begins = begins or token.type == tokenize.NEWLINE
        elif begins:
            row, column = token.start
            lines[row - 1] = unit * level + lines[row - 1][column:]
            begins = False
    return "\n".join(lines)


@on_text
def comments_between(text: str, tree: ast.Module) -> str:
    """A comment and a blank line stand in front of each statement."""
    source = Text(text, tree)
    starts = {source.start(node) for node in ast.walk(tree) if isinstance(node, ast.stmt)}
    places = [
        start
        for start in sorted(starts)
        if text[source.line_start(start) : start].isspace() or source.line_start(start) == start
    ]
    edits = [
        (source.line_start(start), source.line_start(start), f"{source.indentation(start)}{_REMARK}\n\n")
        for start in places
    ]
    return source.edited(edits)


@on_text
def carriage_returns(text: str, tree: ast.Module) -> str:
    """Lines end as on Windows."""
    return text.replace("\n", "\r\n")


@on_text
def redundant_brackets(text: str, tree: ast.Module) -> str:
    """Every value that is read stands in brackets."""
    source = Text(text, tree)
    nodes: list[ast.expr] = []
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.JoinedStr, ast.pattern)):
            continue
        todo += ast.iter_child_nodes(node)
        loaded = isinstance(getattr(node, "ctx", None), ast.Load) or isinstance(
            node, (ast.Call, ast.BinOp, ast.Compare)
        )
        if loaded and not isinstance(node, ast.Starred) and not _has_slice(node):
            assert isinstance(node, ast.expr)
            nodes.append(node)
    return source.edited(_brackets(source, nodes))


def _has_slice(node: ast.AST) -> bool:
    """Whether it is what stands between the brackets of `x[a:b, c]`."""
    return isinstance(node, ast.Tuple) and any(isinstance(each, ast.Slice) for each in node.elts)


def _brackets(source: Text, nodes: list[ast.expr]) -> Iterator[Edit]:
    for node in nodes:
        yield source.start(node), source.start(node), "("
        yield source.end(node), source.end(node), ")"


@on_text
def nested_elif(text: str, tree: ast.Module) -> str:
    """`elif` becomes an `if` in the block of `else`."""
    source = Text(text, tree)
    shifts: dict[int, str] = {}
    edits: list[Edit] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(inner := node.orelse[0], ast.If):
            start = source.start(inner)
            if not text.startswith("elif", start):
                continue
            edits.append((start, start + 4, f"else:\n{source.indentation(start)}    {{}}if"))
            first = text.count("\n", 0, start)
            for row in range(first, text.count("\n", 0, source.end(inner)) + 1):
                shifts[row] = shifts.get(row, "") + "    "
    return _shifted(source, edits, shifts)


def _shifted(source: Text, edits: list[Edit], shifts: dict[int, str]) -> str:
    """The edits made, and lines that begin with a token moved to the right; the line of an `elif` keeps its place."""
    inside = set()
    for token in source.tokens:
        first = source.text.count("\n", 0, token.start)
        inside |= set(range(first + 1, first + token.string.count("\n") + (token.type == tokenize.STRING)))
    more = []
    rows = {source.text.count("\n", 0, start) for start, _, _ in edits}
    for row, blanks in shifts.items():
        offset = sum(len(line) + 1 for line in source.text.split("\n")[:row])
        if row in inside:
            continue
        more.append((offset, offset, blanks[4:] if row in rows else blanks))
    done = [(start, end, new.format(shifts[source.text.count("\n", 0, start)][4:])) for start, end, new in edits]
    return source.edited([*more, *done])
