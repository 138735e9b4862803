"""Small projects full of circles: functions, methods, attributes, decorators and modules that need each other."""

from __future__ import annotations

import random
from collections.abc import Iterator

MODULES = ("alpha", "beta", "gamma")
NAMES = ("one", "two", "three")
VALUES = ("tf.zeros([2])", "1", "[1, 2]", "np.ones(3)", "None", "{}", "tf.Variable(1.0)", "(1, tf.zeros([2]))")


def project(seed: int) -> dict[str, str]:
    """A project by the paths of its files, another for each seed."""
    dice = random.Random(seed)
    sources = {f"pkg/{name}.py": "\n".join(_module(dice, name)) for name in MODULES}
    return {"pkg/__init__.py": "", **sources, "main.py": "\n".join(_main(dice))}


def _module(dice: random.Random, name: str) -> Iterator[str]:
    others = [each for each in MODULES if each != name]
    yield "import numpy as np\nimport tensorflow as tf"
    yield f"from pkg import {', '.join(others)}"
    if dice.random() < 0.4:
        yield f"from pkg.{dice.choice(others)} import *"
    if dice.random() < 0.4:
        yield f"from pkg.{dice.choice(others)} import SHARED as BORROWED"
    parts = [*([part] for part in map(_assigned, (dice,) * 2, ("SHARED", "STATE"))), ["COUNT = 0"]]
    parts += [list(_function(dice, name, each)) for each in NAMES]
    parts += [list(_class(dice, name)), list(_wrapping(dice))]
    dice.shuffle(parts)
    yield from (line for part in parts for line in part)


def _assigned(dice: random.Random, name: str) -> str:
    return f"{name} = {_expression(dice, 2)}"


def _function(dice: random.Random, module: str, name: str) -> Iterator[str]:
    if dice.random() < 0.3:
        yield f"@{dice.choice(('wrapping', f'{dice.choice(MODULES)}.wrapping'))}".replace(f"@{module}.", "@")
    yield f"def {name}(x, flag=False):"
    if dice.random() < 0.2:
        yield "    global COUNT\n    COUNT = COUNT + 1"
    yield from _body(dice, "    ", "x")


def _body(dice: random.Random, space: str, name: str) -> Iterator[str]:
    for _ in range(dice.randrange(3)):
        kind = dice.randrange(6)
        if kind == 0:
            yield f"{space}if flag:\n{space}    return {_expression(dice, 1)}"
        elif kind == 1:
            yield f"{space}if {name}:\n{space}    {name} = {_expression(dice, 2)}"
        elif kind == 2:
            yield f"{space}for step in {name}:\n{space}    {name} = {_expression(dice, 2)}"
        elif kind == 3:
            yield f"{space}STATE.append({name})\n{space}print({name})"
        else:
            yield f"{space}{name} = {_expression(dice, 2)}"
    yield f"{space}return {_expression(dice, 3)}"


def _expression(dice: random.Random, depth: int) -> str:
    inner = _expression(dice, depth - 1) if depth else "1"
    module, name = dice.choice(MODULES), dice.choice(NAMES)
    return dice.choice(
        (
            dice.choice(VALUES), f"{name}({inner})", f"{module}.{name}({inner})", f"{module}.SHARED", "SHARED", "STATE",
            f"{module}.Thing({inner}).{name}({inner})", f"{module}.Thing(1).{dice.choice('ab')}", f"{inner} + {module}.STATE",
        )
    )  # fmt: skip


def _class(dice: random.Random, module: str) -> Iterator[str]:
    others = [each for each in MODULES if each > module]
    base = dice.choice((*(f"{each}.Thing" for each in others), "tf.Module", "object", "tf.keras.layers.Layer"))
    yield f"class Thing({base}):"
    yield f"    def __init__(self, x):\n        super().__init__()\n        self.a = {_expression(dice, 1)}\n        self.b = x"
    for name in NAMES:
        yield f"    def {name}(self, x, flag=False):"
        yield f"        self.{dice.choice('ab')} {dice.choice(('=', '+='))} {_of_self(dice)}"
        yield from _body(dice, "        ", "x")
    yield f"    def call(self, x):\n        self.a = {_of_self(dice)}\n        return {_of_self(dice)}"


def _of_self(dice: random.Random) -> str:
    return dice.choice(("self.a", "self.b", "self.one(1)", "self.two(x)", "self.three(self.a)", "x", _expression(dice, 1)))


def _wrapping(dice: random.Random) -> Iterator[str]:
    yield "def wrapping(function):"
    yield f"    known = {dice.choice(('SHARED', 'one', 'two(1)', 'None'))}"
    yield "    def inner(*args):\n        return function(*args)"
    yield dice.choice(("    return inner", "    return tf.function(function)", "    return known if known else inner"))


def _main(dice: random.Random) -> Iterator[str]:
    yield f"import tensorflow as tf\nfrom pkg import {', '.join(MODULES)}"
    for number in range(3):
        yield f"@tf.function\ndef root{number}(x, flag=True):"
        yield f"    x = {dice.choice(MODULES)}.{dice.choice(NAMES)}(x)\n    thing = {dice.choice(MODULES)}.Thing(x)"
        yield f"    if x:\n        x = thing.{dice.choice(NAMES)}(x, flag)\n    return {dice.choice(MODULES)}.{dice.choice(NAMES)}(x) + thing.a"
        yield f"root{number}({dice.choice(VALUES)})"
