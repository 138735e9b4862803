"""Calls of a traced function that a run of the eager code shows to be traced again, whatever way their values take, and such that are not."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence
from tflint_autograph.traced.eager_runs import containers
from tflint_autograph.traced.eager_runs.values import Plain, Sequence

HEAD = """
import dataclasses
import functools
import random

import numpy as np
import tensorflow as tf


@tf.function
def step(x, given):
    return x


def helper(value):
    return step(1.0, value)


def rows(count):
    for number in range(1, count):
        yield np.ones(number, np.float32)


def made(gain):
    @tf.function
    def inner(v):
        return v

    return inner


class Held:
    def __init__(self, value=None):
        self.value = value

    @tf.function
    def run(self, x):
        return x


@dataclasses.dataclass
class Setting:
    rate: float


X = tf.constant(1.0)
DATA = np.arange(24, dtype=np.float32)

"""

SHAPES = {
    "an attribute": "held = Held()\nfor i in range(6):\n    held.value = tf.ones([i + 1])\n    step(X, held.value)",
    "an item of a dict": "for i in range(6):\n    table = {'a': tf.zeros((i, 2))}\n    step(X, table['a'])",
    "in a dict": "for i in range(6):\n    step(X, {'a': tf.ones([i]), 'b': 1.0})",
    "a helper": "for i in range(6):\n    helper(DATA[: i + 1])",
    "a partial": "for i in range(6):\n    functools.partial(step, given=np.eye(i + 1))(X)",
    "unpacked": "for i in range(6):\n    step(*(X, tf.range(i + 1)))",
    "a generator": "for row in rows(6):\n    step(X, row)",
    "grown": "seen = []\nfor i in range(6):\n    seen.append(1.0)\n    step(X, tf.constant(seen))",
    "concatenated": "state = tf.ones([1])\nfor i in range(6):\n    step(X, state)\n    state = tf.concat([state, [0.0]], 0)",
    "the last batch": "for batch in tf.data.Dataset.range(10).batch(4):\n    step(X, batch)",
    "the last rows": "for i in range(0, len(DATA), 10):\n    step(X, DATA[i : i + 10])",
    "the last pairs": (
        "pairs = tf.data.Dataset.from_tensor_slices((np.ones((10, 2)), np.ones(10))).shuffle(10)\n"
        "for batch, labels in pairs.batch(4):\n    step(X, batch)"
    ),
    "longer by something": "state = tf.ones([1])\nfor i in range(6):\n    state = tf.concat([state, [helper(state)]], 0)\n    step(X, state)",
    "words": "for line in ('a b c', 'd e', 'f'):\n    step(X, tf.constant([len(word) for word in line.split()]))",
    "drawn": "draw = np.random.default_rng(0)\nfor i in range(6):\n    step(X, draw.normal(size=(i, 2)))",
    "dtypes": "[step(X, np.ones(2, dtype)) for dtype in ('float32', 'float64', 'int32')]",
    "resized": "for i in range(4):\n    step(X, tf.image.resize(images=tf.ones([2, 2, 1]), size=[i + 1, 2]))",
    "ranks": "for i in range(4):\n    step(X, tf.reshape(X, [1] * (i + 1)))",
    "pad": "for row in [[1], [1, 2], [1, 2, 3]]:\n    step(X, np.pad(np.array(row), (0, len(row))))",
    "more than a choice": "for count in (1, 2, 3, 4):\n    step(X, tf.ones([count]))",
    "a choice that grows": "counts = [1, 2]\ncounts.append(len(DATA))\nfor count in counts:\n    step(X, tf.ones([count]))",
    "parts of what a generator yields": (
        "import itertools\n\n\ndef parts(rows, size):\n    rows = iter(rows)\n    while part := list(itertools.islice(rows, size)):\n        yield part\n\n\n"
        "def go(count, size):\n    for part in parts(rows(count), size):\n        for row in part:\n            step(X, row)\n\n\ngo(6, len(DATA))"
    ),
    "the first rows of something": "def go(rows):\n    rows = tf.constant(rows)\n    for n in range(1, 20):\n        step(X, rows[:n])",
    "a tensor of the first items": "def go(rows):\n    for n in range(1, len(rows)):\n        step(X, tf.cast(tf.constant(rows[:n]), tf.float32))",
    "an array of the first items": "def go(rows):\n    for n in range(1, len(rows)):\n        step(X, np.array(rows[:n]).astype(np.float32))",
    "dtypes of rows": "def go(rows):\n    for dtype in (tf.float32, tf.float64, tf.int32, tf.int64):\n        step(X, tf.cast(tf.constant(rows)[:4], dtype))",
    "rows of something": "def go(load):\n    for n in range(1, 20):\n        step(X, tf.stack([load(i) for i in range(n)]))",
    "lengths that an argument has": "def train(sizes):\n    for size in sizes:\n        step(X, tf.ones([size]).numpy())",
    "first rows of such a length": "def train(rows, sizes):\n    rows = tf.ones([9, 2])\n    for size in sizes:\n        step(X, rows[:size])",
    "as many rows": "def train(sizes):\n    for size in sizes:\n        step(X, tf.constant([[float(i)] for i in range(size)]))",
    "a list of such an array": "def train(sizes):\n    for size in sizes:\n        step(X, np.asarray(np.ones([2, size]).tolist()))",
    "an unknown start": "def train(start, count):\n    state = tf.constant(start)\n    for i in range(count):\n        state = tf.concat([state, [step(X, state)]], axis=0)",
    "what a mask selects": "def go(grains, meshes):\n    grains = tf.constant(grains)\n    for mesh in meshes:\n        step(X, grains[grains > mesh])",
    "a mask of something unknown": "def go(scans):\n    for scan in scans:\n        step(X, tf.constant(scan[scan > 0.25]))",
    "a mask of a growing part": "def go(x):\n    x, rows = np.array(x), np.arange(100)\n    for i in range(100):\n        step(X, x[rows < i])",
    "an equal part of a mask": "def go(x, low):\n    x, rows = np.array(x), np.arange(100)\n    for i in range(5):\n        step(X, x[(rows != i) & (x > low)])",
    "a joined mask": "def go(rows, low):\n    for row in rows:\n        row = np.array(row)\n        step(X, row[(row > low) & (row < 1.0)])",
    "a function for it": "def go(grains, meshes):\n    for mesh in meshes:\n        step(X, tf.boolean_mask(grains, grains > mesh))",
    "places": "def go(rows):\n    for row in rows:\n        step(X, tf.constant(np.flatnonzero(np.array(row) > 3)))",
    "different items": "def go(rows):\n    for row in rows:\n        step(X, tf.unique(tf.constant(row))[0])",
    "different items of an array": "def go(rows):\n    for row in rows:\n        step(X, tf.constant(np.unique(np.array(row))))",
    "words of lines": "def go(lines):\n    for line in lines:\n        step(X, tf.constant(line.strip().split()))",
    "a recursion": "def down(n):\n    if n == 0:\n        return\n    step(X, tf.ones([n]))\n    down(n - 1)\n\n\ndown(5)",
}

SAME_SHAPES = {
    "a choice": "for count in (1, 2, 3):\n    step(X, tf.ones([count]))",
    "a numbered choice": "COUNTS = [1, 2, 3]\nfor place, count in enumerate(COUNTS):\n    step(X, tf.ones([count]))",
    "a window": "for i in range(6):\n    step(X, DATA[i : i + 4])",
    "whole batches": "for i in range(0, len(DATA), 8):\n    step(X, DATA[i : i + 8])",
    "an item": "for i in range(6):\n    step(X, DATA[i])",
    "dropped": "for batch in tf.data.Dataset.range(10).batch(4, drop_remainder=True):\n    step(X, batch)",
    "shuffled": "for batch in tf.data.Dataset.range(8).shuffle(8).batch(4):\n    step(X, batch)",
    "padded": "for row in [[1], [1, 2], [1, 2, 3]]:\n    step(X, tf.constant(row + [0] * (8 - len(row))))",
    "scaled": "for i in range(6):\n    step(X, tf.ones([3]) * i)",
    "one mask": "def go(grains, n):\n    grains = tf.constant(grains)\n    for _ in range(n):\n        step(X, grains[grains > 0.5])",
    "masks of parts": "def go(x):\n    x, parts = np.array(x), np.arange(100) % 5\n    for k in range(5):\n        step(X, x[parts != k])\n        step(X, x[np.flatnonzero(~(parts == k))])",
    "equal parts of something unknown": "def go(scans):\n    for scan in scans:\n        step(X, tf.constant(scan[scan != 0]))",
    "different rows": "def go(rows):\n    for row in rows:\n        step(X, tf.constant(np.unique(np.array(row), axis=0)))",
    "columns": "def go(lines):\n    for line in lines:\n        step(X, tf.constant([float(word) for word in line.split(',')]))",
    "lines": "def go(texts):\n    for text in texts:\n        step(X, tf.constant(text.splitlines()))",
    "a mask that fills": "def go(grains, meshes):\n    grains = tf.zeros([4])\n    for mesh in meshes:\n        step(X, tf.where(grains > mesh, grains, 0.0))",
    "a key that a test gives": "def go(table, steps):\n    for n in steps:\n        step(X, table[n > 3])",
    "words": "def go(lines):\n    for line in lines:\n        step(X, tf.constant(line.split()[0]))",
    "parts of data": "def go(kf, x):\n    for part in kf.split(x):\n        step(X, part)",
    "a queue": "kept = [0.0] * 4\nfor i in range(6):\n    kept = kept[1:] + [float(i)]\n    step(X, tf.stack(kept))",
    "items of their own length": "def train(rows):\n    for row in rows:\n        step(X, tf.constant(row))",
    "items that are joined": "def train(rows):\n    for row in rows:\n        step(X, tf.concat([row, [0.0]], 0))",
    "items and a size": "def train(rows):\n    for row in rows:\n        step(X, row[:4])",
    "joined": "for i in range(6):\n    step(X, tf.concat([tf.ones([3]), np.load('a.npy')], 0))",
    "drawn": "draw = np.random.default_rng(0)\nfor i in range(6):\n    step(X, draw.normal(size=(3, 2)))",
    "ragged": "for row in tf.ragged.constant([[1], [1, 2], [1, 2, 3]]):\n    step(X, tf.reduce_sum(row))",
    "the first row": "import itertools\nfor i in range(6):\n    for row in itertools.islice(rows(6), 1):\n        step(X, row)",
    "the first rows": "import itertools\n\n\ndef go(size):\n    for i in range(6):\n        step(X, np.array(list(itertools.islice(range(i, 9), size))))\n\n\ngo(2)",
    "the same first rows": "def go(rows):\n    rows = tf.constant(rows)\n    for n in range(6):\n        step(X, rows[:4])",
    "side by side": "def go(load):\n    for n in range(6):\n        step(X, tf.stack([load(i) for i in range(n)], axis=1)[0])",
    "either": "for i in range(6):\n    step(X, tf.ones([2]) if random.random() < 2 else tf.ones([2]))",
}

SCALARS = {
    "a dataclass": "for i in range(6):\n    step(X, Setting(i * 0.1).rate)",
    "a pair": "for i in range(6):\n    rate, other = i * 0.1, 0\n    step(X, rate)",
    "a set item": "table = {}\nfor i in range(6):\n    table['a'] = i\n    step(X, table['a'])",
    "keys": "for key, rate in {str(i): i for i in range(6)}.items():\n    step(X, rate)",
    "words": "def go(lines):\n    for line in lines:\n        step(X, line.split())",
    "parts of a count that is passed on": "def parts(n):\n    for i in range(n):\n        yield [i / n, 1.0]\n\n\ndef go(n):\n    for part in parts(n):\n        step(X, part)",
    "keywords": "for i in range(6):\n    step(X, **{'given': i})",
    "a list of an array": "def go(low, count):\n    for rate in np.geomspace(low, 1.0, count).tolist():\n        step(X, rate)",
    "a list of an array, twice each": "def go(count):\n    for rate in np.linspace(0.0, 1.0, num=count).tolist():\n        [step(X, rate) for _ in range(2)]",
    "items of an array": "def go(low):\n    for rate in np.logspace(low, 0.0, 20):\n        step(X, float(rate))",
    "mapped items of an array": "def go(count):\n    for rate in list(map(float, np.random.uniform(size=count))):\n        step(X, rate)",
}

OBJECTS = {
    "a comprehension": "helds = [Held(i) for i in range(6)]\nfor held in helds:\n    step(X, held)",
    "of two methods": "table = {i: Held(i) for i in range(6)}\nfor i in table:\n    helper(table[i])",
    "appended": "seen = []\nfor i in range(6):\n    seen.append(Held())\n    step(X, seen[-1])",
}

MADE = {
    "a factory": "for i in range(6):\n    fast = made(i)\n    fast(X)",
    "a lambda": "fasts = [tf.function(lambda v: v) for _ in range(6)]\nfor fast in fasts:\n    fast(X)",
    "recursive with a call between": (
        "def once(n):\n    fast = made(n)\n    fast(X)\n    fast(X)\n\n\n"
        "def go(n):\n    if n:\n        once(n)\n        go(n - 1)\n\n\ngo(5)"
    ),
    "called a few times": "def once(n):\n    fast = made(n)\n    for _ in range(3):\n        fast(X)\n\n\nfor i in range(6):\n    once(i)",
    "recursive": "def go(n):\n    if n:\n        made(n)(X)\n        go(n - 1)\n\n\ngo(5)",
}

QUIET = {
    "a cache": "made_of = {}\nfor i in range(6):\n    if 'a' not in made_of:\n        made_of['a'] = made(i)\n    made_of['a'](X)",
    "remembered": "keep = functools.lru_cache(None)(made)\nfor i in range(6):\n    keep(1)(X)",
    "one": "fast = made(1)\nfor i in range(6):\n    fast(X)",
    "one object": "held = Held()\nfor i in range(6):\n    held.value = i\n    step(X, held)\n    held.run(X)",
    "two models": "for held in (Held(1), Held(2)):\n    for i in range(6):\n        step(X, held)",
    "a variable": "kept = tf.Variable(0)\nfor i in range(6):\n    kept.assign_add(1)\n    step(X, kept)",
    "a few modes": "for mode in (1, 2, 3):\n    for i in range(6):\n        helper({'mode': mode}['mode'])",
    "items of arrays": "def go(count):\n    for rate in np.geomspace(0.1, 1.0, count):\n        step(X, rate)",
    "tensors of items": "def go(count):\n    for rate in np.linspace(0.1, 1.0, count).tolist():\n        step(X, tf.constant(rate))",
    "something else that is passed on": "def parts(n):\n    for i in range(6):\n        yield n / 2\n\n\ndef go(n):\n    for part in parts(n):\n        step(X, part)",
    "tensors": "for i in range(6):\n    step(X, {'rate': tf.constant(i)}['rate'])",
}


def codes(root: Path, lines: str) -> set[str]:
    report = report_of(root, {"a.py": HEAD + lines + "\n"}, min_confidence=Confidence.LOW, select=("TFA402", "TFA403", "TFA404", "TFA405"))
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("way", SHAPES)
def test_a_shape_or_dtype_that_differs_is_found(way: str, tmp_path: Path) -> None:
    assert codes(tmp_path, SHAPES[way]) == {"TFA405"}


@pytest.mark.parametrize("way", SAME_SHAPES)
def test_one_shape_is_not_reported(way: str, tmp_path: Path) -> None:
    assert codes(tmp_path, SAME_SHAPES[way]) == set()


@pytest.mark.parametrize("way", SCALARS)
def test_a_python_number_that_differs_is_found(way: str, tmp_path: Path) -> None:
    assert codes(tmp_path, SCALARS[way]) == {"TFA402"}


@pytest.mark.parametrize("way", OBJECTS)
def test_a_new_object_is_found(way: str, tmp_path: Path) -> None:
    assert codes(tmp_path, OBJECTS[way]) == {"TFA404"}


@pytest.mark.parametrize("way", MADE)
def test_a_function_that_is_made_again_is_found(way: str, tmp_path: Path) -> None:
    assert codes(tmp_path, MADE[way]) == {"TFA403"}


@pytest.mark.parametrize(("count", "is_sure"), [("range(3)", True), ("(1, 2)", True), ("range(6)", False), ("rows", False)])
def test_a_few_calls_are_not_worth_a_trace(count: str, is_sure: bool, tmp_path: Path) -> None:
    lines = f"def go(trials, rows):\n    for trial in trials:\n        fast = tf.function(lambda v: v * trial)\n        for _ in {count}:\n            fast(X)\n"
    report = report_of(tmp_path, {"a.py": HEAD + lines}, min_confidence=Confidence.LOW, select=("TFA403",))
    assert [each.confidence > Confidence.LOW for each in report.findings] == [is_sure]


@pytest.mark.parametrize("way", QUIET)
def test_what_is_the_same_each_time_is_not_reported(way: str, tmp_path: Path) -> None:
    assert codes(tmp_path, QUIET[way]) == set()


def test_a_range_may_have_more_numbers_than_a_machine_word_counts() -> None:
    found = containers.range_of([Plain(2**70)])
    assert isinstance(found, Sequence)
    assert (found.total, found.is_open) == (2**70, True)


def test_a_partial_of_something_unknown_may_be_traced(tmp_path: Path) -> None:
    code = "import functools\n\nimport library\nimport tensorflow as tf\n\nfor each in range(5):\n    tf.function(functools.partial(library.f, each))(each)\n"
    assert report_of(tmp_path, {"main.py": code}).problems == ()


def test_a_partial_of_something_unknown_may_be_mapped(tmp_path: Path) -> None:
    code = """
    import functools
    import tensorflow as tf

    @tf.function
    def step(x):
        return x

    data = tf.data.Dataset.range(3).map(functools.partial(unknown, 1))
    step(data)
    """
    assert report_of(tmp_path, textwrap.dedent(code)).problems == ()


BASE = """class Base:
    def go(self, x):
        self.steps += 1
        self.run(x, self.steps)

    @tf.function
    def run(self, x, k):
        return x

