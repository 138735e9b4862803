"""Extracts the facts of one file from its statements. Does not look into the expressions of function bodies."""

from __future__ import annotations

import ast
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain
from typing import NamedTuple

from tflint_autograph.facts.interning import one_set
from tflint_autograph.facts.layers import given_to_layers
from tflint_autograph.facts.local_aliases import Aliases, local_aliases
from tflint_autograph.facts.lower import lower_lambdas, lower_parameters
from tflint_autograph.facts.statements import BodyLowering, Package
from tflint_autograph.facts.strip_docs import unspoken
from tflint_autograph.facts.traits import BINDING, generates, of_others, own, stored
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import MODULE, STRIDE, ClassFact, FunctionFact, ModuleFacts, Parameter, superseded
from tflint_autograph.source.syntax import parse

_METHODS = (
    "map", "filter", "flat_map", "interleave", "scan", "get_concrete_function", "map_with_legacy_function",
    "filter_with_legacy_function",
)  # fmt: skip
_DOTTED = (
    rf"\.[\s\\]*(?:{'|'.join(_METHODS)}|reduce(?<!\bfunctools\.reduce)|compile(?<!\bre\.compile))\b"
)
"""Methods that may begin a trace: one pattern for all, starting with a literal character for speed."""

_FUNCTION = r"function\b(?<!\wfunction)(?<!def function)(?:(?=[\s\\)]*\()|(?<=[\s.@=(,[{:]function)(?<!\w function))"
"""The word in code, called, as a decorator or passed on; in comments and messages it is everywhere."""

_NAMES = {
    "function": (
        "wrap_function", "nondifferentiable_batch_function", "run_functions_eagerly",
        "experimental_run_functions_eagerly",
    ),
    "_by_": ("group_by_reducer", "bucket_by_sequence_length", "group_by_window"),
    "map_and_batch": ("map_and_batch", "map_and_batch_with_legacy_function"),
    "vectorize": ("vectorize",), "Lambda": ("Lambda", "DistributionLambda"), "Reducer": ("Reducer",), "take_while": ("take_while",),
    "parallel_interleave": ("parallel_interleave",), "saved_model": ("save",),
    "rejection_resample": ("rejection_resample",),
}  # fmt: skip
_KEYWORDS = {
    "signatures": ("signatures",), "_func": ("shard_func", "reader_func"),
    "divergence_fn": ("kernel_divergence_fn", "bias_divergence_fn"),
    "posterior_tensor_fn": ("kernel_posterior_tensor_fn", "bias_posterior_tensor_fn"),
}  # fmt: skip
"""Names, and argument names, that may begin a trace, by the text to search for.

A function whose code contains none of these begins no trace by its calls (the rows of `tfapi/tracing.toml`). Plain text search is ten times
as fast as a pattern, which is only compiled if the text occurs.
"""


def scan(text: str, lines: tuple[str, ...], path: str, module: str, is_package: bool, words: str = "") -> ModuleFacts:
    """Returns the facts of one file.

    `module` is its dotted name, `words` a regular expression of further words that can begin a trace. Raises SyntaxError, RecursionError
    and ValueError as `ast.parse` does.
    """
    scanned = hash(text)
    text = text if "\r" not in text else "\n".join((*lines, ""))
    tree = parse(text)
    spelled = frozenset(word for word in _WORDS if word in text)
    scanner = _Scanner(lines, Package(module, is_package), spelled, ascii=text.isascii())
    body = scanner.low.finish(scanner.module(tree.body))
    code = unspoken(lines, scanner.docstrings)
    candidates = _candidates(code, scanner, body.statements, words)
    return ModuleFacts(
        path, module, is_package, code, scanned, _starts(code), body, tuple(scanner.functions), tuple(scanner.classes),
        lower_lambdas(scanner.low, scanner.package), one_set(scanner.rebound), candidates, of_others(scanner.stored, ()),
    )  # fmt: skip


