"""Methods of classes that are made in other ways than by a class statement with methods alone."""

from __future__ import annotations

from tests.generated.parts.contexts import bind, context, filled, kind, place, shared, start
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import Class


@context()
def _dataclass(scope: Scope, fill: Fill) -> str:
    """A method of a global data class."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    name = shared(scope, owner, inner)
    field = scope.program.names.variable()
    owner.decorators.append(f"@{inner.api('dataclasses:dataclass')}")
    owner.body.append(f"{field}: float = 1.0")
    filled(inner, fill)
    if inner.passed or owner.init:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    owner.module.add(f"{name} = {owner.name}()")
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, name)}.{inner.name}({scope.x})")


@context(converted=False)
def _post_init(scope: Scope, fill: Fill) -> str:
    """`__post_init__` of a data class that is made in the call."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name="__post_init__")
    field = scope.program.names.variable()
    owner.decorators.append(f"@{inner.api('dataclasses:dataclass')}")
    owner.body.append(f"{field}: object")
    given = fill(inner)
    if inner.passed or owner.init:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = {inner.me}.{field}"]
    inner.add(f"{inner.me}.{field} = {given}")
    owner.method(*inner.head(inner.me))
    owner.finish()
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, owner.name)}({scope.x}).{field}")


@context()
def _enum_method(scope: Scope, fill: Fill) -> str:
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    owner.bases = inner.api("enum:Enum")
    owner.body.append('FAST = "fast"')
    filled(inner, fill)
    if inner.passed or owner.init:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, owner.name)}.FAST.{inner.name}({scope.x})")


@context(converted=False)
def _named_tuple(scope: Scope, fill: Fill) -> str:
    """A method of a named tuple that holds the tensor."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False)
    owner.bases = inner.api("typing:NamedTuple")
    field = "value"
    given = fill(inner)
    if inner.passed or owner.init or owner.body:
        raise Unsuited
    owner.body.append(f"{field}: object")
    inner.lines[:0] = [f"{inner.x} = {inner.me}.{field}"]
    inner.add(f"return {given}")
    owner.method(*inner.head(inner.me))
    owner.finish()
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, owner.name)}({scope.x}).{inner.name}()")


@context()
def _mixin(scope: Scope, fill: Fill) -> str:
    """A method of one of two base classes."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    name = shared(scope, owner, inner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    other, both = scope.program.names.type(), scope.program.names.type()
    owner.module.add(f"class {other}:", "    def describe(self):", '        return "other"')
    owner.module.add(f"class {both}({other}, {owner.name}):", "    pass")
    owner.module.add(f"{name} = {both}()")
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, name)}.{inner.name}({scope.x})")


@context()
def _abstract(scope: Scope, fill: Fill) -> str:
    """A subclass made by a factory that chooses by name; the caller knows the abstract base."""
    module = place(scope)
    base = kind(scope, module)
    hook, make = scope.program.names.function(), scope.program.names.function()
    module.needs("import abc")
    base.bases = "abc.ABC"
    base.method("@abc.abstractmethod", f"def {hook}(self, value):", "    ...")
    base.finish()
    owner = Class(scope.program.names.type(), module, base.name)
    inner = start(scope, owner, name=hook)
    name = shared(scope, owner, inner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    key = scope.program.names.word()
    module.add(f"def {make}(name) -> {base.name}:", f'    return {{"{key}": {owner.name}}}[name]()')
    module.add(f'{name}: {base.name} = {make}("{key}")')
    return bind(scope, f"{scope.program.refer(scope.module, module, name)}.{inner.name}({scope.x})")


@context(converted=False)
def _cached_property(scope: Scope, fill: Fill) -> str:
    """A cached property of an object that is made in the call."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False)
    owner.parameters = ", source=None"
    owner.init.append("self.source = source")
    cached = inner.api("functools:cached_property")
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = {inner.me}.source"]
    inner.add(f"return {given}")
    owner.method(*inner.head(inner.me, decorators=[f"@{cached}"]))
    owner.finish()
    made = scope.local()
    scope.add(f"{made} = {scope.program.refer(scope.module, owner.module, owner.name)}({scope.x})")
    return bind(scope, f"{made}.{inner.name}")


@context(converted=False)
def _next(scope: Scope, fill: Fill) -> str:
    """`__next__` of an iterator of the project that is made in the call."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name="__next__")
    owner.init.append("self.left = 1")
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [
        f"if {inner.me}.left == 0:",
        "    raise StopIteration",
        f"{inner.me}.left -= 1",
        f"{inner.x} = tf.constant(2.0)",
    ]
    inner.add(f"return {given}")
    owner.method("def __iter__(self):", "    return self")
    owner.method(*inner.head(inner.me))
    owner.finish()
    result, each = scope.local(), scope.local()
    made = f"{scope.program.refer(scope.module, owner.module, owner.name)}()"
    scope.add(f"{result} = {scope.x}", f"for {each} in {made}:", f"    {result} = {result} + {each}")
    return result
