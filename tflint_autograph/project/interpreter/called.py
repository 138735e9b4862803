"""Finds the project functions that calling a value runs, in eager and in traced code."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.values import Callee, Kind, Origin, Value, each_of
from tflint_autograph.project.bodies.decorators import escapes
from tflint_autograph.project.interpreter.calls import called_methods
from tflint_autograph.project.values.scope import Scope


def run_by(scope: Scope, func: Value | None, *, traced: bool, constructs: bool = False) -> tuple[Callee, ...]:
    """Returns the functions that a call of the value runs; for an object what Python or Keras calls, and constructors where it `constructs`."""
    found = [target for target in func.callees if not escapes(target)] if func is not None else []
    for one in each_of(func) if func is not None else ():
        if constructs and one.klass is not None:
            found += _constructors(scope, one, traced=traced)
        for method in called_methods(scope.keras_kind(one.cls)) if one.cls is not None else ():
            found += scope.attribute(one, method, traced=traced).callees
    return tuple(dict.fromkeys(found))


def callables(value: Value | None, scope: Scope, *, each: bool = False) -> tuple[Callee, ...]:
    """Returns the functions that eager code runs by a call of a value that it passes on; with `each`, also those inside a container."""
    found = run_by(scope, value, traced=False)
    inner = value.contents if each and value is not None else ()
    return tuple(dict.fromkeys([*found, *(target for part in inner for target in callables(part, scope, each=True))]))


def _constructors(scope: Scope, made: Value, *, traced: bool) -> Iterator[Callee]:
    """Yields the methods that creating an object of a class runs."""
    assert made.klass is not None
    filling = "__post_init__" if scope.classes.makes_fields(made.klass) else "__init__"
    yield from (target._replace(receiver=made) for target in scope.attribute(made, "__new__", traced=traced).callees)
    yield from scope.attribute(Value(Kind.OBJECT, Origin.FRESH, cls=made.klass, exact=True), filling, traced=traced).callees
