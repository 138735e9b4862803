"""What traced code does as its author means it, beside what only looks like that. Each line names what is found in it by default."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.rules_pages.checked import findings

PROGRAMS = {
    "environment/launcher.py": '''
import os
import subprocess
import tensorflow as tf
from environment.steps import step

def start(command):
    os.environ["WIDTH"] = "2"
    step(tf.constant(1.0))
    given = os.environ.copy()
    given["WORKERS"] = "4"
    os.environ["MODE"] = "fast"
    os.environ.update({"LEVEL": "1"}, SIDE="left")
    subprocess.run(command, env=given)
    step(tf.constant(2.0))
''',
    "environment/settings.py": '''
import os
import tensorflow as tf
from environment.steps import step

def set_all(**given):
    for name, value in given.items():
        os.environ[name] = value

def main():
    step(tf.constant(1.0))
    set_all(RATE="0.1")
    step(tf.constant(2.0))
''',
    "environment/steps.py": '''
import os
from os import environ
import tensorflow as tf

@tf.function
def step(x):
    if int(os.environ.get("WORKERS", 0)) or "WORKERS" in environ or os.getenv("WORKERS"):
        x = x * 2.0
    if os.environ["MODE"] == "fast":  # TFA112
        x = x * 3.0
    if "LEVEL" in environ:  # TFA112
        x = x * 4.0
    if environ.get("WIDTH") == "2" or environ.get("DEPTH"):
        x = x * 6.0
    if environ.get("RATE"):  # TFA112
        x = x * 5.0
    return x * len(environ.get("SIDE", ""))  # TFA112
''',
    "items.py": '''
import tensorflow as tf

COLUMNS = {"user": {"width": 1}, "item": {"width": 2, "ready": None}}
FILLED = {"a": {"code": None}}
SEEN = {"user": {}}
STATE = {"total": {"mean": 0.0}}
SHARED = {"a": {}}
MAYBE = {"a": {}}
SHOWN = {}

@tf.function
def shown(x):
    SHOWN["last"] = tf.reduce_max(x)  # TFA503
    return x

def joined(columns):
    return tf.concat([each["ready"] for each in columns.values()], 1)

class Model(tf.keras.Model):
    @tf.function
    def call(self, features):
        for name in features:
            column = COLUMNS[name]
            x = tf.reshape(features[name], (-1, column["width"]))
            column["ready"] = x * 2.0
            seen = SEEN["user"]
            seen["last"] = x  # TFA503
        return joined(COLUMNS)

def report():
    return SEEN["user"]

@tf.function
def filled(x):
    kept = FILLED["a"]
    if kept["code"] is None:
        kept["code"] = x * 2.0  # TFA505
    return kept["code"]

@tf.function
def carried(x):
    total = STATE["total"]
    x = x + total["mean"]
    total["mean"] = tf.reduce_mean(x)  # TFA503
    return x

@tf.function
def encoded(x):
    shared = SHARED["a"]
    shared["code"] = x * 2.0  # TFA503
    return x

@tf.function
def decoded():
    return SHARED["a"]["code"]

@tf.function
def remembered(x):
    maybe = MAYBE["a"]
    before = maybe.get("before")
    maybe["before"] = x * 2.0  # TFA503
    return x if before is None else before
''',
    "looked_up.py": '''
import tensorflow as tf

class Rules:
    def __init__(self, names):
        self.found = {}
        self.shown = {}
        self.rules = [getattr(self, name) for name in names]

    def prepare(self, x):
        self.found["labels"] = tf.nn.softmax(x)
        self.shown["labels"] = tf.nn.softmax(x)  # TFA503

    def rule_same(self, x):
        return tf.reduce_mean(x - self.found["labels"])

    def losses(self, x):
        return tf.add_n([rule(x) for rule in self.rules])

    def show(self):
        return self.shown["labels"]

rules = Rules(["rule_same"])

@tf.function
def step(x):
    rules.prepare(x)
    return rules.losses(x)

step(tf.ones([2, 3]))
rules.show()
''',
    "guards.py": '''
import tensorflow as tf

class Statistics(tf.Module):
    def __init__(self):
        self.mean = None
        self.shown = None
        self.enabled = True

    @property
    def ready(self):
        return self.mean is not None

    @property
    def wanted(self):
        return self.enabled

    def start(self, width):
        self.mean = tf.Variable(tf.zeros([width]))

    def show(self, width):
        self.shown = tf.Variable(tf.zeros([width]))  # TFA501

class Agent(tf.Module):
    def __init__(self):
        self.statistics = Statistics()

    @tf.function
    def act(self, x):
        if not self.statistics.ready:
            self.statistics.start(3)
        if self.statistics.wanted:
            self.statistics.show(3)
        return x - self.statistics.mean

agent = Agent()
for _ in range(3):
    agent.act(tf.ones([3]))
''',
    "prepared.py": '''
import tensorflow as tf

class Learner(tf.Module):
    def __init__(self):
        self.strategy = None
        self.rate = None
        self.saver = None

    def add_saver(self, folder):
        self.saver = tf.train.Checkpoint(model=self)
        self.restore(folder)

    def restore(self, folder):
        self.saver.restore(folder)

    def warm_up(self):
        self.step(tf.constant(1.0))

    @tf.function
    def step(self, x):
        x = self.strategy.run(tf.square, (x,))
        return x * self.rate  # TFA114

    def learn(self, xs):
        for x in xs:
            self.step(x)

def main(strategy, rate):
    learner = Learner()
    learner.add_saver("saved")
    learner.strategy = strategy
    learner.warm_up()
    learner.rate = rate
    learner.learn([tf.constant(1.0)])
''',
    "limits.py": '''
import logging
import tensorflow as tf

@tf.function
def weights(labels, limit=0.5, scale=1.0, *, level=0, mode="mean", mask=None):
    if mask is not None:
        print("mask", mask)  # TFA101
    if limit != 0.5:
        logging.warning("tuned for a limit of 0.5")
    if scale > 1.0:
        print("scaled", labels)  # TFA101
    if level >= 1 and limit < 1.0:
        print("labels", labels)
    if mode not in ("mean", "sum"):
        print("unknown mode", labels)
    if mode in ("mean", "all"):
        print("mean", labels)  # TFA101
    return tf.cast(labels > limit, tf.float32) * scale

@tf.function
def step(labels):
    return weights(labels) + weights(labels, scale=2.0)

step(tf.ones([2]))
''',
    "version_1.py": '''
import numpy as np
import tensorflow as tf

def named(x):
    name = "part" + str(np.random.randint(1000))
    with tf.variable_scope(name):
        return x * 2.0

def scaled(x):
    return x * np.random.rand()  # TFA110

@tf.function
def step(x):
    return named(x) + scaled(x)
''',
    "iterators.py": '''
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)

@tf.function
def by_iterator(data):
    for x in iter(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))

@tf.function
def by_range(data, epochs=20):
    for epoch in range(epochs):  # TFA401
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(data))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
''',
    "trials.py": '''
import tensorflow as tf

class Trainer:
    def __init__(self, rate):
        self.rate = rate

    @tf.function
    def step(self, x):
        return x * self.rate

    @tf.function
    def measure(self, x):
        return x + self.rate

    def train(self, data):
        for x in data:
            self.step(x)
        return self.measure(x)  # TFA404

for trial in range(10):
    Trainer(0.1).train(tf.ones([100]))
''',
    "extractors.py": '''
import tensorflow as tf

class Extractor:
    def __init__(self, rate):
        self.rate = rate

    @tf.function
    def forward(self, x):
        return x * self.rate

    def features(self, x):
        return self.forward(x)

class ExtractorOfEach:
    def __init__(self, rate):
        self.rate = rate

    @tf.function
    def forward(self, x):
        return x * self.rate

    def features(self, x):
        return self.forward(x)  # TFA404

x = tf.ones([2])
print(Extractor(0.1).features(x))
print(Extractor(0.2).features(x))
print(Extractor(0.3).features(x))
print(Extractor(0.4).features(x))

for number in range(10):
    print(ExtractorOfEach(0.1).features(x))
''',
}
_EXPECTED = re.compile(r"# (TFA\d+(?: TFA\d+)*)$")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, set[str]]]:
    """The codes of the findings by line, of each file."""
    folder = tmp_path_factory.mktemp("meant")
    for path, text in PROGRAMS.items():
        Path(folder / path).parent.mkdir(exist_ok=True)
        Path(folder / path).write_text(text, encoding="utf-8")
    codes: dict[str, dict[int, set[str]]] = {path: defaultdict(set) for path in PROGRAMS}
    for finding in findings(folder):
        codes[finding["path"]][finding["range"]["start"]["line"]].add(finding["code"])
    return codes


@pytest.mark.parametrize(("path", "text"), PROGRAMS.items())
def test_what_is_found_in_each_line(path: str, text: str, found: dict[str, dict[int, set[str]]]) -> None:
    lines = text.split("\n")
    expected = {number: set(match[1].split()) for number, line in enumerate(lines, 1) if (match := _EXPECTED.search(line))}
    assert found[path] == expected