"""
WAYS = {
    "wrapped below": ("class Net:\n    def run(self, x, k):\n        return x\n\n    run = tf.function(run)\n\nnet = Net()\nfor i in range(9):\n    net.run(X, i)", "TFA402"),
    "of a base": (f"{BASE}class Net(Base):\n    def __init__(self):\n        self.steps = 0", "TFA402"),
    "defined in the iteration": ("for i in range(9):\n    def own(x):\n        return x\n    step(X, own)", "TFA403"),
}


@pytest.mark.parametrize(("code", "rule"), WAYS.values(), ids=WAYS)
def test_a_class_and_a_definition_are_run_as_python_runs_them(code: str, rule: str, tmp_path: Path) -> None:
    assert codes(tmp_path, code) == {rule}


FIELDS = """
@dataclasses.dataclass
class Base:
    rate: float
    _: dataclasses.KW_ONLY
    names: list = dataclasses.field(default_factory=list)
    scale: float = dataclasses.field(default=2.0)


@dataclasses.dataclass
class Config(Base):
    width: int = 3

    def __post_init__(self):
        self.twice = self.width * 2


for k in range(10):
    c = Config({})
    step(X, {})
"""


@pytest.mark.parametrize(
    ("given", "value", "is_found"),
    [
        ("0.5, k", "c.twice", True), ("0.5, k", "c.width", True), ("k * 0.1, 3", "c.rate", True), ("0.5, 3, scale=k", "c.scale", True),
        ("0.5, names=[0] * k", "len(c.names)", True), ("k, 3", "c.twice", False), ("k, 3", "c.scale", False), ("k", "len(c.names)", False),
        ("*[k, k]", "c.scale", False),
    ],
)  # fmt: skip
def test_fields_of_generated_constructors(given: str, value: str, is_found: bool, tmp_path: Path) -> None:
    report = report_of(tmp_path, HEAD + FIELDS.format(given, value), select=("TFA402",), pedantic=True)
    assert [each.code for each in report.findings] == ["TFA402"] * is_found


FUNCTIONAL = """
class Scale(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.factor = 1.0

    def call(self, x):
        return x * self.factor


scale = Scale()
inputs = tf.keras.Input([4])
x = {before}
x = scale(x)
x = {after}
model = tf.keras.Model(inputs, x)
model.compile("sgd", "mse")
for k in range(5):
    scale.factor = {factor}
    model.fit(X, X)
"""


@pytest.mark.parametrize(("before", "after"), [("inputs", "x"), ("tf.keras.layers.Dense(4)(inputs)", "tf.keras.layers.Dense(1)(x)")])
@pytest.mark.parametrize(("factor", "is_found"), [("0.5 ** k", True), ("0.5", False)])
def test_built_in_layers_around_one_of_the_project(before: str, after: str, factor: str, is_found: bool, tmp_path: Path) -> None:
    report = report_of(tmp_path, HEAD + FUNCTIONAL.format(before=before, after=after, factor=factor), select=("TFA114",))
    assert [each.code for each in report.findings] == ["TFA114"] * is_found


DERIVED = """
class Sizes(list):
    pass


class Cache(dict):
    pass


sizes, cache = Sizes(), Cache()
alias = sizes
{change}
if {test}:
    for n in range(10):
        step(X, n)
"""


@pytest.mark.parametrize(
    ("change", "test", "is_found"),
    [
        ("sizes += [1, 2]", "not alias", False), ("sizes += [1, 2]", "alias", True),
        ("cache['a'] = 1\ndel cache['a']", "'a' in cache", False), ("cache['a'] = 1", "'a' in cache", True),
        ("cache |= {'a': 1}", "'a' not in cache", False), ("cache |= {'a': 1}", "'a' in cache", True),
    ],
)  # fmt: skip
def test_an_object_of_a_derived_class_is_changed_in_place(change: str, test: str, is_found: bool, tmp_path: Path) -> None:
    report = report_of(tmp_path, HEAD + DERIVED.format(change=change, test=test), select=("TFA402",))
    assert bool(report.findings) is is_found


OF_LIBRARY = """
import types
import tensorflow as tf


class Net:
    def __init__(self, options, model):
        self.options = {copied}
        self.rate = 1.0

    @tf.function
    def step(self, x):
        return x * self.rate


net = Net(types.SimpleNamespace(rate=1.0), tf.keras.Sequential([]))
for _ in range(3):
    net.step(tf.ones(3))
    net.rate = {rate}
"""


@pytest.mark.parametrize("copied", ["type(options)(rate=2.0)", "options.__class__(rate=2.0)", "model.__class__([])", "type(model)([])"])
@pytest.mark.parametrize(("rate", "labels"), [("2.0 * net.rate", ["`rate` is changed here"]), ("1.0", [])])
def test_an_object_of_a_class_of_a_library(copied: str, rate: str, labels: list[str], tmp_path: Path) -> None:
    """A run goes on behind a constructor that makes another object of the class of its argument."""
    report = report_of(tmp_path, OF_LIBRARY.format(copied=copied, rate=rate), select=("TFA114",))
    assert [label.text for finding in report.findings for label in finding.labels] == labels
    assert not report.problems
