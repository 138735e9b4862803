"""Helpers that are called by their name or by the name of their object."""

from __future__ import annotations

from tests.generated.parts.contexts import bind, context, filled, helper, kind, passed, place, shared, start
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import Class, indented


@context()
def _helper(scope: Scope, fill: Fill) -> str:
    inner = filled(helper(scope, scope.module), fill)
    scope.module.add(*inner.head(inner.x))
    return bind(scope, f"{inner.name}({scope.x}{passed(scope, inner)})")


@context()
def _helper_elsewhere(scope: Scope, fill: Fill) -> str:
    inner = filled(helper(scope, scope.program.module()), fill)
    inner.module.add(*inner.head(inner.x))
    spelled = scope.program.refer(scope.module, inner.module, inner.name)
    return bind(scope, f"{spelled}({scope.x}{passed(scope, inner)})")


@context()
def _helper_by_keyword(scope: Scope, fill: Fill) -> str:
    inner = filled(helper(scope, place(scope)), fill)
    inner.module.add(*inner.head("*, " + inner.x))
    spelled = scope.program.refer(scope.module, inner.module, inner.name)
    return bind(
        scope, f"{spelled}({inner.x}={scope.x}{''.join(f', {name}={value(scope)}' for name, value in inner.passed)})"
    )


@context()
def _helper_star_args(scope: Scope, fill: Fill) -> str:
    inner = filled(helper(scope, place(scope)), fill)
    if inner.passed:
        raise Unsuited
    inner.module.add(*inner.head(inner.x))
    forward = scope.program.names.function()
    inner.module.add(f"def {forward}(*args, **kwargs):", f"    return {inner.name}(*args, **kwargs)")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, forward)}({scope.x})")


@context()
def _helper_exported(scope: Scope, fill: Fill) -> str:
    """A helper of one module that another one imports and hands on."""
    inner = filled(helper(scope, scope.program.module()), fill)
    inner.module.add(*inner.head(inner.x))
    hub = scope.program.module()
    hub.needs(f"from {inner.module.name} import {inner.name}")
    spelled = scope.program.refer(scope.module, hub, inner.name)
    return bind(scope, f"{spelled}({scope.x}{passed(scope, inner)})")


@context()
def _helper_in_try(scope: Scope, fill: Fill) -> str:
    inner = filled(helper(scope, place(scope)), fill)
    inner.module.add(*inner.head(inner.x))
    name = scope.local()
    call = f"{scope.program.refer(scope.module, inner.module, inner.name)}({scope.x}{passed(scope, inner)})"
    scope.add("try:", f"    {name} = {call}", "except KeyError:", f"    {name} = {scope.x}")
    return name


@context()
def _recursive(scope: Scope, fill: Fill) -> str:
    """A helper that calls itself with a smaller number."""
    inner = helper(scope, place(scope))
    depth = scope.program.names.variable()
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"if {depth} > 0:", f"    return {inner.name}({inner.x}, {depth} - 1)"]
    inner.add(f"return {given}")
    inner.module.add(*inner.head(f"{inner.x}, {depth}=1"))
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, inner.name)}({scope.x})")


@context()
def _method_of_global(scope: Scope, fill: Fill) -> str:
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    name = shared(scope, owner, inner)
    filled(inner, fill)
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    owner.module.add(f"{name} = {owner.name}()")
    return bind(
        scope, f"{scope.program.refer(scope.module, owner.module, name)}.{inner.name}({scope.x}{passed(scope, inner)})"
    )


@context()
def _method_of_self(scope: Scope, fill: Fill) -> str:
    """Another method of the same object."""
    if scope.owner is None:
        raise Unsuited
    inner = start(scope, scope.owner)
    inner.reach, inner.is_converted = scope.reach, scope.is_converted
    filled(inner, fill)
    scope.owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    return bind(scope, f"{scope.me}.{inner.name}({scope.x}{passed(scope, inner)})")


@context()
def _method_of_part(scope: Scope, fill: Fill) -> str:
    """A method of an object that the constructor keeps."""
    if scope.owner is None:
        raise Unsuited
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    part, reach = scope.program.names.variable(), scope.reach
    if reach is not None:
        inner.reach = lambda driver: f"{reach(driver)}.{part}"
    filled(inner, fill)
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    scope.owner.init.append(f"self.{part} = {scope.program.refer(scope.module, owner.module, owner.name)}()")
    return bind(scope, f"{scope.me}.{part}.{inner.name}({scope.x}{passed(scope, inner)})")


@context()
def _method_of_local(scope: Scope, fill: Fill) -> str:
    """A method of an object that is made in the call."""
    owner = kind(scope, place(scope))
    inner = filled(start(scope, owner), fill)
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    name = scope.local()
    scope.add(f"{name} = {scope.program.refer(scope.module, owner.module, owner.name)}()")
    return bind(scope, f"{name}.{inner.name}({scope.x}{passed(scope, inner)})")


@context()
def _helper_static(scope: Scope, fill: Fill) -> str:
    owner = kind(scope, place(scope))
    inner = filled(helper(scope, owner.module), fill)
    owner.method(*inner.head(inner.x, decorators=["@staticmethod"]))
    owner.finish()
    return bind(
        scope,
        f"{scope.program.refer(scope.module, owner.module, owner.name)}.{inner.name}({scope.x}{passed(scope, inner)})",
    )


