"""Optimizers and layers that are created again, unbuilt, and passed to one traced function."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

STEP = """
import tensorflow as tf

w = tf.Variable(1.0)
data = [tf.constant(float(n)) for n in range(4)]

@tf.function
def step(optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.square(w * x)
    optimizer.apply_gradients([(tape.gradient(loss, w), w)])
"""

IN_A_LOOP = """
for rate in (0.1, 0.01):
    optimizer = tf.keras.optimizers.Adam(rate)
    for x in data:
        step(optimizer, x)
"""

BEFORE_THE_LOOP = """
optimizer = tf.keras.optimizers.Adam()
for x in data:
    step(optimizer, x)
"""

WITHOUT_SLOTS = """
for rate in (0.1, 0.01):
    optimizer = tf.keras.optimizers.SGD(rate)
    for x in data:
        step(optimizer, x)
"""

BUILT = """
for rate in (0.1, 0.01):
    optimizer = tf.keras.optimizers.Adam(rate)
    optimizer.build([w])
    for x in data:
        step(optimizer, x)
"""

APPLIED_BEFORE = """
for rate in (0.1, 0.01):
    optimizer = tf.keras.optimizers.Adam(rate)
    optimizer.apply_gradients([(tf.constant(0.0), w)])
    for x in data:
        step(optimizer, x)
"""

THROUGH_A_FUNCTION = """
def train(optimizer):
    for x in data:
        step(optimizer, x)

for rate in (0.1, 0.01, 0.001, 0.0001):
    optimizer = tf.keras.optimizers.Adam(rate)
    train(optimizer)
"""

IN_A_FUNCTION = """
def train(rate):
    optimizer = tf.keras.optimizers.Adam(rate)
    for x in data:
        step(optimizer, x)

for rate in (0.1, 0.01, 0.001, 0.0001):
    train(rate)
"""

IN_A_FUNCTION_CALLED_ONCE = """
def train(rate):
    optimizer = tf.keras.optimizers.Adam(rate)
    for x in data:
        step(optimizer, x)

train(0.1)
"""

PACKED = """
for rate in (0.1, 0.01):
    optimizer, epochs = tf.keras.optimizers.Adam(rate), 3
    for x in data:
        step(optimizer, x)
"""

MODELS = """
import tensorflow as tf

@tf.function
def step(model, x):
    return model(x)

for units in (1, 2, 3, 4):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(units)])
    step(model, tf.ones([1, 3]))
"""

ITS_OWN_TRACE = """
import tensorflow as tf

w = tf.Variable(1.0)
data = [tf.constant(float(n)) for n in range(4)]

def train(rate):
    @tf.function
    def step(optimizer, x):
        with tf.GradientTape() as tape:
            loss = tf.square(w * x)
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])

    optimizer = tf.keras.optimizers.Adam(rate)
    for x in data:
        step(optimizer, x)

for rate in (0.1, 0.01, 0.001, 0.0001):
    train(rate)
"""

A_METHOD = """
import tensorflow as tf

data = [tf.constant(float(n)) for n in range(4)]

class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable(1.0)

    @tf.function
    def step(self, optimizer, x):
        with tf.GradientTape() as tape:
            loss = tf.square(self.w * x)
        optimizer.apply_gradients([(tape.gradient(loss, self.w), self.w)])
"""

NEW_EACH_TIME = A_METHOD + """
for rate in (0.1, 0.01, 0.001, 0.0001):
    net = Net()
    optimizer = tf.keras.optimizers.Adam(rate)
    for x in data:
        net.step(optimizer, x)
"""

NEW_BY_THE_CALLER = A_METHOD + """
def train(model, optimizer):
    for x in data:
        model.step(optimizer, x)

for rate in (0.1, 0.01, 0.001, 0.0001):
    net = Net()
    optimizer = tf.keras.optimizers.Adam(rate)
    train(net, optimizer)
"""

ONE_FOR_ALL = A_METHOD + """
net = Net()
for rate in (0.1, 0.01, 0.001, 0.0001):
    optimizer = tf.keras.optimizers.Adam(rate)
    for x in data:
        net.step(optimizer, x)
"""

RETURNED_EACH_TIME = """
import tensorflow as tf

w = tf.Variable(1.0)
data = [tf.constant(float(n)) for n in range(4)]

