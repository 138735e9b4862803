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
    "made methods": '''
import functools
import tensorflow as tf

class Gauge:
    unit = staticmethod(lambda x: x)

    def __init__(self):
        self.seen = []

    def _note(self, x, label, times=1):
        self.seen.append(label)  # TFA503
        return x * times

    low = functools.partialmethod(_note, "low")
    high = functools.partialmethod(_note, label="high", times=2)
    both = lambda self, x: self.low(self.high(x))
    read = lambda self, x: print("read") or x  # TFA101

    @tf.function
    def step(self, x):
        return self.unit(self.both(x))

class Silent(Gauge):
    def __init__(self):
        super().__init__()
        self.read = abs

    @tf.function
    def quiet(self, x):
        return self.read(x)

@tf.function
def outside(x):
    return Gauge().read(x)
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
    "currying": '''
import tensorflow as tf
from functools import wraps
from toolz import curry

@curry
def at_last(size, x):
    print("in eager code")
    return x * size

def timed(function):
    @wraps(function)
    def run(x):
        return function(x)
    return run

@timed
def at_once(x):
    print("at once")  # TFA101
    return x

@tf.function
def step(x):
    return at_once(tf.py_function(at_last(3.0), [x], tf.float32))
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
    "dispatching_among": '''
import functools
import tensorflow as tf

class Affine:
    def __init__(self, a):
        self.a = tf.Variable(a)

class Squash:
    pass

class Unused:
    pass

@functools.singledispatch
def run(layer, x):
    print("no layer")
    return x

@run.register
def _(layer: Affine, x):
    print("affine")  # TFA101
    return layer.a * x

@run.register
def _(layer: Squash, x):
    print("squash")  # TFA101
    return tf.tanh(x)

@run.register
def _(layer: Unused, x):
    print("unused")
    return x

def stack(*layers):
    @tf.function
    def forward(x):
        return functools.reduce(lambda h, layer: run(layer, h), layers, x)

    return forward

stack(Affine(2.0), Squash())(tf.constant(1.0))
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
    "steps": '''
import tensorflow as tf

class Schedule:
    def __init__(self, rate):
        self.rate = rate

class Held:
    def __init__(self, rate):
        self.rate = rate

@tf.function
def scaled(x, factor):
    return x * factor