def _starts(text: str) -> array[int]:
    """Returns the offset of every line of a text whose number is a multiple of `STRIDE`."""
    return array("I", accumulate([len(line) + 1 for line in text.split("\n")[:-1]], initial=0))[::STRIDE]


def _candidates(text: str, scanner: _Scanner, top: tuple[Statement, ...], words: str) -> tuple[str, ...]:
    """Returns the innermost functions around each word that may begin a trace, in source order."""
    patterns = [_DOTTED, *_spelled(text), *([words] if words else [])]
    starts = {match.start() for pattern in patterns for match in re.finditer(pattern, text)}
    # For most files they are never needed.
    defined = chain((each.name for each in scanner.functions), (each.name for each in scanner.classes))
    starts.update(given_to_layers(text, defined, top))
    if not starts:
        return ()
    spoken = {line for first, last in scanner.texts for line in range(first, last + 1)}
    hits = (number for number in line_numbers(text, sorted(starts)) if number not in spoken)
    lines = scanner.low.lines
    return innermost(tuple(scanner.functions), (number for number in hits if not lines[number - 1].lstrip().startswith("#")))


def _spelled(text: str) -> Iterator[str]:
    """Yields a pattern for each of the names that occurs in the text."""
    if "function" in text:
        yield _FUNCTION
    for table, behind in ((_NAMES, ""), (_KEYWORDS, r"\s*=")):
        for rare, names in table.items():
            if rare in text:
                yield from (rf"{name}\b(?<!\w{name}){behind}" for name in names if name in text)


def line_numbers(text: str, offsets: Iterable[int]) -> Iterator[int]:
    """Yields the 1-based lines of ascending offsets, with repetitions."""
    number, seen = 1, 0
    for offset in offsets:
        number += text.count("\n", seen, offset)
        seen = offset
        yield number


def innermost(functions: tuple[FunctionFact, ...], lines: Iterable[int]) -> tuple[str, ...]:
    """Returns the qualified names of the innermost functions around these ascending lines, `MODULE` outside of functions.

    `functions` are those of a file, in source order.
    """
    return tuple(dict.fromkeys(_around(functions, line) for line in lines))


def _around(functions: tuple[FunctionFact, ...], line: int) -> str:
    index = bisect_right(functions, line, key=_first_line) - 1
    # One that ends before the line is followed backwards as long as it is itself inside of another one.
    while index >= 0 and functions[index].at.end_line < line:
        index = index - 1 if functions[index].parent else -1
    return functions[index].qualname if index >= 0 else MODULE


def _first_line(fact: FunctionFact) -> int:
    return fact.at.line


