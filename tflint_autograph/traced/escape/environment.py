"""Decides whether code of the project sets a variable of the environment between the calls of a traced function."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import read_parts, targets, walk, word_of
from tflint_autograph.tfapi import effects

_MAPPINGS = frozenset({"environ", "environb"})
_SETTERS = frozenset({"putenv", "unsetenv", "setenv", "delenv"})
"""Functions of `os`, and of pytest's `monkeypatch`, that set or delete a variable."""

_ADDING = frozenset({"setdefault", "pop", "__setitem__", "__delitem__"})
"""Methods of a mapping that change the item of their first argument; any other method that changes it may change each item."""


def changes_between(analysis: Analysis, variable: str | None, reader: FunctionKey) -> Confidence | None:
    """Returns the confidence that eager code sets or deletes the variable after it ran `reader`, and runs it again; with None, any variable.

    None if no code does: a program that sets a variable before it traces anything sets what the trace is meant to read.
    """
    runs = analysis.name_writes.runs
    found = (runs.are_around(key, statement.ordinal, reader, is_fixed=_is_fixed(statement)) for key, statement in _settings(analysis, variable))
    return max((each for each in found if each is not None), default=None)


def _settings(analysis: Analysis, variable: str | None) -> Iterator[tuple[FunctionKey, Statement]]:
    """Yields the statements, with their functions, of the files read so far that may set the variable. A copy of the environment does not count.

    A statement that sets a variable of unknown name counts for those whose name its file contains.
    """
    for module in analysis.project.mentioning(_MAPPINGS | _SETTERS):
        mappings = _MAPPINGS | analysis.names.imported_as(module.path, "os.environ")
        for key in analysis.project.functions_mentioning(module.path, _MAPPINGS | _SETTERS):
            for statement in walk(analysis.project.body(key).statements):
                names = list(_set_by(statement, mappings))
                if any(variable is None or given == variable or (given is None and module.mentions(variable)) for given in names):
                    yield key, statement


def _is_fixed(statement: Statement) -> bool:
    """Whether a statement stores the same text each time."""
    return isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Constant)


def _set_by(statement: Statement, mappings: frozenset[str]) -> Iterator[str | None]:
    """Yields the names of the variables that a statement sets or deletes, None for one that is not a literal."""
    for target in targets(statement):
        if isinstance(target, ir.Subscript) and word_of(target.value) in mappings:
            yield _text(target.item)
    for call in (part for part in read_parts(statement) if isinstance(part, ir.Call)):
        first = call.args[0].value if call.args else None
        is_method = isinstance(call.func, ir.Attribute) and word_of(call.func.value) in mappings
        word = word_of(call.func)
        if word in _SETTERS or (is_method and word in _ADDING):
            yield _text(first)
        elif is_method and effects.mutates("dict", word):
            yield from _items(call)
        elif word == "dict" and isinstance(call.func, ir.Attribute) and first is not None and word_of(first) in mappings:
            # `unittest.mock.patch.dict(os.environ, {...})`
            yield from _items(call._replace(args=call.args[1:]))


def _items(call: ir.Call) -> Iterator[str | None]:
    """Yields the keys that a call such as `os.environ.update(...)` stores."""
    for each in call.args:
        if each.keyword:
            yield each.keyword
        elif isinstance(each.value, ir.Mapping):
            yield from map(_text, each.value.keys)
        else:
            yield None
    if not call.args:
        yield None


def _text(expr: Expr | None) -> str | None:
    return expr.value if isinstance(expr, ir.Constant) and isinstance(expr.value, str) else None
