"""Tensors kept where they outlive the call."""

import functools

import numpy as np
import tensorflow as tf

LAST = None
FLAG = 0
COUNT = 0
MEMO = {}
LOG = []


@tf.function
def in_a_global(x: tf.Tensor):
    global LAST
    LAST = x * 2.0
#~  ^^^^^^^^^^^^^^ TFA505 `LAST` stores a symbolic tensor
    return x


@tf.function
def under_a_condition(x: tf.Tensor):
    global FLAG, COUNT
    if x > 0.0:
        FLAG = 1
#~      ^^^^^^^^ TFA505 `FLAG` stores a symbolic tensor
    for v in tf.range(3):
        COUNT += 1
#~      ^^^^^^^^^^ TFA505 `COUNT` stores a symbolic tensor
    return x + tf.cast(FLAG, tf.float32)


def remember(model, x):
    keep(model, x)


def keep(model, x):
    model.kept = tf.square(x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `model.kept` stores a symbolic tensor


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.last = None
        self.kept = None
        self.flag = False
        self.scratch = None
        self.seen = tf.Variable(0.0)

    @tf.function
    def __call__(self, x: tf.Tensor):
        self.last = x * 2.0
#~      ^^^^^^^^^^^^^^^^^^^ TFA505 `self.last` stores a symbolic tensor
        if x > 0.0:
            self.flag = True
#~          ^^^^^^^^^^^^^^^^ TFA505 `self.flag` stores a symbolic tensor
        self.seen.assign(x)
        self.scratch = x + 1.0
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.scratch` stores a symbolic tensor
        remember(self, x)
        LOG.append(x)
        return self.finish()

    def finish(self):
        return self.scratch + 1.0


@functools.lru_cache(maxsize=None)
def cached(n):
    return tf.range(n) * 2
#~         ^^^^^^^^^^^^^^^ TFA505 `cached` caches a symbolic tensor of the first trace


@functools.lru_cache(maxsize=None)
def cached_number(n):
    return n * 2


@functools.cache
def cached_outside(n):
    with tf.init_scope():
        return tf.range(n) * 2


def memo(n):
    if n not in MEMO:
        MEMO[n] = tf.range(n) * 2
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `MEMO` caches a symbolic tensor of the first trace
    return MEMO[n]


def memo_outside(n):
    if n not in MEMO:
        with tf.init_scope():
            MEMO[n] = tf.range(n) * 2
    return MEMO[n]


class Sized(tf.Module):
    def __init__(self):
        self.size = None
        self.half = None

    def set_up(self, n):
        self.size = tf.range(n)

    def set_half(self, n):
        self.half = tf.range(n)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.half` stores a symbolic tensor

    @tf.function
    def __call__(self, x: tf.Tensor):
        with tf.name_scope("sized"), tf.init_scope():
            self.set_up(3)
            self.set_half(2)
        self.set_half(4)
        return x + tf.cast(self.size, tf.float32)


@tf.function
def caches(x: tf.Tensor):
    total = cached(4) + cached_outside(4) + memo(4) + memo_outside(4)
    return x + tf.cast(tf.reduce_sum(total), tf.float32) + cached_number(3)


@tf.function
def local(x: tf.Tensor):
    class Box:
        pass

    last = x * 2.0
    box = Box()
    box.value = last
    return box.value


model = Model()
model(tf.constant(1.0))
print(model.last, model.kept, model.flag)


def reading(model: Model):
    return model.last, model.kept, model.flag


OF_GRAPHS = {}


@tf.function
def kept_by_its_graph(x):
    graph = tf.compat.v1.get_default_graph()
    if graph not in OF_GRAPHS:
        OF_GRAPHS[graph] = tf.square(x)
    if "first" not in OF_GRAPHS:
        OF_GRAPHS["first"] = tf.square(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `OF_GRAPHS` caches a symbolic tensor of the first trace
    return OF_GRAPHS[graph]


class Shapes(tf.Module):
    def __init__(self):
        self.first = None
        self.memo = {}

    @tf.function
    def __call__(self, x):
        if self.first is None:
            self.first = tuple(tf.shape(part) for part in [x, x])
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.first` stores a symbolic tensor
        if "k" not in self.memo:
            self.memo["k"] = {"size": tf.size(x), "rank": tf.rank(x)}
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.memo` caches a symbolic tensor of the first trace
        if not hasattr(self, "variables_of_it"):
            self.variables_of_it = [tf.Variable(1.0), tf.Variable(2.0)]
        if not hasattr(self, "ranks"):
            self.ranks = [part.shape.rank for part in [x, x]]
        with tf.init_scope():
            if not hasattr(self, "constants"):
                self.constants = [tf.constant(1.0)]
        return self.first[0]


shapes = Shapes()
shapes(tf.constant([1.0]))
print(shapes.first, shapes.memo, shapes.variables_of_it, shapes.ranks, shapes.constants)


class Rated(tf.Module):
    @tf.function
    def __call__(self, x: tf.Tensor):
        self.rate = tf.reduce_mean(x)
        self.handed_on = tf.reduce_mean(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.handed_on` stores a symbolic tensor
        self.shown = tf.reduce_mean(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.shown` stores a symbolic tensor
        return x


class Matrix(tf.Module):
    """Only its own methods read the array: an update goes on from what the last call left all the same."""

    def __init__(self):
        self.matrix = np.zeros((2, 2))

    @tf.function
    def update(self, x):
        self.matrix += tf.math.confusion_matrix(x, x, 2)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.matrix` stores a symbolic tensor
        return x

    def result(self):
        return self.matrix


class Best(tf.Module):
    """A condition that asks how large what the last call left is, not only whether there is something."""

    def __init__(self):
        self.best = None

    @tf.function
    def update(self, loss: tf.Tensor):
        if self.best is None or loss < self.best:
            self.best = loss * 1.0
#~          ^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.best` stores a symbolic tensor
        return loss


class Assigned(Rated):
    def __init__(self):
        self.kept = tf.Variable(0.0)

    @property
    def rate(self):
        return self.kept * 2.0

    @rate.setter
    def rate(self, value):
        self.kept.assign(value)

    @property
    def handed_on(self):
        return self.held

    @handed_on.setter
    def handed_on(self, value):
        self.held = value


class Journal(tf.Module):
    """Setters that change another object, or count, beside a variable: that is reported in them."""

    def __init__(self):
        self.kept = tf.Variable(0.0)
        self.log = Assigned()
        self.writes = 0
        self.last = None

    @property
    def level(self):
        return self.kept.read_value()

    @level.setter
    def level(self, value):
        self.log.count += 1
        self.writes += 1
        self.kept.assign(value)

    @property
    def shown(self):
        return self.last

    @shown.setter
    def shown(self, value):
        self.log.name = "shown"
        self.last = value

    @tf.function
    def step(self, x):
        self.level = self.level + x
        self.shown = x * 2.0
#~      ^^^^^^^^^^^^^^^^^^^^ TFA505 `self.shown` stores a symbolic tensor
        return x


journal = Journal()
journal.step(tf.constant(1.0))
print(journal.shown)


assigned = Assigned()
assigned(tf.constant([1.0]))
print(assigned.shown, assigned.handed_on)


class CountsItems:
    def __init__(self):
        self.seen = 0

    @tf.function
    def step(self, x: tf.Tensor):
        for _ in tf.range(x):
            self.seen = self.seen + 1
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.seen` stores a symbolic tensor
        return x


class Accumulated:
    def __init__(self, model):
        self.model = model
        self.grads = None
        self.norm = None

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(x))
        grads = tape.gradient(loss, self.model.trainable_variables)
        if self.grads is None:
#~         ^^^^^^^^^^ TFA114 `self.grads` is read once, at trace time, and changes later
            self.grads = grads
#~          ^^^^^^^^^^^^^^^^^^ TFA505 `self.grads` stores a symbolic tensor
        return loss

    def reset(self):
        self.grads = None


kept = None
first_kept = None


def kept_scale():
    global kept
    if kept is None:
        kept = tf.ones([]) * 2.0
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `kept` stores a symbolic tensor
    return kept


def first_kept_scale():
    global first_kept
    if first_kept is None:
        first_kept = tf.ones([]) * 2.0
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `first_kept` stores a symbolic tensor
    return first_kept


@tf.function
def scaled(x):
    return x * kept_scale() * first_kept_scale()


first_kept_scale()
for each in (1.0, 2.0):
    scaled(tf.constant(each))
kept_scale()


class Recorded:
    @tf.function
    def forward(self, x):
        with tf.GradientTape() as self.tape:
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.tape` stores a gradient tape of the trace
            return tf.reduce_mean(x)

    @tf.function
    def recorded_here(self, x):
        with tf.GradientTape() as tape, Noted() as self.note:
            tape.watch(x)
            y = x * x
        return tape.gradient(y, x)

    def backward(self, loss, x):
        return self.tape.gradient(loss, x), self.note


class Noted:
    def __enter__(self):
        return "note"

    def __exit__(self, *given):
        return False


def backpropagated(recorded, x):
    for _ in range(3):
        recorded.recorded_here(x)
        recorded.backward(recorded.forward(x), x)


backpropagated(Recorded(), tf.ones([2]))


@tf.function(autograph=False)
def walrus(x):
    global NEWEST
    return (NEWEST := x * 2.0) + 1.0
#~          ^^^^^^^^^^^^^^^^^ TFA505 `NEWEST` stores a symbolic tensor


NEWEST = None


class Outer(tf.Module):
    """A setter that changes an object of a library, in which nothing is reported."""

    def __init__(self):
        super().__init__()
        self.inner = tf.keras.layers.Dense(2)

    @property
    def rate(self):
        return self.inner.rate

    @rate.setter
    def rate(self, value):
        self.inner.rate = value

    @tf.function
    def step(self, x):
        self.rate = tf.reduce_sum(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA505 `self.rate` stores a symbolic tensor
        return x


outer = Outer()
outer.step(tf.ones([2]))
