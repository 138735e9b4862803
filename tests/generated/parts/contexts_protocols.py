"""Code that runs because Python calls it: properties, operators, context managers, iteration, attribute access."""

from __future__ import annotations

from tests.generated.parts.contexts import bind, context, filled, kind, place, shared, start
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import Class


def _special(scope: Scope, fill: Fill, name: str, use: str, *, more: str = "", local: bool = False) -> str:
    """An object with a special method that takes the tensor; `{0}` is the object and `{1}` the tensor in `use`."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=name == "__call__", name=name)
    spelled = _object(scope, owner, inner, local=local)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}{more}"))
    return bind(scope, use.format(_finished(scope, owner, spelled), scope.x))


def _object(scope: Scope, owner: Class, inner: Scope, *, local: bool = False) -> str:
    return "" if local or scope.program.chance(0.2) else shared(scope, owner, inner)


def _finished(scope: Scope, owner: Class, name: str) -> str:
    """Put the class and its object into the module; how the scope spells the object, which may be made in the call."""
    owner.finish()
    if name:
        owner.module.add(f"{name} = {owner.name}()")
        return scope.program.refer(scope.module, owner.module, name)
    made = scope.local()
    scope.add(f"{made} = {scope.program.refer(scope.module, owner.module, owner.name)}()")
    return made


@context()
def _call(scope: Scope, fill: Fill) -> str:
    return _special(scope, fill, "__call__", "{0}({1})")


@context(converted=False)
def _getitem(scope: Scope, fill: Fill) -> str:
    return _special(scope, fill, "__getitem__", "{0}[{1}]")


@context(converted=False)
def _operator(scope: Scope, fill: Fill) -> str:
    name, use = scope.program.rng.choice(
        [
            ("__add__", "{0} + {1}"),
            ("__mul__", "{0} * {1}"),
            ("__matmul__", "{0} @ {1}"),
            ("__or__", "{0} | {1}"),
            ("__rshift__", "{0} >> {1}"),
            ("__sub__", "{0} - {1}"),
        ]
    )
    return _special(scope, fill, name, use)


@context(converted=False)
def _inplace_operator(scope: Scope, fill: Fill) -> str:
    """`box += x`, where the class says what that does."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name="__iadd__")
    name = _object(scope, owner, inner, local=True)
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.add(f"{inner.me}.latest = {given}", f"return {inner.me}")
    owner.init.append("self.latest = None")
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    spelled = _finished(scope, owner, name)
    local = scope.local()
    scope.add(f"{local} = {spelled}", f"{local} += {scope.x}")
    return f"{local}.latest"


@context(converted=False)
def _setitem(scope: Scope, fill: Fill) -> str:
    return _statement(scope, fill, "__setitem__", "{0}[0] = {1}", before="key, ")


@context(converted=False)
def _contains(scope: Scope, fill: Fill) -> str:
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name="__contains__")
    name = _object(scope, owner, inner)
    inner.is_dropped = True
    inner.add(f"_ = {fill(inner)}", "return True")
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    spelled = _finished(scope, owner, name)
    known = scope.local()
    scope.add(f"{known} = {scope.x} in {spelled}")
    return f"({scope.x} if {known} else -{scope.x})"


def _statement(
    scope: Scope, fill: Fill, method: str, use: str, *, before: str = "", decorators: tuple[str, ...] = ()
) -> str:
    """A method without a result, which a statement calls."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name=method)
    name = _object(scope, owner, inner)
    inner.is_dropped = True
    given = fill(inner)
    if given != inner.x:
        inner.add(f"_ = {given}")
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {before}{inner.x}", decorators=decorators))
    spelled = _finished(scope, owner, name)
    scope.add(use.format(spelled, scope.x))
    return f"({scope.x} * 2.0)"


@context(converted=False)
def _property(scope: Scope, fill: Fill) -> str:
    """A property of an object that holds the tensor for the time of the call."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False)
    owner.parameters = ", source=None"
    owner.init.append("self.source = source")
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = {inner.me}.source"]
    inner.add(f"return {given}")
    owner.method(*inner.head(inner.me, decorators=["@property"]))
    owner.finish()
    made = scope.local()
    scope.add(f"{made} = {scope.program.refer(scope.module, owner.module, owner.name)}({scope.x})")
    return bind(scope, f"{made}.{inner.name}")


@context(converted=False)
def _property_of_self(scope: Scope, fill: Fill) -> str:
    """A property of the same object that takes a constant as its tensor."""
    if scope.owner is None or scope.owner.is_keras:
        raise Unsuited
    inner = start(scope, scope.owner, converted=False)
    inner.reach = scope.reach
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = tf.constant(2.0)"]
    inner.add(f"return {given}")
    scope.owner.method(*inner.head(inner.me, decorators=["@property"]))
    return f"({scope.x} + {scope.me}.{inner.name})"


