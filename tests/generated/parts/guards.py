"""What makes a hazard harmless: eagerness asked for, Python functions, code that never runs, code that runs once."""

from __future__ import annotations

from collections.abc import Callable

from tests.generated.parts.contexts import Context
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import indented

GUARDS: dict[str, Context] = {}
INTENDED: set[str] = set()
"""Guards by which the author asks for a difference between the two modes."""


def guard(*, intended: bool = False) -> Callable[[Context], Context]:
    """Enter a guard into the table by the name of its function."""

    def entered(function: Context) -> Context:
        name = function.__name__.strip("_").replace("_", "-")
        GUARDS[name] = function
        if intended:
            INTENDED.add(name)
        return function

    return entered


def _under(scope: Scope, fill: Fill, condition: str, *before: str) -> str:
    """The code under a condition; its result is used where it ran."""
    inner = scope.inner()
    given = fill(inner)
    name = scope.local()
    scope.add(f"{name} = {scope.x}", f"if {condition}:", *indented([*before, *inner.lines, f"{name} = {given}"]))
    return name


@guard(intended=True)
def _executing_eagerly(scope: Scope, fill: Fill) -> str:
    return _under(scope, fill, "tf.executing_eagerly()")


@guard(intended=True)
def _executing_eagerly_kept(scope: Scope, fill: Fill) -> str:
    """The answer goes through a local name."""
    flag = scope.local()
    scope.add(f"{flag} = tf.executing_eagerly()")
    return _under(scope, fill, flag)


@guard(intended=True)
def _executing_eagerly_early(scope: Scope, fill: Fill) -> str:
    """Returned before, in a graph."""
    if not scope.name or scope.is_root:
        raise Unsuited
    inner = scope.inner()
    given = fill(inner)
    scope.add("if not tf.executing_eagerly():", f"    return {scope.x}", *inner.lines)
    return given


@guard(intended=True)
def _inside_function(scope: Scope, fill: Fill) -> str:
    return _under(scope, fill, "not tf.inside_function()")


@guard()
def _switched_off(scope: Scope, fill: Fill) -> str:
    flag = scope.program.names.constant()
    scope.module.add(f"{flag} = {scope.program.pick(('False', '0', 'None', repr('')))}")
    return _under(scope, fill, flag)


@guard()
def _never(scope: Scope, fill: Fill) -> str:
    return _under(scope, fill, scope.program.pick(("False", "0", "not True")))


@guard()
def _py_function(scope: Scope, fill: Fill) -> str:
    """A nested function that `tf.py_function` calls."""
    inner = scope.inner()
    inner.x, inner.declared, inner.name, inner.is_local = scope.program.names.tensor(), [], scope.local(), True
    inner.add(f"return {fill(inner)}")
    use = scope.program.pick(
        (
            "tf.py_function({}, [{}], tf.float32)",
            "tf.py_function(func={}, inp=[{}], Tout=tf.float32)",
            "tf.py_function(lambda v: {}(v), [{}], tf.float32)",
        )
    )
    scope.add(*inner.head(inner.x))
    return _shaped(scope, use.format(inner.name, scope.x))


@guard()
def _py_function_of_module(scope: Scope, fill: Fill) -> str:
    """A function of the module that `tf.py_function` calls."""
    from tests.generated.parts.contexts import filled, helper, place

    inner = filled(helper(scope, place(scope)), fill)
    if inner.passed:
        raise Unsuited
    inner.module.add(*inner.head(inner.x))
    return _shaped(
        scope, f"tf.py_function({scope.program.refer(scope.module, inner.module, inner.name)}, [{scope.x}], tf.float32)"
    )


def _shaped(scope: Scope, expression: str) -> str:
    name = scope.local()
    scope.add(f"{name} = {expression}", f"{name}.set_shape({scope.x}.shape)")
    return name


@guard()
def _once_global(scope: Scope, fill: Fill) -> str:
    """A flag of the module lets the code run once; its result is not used."""
    flag = scope.program.names.constant()
    scope.module.add(f"{flag} = False")
    scope.declared.append(f"global {flag}")
    return _once(scope, fill, f"not {flag}", f"{flag} = True")


@guard()
def _once_of_self(scope: Scope, fill: Fill) -> str:
    if scope.owner is None or not scope.me:
        raise Unsuited
    flag = scope.program.names.variable()
    scope.owner.init.append(f"self.{flag} = False")
    return _once(scope, fill, f"not {scope.me}.{flag}", f"{scope.me}.{flag} = True")


@guard()
def _once_missing(scope: Scope, fill: Fill) -> str:
    if scope.owner is None or not scope.me or scope.owner.is_keras:
        raise Unsuited
    flag = scope.program.names.variable()
    return _once(scope, fill, f'not hasattr({scope.me}, "{flag}")', f"{scope.me}.{flag} = True")


def _once(scope: Scope, fill: Fill, condition: str, done: str) -> str:
    inner = scope.inner()
    inner.is_dropped = True
    given = fill(inner)
    scope.add(f"if {condition}:", *indented([done, *inner.lines, *([] if given == scope.x else [f"_ = {given}"])]))
    return f"{scope.x} * 2.0"
