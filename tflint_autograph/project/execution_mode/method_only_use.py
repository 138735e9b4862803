"""Detects Keras objects that are created only to call a method, `model = Net().build_graph()`, and are never called themselves.

Their methods run as eager code, for example to build a functional model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.bodies.walks import spelled_in, walk, word_of
from tflint_autograph.project.execution_mode.relevant_calls import RUNS
from tflint_autograph.project.index.project import body_of
from tflint_autograph.project.queries.memoize import memoized_recent_bodies

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

_RUN = RUNS | {"compile", "__call__"}


def is_only_asked(analysis: Analysis, cls: ClassKey, paths: tuple[str, ...]) -> bool:
    """Whether the files, without tests, create instances and only call methods of their own class that do not run the model."""
    seen = False
    names = analysis.project.aliases(frozenset({cls.qualname.rpartition(".")[2]}))
    for path in paths:
        for key in analysis.project.functions_mentioning(path, names) if not is_test(path) else ():
            for asked in _asked_in(analysis, key, cls, names):
                if not asked or not all(_is_plain(analysis, cls, each) for each in asked):
                    return False
                seen = True
    return seen


def _asked_in(analysis: Analysis, key: FunctionKey, cls: ClassKey, names: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yields, for each instance created in a function or module, the methods called on it; empty if it is used otherwise."""
    body, scope = body_of(analysis.project, key), "" if key.qualname == MODULE else key.qualname
    parts = _spelled(body) if body is not None else []
    made = [part for part in parts if isinstance(part, ir.Call) and word_of(part.func) in names]
    asked = {part.value.at: part.attr for part in parts if isinstance(part, ir.Attribute) and isinstance(part.value, ir.Call)} if made else {}
    kept = {value.at: name for value, name in _bound(body)} if made and body is not None else {}
    for part in made:
        if analysis.evaluate_at_definition(key.path, scope, part.func).klass != cls:
            continue
        if part.at in asked:
            yield (asked[part.at],)
        else:
            yield _asked_of(analysis, key, kept[part.at], parts) if part.at in kept else ()


@memoized_recent_bodies
def _spelled(body: Body) -> list[ir.Expr]:
    """Returns the expressions of a body, kept, as the same body may create instances of many classes."""
    return list(spelled_in(body.statements))


def _asked_of(analysis: Analysis, key: FunctionKey, name: str, parts: list[ir.Expr]) -> tuple[str, ...]:
    """Returns the attributes a function reads from a name; empty if the name is used otherwise, or in a nested function."""
    asked = [part.attr for part in parts if isinstance(part, ir.Attribute) and part.value == ir.Name(name)]
    # The name itself is bound once more.
    alone = len(asked) == parts.count(ir.Name(name)) - 1
    return tuple(asked) if alone and not _is_shared(analysis, key, name) else ()


def _is_shared(analysis: Analysis, key: FunctionKey, name: str) -> bool:
    """Whether a nested function, or a function of the module, uses the name."""
    module = analysis.project.module(key.path)
    start = "" if key.qualname == MODULE else f"{key.qualname}.<locals>."
    inner = [fact.qualname for fact in module.functions if fact.qualname.startswith(start)] if module is not None else []
    bodies = (body_of(analysis.project, FunctionKey(key.path, each)) for each in inner)
    return any(body is not None and name in body.names and name not in body.bound for body in bodies)


def _is_plain(analysis: Analysis, cls: ClassKey, method: str) -> bool:
    """Whether a method belongs to the project and uses its receiver only to read attributes."""
    key = analysis.classes.method(cls, method) if method not in _RUN else None
    lowered = analysis.project.lowered(key) if key is not None else None
    if key is None or lowered is None or not lowered.fact.parameters:
        return False
    own = ir.Name(lowered.fact.parameters[0].name)
    parts = list(spelled_in(lowered.body.statements))
    used = [part.attr for part in parts if isinstance(part, ir.Attribute) and part.value == own]
    return len(used) == parts.count(own) and _RUN.isdisjoint(used) and not _is_shared(analysis, key, own.id)


def _bound(body: Body) -> Iterator[tuple[ir.Call, str]]:
    """Yields the calls whose results are assigned to a plain name, each with the name."""
    for statement in walk(body.statements):
        value = statement.value if isinstance(statement, ir.Assign) and len(statement.targets) == 1 else None
        if isinstance(statement, ir.Assign) and isinstance(value, ir.Call) and isinstance(statement.targets[0], ir.Name):
            yield value, statement.targets[0].id