def make():
    @tf.function
    def step(optimizer, x):
        with tf.GradientTape() as tape:
            loss = tf.square(w * x)
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])
    return step

for rate in (0.1, 0.01, 0.001, 0.0001):
    optimizer = tf.keras.optimizers.Adam(rate)
    step = make()
    for x in data:
        step(optimizer, x)
"""

RETURNED_ONCE = RETURNED_EACH_TIME.replace("    step = make()\n", "").replace("for rate", "step = make()\nfor rate")


@pytest.mark.parametrize(
    ("source", "instances"),
    [
        (NEW_EACH_TIME, ""),
        (NEW_BY_THE_CALLER, ""),
        (ONE_FOR_ALL, "in each iteration"),
        (RETURNED_EACH_TIME, ""),
        (RETURNED_ONCE, "in each iteration"),
        (STEP + IN_A_LOOP, "in each iteration"),
        (STEP + BEFORE_THE_LOOP, ""),
        (STEP + WITHOUT_SLOTS, ""),
        (STEP + BUILT, ""),
        (STEP + APPLIED_BEFORE, ""),
        (STEP + THROUGH_A_FUNCTION, "in each iteration"),
        (STEP + IN_A_FUNCTION, "in each iteration"),
        (STEP + IN_A_FUNCTION_CALLED_ONCE, ""),
        (ITS_OWN_TRACE, ""),
        (STEP + PACKED, "in each iteration"),
        (MODELS, ""),
    ],
    ids=["new", "new-by-the-caller", "one-for-all", "returned", "returned-once", "loop", "before", "no-slots", "built", "applied", "through-a-function", "function", "function-called-once", "own-trace", "packed", "models"],
)
def test_instances_created_again(tmp_path: Path, source: str, instances: str) -> None:
    found = [(each.message, each.confidence) for each in report_of(tmp_path, source, select=("TFA502",)).findings]
    message = f"`optimizer` builds its variables in a retrace: one is created {instances}"
    assert found == ([(message, Confidence.MEDIUM)] if instances else [])


LAYERS = """
import tensorflow as tf

layers = [tf.keras.layers.Dense(1), tf.keras.layers.Dense(2)]

@tf.function
def apply(layer, x):
    return layer(x)
"""

BY_INDEX = """
def run(k, x):
    return apply(layers[k], x)
"""

BY_LOOP = """
for layer in layers:
    apply(layer, tf.ones([1, 3]))
"""

ONE_ITEM = """
for n in range(10):
    apply(layers[0], tf.ones([1, 3]))
"""

CALLED_BEFORE = """
for layer in layers:
    layer(tf.ones([1, 3]))
for layer in layers:
    apply(layer, tf.ones([1, 3]))
"""

CALLED_ELSEWHERE = """
def warm_up():
    for each in layers:
        each(tf.ones([1, 3]))

def run(k, x):
    return apply(layers[k], x)
"""


@pytest.mark.parametrize(
    ("calls", "confidence"),
    [(BY_INDEX, "MEDIUM"), (BY_LOOP, "MEDIUM"), (ONE_ITEM, ""), (CALLED_BEFORE, "LOW"), (CALLED_ELSEWHERE, "LOW")],
    ids=["index", "loop", "one-item", "called-before", "called-elsewhere"],
)
def test_several_instances(tmp_path: Path, calls: str, confidence: str) -> None:
    found = [(each.message, each.confidence.name) for each in report_of(tmp_path, LAYERS + calls, select=("TFA502",)).findings]
    assert found == ([("`layer` builds its variables in a retrace: 2 instances are passed", confidence)] if confidence else [])

FIRST = "import tensorflow as tf\nfrom steps import data, step\n\nfirst = tf.keras.optimizers.Adam()\nstep(first, data[0])\n"
SECOND = FIRST.replace("first", "second")


@pytest.mark.parametrize(("other", "instances"), [("", ""), ("import second\n", "2 instances are passed")], ids=["two-programs", "one-program"])
def test_instances_of_several_programs_are_not_counted_together(tmp_path: Path, other: str, instances: str) -> None:
    files = {"steps.py": STEP, "first.py": other + FIRST, "second.py": SECOND}
    found = [each.message for each in report_of(tmp_path, files, select=("TFA502",)).findings]
    assert found == ([f"`optimizer` builds its variables in a retrace: {instances}"] if instances else [])
