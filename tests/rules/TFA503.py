"""Python objects that outlive the call and are changed in traced code."""

import bisect
import collections
import functools
import heapq
import io
import operator
import queue
import types
from collections import Counter, OrderedDict, defaultdict, deque

import keras
import numpy as np
import tensorflow as tf

LOG = []
TABLE = {}
SEEN = set()
WINDOW = deque(maxlen=3)
COUNTS = Counter()
GROUPS = defaultdict(list)
ORDERED = OrderedDict()
HEAP = []
ROWS = np.zeros(3)
NESTED = {"losses": []}
PAIR = ([], {})
BYTES = bytearray()
QUEUE = queue.Queue()
TEXT = io.StringIO()
total = 0
steps = 0
last = None

# Containers of the module.


@tf.function
def lists(x):
    LOG.append(x)
#~  ^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.extend([x, x])
#~  ^^^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.insert(0, x)
#~  ^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.remove(x)
#~  ^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.pop()
#~  ^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.clear()
#~  ^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.sort()
#~  ^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG.reverse()
#~  ^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG[0] = x
#~  ^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG[:] = [x]
#~  ^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    LOG[0] += 1
#~  ^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    del LOG[0]
#~  ^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    del LOG[1:]
#~  ^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    return x


@tf.function
def added_in_place(x):
    global LOG
    LOG += [x]
#~  ^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    return x


@tf.function
def dicts(x):
    TABLE["x"] = x
#~  ^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    TABLE["x"] += x
#~  ^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    TABLE.update(x=x)
#~  ^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    TABLE.setdefault("x", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    GROUPS.setdefault("x", []).append(1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `GROUPS` is changed only at trace time, not on every call
    TABLE.pop("x")
#~  ^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    TABLE.popitem()
#~  ^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    del TABLE["x"]
#~  ^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    GROUPS["x"].append(x)
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA503 `GROUPS[...]` is changed only at trace time, not on every call
    ORDERED.move_to_end("x")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `ORDERED` is changed only at trace time, not on every call
    for TABLE["i"] in range(3):
#~      ^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
        x = x * 2.0
    with tf.name_scope("scope") as TABLE["scope"]:
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
        x = x * 2.0
    TABLE["a"], TABLE["b"] = x, x
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    return x


@tf.function
def sets_and_others(x):
    SEEN.add(1)
#~  ^^^^^^^^^^^ TFA503 `SEEN` is changed only at trace time, not on every call
    SEEN.discard(1)
#~  ^^^^^^^^^^^^^^^ TFA503 `SEEN` is changed only at trace time, not on every call
    SEEN.update([1, 2])
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `SEEN` is changed only at trace time, not on every call
    WINDOW.append(x)
#~  ^^^^^^^^^^^^^^^^ TFA503 `WINDOW` is changed only at trace time, not on every call
    WINDOW.appendleft(x)
#~  ^^^^^^^^^^^^^^^^^^^^ TFA503 `WINDOW` is changed only at trace time, not on every call
    WINDOW.rotate()
#~  ^^^^^^^^^^^^^^^ TFA503 `WINDOW` is changed only at trace time, not on every call
    COUNTS["step"] += 1
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `COUNTS` is changed only at trace time, not on every call
    COUNTS.update(["step"])
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `COUNTS` is changed only at trace time, not on every call
    BYTES.append(1)
#~  ^^^^^^^^^^^^^^^ TFA503 `BYTES` is changed only at trace time, not on every call
    QUEUE.put(x)
#~  ^^^^^^^^^^^^ TFA503 `QUEUE` is changed only at trace time, not on every call
    TEXT.write("step")
#~  ^^^^^^^^^^^^^^^^^^ TFA503 `TEXT` is changed only at trace time, not on every call
    return x


@tf.function
def arrays(x):
    ROWS[0] = 1.0
#~  ^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    ROWS[:2] += 1.0
#~  ^^^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    ROWS.fill(0.0)
#~  ^^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    ROWS.sort()
#~  ^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    np.copyto(ROWS, 1.0)
#~  ^^^^^^^^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    np.add.at(ROWS, 0, 1.0)
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    np.random.shuffle(ROWS)
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    return x