@context(converted=False)
def _property_setter(scope: Scope, fill: Fill) -> str:
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False)
    name = _object(scope, owner, inner)
    inner.is_dropped = True
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.add(f"_ = {given}")
    owner.method("@property", f"def {inner.name}(self):", "    return None")
    owner.method(*inner.head(f"{inner.me}, {inner.x}", decorators=[f"@{inner.name}.setter"]))
    spelled = _finished(scope, owner, name)
    scope.add(f"{spelled}.{inner.name} = {scope.x}")
    return f"({scope.x} * 2.0)"


@context(converted=False)
def _setattr(scope: Scope, fill: Fill) -> str:
    """`__setattr__` of a class that says what setting an attribute does."""
    return _statement(scope, fill, "__setattr__", "{0}.latest = {1}", before="name, ")


@context(converted=False)
def _getattr(scope: Scope, fill: Fill) -> str:
    """`__getattr__`, which gives a function of the missing name."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, name=scope.program.names.function())
    name = _object(scope, owner, inner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    asked = scope.program.names.word()
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.method(
        "def __getattr__(self, name):",
        f'    if name == "apply_{asked}":',
        f"        return self.{inner.name}",
        "    raise AttributeError(name)",
    )
    return bind(scope, f"{_finished(scope, owner, name)}.apply_{asked}({scope.x})")


@context(converted=False)
def _enter(scope: Scope, fill: Fill) -> str:
    return _managed(scope, fill, "__enter__")


@context(converted=False)
def _exit(scope: Scope, fill: Fill) -> str:
    return _managed(scope, fill, "__exit__")


def _managed(scope: Scope, fill: Fill, where: str) -> str:
    """A context manager of the project with the code where it is entered or left."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name=where)
    name = _object(scope, owner, inner)
    inner.is_dropped = True
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = tf.constant(2.0)"]
    inner.add(f"_ = {given}", f"return {inner.me}" if where == "__enter__" else "return False")
    enter = inner.head(inner.me) if where == "__enter__" else ["def __enter__(self):", "    return self"]
    leave = (
        inner.head(f"{inner.me}, *error")
        if where == "__exit__"
        else ["def __exit__(self, *error):", "    return False"]
    )
    owner.method(*enter)
    owner.method(*leave)
    spelled = _finished(scope, owner, name)
    result = scope.local()
    scope.add(f"with {spelled}:", f"    {result} = {scope.x} * 2.0")
    return result


@context(converted=False)
def _context_manager(scope: Scope, fill: Fill) -> str:
    """A generator under `contextlib.contextmanager`."""
    from tests.generated.parts.contexts import helper

    inner = helper(scope, place(scope), converted=False)
    is_before = scope.program.chance(0.5)
    inner.is_dropped = inner.is_dropped or not is_before
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    manager = inner.api("contextlib:contextmanager")
    if is_before:
        inner.add(f"yield {given}")
    else:
        inner.lines[:0] = [f"yield {inner.x}"]
        inner.add(f"_ = {given}")
    inner.module.add(*inner.head(inner.x, decorators=[f"@{manager}"]))
    result = scope.local()
    scope.add(
        f"with {scope.program.refer(scope.module, inner.module, inner.name)}({scope.x}) as {result}:",
        f"    {result} = {result} * 2.0",
    )
    return result


@context(converted=False)
def _iter(scope: Scope, fill: Fill) -> str:
    """`__iter__` as a generator that a loop runs over."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name="__iter__")
    name = _object(scope, owner, inner)
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.lines[:0] = [f"{inner.x} = tf.constant(2.0)"]
    inner.add(f"yield {given}")
    owner.method(*inner.head(inner.me))
    spelled = _finished(scope, owner, name)
    result, each = scope.local(), scope.local()
    scope.add(f"{result} = {scope.x}", f"for {each} in {spelled}:", f"    {result} = {result} + {each}")
    return result


@context(converted=False)
def _generator(scope: Scope, fill: Fill) -> str:
    """A generator function that a loop runs over."""
    from tests.generated.parts.contexts import helper

    inner = helper(scope, place(scope), converted=False)
    given = fill(inner)
    if inner.passed:
        raise Unsuited
    inner.add(f"yield {given}")
    inner.module.add(*inner.head(inner.x))
    result, each = scope.local(), scope.local()
    scope.add(
        f"{result} = {scope.x}",
        f"for {each} in {scope.program.refer(scope.module, inner.module, inner.name)}({scope.x}):",
        f"    {result} = {result} + {each}",
    )
    return result


@context(converted=False)
def _constructor(scope: Scope, fill: Fill) -> str:
    """The constructor of an object that is made in the call."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner, converted=False, name="__init__")
    given = fill(inner)
    if inner.passed or owner.init:
        raise Unsuited
    held = scope.program.names.variable()
    inner.add(f"{inner.me}.{held} = {given}")
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    return bind(scope, f"{scope.program.refer(scope.module, owner.module, owner.name)}({scope.x}).{held}")
