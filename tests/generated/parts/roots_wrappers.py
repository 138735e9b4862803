"""Functions that are traced through code of the project: decorators, wrappers, registries and factories of its own."""

from __future__ import annotations

from tests.generated.parts.driven import Driven, begin, body, called, home, root
from tests.generated.writing.program import Driver, Fill, Program
from tests.generated.writing.text import Module, indented


def _decorated(program: Program, fill: Fill, module: Module, decorator: str) -> Driven:
    scope = begin(program, module, takes_more=True)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x, decorators=[f"@{decorator}"]))
    return called(scope, scope.name)


def _own_decorator(program: Program, fill: Fill, lines: list[str], use: str = "{}") -> Driven:
    """Traced by a function of the project, `{name}` in the lines, in the module of the root or in another."""
    module = home(program)
    there = module if program.chance(0.4) else program.module()
    there.needs("import tensorflow as tf", "import functools")
    name = program.names.function()
    there.add(*[line.replace("NAME", name) for line in lines])
    return _decorated(program, fill, module, use.format(program.refer(module, there, name)))


@root()
def _own_decorator_plain(program: Program, fill: Fill) -> Driven:
    return _own_decorator(
        program,
        fill,
        ["def NAME(fn):", f"    return {program.pick(('tf.function(fn)', 'tf.function(fn, reduce_retracing=True)'))}"],
    )


@root()
def _own_decorator_wrapping(program: Program, fill: Fill) -> Driven:
    lines = [
        "def NAME(fn):", "    compiled = tf.function(fn)", "", "    @functools.wraps(fn)", "    def wrapper(*args, **kwargs):",
        "        return compiled(*args, **kwargs)", "", "    return wrapper",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines)


@root()
def _own_decorator_inner(program: Program, fill: Fill) -> Driven:
    lines = [
        "def NAME(fn):", "    @tf.function", "    @functools.wraps(fn)", "    def wrapper(*args):", "        return fn(*args)", "", "    return wrapper",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines)


@root()
def _own_decorator_factory(program: Program, fill: Fill) -> Driven:
    lines = [
        "def NAME(jit=False):",
        "    def decorate(fn):",
        "        return tf.function(fn, jit_compile=jit)",
        "",
        "    return decorate",
    ]
    return _own_decorator(program, fill, lines, program.pick(("{}()", "{}(jit=False)")))


@root()
def _own_decorator_optional(program: Program, fill: Fill) -> Driven:
    lines = [
        "def NAME(fn=None, **options):", "    if fn is None:", "        return functools.partial(NAME, **options)",
        "    return tf.function(fn, **options)",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines, program.pick(("{}", "{}()", "{}(reduce_retracing=True)")))


@root()
def _own_decorator_class(program: Program, fill: Fill) -> Driven:
    lines = [
        "class NAME:", "    def __init__(self, fn):", "        self._compiled = tf.function(fn)", "",
        "    def __call__(self, *args):", "        return self._compiled(*args)",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines)


@root()
def _own_decorator_object(program: Program, fill: Fill) -> Driven:
    lines = [
        "class NAME:", "    def __init__(self, jit=False):", "        self.jit = jit", "",
        "    def __call__(self, fn):", "        return tf.function(fn, jit_compile=self.jit)",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines, "{}(False)")


@root()
def _own_decorator_caching(program: Program, fill: Fill) -> Driven:
    lines = [
        "_COMPILED = {}", "", "", "def NAME(fn):", "    if fn not in _COMPILED:", "        _COMPILED[fn] = tf.function(fn)",
        "    return _COMPILED[fn]",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines)


@root()
def _own_decorator_switched(program: Program, fill: Fill) -> Driven:
    lines = [
        "EAGER = False",
        "",
        "",
        "def NAME(fn):",
        "    if EAGER:",
        "        return fn",
        "    return tf.function(fn)",
    ]
    return _own_decorator(program, fill, lines)


@root()
def _own_decorator_lazy(program: Program, fill: Fill) -> Driven:
    lines = [
        "def NAME(fn):", "    compiled = None", "", "    def wrapper(*args):", "        nonlocal compiled", "        if compiled is None:",
        "            compiled = tf.function(fn)", "        return compiled(*args)", "", "    return wrapper",
    ]  # fmt: skip
    return _own_decorator(program, fill, lines)


