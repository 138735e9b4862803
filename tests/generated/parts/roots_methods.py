"""Methods that are traced."""

from __future__ import annotations

from collections.abc import Sequence

from tests.generated.parts.driven import Driven, arguments, begin, body, home, root
from tests.generated.writing.program import Driver, Fill, Program, Scope
from tests.generated.writing.text import Class, Module


def _class(program: Program, module: Module, bases: Sequence[str] = ("", "", "tf.Module")) -> Class:
    module.needs("import tensorflow as tf")
    return Class(program.names.type(), module, program.pick(bases))


def _method(program: Program, owner: Class, **options: object) -> Scope:
    return begin(program, owner.module, owner=owner, **{"me": program.names.me(), **options})


def _object(scope: Scope) -> str:
    """The name of the object in the driver."""
    name = scope.program.names.variable()
    scope.reach = lambda driver: name
    return name


def _driven(program: Program, owner: Class, name: str, call: str, scope: Scope) -> Driven:
    def prepare(driver: Driver) -> list[str]:
        return [f"{name} = {program.refer(driver.module, owner.module, owner.name)}()"]

    return Driven(prepare, lambda driver, first: f"{name}{call}({arguments(driver, scope, first)})")


@root()
def _method_decorated(program: Program, fill: Fill) -> Driven:
    owner = _class(program, home(program))
    scope = _method(program, owner, takes_more=True)
    name = _object(scope)
    body(scope, fill)
    decorator = program.pick(("@tf.function", "@tf.function", "@tf.function(jit_compile=False)"))
    owner.method(*scope.head(f"{scope.me}, {scope.x}", decorators=[decorator]))
    owner.finish()
    return _driven(program, owner, name, f".{scope.name}", scope)


@root()
def _method_called(program: Program, fill: Fill) -> Driven:
    """An undecorated method calls the decorated one."""
    owner = _class(program, home(program))
    scope = _method(program, owner)
    name = _object(scope)
    body(scope, fill)
    owner.method(*scope.head(f"{scope.me}, {scope.x}", decorators=["@tf.function"]))
    outer = program.names.function()
    owner.method(f"def {outer}(self, value):", f"    return self.{scope.name}(value)")
    owner.finish()
    return _driven(program, owner, name, f".{outer}", scope)


@root()
def _dunder_call(program: Program, fill: Fill) -> Driven:
    owner = _class(program, home(program))
    scope = _method(program, owner)
    name = _object(scope)
    body(scope, fill)
    owner.method(*scope.head(f"{scope.me}, {scope.x}", decorators=["@tf.function"], name="__call__"))
    owner.finish()
    return _driven(program, owner, name, "", scope)


@root()
def _module_signature(program: Program, fill: Fill) -> Driven:
    owner = _class(program, home(program), ("tf.Module",))
    scope = _method(program, owner, me="self")  # TensorFlow takes the first parameter for the object by this name alone
    name = _object(scope)
    body(scope, fill)
    decorator = "@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])"
    owner.method(*scope.head(f"{scope.me}, {scope.x}", decorators=[decorator]))
    owner.finish()
    return _driven(program, owner, name, f".{scope.name}", scope)


@root()
def _static_method(program: Program, fill: Fill) -> Driven:
    owner = _class(program, home(program), ("",))
    scope = begin(program, owner.module)
    body(scope, fill)
    owner.method(*scope.head(scope.x, decorators=["@staticmethod", "@tf.function"]))
    owner.finish()
    return Driven(
        lambda driver: [],
        lambda driver, first: f"{program.refer(driver.module, owner.module, owner.name)}.{scope.name}({first})",
    )


@root()
def _class_method(program: Program, fill: Fill) -> Driven:
    owner = _class(program, home(program), ("",))
    scope = begin(program, owner.module)
    body(scope, fill)
    owner.method(*scope.head(f"cls, {scope.x}", decorators=["@classmethod", "@tf.function"]))
    owner.finish()
    return Driven(
        lambda driver: [],
        lambda driver, first: f"{program.refer(driver.module, owner.module, owner.name)}.{scope.name}({first})",
    )


def _in_constructor(program: Program, fill: Fill, made: str, *, is_property: bool = False) -> Driven:
    """`self.step = tf.function(self._step)` in the constructor."""
    owner = _class(program, home(program))
    scope = _method(program, owner)
    name = _object(scope)
    body(scope, fill)
    owner.method(*scope.head(f"{scope.me}, {scope.x}"))
    compiled = program.names.function()
    owner.init.append(f"self.{compiled} = {made.format(f'self.{scope.name}')}")
    if is_property:
        given = program.names.function()
        owner.method("@property", f"def {given}(self):", f"    return self.{compiled}")
        compiled = given
    owner.finish()
    return _driven(program, owner, name, f".{compiled}", scope)


