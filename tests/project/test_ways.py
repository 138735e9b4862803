"""Ways by which traced code gets to other code, and to what outlives the call. Each line names what is found in it."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests.rules_pages.checked import findings

PROGRAMS = {
    "cached": '''
import functools
import tensorflow as tf

class Store:
    @functools.cached_property
    def items(self):
        return []

@functools.lru_cache(maxsize=None)
def events():
    return []

@functools.cache
def rates():
    return [0.1, 0.2]

def fresh():
    return []

STORE = Store()

@tf.function
def step(x):
    STORE.items.append(1)  # TFA503
    events().append(1)  # TFA503
    own = Store()
    own.items.append(1)
    fresh().append(1)
    return x * rates()[0]
''',
    "defaults": '''
import logging
import time
import tensorflow as tf

class Loud:
    def __init__(self, log=print, clock=time.time):
        self.log = log
        self.clock = clock

    @tf.function
    def step(self, x):
        self.log(x)  # TFA101
        return x + self.clock()  # TFA111

class Given:
    def __init__(self, log=print, record=print):
        self.log = log
        self.record = record

    @tf.function
    def step(self, x):
        self.log(x)
        self.record(x)  # TFA102
        return x

def helper(x, say=print):
    say(x)  # TFA101
    return x

def quiet(x, say=print):
    say(x)
    return x

@tf.function
def left(x, say=print):
    say(x)  # TFA101
    return helper(x) + quiet(x, say=tf.print)

@tf.function
def given(x, say=print):
    say(x)
    return x

loud, told = Loud(), Given(tf.print, logging.info)
loud.step(tf.constant(1.0))
told.step(tf.constant(1.0))
left(tf.constant(1.0))
given(tf.constant(1.0), tf.print)
''',
    "namespace": '''
import random
import tensorflow as tf

def one(x):
    return x + random.random()  # TFA110

def other(x):
    return x + random.random()  # TFA110

@tf.function
def step(x):
    return globals()["one"](x) + globals().get("other")(x)
''',
    "dispatching": '''
from functools import singledispatch
import tensorflow as tf

class Box:
    def __init__(self, value):
        self.value = value

@singledispatch
def show(value):
    print("anything")
    return value

@show.register
def _(value: int):
    print("number")
    return value

@show.register(tf.Tensor)
def of_tensor(value):
    print("tensor")  # TFA101
    return value

@show.register
def _(value: Box):
    print("box")  # TFA101
    return value.value

@tf.function
def step(x):
    return show(x) + show(Box(x))

step(tf.constant(1.0))
''',
    "events": '''
from collections import defaultdict
import tensorflow as tf

class Bus:
    def __init__(self):
        self.handlers = {}

    def on(self, event, function):
        self.handlers.setdefault(event, []).append(function)

    def emit(self, event, value):
        for function in self.handlers.get(event, []):
            function(value)

HOOKS = defaultdict(list)
TABLE = {"first": [], "second": []}
SEEN = []

def hook(name):
    def enter(function):
        HOOKS[name].append(function)
        return function
    return enter

def on_loss(value):
    SEEN.append(1)  # TFA503

def at_first(value):
    print("first")  # TFA101

def at_second(value):
    print("second")

@hook("step")
def on_step(value):
    print("step")  # TFA101

@hook("epoch")
def on_epoch(value):
    print("epoch")

bus = Bus()
bus.on("loss", on_loss)
TABLE["first"].append(at_first)
TABLE["second"].append(at_second)

@tf.function
def step(x):
    bus.emit("loss", x)
    for function in TABLE["first"]:
        function(x)
    for function in HOOKS["step"]:
        function(x)
    return x

step(tf.constant(1.0))
''',
    "numbers": '''
import tensorflow as tf
from functools import partial
from settings import options

class Held(tf.Module):
    def __init__(self, depth, width=50, few=3, later=50, some=50):
        self.depth, self.few = depth, few
        self.width = width
        self.later = later
        self.some = some
        self.parts = [tf.Variable(1.0) for _ in range(width)]

    def change(self, later):
        self.later = later

    @tf.function
    def step(self, x):
        for _ in range(self.depth):  # TFA401
            x = tf.tanh(x)
        for _ in range(self.width):  # TFA401
            x = tf.tanh(x)
        for i in range(self.width):
            x = x * self.parts[i]
        for _ in range(self.few):
            x = tf.tanh(x)
        for _ in range(self.later):
            x = tf.tanh(x)
        for _ in range(self.some):
            x = tf.tanh(x)
        return x

held = Held(40, some=options.some)
held.step(tf.constant(1.0))

@tf.function
def scaled(x, factor):
    return x * factor

def loop(xs):
    half = partial(scaled, factor=0.5)
    for i, x in enumerate(xs):
        half(x)
        other = partial(scaled, factor=i * 0.5)
        other(x)  # TFA402
        tensor = partial(scaled, factor=tf.constant(i * 0.5))
        tensor(x)

def texts(x):
    for word in ["a", "bb", "ccc", "dddd"] * 4:
        scaled(x, len(word))  # TFA402
    for word in ("a", "bb"):
        scaled(x, len(word))

loop([tf.constant(1.0)] * 20)
texts(tf.constant(1.0))
''',
    "counters": '''
import itertools
import tensorflow as tf

IDS = itertools.count()

@tf.function
def step(x):
    number = next(IDS)  # TFA105
    return x * number

@tf.function
def named(x):
    number = next(IDS)
    return tf.identity(x, name=f"layer_{number}")
''',
}
_EXPECTED = re.compile(r"# (TFA\d+(?: TFA\d+)*)$")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, set[str]]]:
    """The codes of the findings by line, of each program."""
    folder = tmp_path_factory.mktemp("ways")
    for name, text in PROGRAMS.items():
        (folder / name).mkdir()
        (folder / name / "main.py").write_text(text, encoding="utf-8")
    codes: dict[str, dict[int, set[str]]] = {name: defaultdict(set) for name in PROGRAMS}
    for finding in findings(folder):
        codes[finding["path"].split("/")[0]][finding["range"]["start"]["line"]].add(finding["code"])
    return codes


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_found_in_each_line(name: str, found: dict[str, dict[int, set[str]]]) -> None:
    lines = PROGRAMS[name].split("\n")
    expected = {number: set(match[1].split()) for number, line in enumerate(lines, 1) if (match := _EXPECTED.search(line))}
    assert found[name] == expected