schedule, held = Schedule(1.0), Held(tf.Variable(1.0))
for _ in range(10):
    scaled(tf.constant(1.0), schedule.rate)  # TFA402
    schedule.rate *= 0.5
    scaled(tf.constant(1.0), held.rate)
    held.rate = held.rate * 0.5
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
    "made in the call": '''
import functools
import io
import uuid
import keras
import tensorflow as tf

class Lazy:
    def __init__(self, source=None):
        self.source, self.seen, self.layer = source, None, None

    @functools.cached_property
    def doubled(self):
        self.seen = [self.source]
        print("doubled")  # TFA101
        return self.source * 2.0

    def apply(self, x):
        if self.layer is None:
            self.layer = keras.layers.Dense(1)  # TFA502
        return self.layer(x)

class Kept(Lazy):
    def apply(self, x):
        if self.layer is None:
            self.layer = keras.layers.Dense(1)
        return self.layer(x)

KEPT = Kept()

@tf.function
def objects(x):
    return Lazy(x).doubled + Lazy(x).apply(x) + KEPT.apply(x)

@tf.function
def defaults(x):
    rows = []
    def push(value, memory=[], to=rows, stream=io.StringIO()):
        memory.append(1)
        to.append(1)
        print("row", file=stream)
        return value
    return push(x)

def around():
    def push(value, memory=[]):
        memory.append(1)  # TFA503
        return value

    @tf.function
    def step(x):
        return push(x)
    return step

@tf.function
def numbers(x):
    run = [uuid.uuid4().int % 1000, 1.0]  # TFA110
    name = uuid.uuid4().hex
    with tf.name_scope(f"run_{name}"):
        return tf.identity(x * run[0], name="at_" + name)

step = around()
for each in (objects, defaults, step, numbers):
    each(tf.ones([1, 1]))
''',
    "namespaces": '''
import types
import tensorflow as tf

def first(x):
    print("first")  # TFA101
    return x

def second(x):
    print("second")  # TFA101
    return x

space, other = types.SimpleNamespace(), types.SimpleNamespace(rate=0.1)
setattr(space, "function", first)
other.function = second

@tf.function
def step(x):
    return space.function(x) + other.function(x)
''',
    "given elsewhere": '''
import tensorflow as tf
from held import KEPT

@tf.function
def step(x):
    return KEPT.run(x)

step(tf.constant(1.0))
''',
    "switched": '''
import tensorflow as tf

@tf.function
def step(x):
    print("eager")
    return x

class Program:
    def run(self):
        tf.config.run_functions_eagerly(True)
        step(tf.constant(1.0))

if __name__ == "__main__":
    Program().run()
''',
    "plain": '''
import numpy as np
import tensorflow as tf

HISTORY = np.zeros(2)

class Scaler:
    rate = 1.0

    def build(self, x):
        print("build")  # TFA101
        return x * Scaler.rate

scaler = Scaler()

@tf.function
def step(x):
    np.add(HISTORY, 1.0, out=HISTORY)  # TFA503
    local = np.zeros(2)
    np.add(local, 1.0, out=local)
    return scaler.build(x)

@tf.function
def items(x):
    held, key = {"a": 1.0, "ab": 1.0}, "a"
    row = [1.0, 2.0]
    if tf.reduce_max(x) > 0.0:
        held[key] = x
        held[key + "b"] = 2.0  # TFA506
        row[-1] = 2.0  # TFA506
    return x + held["ab"] + row[1] + held["a"]
''',
    "callbacks": '''
import tensorflow as tf
from held import Anneal, Never

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.alpha, self.gamma, self.first, self.other = 0.0, 0.0, 1.0, 1.0

    def call(self, x):
        y = self.dense(x) * self.first * self.other
        y = y * self.gamma  # TFA114
        return y * self.alpha  # TFA114

net = Net()
net.compile("adam", "mse")
callbacks = []
callbacks.append(Anneal())
net.fit(tf.ones([4, 2]), tf.ones([4, 1]), callbacks=callbacks)
''',
    "called in the graph": '''
import tensorflow as tf

@tf.function
def mapped(xs):
    out, count = [], 0
    def each(x):
        nonlocal count
        parts = [x]
        parts.append(x)
        out.append(x)  # TFA506
        count += 1  # TFA506
        return x
    return tf.map_fn(each, xs) + len(out) + count

@tf.function
def chosen(x):
    kept = {}
    def yes():
        kept["x"] = x  # TFA506
        return x
    return tf.cond(x > 0, yes, lambda: x) + len(kept)

@tf.function
def called(x):
    out = []
    def each(x):
        out.append(x)
        return x
    return each(x) + each(x)
''',
    "sums": '''
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])

def loss_of(x, y):
    return tf.reduce_mean(tf.square(model(x) - y))

@tf.function
def total_loss(data):
    total = 0
    for x, y in data:
        total += loss_of(x, y)  # TFA207
    return total

@tf.function
def total_error(data):
    total = 0
    for x, y in data:
        error = tf.keras.losses.mse(y, x)
        total += tf.reduce_sum(error)  # TFA207
    return total

@tf.function
def counted(data):
    total = 0
    for x in data:
        total += tf.reduce_sum(x)
    return total

data = tf.data.Dataset.from_tensors((tf.ones([2, 1]), tf.ones([2, 1])))
total_loss(data)
total_error(data)
counted(tf.data.Dataset.range(3))
''',
    "containers of one's own": '''
import tensorflow as tf

class Log(list):
    def add(self, x):
        self.append(1)  # TFA503

class Own(list):
    def append(self, x):
        return x

LOG, OWN = Log(), Own()

@tf.function
def step(x):
    LOG.add(x)
    LOG.append(1)  # TFA503
    LOG[0:1] = [2, 3]  # TFA503
    OWN.append(1)
    local = Log()
    local.append(1)
    local[0] = 2
    return x
''',
    "holders": '''
import tensorflow as tf

class Net:
    def __init__(self):
        self.beta, self.fixed = 1.0, 1.0

    def run(self, x):
        y = x * self.beta  # TFA114
        return y * self.fixed

class Trainer:
    def __init__(self, net):
        self.net = net

    @tf.function
    def step(self, x):
        return self.net.run(x)

class Schedule:
    def __init__(self, held):
        self.held = held

    def advance(self):
        self.held.beta = self.held.beta * 0.5

class Setup:
    def __init__(self, held):
        self.held = held

    def prepare(self):
        self.held.fixed = 3.0

net = Net()
trainer, schedule, setup = Trainer(net), Schedule(net), Setup(net)
setup.prepare()
for _ in range(3):
    trainer.step(tf.constant(1.0))
    schedule.advance()
''',
    "consoles": '''
import tensorflow as tf
from rich.console import Console

class Output:
    def __init__(self):
        self.console = Console()

output = Output()

def each(sinks, x):
    for sink in sinks:
        sink(x)  # TFA101

class Bus:
    def __init__(self):
        self.sinks = []

    def add(self, sink):
        self.sinks.append(sink)

bus = Bus()
bus.add(print)

@tf.function
def step(x):
    output.console.print("step", x)  # TFA101
    each(bus.sinks, x)
    return x
''',
    "assigned in expressions": '''
import tensorflow as tf

count = 0

@tf.function
def step(x):
    global count
    if (count := count + 1) > 100:  # TFA503
        pass
    local = [part := x, part * 2.0]
    return local[1]
''',
    "carried": '''
import functools
import tensorflow as tf

class First:
    def __init__(self):
        self.rows = []

    def note(self, x):
        self.rows.append(1)  # TFA503
        return x

class Second:
    def __init__(self):
        self.rows = []

    def note(self, x):
        self.rows.append(1)  # TFA503
        return x

class Third:
    def __init__(self):
        self.rows = []

    def note(self, x):
        self.rows.append(1)  # TFA503
        return x

class Local:
    def __init__(self):
        self.rows = []

    def note(self, x):
        self.rows.append(1)
        return x

def record(x, rows):
    rows.append(1)  # TFA503
    return x

def record_local(x, rows):
    rows.append(1)
    return x

bound = First().note
table = {"second": Second().note}
kept = functools.partial(record, rows=[])

class Trainer:
    def __init__(self, hook):
        self.hook = hook

    @tf.function
    def step(self, x):
        return self.hook(x)

@tf.function
def step(x):
    local, part = Local().note, functools.partial(record_local, rows=[])
    return bound(x) + table["second"](x) + kept(x) + local(x) + part(x)

def main():
    third = Third()
    trainer = Trainer(third.note)
    trainer.step(tf.constant(1.0))
    step(tf.constant(1.0))

main()
''',
    "views": '''
import types
import numpy as np
import tensorflow as tf

ROWS = {"rows": []}
SPACE = types.SimpleNamespace(count=0)
HISTORY = np.zeros(2)

@tf.function
def step(x):
    for rows in ROWS.values():
        rows.append(1)  # TFA503
    vars(SPACE).update(count=SPACE.count + 1)  # TFA503
    np.add(HISTORY, 1.0, HISTORY)  # TFA503
    local, own = {"rows": []}, np.zeros(2)
    for rows in local.values():
        rows.append(1)
    np.add(HISTORY, 1.0, own)
    return x
''',
    "switched by an import": '''
import tensorflow as tf
from held import ready

@tf.function
def step(x):
    print("eager")
    return x

class Head(tf.keras.layers.Layer):
    def call(self, x):
        return x.numpy()
''',
    "switched back": '''
import tensorflow as tf
from held import ready

tf.config.run_functions_eagerly(False)

@tf.function
def step(x):
    print("graph")  # TFA101
    return x
''',
    "switched elsewhere": '''
import tensorflow as tf
from held import step

if __name__ == "__main__":
    tf.config.run_functions_eagerly(True)
    step(tf.constant(1.0))
''',
}
_BESIDE = {
    "switched by an import": '''
import tensorflow as tf

tf.config.run_functions_eagerly(True)
ready = True
''',
    "switched back": '''
import tensorflow as tf

tf.config.run_functions_eagerly(True)
ready = True
''',
    "switched elsewhere": '''
import tensorflow as tf

@tf.function
def step(x):
    print("eager")
    return x
''',
    "callbacks": '''
import tensorflow as tf

class Anneal(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.model.first = 2.0

    def on_epoch_begin(self, epoch, logs=None):
        self.model.alpha = 0.1 * epoch

    def on_test_begin(self, logs=None):
        self.model.gamma += 0.1

class Never(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.other = 0.1 * epoch
''',
    "given elsewhere": '''
SEEN = []

def note(x):
    SEEN.append(1)  # TFA503
    return x

class Runner:
    def __init__(self, function):
        self.function = function

    def run(self, x):
        return self.function(x)

KEPT = Runner(note)
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
    for name, text in _BESIDE.items():
        (folder / name / "held.py").write_text(text, encoding="utf-8")
    codes: dict[str, dict[int, set[str]]] = {path: defaultdict(set) for path in _texts()}
    for finding in findings(folder):
        codes[finding["path"]][finding["range"]["start"]["line"]].add(finding["code"])
    return codes


def _texts() -> dict[str, str]:
    return {f"{name}/main.py": text for name, text in PROGRAMS.items()} | {f"{name}/held.py": text for name, text in _BESIDE.items()}


@pytest.mark.parametrize(("path", "text"), _texts().items())
def test_what_is_found_in_each_line(path: str, text: str, found: dict[str, dict[int, set[str]]]) -> None:
    lines = text.split("\n")
    expected = {number: set(match[1].split()) for number, line in enumerate(lines, 1) if (match := _EXPECTED.search(line))}
    assert found[path] == expected
