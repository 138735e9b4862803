"""Decides whether an object is garbage-collected when its last name goes, and whether a method needs it then."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import NO_BODY, Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey, Lowered
from tflint_autograph.model.location import Span
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import run_alone
from tflint_autograph.project.bodies.walks import descendants, spelled_in, targets, walk
from tflint_autograph.project.index.classes import BARE
from tflint_autograph.tfapi.names import canonical

_PLAIN = BARE | {"tensorflow.Module"}
"""Bases whose objects have no reference cycles. Keras objects do, and live until Python collects cycles."""

_KEEPING = ("__new__", "__setattr__", "__getattribute__", "__del__", "__hash__", "__eq__")
"""Methods that may keep the object alive, or that change how TensorFlow treats it."""

_SCOPES = frozenset({"name", "name_scope"})
"""Attributes of `tf.Module` that do not pass the object to other code."""

_DEEPEST = 3
"""Maximum depth to which an object is followed that functions pass on."""


def is_gone(analysis: Analysis, cls: ClassKey, method: FunctionKey) -> bool:
    """Whether a `tf.function` method looked up on a new object finds the object gone when it is traced."""
    return needed_at(analysis, method) is not None and is_let_go(analysis, cls)


def needed_at(analysis: Analysis, method: FunctionKey) -> Span | None:
    """Returns the place where a method first reads an attribute of its object that `None` does not have, or None."""
    lowered = analysis.project.lowered(method)
    if lowered is None or len(lowered.fact.decorators) + _is_wrapped_below(analysis, method, lowered) != 1:
        return None
    return _needed_in(analysis, method, lowered, 0, _DEEPEST)


def _needed_in(analysis: Analysis, key: FunctionKey, lowered: Lowered, place: int, depth: int) -> Span | None:
    """Returns the place where a function, or one it passes the parameter at a position to, reads such an attribute of that parameter."""
    if place >= len(lowered.fact.parameters) or not depth:
        return None
    own = ir.Name(lowered.fact.parameters[place].name)
    if any(own in targets(each) for each in walk(lowered.body.statements)):
        return None
    for each in spelled_in(lowered.body.statements):
        if isinstance(each, ir.Attribute) and each.value == own and not hasattr(None, each.attr):
            return analysis.span(key.path, each.at)
        for target, position in _passed_to(analysis, key, lowered, each, own):
            inner = analysis.project.lowered(target)
            found = _needed_in(analysis, target, inner, position, depth - 1) if inner is not None else None
            if found is not None:
                return found
    return None


def _passed_to(
    analysis: Analysis, key: FunctionKey, lowered: Lowered, call: Expr, own: ir.Name
) -> Iterator[tuple[FunctionKey, int]]:
    """Yields the function of the project that a call by name passes an object to, with its position among the parameters."""
    positions = [number for number, each in enumerate(call.args) if each.value == own] if isinstance(call, ir.Call) else []
    if not positions or not isinstance(call, ir.Call) or not isinstance(call.func, ir.Name) or call.func.id in lowered.body.bound:
        return
    if all(each.keyword is None for each in call.args):
        called = analysis.evaluate_at_definition(key.path, lowered.fact.parent, call.func)
        target = run_alone(analysis.project, called.callees) if not called.name and called.klass is None else None
        yield from ((target.key, position) for position in positions if target is not None)


def _is_wrapped_below(analysis: Analysis, method: FunctionKey, lowered: Lowered) -> bool:
    """Whether the class body wraps a method below its definition: `step = tf.function(step)`."""
    cls = analysis.project.cls(ClassKey(method.path, lowered.fact.owner))
    return cls is not None and lowered.fact.name in dict(cls.attributes)


def is_let_go(analysis: Analysis, cls: ClassKey) -> bool:
    """Whether an object of the class is certainly freed when its creator drops it: its creation stores it nowhere."""
    for base in analysis.classes.mro(cls):
        if isinstance(base, str):
            if canonical(base) not in _PLAIN:
                return False
            continue
        fact = analysis.project.cls(base)
        if fact is None or fact.decorators or fact.keywords or len(fact.bases) != len(analysis.classes.bases(base)):
            return False
        own = analysis.classes.methods_of(base)
        if any(name in own for name in _KEEPING) or any(not isinstance(value, ir.Constant) for name, value in fact.attributes if name not in own):
            return False
        if "__init__" in own and _gives_away(analysis, cls, FunctionKey(base.path, own["__init__"]), set()):
            return False
    return True


def _gives_away(analysis: Analysis, cls: ClassKey, method: FunctionKey, seen: set[tuple[FunctionKey, int]], place: int = 0) -> bool:
    """Whether a function that runs at the object's creation may pass the object on, or run one of its `tf.function`s.

    `place` is the position of the object among its parameters.
    """
    if (method, place) in seen:
        return False
    seen.add((method, place))
    lowered = analysis.project.lowered(method)
    if lowered is None or lowered.fact.decorators or place >= len(lowered.fact.parameters) or lowered.body.generator:
        return True
    if _is_wrapped_below(analysis, method, lowered):
        return True
    own = ir.Name(lowered.fact.parameters[place].name)
    every = list(spelled_in(lowered.body.statements))
    asked = [each for each in every if isinstance(each, ir.Attribute) and each.value == own]
    bases = list(_bases_made(every))
    handed = [argument.value for each in bases for argument in each.args]
    passed = [each for call in every for each in _passed_to(analysis, method, lowered, call, own)]
    if every.count(own) != len(asked) + handed.count(own) + _named_again(lowered, own) + len(passed) or every.count(ir.Name("super")) != len(bases):
        return True
    if any(_gives_away(analysis, cls, target, seen, position) for target, position in passed):
        return True
    called = {each.func for each in every if isinstance(each, ir.Call)}
    stored = {each for statement in walk(lowered.body.statements) for each in targets(statement)}
    stored = {each for each in stored if isinstance(each, ir.Attribute) and analysis.classes.method(cls, f"{each.attr}.setter") is None}
    return _is_kept_inside(analysis, method, lowered.body, own) or any(
        _is_given_by(analysis, cls, each, seen, called=each in called) for each in asked if each not in stored
    )


def _named_again(lowered: Lowered, own: ir.Name) -> int:
    """Returns how often a method only gives its object another local name."""
    aliases = {ir.Name(alias) for alias, _ in lowered.fact.aliases}
    bound = (each for each in walk(lowered.body.statements) if isinstance(each, ir.Assign) and each.value == own)
    return sum(aliases.issuperset(each.targets) for each in bound)


def _bases_made(exprs: list[Expr]) -> Iterator[ir.Call]:
    """Yields the calls by which a constructor calls a base constructor."""
    for each in exprs:
        func = each.func if isinstance(each, ir.Call) else None
        if isinstance(func, ir.Attribute) and func.attr == "__init__" and isinstance(func.value, ir.Call):
            yield from (func.value,) if func.value.func == ir.Name("super") else ()


def _is_given_by(analysis: Analysis, cls: ClassKey, asked: ir.Attribute, seen: set[tuple[FunctionKey, int]], *, called: bool) -> bool:
    """Whether a read attribute may be a bound method, which references the object, or runs something that passes it on."""
    method = analysis.classes.method(cls, asked.attr)
    if method is not None:
        return not called or _gives_away(analysis, cls, method, seen)
    known = asked.attr in _SCOPES or analysis.classes.attribute_expressions(cls, asked.attr) is not None
    return not known and not analysis.classes.writers(cls, asked.attr)


def _is_kept_inside(analysis: Analysis, method: FunctionKey, body: Body, own: ir.Name) -> bool:
    """Whether a nested function, class or generator uses the object: it may outlive the call and keep the object alive."""
    if "Define" in body.kinds and any(isinstance(each, ir.Define) and each.is_class for each in walk(body.statements)):
        return True
    lazy = (each for each in spelled_in(body.statements) if isinstance(each, ir.Comprehension) and each.type == "generator")
    if any(own in descendants(each) for each in lazy):
        return True
    inner = ((key, analysis.project.body(key)) for key in (FunctionKey(method.path, name) for name in body.functions))
    return any(each is NO_BODY or own.id in each.names or _is_kept_inside(analysis, key, each, own) for key, each in inner)
