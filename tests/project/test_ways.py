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
