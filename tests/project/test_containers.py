"""Functions, classes and objects that code puts into the containers of a module or an object, and that traced code takes out."""

from __future__ import annotations

import pytest

from tests.programs import Traced

BASE = """
TABLE = {}
LIST = []


def register(name):
    def keep(thing):
        TABLE[name] = thing
        return thing

    return keep


def plainly(thing):
    TABLE[thing.__name__] = thing
    return thing


def by_default(thing):
    return TABLE.setdefault(thing.__name__, thing)


def in_lambda(name):
    return lambda thing: TABLE.setdefault(name, thing)


def put(name, thing):
    TABLE[name] = thing


def hook(thing):
    LIST.append(thing)
    return thing


def find(name):
    return TABLE[name]
"""
OBJECT = """
class Registry:
    shared = {}

    def __init__(self):
        self.known = {}

    def register(self, name):
        def keep(thing):
            self.known[name] = thing
            return thing

        return keep

    def put(self, name, thing):
        self.known[name] = thing
        return thing

    def get(self, name):
        return self.known[name]

    @classmethod
    def share(cls, thing):
        cls.shared[thing.__name__] = thing
        return thing


REG = Registry()
"""
HEAD = "import tensorflow as tf\nimport base\n"
STEP = "@tf.function\ndef step(x, name):\n    return {call}\n"
ONE = "def one(x):\n    return x\n"


def _all(traced: Traced, base: str, code: str, step: str) -> set[str]:
    found = traced({"base.py": base, "impl.py": HEAD + code, "m.py": f"{HEAD}import impl\n{step}"})
    return {each.removeprefix("impl.") for each in found}


@pytest.mark.parametrize("call", ["base.TABLE[name](x)", "base.TABLE.get(name)(x)", 'base.TABLE["one"](x)', "base.find(name)(x)"])
@pytest.mark.parametrize(
    "code",
    [
        f'@base.register("one")\n{ONE}', f"@base.plainly\n{ONE}", f"@base.by_default\n{ONE}", f'@base.in_lambda("one")\n{ONE}', f'{ONE}base.put("one", one)\n',
        f'{ONE}base.put(name="one", thing=one)\n', f'{ONE}base.register("one")(one)\n', f"{ONE}base.plainly(one)\n",
        f'from base import put as p\n{ONE}\ndef main():\n    p("one", one)\n',
    ],
)  # fmt: skip
def test_a_function_that_is_put_into_a_table(traced: Traced, code: str, call: str) -> None:
    assert "one" in _all(traced, BASE, code, STEP.format(call=call))


@pytest.mark.parametrize("call", ["base.REG.get(name)(x)", "base.REG.known[name](x)", 'base.REG.get("one")(x)'])
@pytest.mark.parametrize(
    "code", [f'@base.REG.register("one")\n{ONE}', f'{ONE}base.REG.put("one", one)\n', f'{ONE}base.REG.register("one")(one)\n']
)
def test_a_function_that_is_put_into_a_table_of_an_object(traced: Traced, code: str, call: str) -> None:
    assert "one" in _all(traced, OBJECT, code, STEP.format(call=call))


def test_a_function_that_is_put_into_a_table_of_a_class(traced: Traced) -> None:
    assert "one" in _all(traced, OBJECT, f"@base.Registry.share\n{ONE}", STEP.format(call="base.Registry.shared[name](x)"))


def test_functions_in_a_list(traced: Traced) -> None:
    code = f"@base.hook\n{ONE}@base.hook\ndef two(x):\n    return x\n"
    step = "@tf.function\ndef step(x):\n    for hook in base.LIST:\n        x = hook(x)\n    return x\n"
    assert {"one", "two"} <= _all(traced, BASE, code, step)


@pytest.mark.parametrize("made", ['base.TABLE["Net"]()', 'base.find("Net")()'])
def test_a_class_that_is_put_into_a_table(traced: Traced, made: str) -> None:
    code = '@base.register("Net")\nclass Net:\n    def run(self, x):\n        return x\n'
    step = f"net = {made}\n@tf.function\ndef step(x):\n    return net.run(x)\n"
    assert "Net.run" in _all(traced, BASE, code, step)


TWO = "def two(x):\n    return x\n"


@pytest.mark.parametrize(
    ("base", "code", "call"),
    [
        (BASE, f'@base.register("one")\n{ONE}@base.register("two")\n{TWO}', 'base.TABLE["one"](x)'),
        (BASE, f"@base.plainly\n{ONE}@base.plainly\n{TWO}", 'base.TABLE["one"](x)'),
        (BASE, f'{ONE}{TWO}base.put("one", one)\nbase.put("two", two)\n', 'base.TABLE["one"](x)'),
        (OBJECT, f'{ONE}{TWO}base.REG.put("one", one)\nbase.REG.put("two", two)\n', 'base.REG.known["one"](x)'),
    ],
)
def test_under_a_key_is_what_was_put_there(traced: Traced, base: str, code: str, call: str) -> None:
    found = _all(traced, base, code, STEP.format(call=call))
    assert ("one" in found, "two" in found) == (True, False)


WRAPPED = """
import functools

TABLE = {}


def register(name):
    def keep(thing):
        @functools.wraps(thing)
        def wrapper(x):
            return {result}

        TABLE[name] = wrapper
        return wrapper

    return keep


def plainly(thing):
    def wrapper(x):
        return {result}

    TABLE[thing.__name__] = wrapper
    return thing
"""


