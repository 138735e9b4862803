"""Rarer ways from one piece of code to another: caches, dispatch, data classes, imports in functions, names looked up."""

from __future__ import annotations

from tests.generated.parts.contexts import bind, context, filled, helper, kind, place, start
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import Class, Module, indented


def _plain(
    scope: Scope, fill: Fill, module: Module, *, converted: bool = True, decorators: tuple[str, ...] = ()
) -> Scope:
    """A function of a module that takes the tensor alone."""
    inner = filled(helper(scope, module, converted=converted), fill)
    if inner.passed:
        raise Unsuited
    module.add(*inner.head(inner.x, decorators=decorators))
    return inner


def _spelled(scope: Scope, inner: Scope) -> str:
    return scope.program.refer(scope.module, inner.module, inner.name)


@context()
def _star_import(scope: Scope, fill: Fill) -> str:
    there = scope.program.module()
    inner = _plain(scope, fill, there)
    if inner.name.startswith("_"):
        raise Unsuited
    scope.module.needs(f"from {there.name} import *")
    return bind(scope, f"{inner.name}({scope.x})")


@context()
def _local_import(scope: Scope, fill: Fill) -> str:
    """The helper is imported in the function that calls it."""
    there = scope.program.module()
    inner = _plain(scope, fill, there)
    scope.add(f"from {there.name} import {inner.name}")
    return bind(scope, f"{inner.name}({scope.x})")


@context()
def _imported_by_name(scope: Scope, fill: Fill) -> str:
    there = scope.program.module()
    inner = _plain(scope, fill, there)
    module = scope.program.names.variable()
    scope.module.needs("import importlib")
    scope.module.add(f'{module} = importlib.import_module("{there.name}")')
    return bind(scope, f"{module}.{inner.name}({scope.x})")


@context()
def _try_import(scope: Scope, fill: Fill) -> str:
    """The helper is imported if it can be; otherwise another one stands for it."""
    there = scope.program.module()
    inner = _plain(scope, fill, there)
    name = scope.program.names.function()
    fallback = ["except ImportError:", "", f"    def {name}(v):", "        return v"]
    scope.module.add("try:", f"    from {there.name} import {inner.name} as {name}", *fallback)
    return bind(scope, f"{name}({scope.x})")


@context()
def _from_globals(scope: Scope, fill: Fill) -> str:
    inner = _plain(scope, fill, scope.module)
    return bind(scope, f'globals()["{inner.name}"]({scope.x})')


@context()
def _single_dispatch(scope: Scope, fill: Fill) -> str:
    """`functools.singledispatch` on a class of the project, which holds the tensor."""
    inner = helper(scope, place(scope), converted=False)
    owner = Class(scope.program.names.type(), inner.module)
    owner.parameters, owner.init = ", value", ["self.value = value"]
    owner.finish()
    single = inner.api("functools:singledispatch")
    generic, box = scope.program.names.function(), scope.program.names.variable()
    inner.module.add(f"@{single}", f"def {generic}(box):", "    raise NotImplementedError")
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = {box}.value"]
    inner.add(f"return {given}")
    inner.module.add(*inner.head(f"{box}: {owner.name}", decorators=[f"@{generic}.register"]))
    program = scope.program
    return bind(
        scope,
        f"{program.refer(scope.module, inner.module, generic)}({program.refer(scope.module, inner.module, owner.name)}({scope.x}))",
    )


@context(converted=False)
def _match_dispatch(scope: Scope, fill: Fill) -> str:
    """`match` on a Python value chooses the helper."""
    inner = _plain(scope, fill, place(scope), converted=False)
    outer, mode = scope.program.names.function(), scope.program.names.word()
    spelled = scope.program.refer(scope.module, inner.module, inner.name)
    scope.module.add(
        f"def {outer}(value, mode):", "    match mode:", f'        case "{mode}":', f"            return {spelled}(value)",
        "        case _:", "            return value",
    )  # fmt: skip
    return bind(scope, f'{outer}({scope.x}, "{mode}")')


@context()
def _class_attribute(scope: Scope, fill: Fill) -> str:
    """A function that a class body keeps."""
    inner = _plain(scope, fill, place(scope))
    owner = kind(scope, inner.module)
    kept, name = scope.program.names.function(), scope.program.names.constant()
    owner.body.append(f"{kept} = staticmethod({inner.name})")
    owner.finish()
    owner.module.add(f"{name} = {owner.name}()")
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, name)}.{kept}({scope.x})")


@context()
def _set_by_setattr(scope: Scope, fill: Fill) -> str:
    inner = _plain(scope, fill, place(scope))
    kept, name = scope.program.names.function(), scope.program.names.constant()
    inner.module.needs("import types")
    inner.module.add(f"{name} = types.SimpleNamespace()")
    inner.module.add(f'setattr({name}, "{kept}", {inner.name})')
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, name)}.{kept}({scope.x})")


@context()
def _chained_attributes(scope: Scope, fill: Fill) -> str:
    """A method of an object of an object of an object."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    names = scope.program.names
    middle, outer, name = names.type(), names.type(), names.constant()
    owner.module.add(f"class {middle}:", "    def __init__(self):", f"        self.core = {owner.name}()")
    owner.module.add(f"class {outer}:", "    def __init__(self):", f"        self.part = {middle}()")
    owner.module.add(f"{name} = {outer}()")
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, name)}.part.core.{inner.name}({scope.x})")


@context(converted=False)
def _sorted_key(scope: Scope, fill: Fill) -> str:
    """The helper is the key of `sorted`, for a Python list of one tensor; what it gives is not used."""
    inner = helper(scope, place(scope), converted=False)
    inner.is_dropped = True
    inner.add(f"_ = {fill(inner)}", "return 0")
    if inner.passed:
        raise Unsuited
    inner.module.add(*inner.head(inner.x))
    return bind(scope, f"sorted([{scope.x}], key={_spelled(scope, inner)})[0]")


@context(converted=False)
def _filter(scope: Scope, fill: Fill) -> str:
    inner = helper(scope, place(scope), converted=False)
    inner.is_dropped = True
    inner.add(f"_ = {fill(inner)}", "return True")
    if inner.passed:
        raise Unsuited
    inner.module.add(*inner.head(inner.x))
    return bind(scope, f"list(filter({_spelled(scope, inner)}, [{scope.x}]))[0]")


@context()
def _nested_class(scope: Scope, fill: Fill) -> str:
    """A class that is defined in the traced function."""
    owner = kind(scope, scope.module)
    inner = filled(start(scope, owner), fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    scope.add(*owner.rendered())
    return bind(scope, f"{owner.name}().{inner.name}({scope.x})")


@context()
def _loop_of_layers(scope: Scope, fill: Fill) -> str:
    """Objects in a list that are called one after the other."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, name="__call__")
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    stack, layer, value = scope.program.names.constant(), scope.local(), scope.local()
    owner.module.add(f"{stack} = [{owner.name}() for _ in range(2)]")
    spelled = scope.program.refer(scope.module, owner.module, stack)
    scope.add(f"{value} = {scope.x}", *[f"for {layer} in {spelled}:", *indented([f"{value} = {layer}({value})"])])
    return value
