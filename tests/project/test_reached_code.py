"""Objects and functions reach traced code through arguments, constructors, closures, decorators and look-ups."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

HEAD = """\
import tensorflow as tf

seen = []


class Tool:
    def __init__(self, size=1.0):
        self.size = size

    def work(self, x):
        seen.append(1)  # !
        return x * self.size

    def plain(self, x):
        return x

    def made(self):
        def inner(x):
            seen.append(2)  # !
            return x
        return inner

    def __call__(self, x):
        return self.work(x)


class Box:
    def __init__(self, tool):
        self.tool = tool


def around(tool):
    def inner(x):
        return tool.work(x)
    return inner


def with_tool(tool):
    def wrap(function):
        @tf.function
        def wrapped(x):
            return function(tool(x))
        return wrapped
    return wrap


class Bus:
    def __init__(self):
        self.members = []

    def join(self, member):
        self.members.append(member)
        return member

    def tell(self, x):
        for member in self.members:
            member(x)


"""

FOUND = {
    "a field of an argument": "@tf.function\ndef step(box, x):\n    return box.tool.work(x)\n\ndef main():\n    step(Box(Tool()), tf.ones([2]))",
    "a field of a field": (
        "@tf.function\ndef step(outer, x):\n    return outer.box.tool.work(x)\n\nclass Case:\n    def __init__(self, box):\n        self.box = box\n\n"
        "def main():\n    box = Box(Tool())\n    step(Case(box), tf.ones([2]))"
    ),
    "a field of a keyword": "@tf.function\ndef step(x, *, box=None):\n    return box.tool(x)\n\ndef main():\n    step(tf.ones([2]), box=Box(tool=Tool()))",
    "a closure in a closure": (
        "def compiled(function):\n    def run(x):\n        return function(x)\n    return tf.function(run)\n\n"
        "def main():\n    step = compiled(around(Tool()))\n    step(tf.ones([2]))"
    ),
    "a closure in a decorated one": (
        "def compiled(function):\n    @tf.function\n    def run(x):\n        return function(x) + 1.0\n    return run\n\n"
        "def main(size):\n    tool = Tool(size)\n    compiled(function=around(tool))(tf.ones([2]))"
    ),
    "a decorator of a local function": "def main():\n    @with_tool(Tool())\n    def loss(x):\n        return x\n\n    loss(tf.ones([2]))",
    "a local decorator": (
        "def main():\n    def traced(function):\n        @tf.function\n        def run(x):\n            return function(x)\n        return run\n\n"
        "    tool = Tool()\n\n    @traced\n    def loss(x):\n        return tool.work(x)\n\n    loss(tf.ones([2]))"
    ),
    "a local listener": (
        "def stepping(bus):\n    @tf.function\n    def step(x):\n        bus.tell(x)\n        return x\n    return step\n\n"
        "def main():\n    bus = Bus()\n\n    @bus.join\n    def listener(x):\n        seen.append(3)  # !\n\n    stepping(bus)(tf.ones([2]))"
    ),
    "made by a method of an argument": (
        "class Layer:\n    def __init__(self, tool):\n        self.inner = tool.made()\n\n    @tf.function\n    def run(self, x):\n        return self.inner(x)\n\n"
        "layer = Layer(Tool())\nlayer.run(tf.ones([2]))"
    ),
    "made by an argument": (
        "class Layer:\n    def __init__(self, make):\n        inner = make()\n        self.inner = inner\n\n    @tf.function\n    def run(self, x):\n"
        "        return self.inner(x)\n\nlayer = Layer(Tool)\nlayer.run(tf.ones([2]))"
    ),
    "listed": (
        "class Layer:\n    def __init__(self, tool, count):\n        self.inners = [tool.work for _ in range(count)]\n\n    @tf.function\n    def run(self, x):\n"
        "        for inner in self.inners:\n            x = inner(x)\n        return x\n\nlayer = Layer(Tool(), 3)\nlayer.run(tf.ones([2]))"
    ),
    "behind an unpacked argument": (
        "class Layer:\n    def __init__(self, tool, *names):\n        self.tool = tool\n        self.names = names\n\n    @tf.function\n    def run(self, x):\n"
        "        return self.tool.work(x)\n\ndef main(names):\n    layer = Layer(Tool(), *names)\n    layer.run(tf.ones([2]))"
    ),
    "looked up for each name": (
        "class Layer:\n    def __init__(self, tool, *names):\n        self.parts = {name: getattr(tool, name) for name in names}\n\n"
        "    @tf.function\n    def run(self, x):\n        return {name: part(x) for name, part in self.parts.items()}\n\n"
        "class Shelf:\n    def __init__(self):\n        self.grind = 1\n\n    def up(self):\n        return self.grind\n\n"
        "def main(names):\n    layer = Layer(Other(), *names)\n    layer.run(tf.ones([2]))\n\ndef calls():\n    return ['plain', 'grind']"
    ),
}  # fmt: skip

CALLED = """\
import tensorflow as tf


