"""Callbacks of TensorFlow's own control flow, and blocks around the code that call nothing."""

from __future__ import annotations

from tests.generated.parts.contexts import bind, context, filled, helper, place
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import indented


def _given(scope: Scope, fill: Fill, use: str, *, converted: bool = False) -> str:
    """A function given to TensorFlow, `{f}` in the use, by its name or called by a lambda."""
    inner = helper(scope, place(scope), converted=converted)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    inner.module.add(*inner.head(inner.x))
    return bind(scope, use.format(f=scope.program.refer(scope.module, inner.module, inner.name), x=scope.x))


@context(converted=False)
def _while_loop(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.while_loop(lambda i, v: i < 1, lambda i, v: (i + 1, {f}(v)), [0, {x}])[1]")


@context(converted=False)
def _cond(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.cond(tf.reduce_sum({x}) < 1e9, lambda: {f}({x}), lambda: {x} * 1.0)")


@context(converted=False)
def _switch_case(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.switch_case(tf.constant(0), [lambda: {f}({x}), lambda: {x} * 1.0])")


@context()
def _map_fn(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.map_fn({f}, tf.expand_dims({x}, 0))[0]", converted=True)


@context(converted=False)
def _foldl(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.foldl(lambda a, v: a + {f}(v), tf.expand_dims({x}, 0), {x} * 0.0)")


@context(converted=False)
def _scan(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.scan(lambda a, v: a + {f}(v), tf.expand_dims({x}, 0), {x} * 0.0)[0]")


@context(converted=False)
def _vectorized_map(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.vectorized_map({f}, tf.expand_dims({x}, 0))[0]")


@context(converted=False)
def _custom_gradient(scope: Scope, fill: Fill) -> str:
    inner = helper(scope, place(scope), converted=False)
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.add(f"return {given}, lambda upstream: upstream")
    inner.module.add(*inner.head(inner.x, decorators=["@tf.custom_gradient"]))
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, inner.name)}({scope.x})")


@context(converted=False)
def _recompute_grad(scope: Scope, fill: Fill) -> str:
    return _given(scope, fill, "tf.recompute_grad({f})({x})")


def _block(scope: Scope, fill: Fill, *head: str, after: tuple[str, ...] = ()) -> str:
    """The code in a block of a statement; its result goes to a local name."""
    inner = scope.inner()
    given = fill(inner)
    name = scope.local()
    scope.add(*head, *indented([*inner.lines, f"{name} = {given}"]), *after)
    return name


@context()
def _in_name_scope(scope: Scope, fill: Fill) -> str:
    return _block(scope, fill, f'with tf.name_scope("{scope.program.names.word()}"):')


@context()
def _in_tape(scope: Scope, fill: Fill) -> str:
    return _block(scope, fill, f"with tf.GradientTape() as {scope.local()}:")


@context()
def _in_try(scope: Scope, fill: Fill) -> str:
    return _block(scope, fill, "try:", after=("finally:", "    pass"))


@context()
def _in_python_if(scope: Scope, fill: Fill) -> str:
    flag = scope.program.names.constant()
    scope.module.add(f"{flag} = {scope.program.pick(('True', '3', repr('on')))}")
    name = scope.local()
    scope.add(f"{name} = {scope.x}")
    inner = scope.inner()
    given = fill(inner)
    scope.add(f"if {flag}:", *indented([*inner.lines, f"{name} = {given}"]))
    return name


@context()
def _in_python_loop(scope: Scope, fill: Fill) -> str:
    inner = scope.inner()
    given = fill(inner)
    name = scope.local()
    scope.add(
        f"{name} = {scope.x}",
        f"for {scope.local()} in range(2):",
        *indented([*inner.lines, f"{name} = {name} + {given}"]),
    )
    return name