@tf.function
def through_functions(x):
    heapq.heappush(HEAP, 1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `HEAP` is changed only at trace time, not on every call
    bisect.insort(HEAP, 1)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `HEAP` is changed only at trace time, not on every call
    operator.setitem(TABLE, "x", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    list.append(LOG, x)
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    append = LOG.append
    append(x)
#~  ^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    collections.deque.append(WINDOW, x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `WINDOW` is changed only at trace time, not on every call
    return x


@tf.function
def inside_others(x):
    NESTED["losses"].append(x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `NESTED[...]` is changed only at trace time, not on every call
    PAIR[0].append(x)
#~  ^^^^^^^^^^^^^^^^^ TFA503 `PAIR[...]` is changed only at trace time, not on every call
    PAIR[1]["x"] = x
#~  ^^^^^^^^^^^^^^^^ TFA503 `PAIR[...]` is changed only at trace time, not on every call
    for each in [LOG, HEAP]:
        each.append(x)
#~      ^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    [LOG.append(x) for _ in range(3)]
#~   ^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    return x


# Aliases and containers that are handed on.


@tf.function
def aliases(x):
    out = LOG
    out.append(x)
#~  ^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    same = out
    same += [x]
#~  ^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    losses = NESTED["losses"]
    losses.append(x)
#~  ^^^^^^^^^^^^^^^^ TFA503 `NESTED[...]` is changed only at trace time, not on every call
    either = LOG if len(LOG) else HEAP
    either.append(x)
#~  ^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    return x


@tf.function
def hands_on(x):
    push(LOG, x)
    push_deep(x, into=TABLE)
    fill()
    return x


def push(parts, x):
    parts.append(x)
#~  ^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call


def push_deep(x, into):
    put(into, x)


def put(table, x):
    table["x"] = x
#~  ^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call


def fill():
    HEAP.append(1)
#~  ^^^^^^^^^^^^^^ TFA503 `HEAP` is changed only at trace time, not on every call


@tf.function
def hands_on_its_own(x):
    parts, table = [], {}
    push_own(parts, x)
    put_own(table, x)
    return tf.add_n(parts) + table["x"]


def push_own(parts, x):
    parts.append(x)
    parts[0] = x


def put_own(table, x):
    table["x"] = x


@tf.function
def gets_it_from_a_helper(x):
    log_of().append(x)
#~  ^^^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    return x


def log_of():
    return LOG


# Names.


@tf.function
def rebinds(x):
    global total, steps, last
    total += 1
#~  ^^^^^^^^^^ TFA503 `total` is updated only at trace time, not on every call
    steps = steps + 1
#~  ^^^^^^^^^^^^^^^^^ TFA503 `steps` is updated only at trace time, not on every call
    last = x
#~  ^^^^^^^^ TFA505 `last` stores a symbolic tensor
    return x


def counts_in_a_closure():
    count = 0
    kept = []

    @tf.function
    def step(x):
        nonlocal count
        count += 1
#~      ^^^^^^^^^^ TFA503 `count` is updated only at trace time, not on every call
        kept.append(x)
#~      ^^^^^^^^^^^^^^ TFA503 `kept` is changed only at trace time, not on every call
        return x

    return step, count


@tf.function
def own_closure(x):
    count = 0
    parts = []

    def inner():
        nonlocal count
        count += 1
        parts.append(x)

    inner()
    return x * float(count)


@tf.function
def declared_only(x):
    global total
    return x * total


def eager_names(x):
    global total
    total += 1
    LOG.append(x)
    return x


# Attributes.


class Config:
    step = 0
    rounds = 0
    seen = []


config = Config()


@tf.function
def sets_anew(x):
    config.shape = x.shape
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `config.shape` is set only at trace time, not on every call
    config.scratch = []
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `config.scratch` is set only at trace time, not on every call
    config.scratch.append(x)
    return x


@tf.function
def attributes_of_an_object(x):
    config.step += 1
#~  ^^^^^^^^^^^^^^^^ TFA503 `config.step` is updated only at trace time, not on every call
    config.rounds = config.rounds + 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `config.rounds` is updated only at trace time, not on every call
    config.seen.append(x)
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA503 `config.seen` is changed only at trace time, not on every call
    Config.step += 1
#~  ^^^^^^^^^^^^^^^^ TFA503 `Config.step` is updated only at trace time, not on every call
    Config.seen.append(x)
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA503 `Config.seen` is changed only at trace time, not on every call
    setattr(config, "step", config.step + 1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `config.step` is updated only at trace time, not on every call
    return x


class Trainer(tf.Module):
    shared = []
    of_class = 0

    def __init__(self, given=None):
        super().__init__()
        self.losses = []
        self.table = {}
        self.count = 0
        self.last = None
        self.given = given
        self.added, self.parts = 0, []
        self.variable = tf.Variable(0.0)
        self.losses.append(0.0)

    @tf.function
    def step(self, x):
        self.losses.append(x)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call
        self.losses += [x]
#~      ^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call
        self.table["x"] = x
#~      ^^^^^^^^^^^^^^^^^^^ TFA503 `self.table` is changed only at trace time, not on every call
        self.count += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        self.last = x
#~      ^^^^^^^^^^^^^ TFA505 `self.last` stores a symbolic tensor
        self.shared.append(x)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.shared` is changed only at trace time, not on every call
        Trainer.of_class += 1
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `Trainer.of_class` is updated only at trace time, not on every call
        self.__dict__["last"] = x
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.last` stores a symbolic tensor
        self.__dict__.update(last=x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.__dict__` is changed only at trace time, not on every call
        vars(self).update(last=x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.__dict__` is changed only at trace time, not on every call
        globals()["LAST"] = x
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `globals()` is changed only at trace time, not on every call
        del self.table["y"]
#~      ^^^^^^^^^^^^^^^^^^^ TFA503 `self.table` is changed only at trace time, not on every call
        return self.helper(x)

    def helper(self, x):
        self.note(x)
        this = self
        this.losses.append(x)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call
        return x

    def note(self, x):
        self.count += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        history = self.losses
        history.append(x)
#~      ^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call

    @tf.function
    def hands_itself_on(self, x):
        record(self, x)
        return x

    @tf.function
    def with_a_nested_function(self, x):
        def inner():
            self.losses.append(x)
#~          ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call

        inner()
        (lambda: self.losses.append(x))()
#~               ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call
        return x

    @tf.function
    def adds(self, x):
        self.added = self.added + 1
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.added` is updated only at trace time, not on every call
        for _ in range(3):
            self.added = self.added + 2
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.added` is updated only at trace time, not on every call
        self.parts = self.parts + [x]
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.parts` is set only at trace time, not on every call
        return x

    @property
    def loud(self):
        self.count += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return 1.0

    @tf.function
    def reads_a_property(self, x):
        return x * self.loud

    def eager(self, x):
        self.losses.append(x)
        self.count += 1
        return self.step(x)


def record(trainer, x):
    trainer.losses.append(x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call
    trainer.count += 1
#~  ^^^^^^^^^^^^^^^^^^ TFA503 `trainer.count` is updated only at trace time, not on every call


class Derived(Trainer):
    @tf.function
    def step(self, x):
        self.history_of().append(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.losses` is changed only at trace time, not on every call
        self.table.update(x=x)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.table` is changed only at trace time, not on every call
        return super().step(x)

    def history_of(self):
        return self.losses


class Made:
    def __init__(self, x):
        self.parts = [x]
        self.count = 0

    def add(self, x):
        self.parts.append(x)
        self.count += 1
        return self


@tf.function
def own_object(x):
    made = Made(x)
    made.add(x).add(x)
    made.count += 1
    return tf.add_n(made.parts)


keeper = Made(1.0)


@tf.function
def outer_object(x):
    keeper_add(keeper, x)
    return x


def keeper_add(made, x):
    made.parts.append(x)
#~  ^^^^^^^^^^^^^^^^^^^^ TFA503 `keeper.parts` is changed only at trace time, not on every call


# Keras and datasets.


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.batches = 0
        self.activations = []
        self.mean = keras.metrics.Mean()
        self.dense = keras.layers.Dense(1)

    def build(self, input_shape):
        self.shapes = []
        self.shapes.append(input_shape)
        self.count = 1

    def call(self, x, training=False):
        self.batches += 1
#~      ^^^^^^^^^^^^^^^^^ TFA503 `self.batches` is updated only at trace time, not on every call
        self.activations.append(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.activations` is changed only at trace time, not on every call
        return self.dense(x)

    def train_step(self, data):
        LOG.append(data)
#~      ^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
        self.mean.update_state(1.0)
        self.optimizer.learning_rate = 0.1
        self.note(data)
        return {"mean": self.mean.result()}

    def note(self, data):
        self.batches += 1
#~      ^^^^^^^^^^^^^^^^^ TFA503 `self.batches` is updated only at trace time, not on every call


def parse(line):  # keeps-root
    SEEN.add(line)
#~  ^^^^^^^^^^^^^^ TFA503 `SEEN` is changed only at trace time, not on every call
    remember(line)
    return line


def remember(line):  # keeps-root
    LOG.append(line)
#~  ^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call


lines = tf.data.Dataset.from_tensor_slices(["a"]).map(parse)
lines = lines.map(lambda line: LOG.append(line) or line)  # keeps-root
#~                             ^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call

# Own containers, copies, objects of TensorFlow.


@tf.function
def own(x):
    parts = []
    parts.append(x)
    table = {}
    table["x"] = x
    copied = list(LOG)
    copied.append(x)
    sliced = LOG[:]
    sliced.append(x)
    more = dict(TABLE, y=x)
    more["z"] = x
    merged = {**TABLE}
    merged["z"] = x
    other = LOG + [x]
    other.append(x)
    fresh = LOG.copy()
    fresh.append(x)
    ordered = sorted(LOG)
    ordered.append(x)
    made = [each for each in LOG]
    made.append(x)
    rows = np.copy(ROWS)
    rows[0] = 1.0
    twice = ROWS * 2.0
    twice[0] = 1.0
    return tf.add_n(parts) + table["x"]


outer_variable = tf.Variable([0.0, 0.0])
mean = tf.keras.metrics.Mean()
optimizer = tf.keras.optimizers.SGD()
grown = tf.Variable(0)


@tf.function
def of_tensorflow(x):
    global outer_variable
    outer_variable.assign_add(x)
    outer_variable[0].assign(1.0)
    mean.update_state(x)
    grown.assign_add(1)
    array = tf.TensorArray(tf.float32, size=1)
    array = array.write(0, x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    optimizer.apply_gradients([(tape.gradient(y, x), outer_variable)])
    optimizer.learning_rate = 0.1
    return array.stack()


def follows(host):
    @tf.function
    def step(x):
        ids, rows = host.store.append(x, x)
        host.rows.append(x, axis=0)
        last = host.queue.append(x)
        host.log.append(x)
#~      ^^^^^^^^^^^^^^^^^^ TFA503 `host.log` is changed only at trace time, not on every call
        host.log.extend([x])
#~      ^^^^^^^^^^^^^^^^^^^^ TFA503 `host.log` is changed only at trace time, not on every call
        return ids + rows + last

    return step


# Once by design, and counters of traces.

traces = 0
trace_count = 0
cache = {}
late = None
ready = False


@tf.function
def counts_traces(x):
    global traces, trace_count
    traces += 1
#~  ^^^^^^^^^^^ TFA503 `traces` is updated only at trace time, not on every call
    trace_count = trace_count + 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `trace_count` is updated only at trace time, not on every call
    TABLE["traces"] = 1
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    return x


class Once(tf.Module):
    def __init__(self):
        super().__init__()
        self.built = False
        self.variable = None
        self.retraces = 0
        self.names = None
        self.first = True
        self.again = True
        self.fresh = True
        self.doubled = True
        self.asked = True
        self.tried = False
        self.calls = 0
        self.rounds = 0
        self.axis = -1
        self.waiting = -5
        self.steps = 0
        self.lifts = 0
        self.total = tf.Variable(0.0)

    def begin_anew(self):
        self.again = True
        self.rounds = 0

    @tf.function
    def left_behind(self, x):
        if self.calls == 0:
            self.calls += 1
        if self.axis < 0:
            self.axis = len(x.shape) + self.axis
        if self.rounds == 0:
            self.rounds += 1
#~          ^^^^^^^^^^^^^^^^ TFA503 `self.rounds` is updated only at trace time, not on every call
        if self.waiting < 0:
            self.waiting += 1
#~          ^^^^^^^^^^^^^^^^^ TFA503 `self.waiting` is updated only at trace time, not on every call
        if self.steps == 0:
            self.steps += 1
#~          ^^^^^^^^^^^^^^^ TFA503 `self.steps` is updated only at trace time, not on every call
            self.total.assign_add(1.0)
        if not self.tried:
            self.tried = True
            twice = x * 2.0
            _ = twice
        if self.lifts == 0:
            with tf.init_scope():
                self.lifts += 1
                self.total.assign_add(1.0)
        return x

    @tf.function
    def flags(self, x):
        if self.first:
            self.first = False
        if self.again:
            self.again = False
#~          ^^^^^^^^^^^^^^^^^^ TFA503 `self.again` is set only at trace time, not on every call
        return x

    @tf.function
    def thrown_later(self, x):
        if self.fresh:
            self.names = ["a"]
        if self.doubled:
            x = x * 2.0
        if self.asked:
            self.names = ["b"]
        self.fresh = False
        self.doubled = False
#~      ^^^^^^^^^^^^^^^^^^^^ TFA503 `self.doubled` is set only at trace time, not on every call
        self.asked = False
#~      ^^^^^^^^^^^^^^^^^^ TFA503 `self.asked` is set only at trace time, not on every call
        return x * float(self.asked)

    @tf.function
    def step(self, x):
        if not self.built:
            self.variable = tf.Variable(0.0)
            self.built = True
        if self.names is None:
            self.names = ["a", "b"]
        self.retraces += 1
#~      ^^^^^^^^^^^^^^^^^^ TFA503 `self.retraces` is updated only at trace time, not on every call
        return self.variable + x


@tf.function
def singletons(x):
    global late
    if late is None:
        late = tf.Variable(0.0)
    if "v" not in cache:
        cache["v"] = tf.Variable(0.0)
    if Config.warned is False:
        Config.warned = True
    if not hasattr(config, "names"):
        setattr(config, "names", ["a", "b"])
    return late + cache["v"] + x


def kind_of(name):
    try:
        return TABLE[name]
    except KeyError:
        pass
    TABLE[name] = name.upper()
    return TABLE[name]


def kind_of_late(name):
    try:
        return TABLE[name]
    except RuntimeError:
        pass
    TABLE[name] = name.upper()
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    return TABLE[name]


@tf.function
def remembers_kinds(x):
    return x, kind_of("a"), kind_of_late("b")


@tf.function
def remembers_tensors(x):
    if "x" not in cache:
        cache["x"] = tf.square(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `cache` caches a symbolic tensor of the first trace
    return cache["x"]


@tf.function
def as_python(x):
    def keep(value):
        LOG.append(value)
        return value

    tf.py_function(keep, [x], tf.float32)
    tf.numpy_function(lambda value: LOG.append(value), [x], [])
    if tf.executing_eagerly():
        LOG.append(x)
    return x


class Watch(keras.callbacks.Callback):
    def on_batch_end(self, batch, logs=None):
        LOG.append(logs)
        self.batches = batch


class Ratio(keras.metrics.Metric):
    def build(self, shape):
        self.size = tf.cast(tf.reduce_prod(shape), tf.float32)
        self.built = True

    def update_state(self, values, sample_weight=None):
        if not self.built:
            with tf.init_scope():
                self.build(values.shape)
        return tf.reduce_sum(values) / self.size


class Sliced(tf.Module):
    def __init__(self, dims):
        self._dims = list(dims)

    @property
    def dims(self):
        return self._dims

    @dims.setter
    def dims(self, value):
        self._dims = list(value)

    @property
    def seen(self):
        LOG.append(self._dims)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
        return self._dims

    @seen.setter
    def seen(self, value):
        self._dims = list(value)
        LOG.append(value)
#~      ^^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call

    @tf.function
    def __call__(self, x):
        return tf.gather(x, self.dims, axis=-1) + tf.gather(x, self.seen, axis=-1)

    @tf.function
    def reset(self, x):
        self.seen = [0]
#~      ^^^^^^^^^^^^^^^ TFA503 `self.seen` is set only at trace time, not on every call
        return x


class Shelf:
    """A method that Python runs without a call in the text has its effects at trace time, too."""

    def __init__(self):
        self.items = []

    def __setitem__(self, key, value):
        self.items.append(key)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `shelf.items` is changed only at trace time, not on every call

    def __getattr__(self, name):
        self.items.append(name)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `shelf.items` is changed only at trace time, not on every call
        return 1.0

    def __format__(self, spec):
        LOG.append(spec)
#~      ^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
        return ""


shelf = Shelf()


@tf.function
def stock(x):
    shelf["a"] = x.dtype
    tf.debugging.assert_positive(x, f"{shelf}")
    return x * shelf.rate


sliced = Sliced([0])
sliced.reset(tf.constant([1.0]))
print(sliced.seen, stock(tf.constant([1.0])), stock(tf.constant([2.0])), shelf.items, LOG)


class SetUpLater(tf.Module):
    def __init__(self, make):
        self.is_ready = False
        self.is_made = False
        self.make = make

    @tf.function
    def __call__(self, x):
        if not self.is_ready:
            with tf.init_scope():
                self._set_up(self.make())
                self.make = None
        if not self.is_made:
            self._make_the_rest()
        return x

    def _set_up(self, parts):
        self.parts = parts
        self.is_ready = True

    def _make_the_rest(self):
        assert not self.is_made
        self.is_made = True


@functools.lru_cache(maxsize=None)
def changed_once_in_plain_python_too(name):
    LOG.append(name)
    return behind_what_is_kept(name)


def behind_what_is_kept(name):
    TABLE[name] = further_behind(name)
    return len(TABLE)


def further_behind(name):
    SEEN.add(name)
    return deeper_still(name)


def deeper_still(name):
    return deepest(name)


def deepest(name):
    COUNTS[name] += 1
    return 2.0


@tf.function
def uses_what_is_kept(x):
    return x * changed_once_in_plain_python_too("rate")


# What is traced at once, or kept by graph.

FEEDS = []
BY_GRAPH = defaultdict(dict)


def pruned(x):
    FEEDS.append(x)
    return x * 2.0


doubling = tf.compat.v1.wrap_function(pruned, [tf.TensorSpec([], tf.float32)]).prune(FEEDS, [])


def add_loss(name, loss):
    losses = BY_GRAPH[tf.compat.v1.get_default_graph()]
    losses[name] = loss


@tf.function
def with_losses(x):
    add_loss("l2", x * x)
    BY_GRAPH["all"][x.name] = x
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `BY_GRAPH[...]` is changed only at trace time, not on every call
    return x


class Slow:
    def __init__(self):
        self.makes_all = True
        self.slow = []

    @tf.function
    def apply(self, fast):
        if self.makes_all:
            self.slow = [tf.Variable(tf.zeros_like(each)) for each in fast]
            self.makes_all = False
        return self.slow


class Queues:
    active: list = []

    @classmethod
    def append(cls, thing):
        return thing


def queued(thing, queues=Queues):
    queues.append(thing)


def queued_as_said(thing, queues: Queues):
    queues.append(thing)


@tf.function
def puts_into_queues(x):
    for put in (queued, queued_as_said):
        put(3, Queues)
        put(3, somewhere.QUEUES)
    return x


# Methods that are kept under a name before they are called.

write_down = LOG.append
INFO = types.SimpleNamespace(n=0)


class Holder:
    def __init__(self):
        self.items = []
        self.add = self.items.append

    @tf.function
    def step(self, x):
        self.add(x)
#~      ^^^^^^^^^^^ TFA503 `self.items` is changed only at trace time, not on every call
        return x


holder = Holder()


@tf.function
def kept_methods(x, tell):
    write_down(x)
#~  ^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    update = TABLE.update
    update({"x": x})
#~  ^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    for each in map(SEEN.add, [1]):
#~              ^^^^^^^^^^^^^^^^^^ TFA503 `SEEN` is changed only at trace time, not on every call
        pass
    INFO.n += 1
#~  ^^^^^^^^^^^ TFA503 `INFO.n` is updated only at trace time, not on every call
    mine = []
    collect = mine.append
    collect(x)
    tell(x)
#~  ^^^^^^^ TFA503 `WINDOW` is changed only at trace time, not on every call
    return tf.add_n(mine)


kept_methods(tf.constant(1.0), WINDOW.append)
holder.step(tf.constant(1.0))


NAMES = {}
KEYS = set()
SHAPES = []


@tf.function
def handed_out(parts, x):
    """Names, shapes and keys are the same whenever the trace runs; a list grows by them once per trace."""
    NAMES["x"] = x.dtype
#~  ^^^^^^^^^^^^^^^^^^^^ TFA503 `NAMES` is changed only at trace time, not on every call
    KEYS.update(parts.keys())
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `KEYS` is changed only at trace time, not on every call
    SHAPES.append(x.shape)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `SHAPES` is changed only at trace time, not on every call
    return x


class Counting(tf.Module):
    """What the constructors of subclasses set is an attribute of the base class, too."""

    @tf.function
    def count(self, x):
        self.calls += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.calls` is updated only at trace time, not on every call
        self.seen.append("x")
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.seen` is changed only at trace time, not on every call
        return x


class Starting:
    def __init__(self):
        super().__init__()
        self.seen = []


class Tally(Starting, Counting):
    def __init__(self):
        super().__init__()
        self.calls = 0


class Renamed(tf.Module):
    def __init__(self):
        this = self
        super().__init__()
        this.calls = 0
        this.seen = []

    @tf.function
    def count(self, x):
        this = self

        def note():
            this.seen.append("x")
#~          ^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.seen` is changed only at trace time, not on every call

        note()
        this.calls += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.calls` is updated only at trace time, not on every call
        return x


Tally().count(tf.constant(1.0))
Renamed().count(tf.constant(1.0))


class Ring(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.place, self.size = 0, size

    @tf.function
    def store(self, x):
        slot = self.place
        self.place = (slot + 1) % self.size
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.place` is set only at trace time, not on every call
        return x


ring = Ring(3)
ring.store(tf.constant(1.0))
ring.store(tf.constant(2.0))
print(ring.place)


@tf.function
def puts_in_and_takes_out(x):
    """A container that is also changed in another way keeps something of the trace."""
    TABLE["x"] = x
#~  ^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    del TABLE["x"]
#~  ^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    TABLE["a"], TABLE["b"] = x, x
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    GROUPS["x"] = x
    del GROUPS["x"]
    return x


class Criterion:
    known = {}
    used = []

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        Criterion.known[cls.__name__] = cls

    def __call__(self, y):
        Criterion.used.append(type(self).__name__)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `Criterion.used` is changed only at trace time, not on every call
        return self.compute(y)


class Squared(Criterion):
    def compute(self, y):
        return tf.square(y)


def compiled_criterion(name):
    criterion = Criterion.known[name]()

    @tf.function
    def step(y):
        return criterion(y)

    return step


class Gate(tf.Module):
    calls = 0
    last = None

    def __call__(self, x):
        type(self).calls += 1
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `type(self).calls` is updated only at trace time, not on every call
        return x


GATE = Gate()


@tf.function
def gated(x):
    return GATE(x)


gated(tf.constant(1.0))
print(gated(tf.constant(2.0)), Gate.calls)


class Stored:
    """It keeps its attributes in tables of its own, and counts what is asked for."""

    def __init__(self):
        object.__setattr__(self, "table", {})
        object.__setattr__(self, "asked", [])

    def __setattr__(self, name, value):
        if name in self.__dict__:
            del self.__dict__[name]
        self.insert(name, value)

    def insert(self, name, value):
        self.table[name] = value

    def ask(self, name):
        self.asked.append(name)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.asked` is changed only at trace time, not on every call
        return self.table[name]

    @tf.function
    def step(self, x):
        self.count += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return x * self.ask("scale")


class Recorder:
    """It records which attributes are set: one list becomes longer by each, the other keeps the last value of each."""

    def __init__(self):
        object.__setattr__(self, "writes", [])
        object.__setattr__(self, "last", {})

    def __setattr__(self, name, value):
        self.writes.append(name)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.state.writes` is changed only at trace time, not on every call
        self.last[name] = value


class Recorded:
    def __init__(self):
        self.state = Recorder()

    @tf.function
    def step(self, x):
        self.state.mode = "run"
        return x


RECORDED = Recorded()
RECORDED.step(tf.constant(1.0))
RECORDED.step(tf.constant(2.0))
print(RECORDED.state.writes, RECORDED.state.last)


USES = {}
KEPT_LOSSES = {}


def counted(fn):
    @functools.wraps(fn)
    def wrapper(*args):
        USES[fn.__name__] = USES.get(fn.__name__, 0) + 1
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `USES` is changed only at trace time, not on every call
        return fn(*args)

    return wrapper


def kept_as(name):
    def keep(fn):
        KEPT_LOSSES[name] = fn
        return fn

    return keep


@kept_as("l1")
@counted
def absolute(x):
    return tf.reduce_sum(tf.abs(x))


@tf.function
def all_losses(x):
    total = tf.constant(0.0)
    for name in sorted(KEPT_LOSSES):
        total += KEPT_LOSSES[name](x)
    return total


all_losses(tf.constant([1.0]))
all_losses(tf.constant([2.0]))


NO_ROWS = []
FILLED_ROWS = []


@tf.function
def adds_to_a_list_that_is_always_empty(x):
    (NO_ROWS or []).append(1)  # an empty list is false: the other one is changed
    return x


@tf.function
def adds_to_a_list_that_is_filled(x):
    (FILLED_ROWS or []).append(1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `FILLED_ROWS` is changed only at trace time, not on every call
#~   ^^^^^^^^^^^ TFA113 `FILLED_ROWS` is read once, at trace time, and changes later
    return x


for each in range(3):
    FILLED_ROWS.append(each)
    adds_to_a_list_that_is_always_empty(tf.constant(1.0))
    adds_to_a_list_that_is_filled(tf.constant(1.0))


class CountsSteps:
    def __init__(self):
        self.steps = 0

    def on_step(self, value):
        self.steps += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.steps` is updated only at trace time, not on every call


class CountsEnds:
    def __init__(self):
        self.ends = 0

    def on_end(self, value):
        self.ends += 1
#~      ^^^^^^^^^^^^^^ TFA503 `self.ends` is updated only at trace time, not on every call


class RunsHooks:
    def __init__(self, hooks, at_end):
        self.hooks = hooks
        self.at_end = at_end

    @tf.function
    def run(self, x):
        for hook in self.hooks:
            hook(x)
        self.at_end(x)
        return x


counts_steps = CountsSteps()
counts_ends = CountsEnds()
runs_hooks = RunsHooks([counts_steps.on_step], counts_ends.on_end)
for each in range(3):
    runs_hooks.run(tf.constant(1.0))


def follows_variables(build):
    """Keras computes its lists of variables on each read, whatever the model is; a list that code keeps is the same each time."""
    net = build()

    @tf.function
    def step(x):
        variables = net.trainable_variables
        variables.append(x)
        kept = net.kept_variables
        kept.append(x)
#~      ^^^^^^^^^^^^^^ TFA503 `net.kept_variables` is changed only at trace time, not on every call
        return x

    for _ in range(3):
        step(tf.constant(1.0))