@tf.function
def summed(x):
    total = 0
    for each in x:
        total = total + each
    return total


class Runner:
    table = {{"sum": summed}}
    every = [summed]
    one = staticmethod(summed)

    def __init__(self, kind):
        self.{}

    def __call__(self, x):
        return self.{}(x)


def main(kind):
    return Runner(kind)(tf.constant({}))
"""
KEPT = [("function, self.kind = summed, kind", "function"), ("function = self.table[kind]", "function"), ("kind = 0", "every[self.kind]"), ("kind = 0", "one")]


@pytest.mark.parametrize(("stored", "called"), KEPT)
@pytest.mark.parametrize(("given", "found"), [("[1.0, 2.0]", ["TFA207"]), ("[1, 2]", [])])
def test_calls_show_what_is_passed_whatever_keeps_the_function(stored: str, called: str, given: str, found: list[str], tmp_path: Path) -> None:
    report = report_of(tmp_path, {"m.py": CALLED.format(stored, called, given)}, select=("TFA207",))
    assert [each.code for each in report.findings] == found


HARMLESS = {
    "another method of a field": "@tf.function\ndef step(box, x):\n    return box.tool.plain(x)\n\ndef main():\n    step(Box(Tool()), tf.ones([2]))",
    "a closure that calls another method": (
        "def beside(tool):\n    def inner(x):\n        return tool.plain(x)\n    return inner\n\n"
        "def compiled(function):\n    def run(x):\n        return function(x)\n    return tf.function(run)\n\n"
        "def main():\n    compiled(beside(Tool()))(tf.ones([2]))\n    around(Tool())(1.0)"
    ),
    "a decorator of an eager function": (
        "def eager(tool):\n    def wrap(function):\n        def wrapped(x):\n            return function(tool(x))\n        return wrapped\n    return wrap\n\n"
        "def main():\n    @eager(Tool())\n    def loss(x):\n        return x\n\n    loss(tf.ones([2]))"
    ),
    "a listener of another bus": (
        "def stepping(bus):\n    @tf.function\n    def step(x):\n        bus.tell(x)\n        return x\n    return step\n\n"
        "def main():\n    def listener(x):\n        seen.append(3)\n\n    stepping(Bus())(tf.ones([2]))\n    listener(1.0)"
    ),
    "made by the constructor alone": (
        "class Layer:\n    def __init__(self, tool):\n        self.first = tool.work(1.0)\n\n    @tf.function\n    def run(self, x):\n        return x * self.first\n\n"
        "layer = Layer(Tool())\nlayer.run(tf.ones([2]))"
    ),
    "looked up by names that nothing writes": (
        "class Layer:\n    def __init__(self, tool, *names):\n        self.parts = {name: getattr(tool, name) for name in names}\n\n"
        "    @tf.function\n    def run(self, x):\n        return {name: part(x) for name, part in self.parts.items()}\n\n"
        "def main(names):\n    layer = Layer(Tool(), *names)\n    layer.run(tf.ones([2]))"
    ),
}  # fmt: skip


def lines_found(tmp_path: Path, program: str) -> set[str]:
    """Returns the lines with a finding."""
    report = report_of(tmp_path, {"m.py": program}, select=("TFA503",))
    lines = program.split("\n")
    return {lines[each.span.start.line - 1] for each in report.findings}


OTHER = "class Other:\n    def grind(self, x):\n        seen.append(4)  # !\n        return x\n\n    def plain(self, x):\n        return x\n\n"


@pytest.mark.parametrize("way", FOUND)
def test_code_on_the_way_is_traced(way: str, tmp_path: Path) -> None:
    (found,) = lines_found(tmp_path, HEAD + OTHER * ("Other" in FOUND[way]) + FOUND[way] + "\n")
    assert found.endswith("# !")


@pytest.mark.parametrize("way", HARMLESS)
def test_code_beside_the_way_is_not(way: str, tmp_path: Path) -> None:
    assert lines_found(tmp_path, HEAD + HARMLESS[way] + "\n") == set()
