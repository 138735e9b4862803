"""Decides whether an object is garbage-collected when its last name goes, and whether a method needs it then."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey, Lowered
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.walks import descendants, spelled_in, targets, walk
from tflint_autograph.project.index.classes import BARE
from tflint_autograph.tfapi.names import canonical

_PLAIN = BARE | {"tensorflow.Module"}
"""Bases whose objects have no reference cycles. Keras objects do, and live until Python collects cycles."""

_KEEPING = ("__new__", "__setattr__", "__getattribute__", "__del__", "__hash__", "__eq__")
"""Methods that may keep the object alive, or that change how TensorFlow treats it."""

_SCOPES = frozenset({"name", "name_scope"})
"""Attributes of `tf.Module` that do not pass the object to other code."""


def is_gone(analysis: Analysis, cls: ClassKey, method: FunctionKey) -> bool:
    """Whether a `tf.function` method looked up on a new object finds the object gone when it is traced."""
    return needed_at(analysis, method) is not None and is_let_go(analysis, cls)


def needed_at(analysis: Analysis, method: FunctionKey) -> At | None:
    """Returns the place where a method first reads an attribute of its object that `None` does not have, or None."""
    lowered = analysis.project.lowered(method)
    if lowered is None or not lowered.fact.parameters or len(lowered.fact.decorators) != 1:
        return None
    own = ir.Name(lowered.fact.parameters[0].name)
    if own.id in lowered.body.bound and any(own in targets(each) for each in walk(lowered.body.statements)):
        return None
    asked = (each for each in spelled_in(lowered.body.statements) if isinstance(each, ir.Attribute) and each.value == own)
    return next((each.at for each in asked if not hasattr(None, each.attr)), None)


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
        if any(name in own for name in _KEEPING) or any(not isinstance(value, ir.Constant) for _, value in fact.attributes):
            return False
        if "__init__" in own and _gives_away(analysis, cls, FunctionKey(base.path, own["__init__"]), set()):
            return False
    return True


def _gives_away(analysis: Analysis, cls: ClassKey, method: FunctionKey, seen: set[FunctionKey]) -> bool:
    """Whether a method that runs at the object's creation may pass the object on, or run one of its `tf.function`s."""
    if method in seen:
        return False
    seen.add(method)
    lowered = analysis.project.lowered(method)
    if lowered is None or lowered.fact.decorators or not lowered.fact.parameters or lowered.body.generator:
        return True
    own = ir.Name(lowered.fact.parameters[0].name)
    every = list(spelled_in(lowered.body.statements))
    asked = [each for each in every if isinstance(each, ir.Attribute) and each.value == own]
    bases = list(_bases_made(every))
    handed = [argument.value for each in bases for argument in each.args]
    if every.count(own) != len(asked) + handed.count(own) + _named_again(lowered, own) or every.count(ir.Name("super")) != len(bases):
        return True
    called = {each.func for each in every if isinstance(each, ir.Call)}
    return _is_kept_inside(analysis, method, lowered.body, own) or any(
        _is_given_by(analysis, cls, each, seen, called=each in called) for each in asked
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


def _is_given_by(analysis: Analysis, cls: ClassKey, asked: ir.Attribute, seen: set[FunctionKey], *, called: bool) -> bool:
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
    inner = ((key, analysis.project.lowered(key)) for key in (FunctionKey(method.path, name) for name in body.functions))
    return any(each is None or own.id in each.body.names or _is_kept_inside(analysis, key, each.body, own) for key, each in inner)
