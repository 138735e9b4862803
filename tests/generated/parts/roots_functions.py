"""Functions that are traced: the spellings of `tf.function` as a decorator and as a call."""

from __future__ import annotations

from tests.generated.parts.driven import Driven, begin, body, called, home, root
from tests.generated.writing.program import Fill, Program
from tests.generated.writing.text import Module


def _decorated(
    program: Program, fill: Fill, *decorators: str, module: Module | None = None, more: bool = True
) -> Driven:
    scope = begin(program, module or home(program), takes_more=more)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x, decorators=decorators))
    return called(scope, scope.name)


@root()
def _decorator(program: Program, fill: Fill) -> Driven:
    return _decorated(program, fill, "@tf.function")


@root()
def _decorator_called(program: Program, fill: Fill) -> Driven:
    options = (
        "",
        "jit_compile=False",
        "reduce_retracing=True",
        "autograph=True",
        "jit_compile=None, reduce_retracing=False",
    )
    return _decorated(program, fill, f"@tf.function({program.pick(options)})")


@root()
def _decorator_signature(program: Program, fill: Fill) -> Driven:
    return _decorated(program, fill, "@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])", more=False)


@root()
def _decorator_under_others(program: Program, fill: Fill) -> Driven:
    module = home(program)
    module.needs("import functools")
    outer = program.names.function()
    module.add(
        f"def {outer}(fn):",
        "    @functools.wraps(fn)",
        "    def wrapper(*args, **kwargs):",
        "        return fn(*args, **kwargs)",
        "",
        "    return wrapper",
    )
    order = [f"@{outer}", "@tf.function"]
    return _decorated(program, fill, *(order if program.chance(0.5) else order[::-1]), module=module)


@root()
def _decorator_imported(program: Program, fill: Fill) -> Driven:
    module = home(program)
    alias = program.names.function()
    module.needs(f"from tensorflow import function as {alias}")
    return _decorated(program, fill, f"@{alias}", module=module)


@root()
def _decorator_alias(program: Program, fill: Fill) -> Driven:
    module = home(program)
    alias = program.names.function()
    module.needs("import tensorflow as tf", "import functools")
    ways = ("tf.function", "tf.function(jit_compile=False)", "functools.partial(tf.function, reduce_retracing=True)")
    module.add(f"{alias} = {program.pick(ways)}")
    return _decorated(program, fill, f"@{alias}", module=module)


@root()
def _decorator_alias_elsewhere(program: Program, fill: Fill) -> Driven:
    module, backend = home(program), program.module()
    alias = program.names.function()
    backend.needs("import tensorflow as tf", "import functools")
    ways = ("tf.function", "functools.partial(tf.function, reduce_retracing=True)")
    backend.add(f"{alias} = {program.pick(ways)}")
    return _decorated(program, fill, f"@{program.refer(module, backend, alias)}", module=module)


@root()
def _decorator_partial(program: Program, fill: Fill) -> Driven:
    module = home(program)
    module.needs("import functools")
    return _decorated(program, fill, "@functools.partial(tf.function, jit_compile=False)", module=module)


@root()
def _decorator_conditional(program: Program, fill: Fill) -> Driven:
    module = home(program)
    module.needs("import tensorflow as tf")
    flag, alias = program.names.constant(), program.names.function()
    module.add(f"{flag} = True")
    if program.chance(0.5):
        module.add(f"{alias} = tf.function if {flag} else (lambda fn: fn)")
    else:
        module.add(
            f"if {flag}:", f"    {alias} = tf.function", "else:", "", f"    def {alias}(fn):", "        return fn"
        )
    return _decorated(program, fill, f"@{alias}", module=module)


@root()
def _decorator_xla(program: Program, fill: Fill) -> Driven:
    return _decorated(program, fill, "@tf.function(jit_compile=True)")


@root()
def _decorator_without_autograph(program: Program, fill: Fill) -> Driven:
    module = home(program)
    module.needs("import tensorflow as tf")
    scope = begin(program, module, takes_more=True, is_converted=False)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x, decorators=["@tf.function(autograph=False)"]))
    return called(scope, scope.name)


def _made(program: Program, fill: Fill, pattern: str, *, same: bool = False, more: bool = True) -> Driven:
    """A plain function and what `pattern` makes of it; by the same name when `same`."""
    scope = begin(program, home(program), takes_more=more)
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    name = scope.name if same else program.names.function()
    if "functools" in pattern:
        scope.module.needs("import functools")
    scope.module.add(f"{name} = {pattern.format(scope.name)}")
    return called(scope, name)


@root()
def _call(program: Program, fill: Fill) -> Driven:
    return _made(
        program,
        fill,
        program.pick(("tf.function({})", "tf.function({}, reduce_retracing=True)", "tf.function(func={})")),
    )


@root()
def _call_rebinding(program: Program, fill: Fill) -> Driven:
    return _made(program, fill, "tf.function({})", same=True)


@root()
def _call_curried(program: Program, fill: Fill) -> Driven:
    return _made(
        program,
        fill,
        program.pick(("tf.function(jit_compile=False)({})", "functools.partial(tf.function, jit_compile=False)({})")),
    )


@root()
def _call_lambda(program: Program, fill: Fill) -> Driven:
    return _made(program, fill, "tf.function(lambda v: {}(v))", more=False)


@root()
def _call_partial(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    scope.module.needs("import functools")
    body(scope, fill)
    scope.lines[-1] = f"return gain * ({scope.lines[-1].removeprefix('return ')})"
    scope.module.add(*scope.head(f"gain, {scope.x}"))
    name = program.names.function()
    scope.module.add(f"{name} = tf.function(functools.partial({scope.name}, 2.0))")
    return called(scope, name)


@root()
def _concrete(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x, decorators=["@tf.function"]))
    name = program.names.function()
    scope.module.add(f"{name} = {scope.name}.get_concrete_function(tf.TensorSpec([], tf.float32))")
    return called(scope, name)


@root()
def _table_of_functions(program: Program, fill: Fill) -> Driven:
    scope = begin(program, home(program))
    body(scope, fill)
    scope.module.add(*scope.head(scope.x))
    table, key = program.names.constant(), program.names.word()
    other = program.names.function()
    scope.module.add(f"def {other}(v):", "    return v")
    scope.module.add(f'{table} = {{"{key}": {scope.name}, "identity": {other}}}')
    if program.chance(0.5):
        compiled = program.names.constant()
        scope.module.add(f"{compiled} = {{key: tf.function(fn) for key, fn in {table}.items()}}")
    else:
        compiled = program.names.constant()
        scope.module.add(f"{compiled} = {{}}")
        scope.module.add(f"for _key, _fn in {table}.items():", f"    {compiled}[_key] = tf.function(_fn)")
    return called(scope, compiled, f'["{key}"]')
