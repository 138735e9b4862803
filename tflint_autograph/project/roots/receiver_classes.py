"""Finds the classes whose objects traced methods may use, so that their constructor arguments matter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import identifiers
from tflint_autograph.model.values import Value, classes_of
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.single import full_path
from tflint_autograph.project.bodies.walks import descendants, dotted_path, read_parts, walk
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.project.index.scopes import enclosing, method_around
from tflint_autograph.project.queries.memoize import MANY, memoised_by_body
from tflint_autograph.project.roots.root import Root
from tflint_autograph.project.values.body_result import Env

_FURTHER = 2
"""Imports are followed this far."""

_DEEPEST = 3
"""Maximum number of functions, one called by the other, that create an object."""


def owners(analysis: Analysis, found: Iterable[Root], given: Iterable[Env]) -> dict[ClassKey, None]:
    """Returns the classes with a root among their methods, their subclasses, and the classes that their constructors seem to create.

    Objects created at the top of a file with a root, or by a function around one, and the objects in `given`, count too.
    """
    project = analysis.project
    paths = dict.fromkeys(root.target.key.path for root in found)
    for _ in range(_FURTHER):
        paths |= dict.fromkeys(target for path in tuple(paths) for target in analysis.importing.targets(path))
    owning = dict.fromkeys(owner for root in found if (owner := _owner(project, root.target.key)) is not None)
    owning |= dict.fromkeys(each for owner in owning for each in analysis.classes.subclasses(owner))
    classes = {each: each.qualname.rpartition(".")[2] for each in project.classes()}
    made = {(path, name) for path in paths for name in _made_at_top(project, path)}
    made.update((owner.path, name) for owner in owning for name in _made_by(analysis, owner))
    surrounding = dict.fromkeys(each for root in found for each in enclosing(project, root.target.key))
    made.update((around.path, name) for around in surrounding for name in _called_in(project, around))
    new = made
    for _ in range(_DEEPEST):
        words = {dotted.rpartition(".")[2] for _, dotted in new}
        new = {(path, name) for path in paths for name in _made_by_functions(project, path, words)} - made
        made = made | new
    known = frozenset(classes.values())
    names = {name for path, dotted in made if (name := dotted.rpartition(".")[2]) in known and not _is_outside(analysis, path, dotted)}
    owning |= dict.fromkeys(each for each, name in classes.items() if name in names)
    return owning | dict.fromkeys(each for env in given for value in env.values() for each in classes_in(value))


def classes_in(value: Value) -> Iterator[ClassKey]:
    """Yields the possible classes of an object, or of the elements of a container."""
    yield from (cls for each in (value, *value.contents) for cls in classes_of(each))


def _is_outside(analysis: Analysis, path: str, dotted: str) -> bool:
    """Whether a dotted name at the top of a file refers to something outside the project."""
    first, *rest = dotted.split(".")
    expr: Expr = ir.Name(first)
    for name in rest:
        expr = ir.Attribute(expr, name, At(1, 1, 1, 1))
    return bool(analysis.evaluate_at_definition(path, "", expr).name)


def _owner(project: SourceProject, key: FunctionKey) -> ClassKey | None:
    """Returns the class of a method, or of the method around a function that uses its object; else None."""
    method, inner, module = method_around(project, key), project.function(key), project.module(key.path)
    fact = project.function(method) if method is not None else None
    if fact is None or inner is None or module is None:
        return None
    spoken = method == key or any(each.name in identifiers(module.passage(inner.at)) for each in fact.parameters[:1])
    return ClassKey(key.path, fact.owner) if spoken else None


def _made_by_functions(project: SourceProject, path: str, words: Collection[str]) -> Iterator[str]:
    """Yields the dotted names that the functions of a file with these names call, or pass to what they call."""
    module = project.module(path)
    for fact in module.functions if module is not None else ():
        if fact.name in words:
            yield from _called_in(project, FunctionKey(path, fact.qualname))


def _made_by(analysis: Analysis, cls: ClassKey) -> frozenset[str]:
    """Returns the dotted names that the constructor of a class calls, or passes to what it calls, also in functions inside it."""
    own = analysis.classes.methods_of(cls).get("__init__")
    return frozenset(_called_in(analysis.project, FunctionKey(cls.path, own))) if own is not None else frozenset()


def _called_in(project: SourceProject, key: FunctionKey) -> Iterator[str]:
    """Yields the dotted names that a function calls or passes to what it calls, and those of functions in it."""
    lowered = project.lowered(key)
    if lowered is not None:
        yield from _called(lowered.body)
        for qualname in lowered.body.functions:
            yield from _called_in(project, FunctionKey(key.path, qualname))


@memoised_by_body(MANY)
def _called(body: Body) -> tuple[str, ...]:
    """Returns the dotted names that a body calls, or passes to what it calls: a class is often called by what it is passed to."""
    parts = (part for statement in walk(body.statements) for part in read_parts(statement))
    return tuple(dict.fromkeys(full_path(each, body) for part in parts for each in _in_call(part)))


def _in_call(part: Expr) -> tuple[Expr, ...]:
    """Returns what a call calls and passes; nothing for other expressions."""
    return (part.func, *(each.value for each in part.args)) if isinstance(part, ir.Call) else ()


def _made_at_top(project: SourceProject, path: str) -> Iterator[str]:
    """Yields the dotted names called or passed in what names at the top of a file, and in the bodies of its classes, are bound to."""
    module = project.module(path)
    if module is None:
        return
    bound = [each.value for each in module.body.statements if isinstance(each, ir.Assign) and each.value is not None]
    bound += [expr for cls in module.classes for _, expr in cls.attributes]
    yield from (dotted_path(each) for expr in bound for part in descendants(expr) for each in _in_call(part))