@context()
def _helper_of_class(scope: Scope, fill: Fill) -> str:
    owner = kind(scope, place(scope))
    inner = filled(helper(scope, owner.module), fill)
    owner.method(*inner.head(f"cls, {inner.x}", decorators=["@classmethod"]))
    owner.finish()
    return bind(
        scope,
        f"{scope.program.refer(scope.module, owner.module, owner.name)}.{inner.name}({scope.x}{passed(scope, inner)})",
    )


def _subclassed(scope: Scope, fill: Fill, *, is_super: bool) -> str:
    """A method of the base class, called on an object of a subclass, or by `super()` from an override."""
    base = kind(scope, place(scope))
    inner = start(scope, base)
    name = shared(scope, base, inner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    base.method(*inner.head(f"{inner.me}, {inner.x}"))
    base.finish()
    owner = Class(scope.program.names.type(), base.module, base.name)
    if is_super:
        owner.method(f"def {inner.name}(self, value):", f"    return super().{inner.name}(value)")
    else:
        owner.body = [f'{scope.program.names.variable()} = "{scope.program.names.word()}"']
    owner.finish()
    base.module.add(f"{name} = {owner.name}()")
    return bind(scope, f"{scope.program.refer(scope.module, base.module, name)}.{inner.name}({scope.x})")


@context()
def _method_inherited(scope: Scope, fill: Fill) -> str:
    return _subclassed(scope, fill, is_super=False)


@context()
def _method_by_super(scope: Scope, fill: Fill) -> str:
    return _subclassed(scope, fill, is_super=True)


@context()
def _method_overridden(scope: Scope, fill: Fill) -> str:
    """A method that the base class calls and a subclass defines."""
    module = place(scope)
    base = kind(scope, module)
    hook, run = scope.program.names.function(), scope.program.names.function()
    base.method(f"def {run}(self, value):", f"    return self.{hook}(value)")
    base.method(f"def {hook}(self, value):", "    raise NotImplementedError")
    base.finish()
    owner = Class(scope.program.names.type(), module, base.name)
    inner = start(scope, owner, name=hook)
    name = shared(scope, owner, inner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    module.add(f"{name} = {owner.name}()")
    return bind(scope, f"{scope.program.refer(scope.module, module, name)}.{run}({scope.x})")


@context()
def _nested(scope: Scope, fill: Fill) -> str:
    """A function that is defined in the traced one; in a method it may use the object."""
    inner = helper(scope, scope.module)
    inner.is_local = True
    if scope.program.chance(0.5):
        inner.owner, inner.me, inner.reach = scope.owner, scope.me, scope.reach
    filled(inner, fill)
    scope.add(*inner.head(inner.x))
    return bind(scope, f"{inner.name}({scope.x}{passed(scope, inner)})")


@context()
def _nested_twice(scope: Scope, fill: Fill) -> str:
    inner = helper(scope, scope.module)
    inner.is_local = True
    filled(inner, fill)
    outer = scope.program.names.function()
    scope.add(
        f"def {outer}(value):", *indented([*inner.head(inner.x), f"return {inner.name}(value{passed(scope, inner)})"])
    )
    return bind(scope, f"{outer}({scope.x})")


@context()
def _closure(scope: Scope, fill: Fill) -> str:
    """What a factory of the module returned, once."""
    inner = helper(scope, place(scope))
    inner.is_nested = True
    filled(inner, fill)
    maker, made = scope.program.names.function(), scope.program.names.function()
    inner.module.add(f"def {maker}():", *indented([*inner.around, *inner.head(inner.x), f"return {inner.name}"]))
    inner.module.add(f"{made} = {maker}()")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, made)}({scope.x}{passed(scope, inner)})")


@context()
def _traced_helper(scope: Scope, fill: Fill) -> str:
    """A helper under `tf.function` of its own."""
    inner = filled(helper(scope, place(scope)), fill)
    if inner.passed:
        raise Unsuited
    inner.is_converted = True
    inner.module.add(*inner.head(inner.x, decorators=["@tf.function"]))
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, inner.name)}({scope.x})")


@context()
def _unconverted_helper(scope: Scope, fill: Fill) -> str:
    inner = filled(helper(scope, place(scope), converted=False), fill)
    inner.module.add(*inner.head(inner.x, decorators=["@tf.autograph.experimental.do_not_convert"]))
    return bind(
        scope, f"{scope.program.refer(scope.module, inner.module, inner.name)}({scope.x}{passed(scope, inner)})"
    )


@context()
def _wrapped_helper(scope: Scope, fill: Fill) -> str:
    """A helper under a decorator of the project that calls it."""
    inner = helper(scope, place(scope))
    inner.module.needs("import functools")
    wrap = scope.program.names.function()
    inner.module.add(
        f"def {wrap}(fn):", "    @functools.wraps(fn)", "    def wrapper(*args, **kwargs):", "        return fn(*args, **kwargs)", "",
        "    return wrapper",
    )  # fmt: skip
    filled(inner, fill)
    inner.module.add(*inner.head(inner.x, decorators=[f"@{wrap}"]))
    return bind(
        scope, f"{scope.program.refer(scope.module, inner.module, inner.name)}({scope.x}{passed(scope, inner)})"
    )


@context()
def _in_wrapper(scope: Scope, fill: Fill) -> str:
    """The code is in the wrapper of a decorator."""
    inner = helper(scope, place(scope))
    inner.is_nested = True
    wrap, name = scope.program.names.function(), scope.program.names.function()
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.add(f"return fn({given})")
    inner.module.add(f"def {wrap}(fn):", *indented([*inner.around, *inner.head(inner.x), f"return {inner.name}"]))
    inner.module.add(f"@{wrap}", f"def {name}(value):", "    return value * 1.0")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, name)}({scope.x})")