@root()
def _constructor(program: Program, fill: Fill) -> Driven:
    return _in_constructor(program, fill, program.pick(("tf.function({})", "tf.function({}, jit_compile=False)")))


@root()
def _constructor_property(program: Program, fill: Fill) -> Driven:
    return _in_constructor(program, fill, "tf.function({})", is_property=True)


@root()
def _constructor_lambda(program: Program, fill: Fill) -> Driven:
    return _in_constructor(program, fill, "tf.function(lambda value: {}(value))")


@root()
def _lazily_made(program: Program, fill: Fill) -> Driven:
    """`if self._compiled is None: self._compiled = tf.function(self._step)`."""
    owner = _class(program, home(program))
    scope = _method(program, owner)
    name = _object(scope)
    body(scope, fill)
    owner.method(*scope.head(f"{scope.me}, {scope.x}"))
    compiled, outer = program.names.function(), program.names.function()
    owner.init.append(f"self.{compiled} = None")
    owner.method(
        f"def {outer}(self, value):", f"    if self.{compiled} is None:", f"        self.{compiled} = tf.function(self.{scope.name})",
        f"    return self.{compiled}(value)",
    )  # fmt: skip
    owner.finish()
    return _driven(program, owner, name, f".{outer}", scope)


@root()
def _callable_object(program: Program, fill: Fill) -> Driven:
    """`tf.function(obj)` and `tf.function(obj.method)`."""
    owner = _class(program, home(program), ("",))
    scope = _method(program, owner)
    name = _object(scope)
    body(scope, fill)
    is_call = program.chance(0.5)
    owner.method(*scope.head(f"{scope.me}, {scope.x}", name="__call__" if is_call else ""))
    owner.finish()
    compiled = program.names.function()

    def prepare(driver: Driver) -> list[str]:
        driver.module.needs("import tensorflow as tf")
        made = f"{name} = {program.refer(driver.module, owner.module, owner.name)}()"
        return [made, f"{compiled} = tf.function({name}{'' if is_call else '.' + scope.name})"]

    return Driven(prepare, lambda driver, first: f"{compiled}({first})")


@root()
def _base_class(program: Program, fill: Fill) -> Driven:
    """The base class has the decorated method, which calls what the class overrides."""
    module = home(program)
    there = module if program.chance(0.5) else program.module()
    base = _class(program, there)
    run, hook = program.names.function(), program.names.function()
    base.method("@tf.function", f"def {run}(self, value):", f"    return self.{hook}(value)")
    base.method(f"def {hook}(self, value):", "    raise NotImplementedError")
    base.finish()
    owner = Class(program.names.type(), module, program.refer(module, there, base.name))
    scope = _method(program, owner, name=hook)
    name = _object(scope)
    body(scope, fill)
    owner.method(*scope.head(f"{scope.me}, {scope.x}"))
    owner.finish()
    return _driven(program, owner, name, f".{run}", scope)


@root()
def _inherited(program: Program, fill: Fill) -> Driven:
    """The decorated method is inherited."""
    module = home(program)
    base = _class(program, module)
    scope = _method(program, base)
    name = _object(scope)
    body(scope, fill)
    base.method(*scope.head(f"{scope.me}, {scope.x}", decorators=["@tf.function"]))
    base.finish()
    there = module if module is program.main or program.chance(0.5) else program.module()
    owner = Class(program.names.type(), there, program.refer(there, module, base.name))
    owner.body = ["pass"]
    owner.finish()
    return _driven(program, owner, name, f".{scope.name}", scope)


@root()
def _bound_to_local(program: Program, fill: Fill) -> Driven:
    """A bound traced method that the driver keeps in a local variable."""
    owner = _class(program, home(program))
    scope = _method(program, owner)
    name = _object(scope)
    body(scope, fill)
    owner.method(*scope.head(f"{scope.me}, {scope.x}", decorators=["@tf.function"]))
    owner.finish()
    bound = program.names.function()

    def prepare(driver: Driver) -> list[str]:
        return [
            f"{name} = {program.refer(driver.module, owner.module, owner.name)}()",
            f"{bound} = {name}.{scope.name}",
        ]

    return Driven(prepare, lambda driver, first: f"{bound}({first})")