class _Scanner:
    """Walks statements. `low` lowers code at module level; other scopes lower their own decorators.

    `spelled` are those of `_WORDS` that occur in the text.
    """

    def __init__(self, lines: tuple[str, ...], package: Package, spelled: frozenset[str], *, ascii: bool) -> None:
        self.package = package
        self.low = BodyLowering(lines, 0, "", package, ascii=ascii)
        self.low.shares = True
        self.functions: list[FunctionFact] = []
        self.classes: list[ClassFact] = []
        self.rebound: set[str] = set()
        self.texts: list[tuple[int, int]] = []
        self.docstrings: list[At] = []
        self.spelled = spelled
        self.receiver = ""
        self.stored: list[ast.Attribute | ast.Name] = []
        self.superseded: list[int] = []
        self.aliases: Aliases = ()
        self.places: dict[tuple[str, bool], tuple[slice, slice]] = {}
        """By qualified name, and whether it is a class: the positions of the functions and classes inside a definition."""

    def module(self, nodes: list[ast.stmt]) -> tuple[Statement, ...]:
        self.definitions(nodes, "", "")
        self.low.superseded = tuple(self.superseded)
        return self.low.block(nodes)

    def definitions(self, nodes: list[ast.stmt], scope: str, parent: str) -> None:
        """Records every def and class below `nodes`, nested ones included."""
        before: set[str] = set()
        for node in nodes:
            kind = type(node)
            if kind is ast.FunctionDef or kind is ast.AsyncFunctionDef:
                self._function(node, f"{scope}{node.name}", parent, "")  # type: ignore[attr-defined, arg-type]
            elif kind is ast.ClassDef:
                qualname = f"{scope}{node.name}"  # type: ignore[attr-defined]
                # Of classes in two branches the last is taken for both: what may be either is known to be neither.
                if qualname in before:
                    self._supersede(qualname, is_class=True)
                before.add(qualname)
                self._class(node, qualname, parent)  # type: ignore[arg-type]
            elif kind is ast.Global:
                self.rebound.update(node.names)  # type: ignore[attr-defined]
            elif kind is ast.Expr:
                self._spoken(node)  # type: ignore[arg-type]
                self.stored += stored(node, self.receiver)
            elif kind in BINDING:
                self.stored += stored(node, self.receiver)
            if kind in _BLOCKS:
                for block in _blocks(node):
                    self.definitions(block, scope, parent)

    def _spoken(self, node: ast.Expr) -> None:
        """Records the lines that a docstring has for itself, whose words are ignored."""
        if isinstance(node.value, ast.Constant):
            at, lines = self.low.at(node), self.low.lines
            first = at.line + bool(lines[at.line - 1][: at.column - 1].strip())
            self.texts.append((first, at.end_line - bool(lines[at.end_line - 1][at.end_column - 1 :].strip())))
            if type(node.value.value) is str:
                self.docstrings.append(at)

    def _function(self, node: ast.FunctionDef, qualname: str, parent: str, owner: str) -> None:
        at = self.low.at(node)
        decorators = tuple((self._outside(item), self.low.at(item)) for item in node.decorator_list)
        first = decorators[0][1].line if decorators else at.line
        parameters = self._parameters(node)
        if (qualname, False) in self.places:
            self._supersede(qualname, is_class=False)
        place, classes = len(self.functions), len(self.classes)
        self.functions.append(_PLACE)  # before the functions inside it
        receiver = parameters[0].name if owner and parameters else ""
        aliases = (*(self.aliases if parent else ()), *local_aliases(node, receiver))
        around = self.receiver, self.stored, self.superseded, self.aliases
        self.receiver, self.stored, self.superseded, self.aliases = receiver, [], [], aliases
        self.definitions(node.body, f"{qualname}.<locals>.", qualname)
        found, behind = self.stored, tuple(self.superseded)
        self.receiver, self.stored, self.superseded, self.aliases = around
        receivers = (receiver, *(alias for alias, name in aliases if name == receiver)) if receiver else ()
        self.functions[place] = FunctionFact(
            qualname, node.name, first, at, self._column(at), parameters, decorators, parent, owner,
            isinstance(node, ast.AsyncFunctionDef), is_lambda=False, stores=own(found, receivers),
            generator=self._spells("yield", at) and generates(node.body), lambdas=self._spells("lambda", at),
            sets=of_others(found, () if _is_static(node) else receivers), superseded=behind, aliases=aliases,
        )  # fmt: skip
        if not owner:
            self.places[qualname, False] = slice(place, len(self.functions)), slice(classes, len(self.classes))

    def _supersede(self, qualname: str, *, is_class: bool) -> None:
        """Renames the function or class that had this name before, with everything inside it, so that both are analysed.

        They may be in two branches, or called one after the other. Methods are left out: a class keeps only the last one.
        """
        functions, classes = self.places[qualname, is_class]
        inside: list[FunctionFact | ClassFact] = [*self.functions[functions], *self.classes[classes]]
        named = [each for each in inside if each.qualname == qualname]
        if not named:
            return  # What it is inside of has another name by now.
        line = named[0].at.line
        self.superseded.append(line)
        moved = partial(_moved, old=qualname, new=superseded(qualname, line))
        self.functions[functions] = [
            replace(each, qualname=moved(each.qualname), parent=moved(each.parent), owner=moved(each.owner))
            for each in self.functions[functions]
        ]
        self.classes[classes] = [
            replace(
                each, qualname=moved(each.qualname), parent=moved(each.parent),
                methods=tuple((name, moved(method)) for name, method in each.methods),
            )
            for each in self.classes[classes]
        ]  # fmt: skip

    def _spells(self, word: str, at: At) -> bool:
        return word in self.spelled and any(word in line for line in self.low.lines[at.line - 1 : at.end_line])

    def _column(self, at: At) -> int:
        """Returns the column of the name after `def` or `class`."""
        found = _DEFINED.match(self.low.lines[at.line - 1], at.column - 1)
        return found.end() + 1 if found else at.column

    def _outside(self, node: ast.expr) -> Expr:
        """Lowers an expression outside of any body, such as a decorator or base, which binds and counts nothing."""
        return self.low.expr(node)

    def _parameters(self, node: ast.FunctionDef) -> tuple[Parameter, ...]:
        return lower_parameters(self.low, node.args)

    def _class(self, node: ast.ClassDef, qualname: str, parent: str) -> None:
        held = _Members({}, {}, {})
        functions, classes = len(self.functions), len(self.classes)
        self._members(node.body, qualname, parent, held)
        at = self.low.at(node)
        self.classes.append(
            ClassFact(
                qualname, node.name, at, self._column(at),
                tuple(self._outside(base) for base in node.bases),
                tuple((keyword.arg or "**", self._outside(keyword.value)) for keyword in node.keywords),
                tuple((self._outside(item), self.low.at(item)) for item in node.decorator_list),
                tuple(held.methods.items()), tuple(held.attributes.items()), tuple(held.declared.items()), parent,
            )
        )  # fmt: skip
        self.places[qualname, True] = slice(functions, len(self.functions)), slice(classes, len(self.classes))

    def _members(self, nodes: list[ast.stmt], qualname: str, parent: str, held: _Members) -> None:
        for node in nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                # A setter is a method that changes the object, and not what its name gives
                name = node.name + _accessor(node)
                held.methods[name] = f"{qualname}.{name}"
                self._function(node, held.methods[name], parent, qualname)  # type: ignore[arg-type]
            elif isinstance(node, ast.ClassDef):
                self._class(node, f"{qualname}.{node.name}", parent)
            elif isinstance(node, ast.Expr):
                self._spoken(node)
            elif isinstance(node, ast.Assign):
                value = self._outside(node.value)
                held.attributes.update({target.id: value for target in node.targets if isinstance(target, ast.Name)})
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                if node.value:
                    held.attributes[node.target.id] = self._outside(node.value)
                held.declared[node.target.id] = self.low.annotation(node.annotation)
            elif type(node) in _BLOCKS:
                for block in _blocks(node):
                    self._members(block, qualname, parent, held)


