"""Finds functions whose own decorator traces them and forwards its arguments unchanged, so that each call of them is one of a `tf.function`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import FunctionKey, Lowered
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import calls, walk
from tflint_autograph.project.roots.root import Root


def traced_by_decorator(analysis: Analysis, found: Mapping[FunctionKey, Iterable[Root]]) -> frozenset[FunctionKey]:
    """Returns those of the functions that a decorator of the project passes to `tf.function`, to call the result with what it is called with."""
    return frozenset(key for key, roots in found.items() if _is_traced_by_decorator(analysis, key, [each for each in roots if each.word == "tf.function" and not each.signature]))


def _is_traced_by_decorator(analysis: Analysis, key: FunctionKey, roots: list[Root]) -> bool:
    fact = analysis.project.function(key) if roots else None
    for expr, _ in fact.decorators if fact is not None else ():
        for path, around, getting in _definitions(analysis, key, expr):
            inner = [each for each in (analysis.project.lowered(FunctionKey(path, name)) for name in analysis.names.within(path, around)) if each is not None]
            around_roots = [each for each in inner if any(_is_in(root, path, each) for root in roots)]
            if around_roots:
                return any(_returns_it(each, getting) for each in around_roots) or any(each.fact.qualname != getting and _forwards(each) for each in inner)
    return False


def _is_in(root: Root, path: str, lowered: Lowered) -> bool:
    return root.path == path and lowered.fact.at.line <= root.at.line <= lowered.fact.at.end_line


def _returns_it(lowered: Lowered, getting: str) -> bool:
    """Whether what gets the function traces it itself and defines nothing else that could be returned in its place."""
    return lowered.fact.qualname == getting and lowered.fact.name != "__init__" and not lowered.body.functions


def _definitions(analysis: Analysis, key: FunctionKey, decorator: ir.Expr) -> Iterator[tuple[str, str, str]]:
    """Yields the outermost functions and the classes that define a decorator: file, qualified name, and that of what gets the function."""
    fact = analysis.project.function(key)
    value = analysis.evaluate_at_definition(key.path, fact.parent if fact is not None else "", decorator)
    yield from ((target.key.path, target.key.qualname.partition(".<locals>")[0], target.key.qualname) for target in value.callees)
    if value.klass is not None:
        yield value.klass.path, value.klass.qualname, f"{value.klass.qualname}.__init__"
    if value.cls is not None:
        yield value.cls.path, value.cls.qualname, f"{value.cls.qualname}.__call__"


def _forwards(lowered: Lowered) -> bool:
    """Whether a function calls something with exactly the arguments that it gets."""
    names = [each for each in lowered.fact.parameters if each.kind != "keyword"]
    given = [ir.Argument(ir.Name(each.name), "*" if each.kind == "*" else None) for each in names[bool(lowered.fact.owner) :] if each.kind != "**"]
    packed = [ir.Argument(ir.Name(each.name), "**") for each in names if each.kind == "**"]
    made = (call for each in walk(lowered.body.statements) for call in calls(each))
    return bool(given) and any([*call.args] in ([*given, *packed], given) for call in made)
