"""Functions that are passed, kept and looked up before they are called."""

from __future__ import annotations

from tests.generated.parts.contexts import bind, context, filled, helper, kind, place, shared, start
from tests.generated.writing.program import Fill, Scope, Unsuited
from tests.generated.writing.text import Module


def _function(
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
def _lambda(scope: Scope, fill: Fill) -> str:
    """A lambda of the module that calls the function."""
    inner = _function(scope, fill, scope.module)
    name = scope.program.names.function()
    scope.module.add(f"{name} = lambda v: {inner.name}(v)")
    return bind(scope, f"{name}({scope.x})")


@context()
def _lambda_local(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope))
    name = scope.local()
    scope.add(f"{name} = lambda v: {_spelled(scope, inner)}(v)")
    return bind(scope, f"{name}({scope.x})")


@context()
def _registry_decorator(scope: Scope, fill: Fill) -> str:
    """A dictionary filled by a decorator, read by key."""
    names = scope.program.names
    there = scope.program.module() if scope.program.chance(0.5) else scope.module
    table, enter, key = names.constant(), names.function(), names.word()
    there.add(f"{table} = {{}}")
    there.add(
        f"def {enter}(name):",
        "    def decorate(fn):",
        f"        {table}[name] = fn",
        "        return fn",
        "",
        "    return decorate",
    )
    module = there if scope.program.chance(0.4) or there is scope.module else scope.program.module()
    inner = _function(scope, fill, module, decorators=(f'@{scope.program.refer(module, there, enter)}("{key}")',))
    scope.program.brings_in(scope.module, inner.module)
    return bind(scope, f'{scope.program.refer(scope.module, there, table)}["{key}"]({scope.x})')


@context()
def _registry_called(scope: Scope, fill: Fill) -> str:
    """A registry object with `register` and `get`."""
    names = scope.program.names
    there = scope.program.module() if scope.program.chance(0.5) else scope.module
    kind_, table, key = names.type(), names.constant(), names.word()
    there.add(
        f"class {kind_}:", "    def __init__(self):", "        self.known = {}", "", "    def register(self, name, fn):",
        "        self.known[name] = fn", "        return fn", "", "    def get(self, name):", "        return self.known[name]",
    )  # fmt: skip
    there.add(f"{table} = {kind_}()")
    inner = _function(scope, fill, there)
    there.add(f'{table}.register("{key}", {inner.name})')
    return bind(scope, f'{scope.program.refer(scope.module, there, table)}.get("{key}")({scope.x})')


@context()
def _table(scope: Scope, fill: Fill) -> str:
    """A dictionary of functions written out, read by key."""
    names = scope.program.names
    inner = _function(scope, fill, place(scope))
    table, key, other = names.constant(), names.word(), names.function()
    inner.module.add(f"def {other}(v):", "    return -v")
    inner.module.add(f'{table} = {{"{key}": {inner.name}, "negative": {other}}}')
    spelled = scope.program.refer(scope.module, inner.module, table)
    use = scope.program.pick(
        (f'{spelled}["{key}"]({{}})', f'{spelled}.get("{key}")({{}})', f'{spelled}.get("{key}", abs)({{}})')
    )
    return bind(scope, use.format(scope.x))


@context()
def _hooks(scope: Scope, fill: Fill) -> str:
    """A list of functions that a loop calls."""
    names = scope.program.names
    inner = _function(scope, fill, place(scope))
    hooks, each, value = names.constant(), scope.local(), scope.local()
    if scope.program.chance(0.5):
        inner.module.add(f"{hooks} = [{inner.name}]")
    else:
        inner.module.add(f"{hooks} = []")
        inner.module.add(f"{hooks}.append({inner.name})")
    spelled = scope.program.refer(scope.module, inner.module, hooks)
    scope.add(f"{value} = {scope.x}", f"for {each} in {spelled}:", f"    {value} = {each}({value})")
    return value


@context()
def _hooks_of_self(scope: Scope, fill: Fill) -> str:
    """Functions that the constructor puts into a list of the object."""
    if scope.owner is None or scope.owner.is_keras:
        raise Unsuited
    names = scope.program.names
    inner = _function(scope, fill, place(scope))
    hooks, each, value = names.variable(), scope.local(), scope.local()
    scope.owner.init += [f"self.{hooks} = []", f"self.{hooks}.append({_spelled(scope, inner)})"]
    scope.add(f"{value} = {scope.x}", f"for {each} in {scope.me}.{hooks}:", f"    {value} = {each}({value})")
    return value


@context()
def _callback(scope: Scope, fill: Fill) -> str:
    """A function that is an argument of the helper that calls it."""
    inner = _function(scope, fill, place(scope))
    outer = scope.program.names.function()
    module = place(scope, 0.3)
    module.add(f"def {outer}(value, fn):", "    return fn(value)")
    spelled = scope.program.refer(scope.module, module, outer)
    use = scope.program.pick(
        (f"{spelled}({{x}}, {{f}})", f"{spelled}({{x}}, fn={{f}})", f"{spelled}({{x}}, lambda v: {{f}}(v))")
    )
    return bind(scope, use.format(x=scope.x, f=_spelled(scope, inner)))