@root()
def _registered(program: Program, fill: Fill) -> Driven:
    """A registry filled by a decorator, whose entries are traced when they are read by key."""
    module, there = home(program), program.module()
    there.needs("import tensorflow as tf")
    table, enter, build = program.names.constant(), program.names.function(), program.names.function()
    there.add(f"{table} = {{}}")
    there.add(
        f"def {enter}(name):",
        "    def decorate(fn):",
        f"        {table}[name] = fn",
        "        return fn",
        "",
        "    return decorate",
    )
    there.add(f"def {build}(name):", f"    return tf.function({table}[name])")
    key = program.names.word()
    scope = begin(program, module)
    body(scope, fill)
    module.add(*scope.head(scope.x, decorators=[f'@{program.refer(module, there, enter)}("{key}")']))
    compiled = program.names.function()

    def prepare(driver: Driver) -> list[str]:
        program.brings_in(driver.module, module)
        return [f'{compiled} = {program.refer(driver.module, there, build)}("{key}")']

    return Driven(prepare, lambda driver, first: f"{compiled}({first})")


def _passed_to(program: Program, fill: Fill, lines: list[str], method: str = "") -> Driven:
    """A plain function that is given to the project's own code, which traces it."""
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    there = scope.module if program.chance(0.4) else program.module()
    there.needs("import tensorflow as tf")
    name = program.names.type() if lines[0].startswith("class") else program.names.function()
    there.add(*[line.replace("NAME", name) for line in lines])
    made = program.names.variable()

    def prepare(driver: Driver) -> list[str]:
        return [
            f"{made} = {program.refer(driver.module, there, name)}({program.refer(driver.module, scope.module, scope.name)})"
        ]

    return Driven(prepare, lambda driver, first: f"{made}{method}({first})")


@root()
def _passed_to_function(program: Program, fill: Fill) -> Driven:
    return _passed_to(program, fill, ["def NAME(fn):", "    return tf.function(fn)"])


@root()
def _passed_to_wrapper(program: Program, fill: Fill) -> Driven:
    lines = [
        "def NAME(fn):",
        "    @tf.function",
        "    def compiled(value):",
        "        return fn(value)",
        "",
        "    return compiled",
    ]
    return _passed_to(program, fill, lines)


@root()
def _passed_to_constructor(program: Program, fill: Fill) -> Driven:
    lines = [
        "class NAME:", "    def __init__(self, fn):", "        self.fn = tf.function(fn)", "", "    def run(self, value):",
        "        return self.fn(value)",
    ]  # fmt: skip
    return _passed_to(program, fill, lines, ".run")


@root()
def _passed_to_object(program: Program, fill: Fill) -> Driven:
    lines = [
        "class NAME:", "    def __init__(self, fn):", "        self.fn = fn", "", "    @tf.function", "    def run(self, value):",
        "        return self.fn(value)",
    ]  # fmt: skip
    return _passed_to(program, fill, lines, ".run")


@root()
def _passed_in_list(program: Program, fill: Fill) -> Driven:
    lines = [
        "class NAME:", "    def __init__(self, *fns):", "        self.fns = list(fns)", "", "    @tf.function", "    def run(self, value):",
        "        for fn in self.fns:", "            value = fn(value)", "        return value",
    ]  # fmt: skip
    return _passed_to(program, fill, lines, ".run")


@root()
def _factory(program: Program, fill: Fill) -> Driven:
    """`def make(): @tf.function def step(x): ...; return step`."""
    scope = begin(program, home(program), is_nested=True)
    maker, made = program.names.function(), program.names.function()
    body(scope, fill)
    made_in = scope.head(scope.x, decorators=["@tf.function"])
    scope.module.add(f"def {maker}():", *indented([*scope.around, *made_in, f"return {scope.name}"]))

    def prepare(driver: Driver) -> list[str]:
        return [f"{made} = {program.refer(driver.module, scope.module, maker)}()"]

    return Driven(prepare, lambda driver, first: f"{made}({first})")


@root()
def _factory_call(program: Program, fill: Fill) -> Driven:
    """`def make(): def step(x): ...; return tf.function(step)`."""
    scope = begin(program, home(program), is_nested=True)
    body(scope, fill)
    maker, made = program.names.function(), program.names.function()
    scope.module.add(
        f"def {maker}():", *indented([*scope.around, *scope.head(scope.x), f"return tf.function({scope.name})"])
    )
    scope.module.add(f"{made} = {maker}()")
    return called(scope, made)
