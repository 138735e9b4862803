"""Functions given to those in which traced ones are defined: they are called by what is made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import Sources, traces_of

HEAD = "import functools\nimport tensorflow as tf\n\ndef loss(x):\n    return helper(x)\n\ndef helper(x):\n    return x\n\n"
MAKE = "def make({given}):\n    @tf.function\n    def step(x):\n        return chosen(x)\n    return step\n\n"
GRAPH = """\
def graph(fn):
    @tf.function
    def inner(*args):
        return fn(*args)
    return lambda *args: inner(*args)

@graph
"""
GRAPH_LATER = """\
def graph(n):
    def decorate(fn):
        def later(*args):
            def inner(*args):
                return fn(*args)
            return tf.function(inner)(*args)
        return later
    return decorate

@graph(3)
"""
MAKE_OR_NOT = """\
def make(chosen, compiled=False):
    def step(x):
        return chosen(x)
    if compiled:
        step = tf.function(step)
    return step
"""


def reached(root: Path, sources: Sources) -> set[str]:
    """The functions at the top of `m` that are traced."""
    return {name for name in traces_of(root, sources) if name in ("loss", "helper")}


@pytest.mark.parametrize("use", ["make(loss)", "make(chosen=loss)", "make(functools.partial(loss))", "make(lambda x: loss(x))"])
def test_what_a_call_gives_the_maker_is_called_in_the_trace(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, HEAD + MAKE.format(given="chosen") + f"step = {use}\n") == {"loss", "helper"}


def test_every_call_gives_the_maker_something(tmp_path: Path) -> None:
    source = HEAD + MAKE.format(given="chosen") + "make(unknown)\nmake(loss)\nmake(lambda x: x)\n"
    assert reached(tmp_path, source) == {"loss", "helper"}


OBJECTS = """\
class Net(tf.Module):
    def __call__(self, x):
        return self.inner(x)
    def inner(self, x):
        return loss(x)

class Other(Net):
    pass

"""


@pytest.mark.parametrize("use", ["make(Net())", "net = Net()\nstep = make(chosen=net)", "make(Net())\nmake(Other())", "def main():\n    make(Net())",
                                 "def main(net):\n    make(net)\nmain(Net())", "def run(part):\n    main(part)\ndef main(net):\n    make(net)\nrun(Net())"])
@pytest.mark.parametrize("call", ["chosen(x)", "chosen.inner(x)", "tf.map_fn(chosen, x)"])
def test_an_object_that_the_maker_is_given_is_asked_in_the_trace(tmp_path: Path, use: str, call: str) -> None:
    make = MAKE.format(given="chosen").replace("chosen(x)", call)
    assert reached(tmp_path, f"{HEAD}{OBJECTS}{make}{use}\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    ("given", "sets", "asks", "use"),
    [
        ("chosen=None", "chosen = chosen or Net()", "chosen(x)", "make()"),
        ("chosen=None", "if chosen is None: chosen = Net()", "chosen(x)", "make(None)"),
        ("many", "many = list(many)", "[each(x) for each in map(abs, many)] + many[0](x)", "make([Net()])"),
        ("many", "first, *rest = many", "first(x)", "make([Net(), Other()])"),
        ("*many", "pass", "[each(x) for each in many]", "make(Net())"),
        ("*many", "pass", "many[0](x)", "make(Net(), Other())"),
        ("holder", "part = holder.part", "part(x)", "make(Holder())"),
    ],
)
def test_what_the_maker_makes_of_what_it_is_given_is_asked_too(tmp_path: Path, given: str, sets: str, asks: str, use: str) -> None:
    holder = "class Holder:\n    def __init__(self):\n        self.part = Net()\n\n"
    make = MAKE.format(given=given).replace("chosen(x)", asks).replace("    @tf", f"    {sets}\n    @tf")
    assert reached(tmp_path, f"{HEAD}{OBJECTS}{holder}{make}{use}\n") == {"loss", "helper"}


def test_the_maker_is_asked_for_each_of_many_objects(tmp_path: Path) -> None:
    make = MAKE.format(given="many").replace("        return chosen(x)", "        for each in many:\n            x = each(x)\n        return x")
    assert reached(tmp_path, f"{HEAD}{OBJECTS}{make}make([Net(), Other()])\n") == {"loss", "helper"}


@pytest.mark.parametrize("use", ["make(unknown)", "make()\nmake(unknown)", "make(*args)", ""])
def test_of_what_the_maker_puts_in_the_place_of_something_unseen_nothing_is_said(tmp_path: Path, use: str) -> None:
    make = MAKE.format(given="chosen=None").replace("    @tf", "    chosen = chosen or Net()\n    @tf")
    assert reached(tmp_path, f"{HEAD}{OBJECTS}{make}{use}\n") == set()


@pytest.mark.parametrize("use", ["make(unknown)", "make(Net())\nmake(unknown)",
                                 "def main(net):\n    make(net)\nmain(Net())\nmain(unknown)"])
def test_what_else_a_maker_may_be_given_is_no_such_object(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{OBJECTS}{MAKE.format(given='chosen').replace('chosen(x)', 'chosen.inner(x)')}{use}\n") == set()


def test_the_maker_is_asked_for_what_it_makes_of_a_class(tmp_path: Path) -> None:
    make = MAKE.format(given="chosen").replace("chosen(x)", "chosen()(x)")
    assert reached(tmp_path, f"{HEAD}{OBJECTS}{make}make(Net)\n") == {"loss", "helper"}


@pytest.mark.parametrize("decorator", [GRAPH, GRAPH_LATER])
def test_what_a_maker_decorates_is_called_in_the_trace(tmp_path: Path, decorator: str) -> None:
    assert reached(tmp_path, f"{HEAD}{decorator}def f(x):\n    return loss(x)\n") == {"loss", "helper"}


@pytest.mark.parametrize(
    "make",
    [
        MAKE.format(given="chosen").replace("    @tf", "    chosen = other\n    @tf"),
        MAKE.format(given="chosen").replace("chosen(x)", "x"),
        MAKE.format(given="other, chosen").replace("chosen(x)", "other(x)"),
        MAKE_OR_NOT,
    ],
)
def test_what_the_trace_does_not_surely_call_is_left_alone(tmp_path: Path, make: str) -> None:
    assert reached(tmp_path, f"{HEAD}{make}step = make(chosen=loss)\n") == set()


TIMED = """\
def timed(fn):
    @functools.wraps(fn)
    def inner(x):
        return fn(tf.identity(x))
    return inner

@timed
def one(x):
    return loss(x)

@timed
def other(x):
    return helper(x)

"""


@pytest.mark.parametrize("use", ["tf.data.Dataset.range(3).map(other)", "tf.function(other)", "tf.function(timed(helper))"])
def test_one_of_those_that_a_decorator_wraps_is_traced_without_the_others(tmp_path: Path, use: str) -> None:
    assert reached(tmp_path, f"{HEAD}{TIMED}{use}\n") == {"helper"}