class _Members(NamedTuple):
    """The members of a class body so far, by name."""

    methods: dict[str, str]
    attributes: dict[str, Expr]
    declared: dict[str, Expr]


def _moved(name: str, old: str, new: str) -> str:
    """Returns a qualified name after renaming the function `old`, or one around it, to `new`."""
    return new + name[len(old) :] if name == old or name.startswith(f"{old}.") else name


def _is_static(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)


def _accessor(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Returns `.setter` or `.deleter` for the accessor of a property that sets or deletes it, else an empty string."""
    for each in node.decorator_list:
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == node.name:
            return f".{each.attr}" if each.attr in ("setter", "deleter") else ""
    return ""


_WORDS = ("yield", "lambda")
"""Words that are searched for in the text of a function before its syntax is examined."""
_NOWHERE = At(0, 0, 0, 0)
_PLACE = FunctionFact("", "", 0, _NOWHERE, 0, (), (), "", "", is_async=False, is_lambda=False)
"""A placeholder for a function until everything inside it is known."""
_DEFINED = re.compile(r"(?:async\s+)?(?:def|class)\s+(?=\w)")
_BLOCKS = {
    ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.Match, getattr(ast, "TryStar", ast.Try),
}  # fmt: skip


def _blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    """Returns the statement lists directly inside a compound statement."""
    blocks = [getattr(node, name) for name in ("body", "orelse", "finalbody") if getattr(node, name, None)]
    return blocks + [part.body for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ()))]