@context()
def _callback_default(scope: Scope, fill: Fill) -> str:
    """A function that is the default of a parameter."""
    inner = _function(scope, fill, place(scope))
    outer = scope.program.names.function()
    inner.module.add(f"def {outer}(value, fn={inner.name}):", "    return fn(value)")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, outer)}({scope.x})")


@context()
def _injected(scope: Scope, fill: Fill) -> str:
    """A function that the constructor of a global object is given."""
    names = scope.program.names
    inner = _function(scope, fill, place(scope))
    owner = kind(scope, inner.module)
    fn, run, name = names.variable(), names.function(), names.constant()
    owner.parameters, owner.init = f", {fn}", [f"self.{fn} = {fn}"]
    owner.method(f"def {run}(self, value):", f"    return self.{fn}(value)")
    owner.finish()
    inner.module.add(f"{name} = {owner.name}({inner.name})")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, name)}.{run}({scope.x})")


@context()
def _partial(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope))
    maker = inner.api("functools:partial")
    name, outer = scope.program.names.function(), scope.program.names.function()
    inner.module.add(f"def {outer}(gain, value):", f"    return gain * {inner.name}(value)")
    inner.module.add(f"{name} = {maker}({outer}, 2.0)")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, name)}({scope.x})")


@context()
def _partial_local(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope))
    name = scope.local()
    scope.add(f"{name} = {scope.api('functools:partial')}({_spelled(scope, inner)}, {scope.x})")
    return bind(scope, f"{name}()")


def _bound(scope: Scope, fill: Fill) -> tuple[Scope, str]:
    """A method of a global object, and the way to look it up."""
    owner = kind(scope, place(scope))
    inner = start(scope, owner)
    name = shared(scope, owner, inner)
    filled(inner, fill)
    if inner.passed:
        raise Unsuited
    owner.method(*inner.head(f"{inner.me}, {inner.x}"))
    owner.finish()
    owner.module.add(f"{name} = {owner.name}()")
    return inner, f"{name}.{inner.name}"


@context()
def _bound_local(scope: Scope, fill: Fill) -> str:
    inner, method = _bound(scope, fill)
    kept = scope.local()
    first, _, rest = method.partition(".")
    scope.add(f"{kept} = {scope.program.refer(scope.module, inner.module, first)}.{rest}")
    return bind(scope, f"{kept}({scope.x})")


@context()
def _bound_global(scope: Scope, fill: Fill) -> str:
    inner, method = _bound(scope, fill)
    kept = scope.program.names.function()
    inner.module.add(f"{kept} = {method}")
    return bind(scope, f"{scope.program.refer(scope.module, inner.module, kept)}({scope.x})")


@context()
def _bound_attribute(scope: Scope, fill: Fill) -> str:
    """A bound method that the constructor keeps in an attribute of another object."""
    if scope.owner is None:
        raise Unsuited
    inner, method = _bound(scope, fill)
    first, _, rest = method.partition(".")
    kept = scope.program.names.variable()
    scope.owner.init.append(f"self.{kept} = {scope.program.refer(scope.module, inner.module, first)}.{rest}")
    return bind(scope, f"{scope.me}.{kept}({scope.x})")


@context()
def _getattr_by_name(scope: Scope, fill: Fill) -> str:
    inner, method = _bound(scope, fill)
    first, _, rest = method.partition(".")
    return bind(scope, f'getattr({scope.program.refer(scope.module, inner.module, first)}, "{rest}")({scope.x})')


@context(converted=False)
def _map(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope), converted=False)
    use = scope.program.pick(
        (
            "list(map({f}, [{x}]))[0]",
            "sum(map({f}, [{x}, {x} * 2.0]))",
            "next(map({f}, ({x},)))",
            "[*map(lambda v: {f}(v), [{x}])][0]",
        )
    )
    return bind(scope, use.format(f=_spelled(scope, inner), x=scope.x))


@context()
def _comprehension(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope))
    use = scope.program.pick(
        (
            "sum([{f}(v) for v in [{x}, {x} * 2.0]])",
            "sum({f}(v) for v in ({x},))",
            "{{k: {f}(v) for k, v in {{'a': {x}}}.items()}}['a']",
            "[{f}({x}) for _ in range(2)][0]",
        )
    )
    return bind(scope, use.format(f=_spelled(scope, inner), x=scope.x))


@context(converted=False)
def _reduce(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope), converted=False)
    reduce = scope.api("functools:reduce")
    return bind(scope, f"{reduce}(lambda a, b: a + {_spelled(scope, inner)}(b), [{scope.x}, {scope.x}])")


@context(converted=False)
def _nest_map(scope: Scope, fill: Fill) -> str:
    inner = _function(scope, fill, place(scope), converted=False)
    return bind(scope, f"tf.nest.map_structure({_spelled(scope, inner)}, [{scope.x}])[0]")


@context()
def _conditional_choice(scope: Scope, fill: Fill) -> str:
    """One of two functions, chosen by a constant of the module."""
    names = scope.program.names
    inner = _function(scope, fill, place(scope))
    flag, other, chosen = names.constant(), names.function(), scope.local()
    scope.module.add(f"{flag} = {scope.program.pick(('True', '1', repr('fast')))}")
    scope.module.add(f"def {other}(v):", "    return -v")
    scope.add(f"{chosen} = {_spelled(scope, inner)} if {flag} else {other}")
    return bind(scope, f"{chosen}({scope.x})")