@pytest.mark.parametrize("call", ["base.TABLE[name](x)", 'base.TABLE["one"](x)'])
@pytest.mark.parametrize("code", [f'@base.register("one")\n{ONE}', f"@base.plainly\n{ONE}", f'{ONE}one = base.register("one")(one)\n'])
def test_a_wrapper_in_a_table_calls_what_it_wraps(traced: Traced, code: str, call: str) -> None:
    assert "one" in _all(traced, WRAPPED.replace("{result}", "thing(x)"), code, STEP.format(call=call))
    assert "one" in _all(traced, WRAPPED.replace("{result}", "thing(x)"), code, f"def run(name):\n    return tf.function({call.removesuffix('(x)')})\n")


def test_a_wrapper_in_a_table_that_calls_something_else(traced: Traced) -> None:
    found = _all(traced, WRAPPED.replace("{result}", "x, thing.__name__"), f'@base.register("one")\n{ONE}', STEP.format(call="base.TABLE[name](x)"))
    assert "one" not in found


@pytest.mark.parametrize("name", ["one", "two"])
def test_under_a_key_is_the_wrapper_of_what_was_put_there(traced: Traced, name: str) -> None:
    code = f'@base.register("one")\n{ONE}@base.register("two")\n{TWO}'
    found = _all(traced, WRAPPED.replace("{result}", "thing(x)"), code, STEP.format(call=f'base.TABLE["{name}"](x)'))
    assert found & {"one", "two"} == {name}


@pytest.mark.parametrize(
    "code",
    [
        "def other(thing):\n    TABLE = {}\n    TABLE[1] = thing\n    return thing\n\n@other\ndef one(x):\n    return x\n",
        "def other(thing, TABLE):\n    TABLE[1] = thing\n\ndef one(x):\n    return x\n\nother(one, {})\n",
        "class Other:\n    TABLE = {}\n    def put(self, thing):\n        self.TABLE[1] = thing\n\ndef one(x):\n    return x\n\nOther().put(one)\n",
    ],
)
def test_another_container_of_the_name_is_another(traced: Traced, code: str) -> None:
    assert set(traced(f"import tensorflow as tf\nTABLE = {{}}\n{code}\n{STEP.format(call='TABLE[name](x)')}")) == {"step"}


HOOKED = """
class Layer:
    def __init__(self):
        self.hooks = []

    def add(self, hook):
        self.hooks.append(hook)

    def __call__(self, x):
        for hook in self.hooks:
            hook(x)
        return x


class Net:
    def __init__(self):
        self.layer = Layer()
        self.layers = [Layer(), Layer()]

    def register(self, hook):
        {add}

    @tf.function
    def step(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.layer(x)


class Other:
    def __init__(self):
        self.hooks = []


class Log:
    def __call__(self, x):
        return x


def one(x):
    return x


{use}
"""


@pytest.mark.parametrize(
    ("add", "use", "found"),
    [
        ("self.layer.hooks.append(hook)", "Net().register(one)", {"one"}),
        ("self.layer.add(hook)", "Net().register(one)", {"one"}),
        ("for layer in self.layers:\n            layer.hooks.append(hook)", "Net().register(one)", {"one"}),
        ("pass", "Net().layer.hooks.append(one)", {"one"}),
        ("self.layer.hooks.append(hook)", "log = Log()\nNet().register(log)", {"Log.__call__"}),
        ("Other().hooks.append(hook)", "Net().register(one)", set()),
        ("self.layer.hooks.append(hook)", "other = Other()\nother.hooks.append(one)", set()),
    ],
)
def test_what_other_code_adds_to_a_list_of_an_object_runs_with_it(traced: Traced, add: str, use: str, found: set[str]) -> None:
    every = set(traced("import tensorflow as tf\n" + HOOKED.format(add=add, use=use)))
    assert every == {"Net.step", "Layer.__call__", *found}


AMONG_OTHERS = """
import tensorflow as tf

TABLE = {{}}


def one(x):
    return x


def two(x):
    return x


class Pipe:
    def __init__(self):
        self.steps = []

    def add(self, name, function):
        self.steps.append((name, function))
        return self


def register(name, weight):
    def keep(function):
        TABLE[name] = {kept}
        return function

    return keep


register("one", 1.0)(one)
pipe = Pipe().add("one", one)


@tf.function
def step(x, name):
    return {used}
"""


@pytest.mark.parametrize(
    ("kept", "used", "found"),
    [
        ("(function, weight)", "TABLE[name][0](x)", {"one"}),
        ("(weight, function)", "TABLE[name][1](x)", {"one"}),
        ('{"run": function, "weight": weight}', 'TABLE[name]["run"](x)', {"one"}),
        ("(weight, weight)", "TABLE[name][0](x)", set()),
        ("weight", "[each(x) for _, each in pipe.steps]", {"one"}),
        ("weight", "[name for name, _ in pipe.steps]", set()),
    ],
)
def test_a_function_that_is_put_into_a_container_among_other_values(traced: Traced, kept: str, used: str, found: set[str]) -> None:
    assert set(traced(AMONG_OTHERS.format(kept=kept, used=used))) == {"step", *found}
