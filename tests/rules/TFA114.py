"""Attributes set again after traced code has read them: every way to set one, every way into a trace, every exemption."""

import keras
import numpy as np
import tensorflow as tf


class Scaler(tf.Module):
    mode = "train"

    def __init__(self, offset):
        super().__init__()
        self.scale = 1.0
        self.offset = offset
        self.sizes = []
        self.table = np.zeros(2)
        self.start = tf.constant(1.0)
        self.count = tf.Variable(0)
        self.layer = keras.layers.Dense(1)
        self.lazy = None
        self.kept = None
        self.renewed = None
        self.seen = 0
        self.fused = False
        self._reset()
        self.scratch = 0.0

    def _reset(self):
        self.from_a_builder = 1.0
        self._fill()

    def _fill(self):
        self.filled = [1.0]
        self.filled.append(2.0)

    def fuse(self):
        self.fused = True
        self.only_here = self.offset

    def build(self, shape):
        self.width = 2.0

    def grow(self, step):
        self.scale *= 2.0
        self.sizes.append(step)
        self.table[0] = step
        self.start = tf.constant(step)
        self.count = tf.Variable(0)
        self.layer = keras.layers.Dense(2)
        self.scratch = step
        if self.lazy is None:
            self.lazy = 3.0
        if step and not getattr(self, "kept", None):
            self.kept = step
        if step and getattr(self, "renewed", None):
            self.renewed = step

    @property
    def doubled(self):
        return self.scale * 2.0
#~             ^^^^^^^^^^ TFA114 `self.scale` is read once, at trace time, and changes later

    @tf.function
    def run(self, x):
        a = x * self.scale
#~              ^^^^^^^^^^ TFA114 `self.scale` is read once, at trace time, and changes later
        b = x + len(self.sizes)
#~                  ^^^^^^^^^^ TFA114 `self.sizes` is read once, at trace time, and changes later
        c = x + self.table
#~              ^^^^^^^^^^ TFA114 `self.table` is read once, at trace time, and changes later
        d = x + self.start
#~              ^^^^^^^^^^ TFA114 `self.start` is read once, at trace time, and changes later
        if self.mode == "train":
#~         ^^^^^^^^^ TFA114 `self.mode` is read once, at trace time, and changes later
            x = x * 2.0
        return a + b + c + d + self.helper(x) + self.doubled

    def helper(self, x):
        return x * self.scale
#~                 ^^^^^^^^^^ TFA114 `self.scale` is read once, at trace time, and changes later

    @tf.function
    def steady(self, x):
        self.count.assign_add(1)
#~      ^^^^^^^^^^ TFA114 `self.count` is read once, at trace time, and changes later
        self.scratch = 2.0
        self.sizes.append(x)
        x = self.layer(x) * self.offset * self.from_a_builder * self.width + self.scratch
        return x * self.lazy + self.kept + self.renewed
#~                                         ^^^^^^^^^^^^ TFA114 `self.renewed` is read once, at trace time, and changes later

    @tf.function
    def low_confidence(self, x):
        return x * self.only_here if self.fused else x + len(self.filled)
#~                 ^^^^^^^^^^^^^^ TFA114 `self.only_here` is read once, at trace time, and changes later
#~                                   ^^^^^^^^^^ TFA114 `self.fused` is read once, at trace time, and changes later

    @tf.function
    def counts_itself(self, x):
        self.seen += 1
        return x + self.seen

    def eager(self, x):
        return x * self.scale


scaler = Scaler(1.0)


def switch():
    scaler.mode = "test" if scaler.mode == "train" else "train"


@tf.function
def of_another_object(x):
    return x * scaler.scale
#~             ^^^^^^^^^^^^ TFA114 `scaler.scale` is read once, at trace time, and changes later


@tf.function
def with_a_nested_function(x):
    def nested(y):
        return y * scaler.scale
#~                 ^^^^^^^^^^^^ TFA114 `scaler.scale` is read once, at trace time, and changes later

    return nested(x)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.gain = 1.0
        self.fixed = 2.0

    def call(self, x):
        return x * self.gain * self.fixed
#~                 ^^^^^^^^^ TFA114 `self.gain` is read once, at trace time, and changes later


class Derived(Scaler):
    @tf.function
    def other(self, x):
        return x * self.scale
#~                 ^^^^^^^^^^ TFA114 `self.scale` is read once, at trace time, and changes later


class Watch(keras.callbacks.Callback):
    def __init__(self, net: Net):
        super().__init__()
        self.net = net

    def on_epoch_end(self, epoch, logs=None):
        self.net.gain = 0.5 * epoch


numbers = tf.data.Dataset.range(3).map(lambda number: number * len(scaler.sizes))  # keeps-root
#~                                                                 ^^^^^^^^^^^^ TFA114 `scaler.sizes` is read once, at trace time, and changes later

# Meant as it is.


@tf.function
def made_in_the_call(x):
    own = Scaler(2.0)
    own.scale = 3.0
    return x * own.scale + Scaler(1.0).scale


@tf.function
def escapes(x):
    if tf.executing_eagerly():
        return x * scaler.scale
    return tf.py_function(lambda value: value * scaler.scale, [x], tf.float32)


@tf.function
def unknown(x, thing):
    return x * thing.scale


class Chooser:
    def __init__(self, function):
        self.function = function

    @tf.function
    def choose(self, x):
        return tf.exp(self.function(x))
#~                    ^^^^^^^^^^^^^ TFA114 `self.function` is read once, at trace time, and changes later


chooser = Chooser(None)
chooser.choose(tf.constant(1.0))
chooser.function = tf.sqrt
chooser.choose(tf.constant(1.0))


class Task(tf.Module):
    def __init__(self, weights):
        self._weights = list(weights)

    @property
    def weights(self):
        return self._weights

    @weights.setter
    def weights(self, value):
        self._weights = list(value)

    @tf.function
    def __call__(self, x):
        for weight in self._weights:
#~                    ^^^^^^^^^^^^^ TFA114 `self._weights` is read once, at trace time, and changes later
            x = x + weight
        return x


class Weighing:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, x):
        return x * self.weight


class Signing(Weighing):
    def __tf_tracing_type__(self, context):
        return context.signature_of(self.weight)


@tf.function
def apply(x, signing: Signing):
    return x * signing.weight


@tf.function
def keep(x, weighing: Weighing):
    return x * weighing.weight
#~             ^^^^^^^^^^^^^^^ TFA114 `weighing.weight` is read once, at trace time, and changes later


signing, weighing = Signing(1.0), Weighing(1.0)
for _ in range(3):
    apply(tf.constant(1.0), signing)
    keep(tf.constant(1.0), weighing)
    signing.weight += 1.0
    weighing.weight += 1.0


class Swapped(tf.Module):
    """One function takes the place of another; one that is wrapped stays what it is."""

    def __init__(self):
        super().__init__()
        self.act = self.positive
        self.step = self.positive

    def positive(self, x):
        return x

    def negative(self, x):
        return -x

    def turn(self):
        self.act = self.negative

    def wrap(self):
        self.step = tf.function(self.step)

    @tf.function
    def run(self, x):
        return self.act(x) + self.step(x)
#~             ^^^^^^^^ TFA114 `self.act` is read once, at trace time, and changes later


swapped = Swapped()
for _ in range(2):
    print(swapped.run(tf.constant(1.0)))
    swapped.turn()
    swapped.wrap()


class Remade:
    """A setter that wraps the function again drops its trace with the old value; one that wraps another function does not."""

    def __init__(self):
        self.rate = 1.0
        self.bias = 1.0
        self.early = 1.0
        self.make()

    def make(self):
        self.step = tf.function(self._step)
        self.other = tf.function(self._other)

    def _step(self, x):
        y = x * self.rate
        y = y + self.bias
#~              ^^^^^^^^^ TFA114 `self.bias` is read once, at trace time, and changes later
        return y + self.early

    def _other(self, x):
        return x

    def set_rate(self, rate):
        self.rate *= rate
        self.make()

    def set_bias(self, bias):
        self.bias *= bias
        self.other = tf.function(self._other)

    def set_early(self, early):
        self.make()
        self.early *= early


remade = Remade()
for _ in range(2):
    print(remade.step(tf.constant(1.0)), remade.other(tf.constant(1.0)))
    remade.set_rate(2.0)
for _ in range(2):
    print(remade.step(tf.constant(1.0)), remade.other(tf.constant(1.0)))
    remade.set_bias(2.0)
for _ in range(2):
    print(remade.step(tf.constant(1.0)), remade.other(tf.constant(1.0)))
    remade.set_early(2.0)


class Compiled(tf.keras.Model):
    """Keras traces `train_step` again once the model is compiled, or what it keeps is cleared."""

    def __init__(self):
        super().__init__()
        self.weight = 1.0
        self.power = 1.0
        self.kept = 1.0

    def train_step(self, data):
        loss = data * self.weight + self.power
        return {"loss": loss * self.kept}
#~                             ^^^^^^^^^ TFA114 `self.kept` is read once, at trace time, and changes later

    def set_weight(self, weight):
        self.weight *= weight
        self.compile("sgd", "mse")

    def set_power(self, power):
        self.power *= power
        self.train_function = None

    def set_kept(self, kept):
        self.kept *= kept


compiled = Compiled()
compiled.compile("sgd", "mse")
for _ in range(2):
    compiled.fit(tf.ones([2, 2]))
    compiled.set_weight(2.0)
    compiled.set_power(2.0)
for _ in range(2):
    compiled.fit(tf.ones([2, 2]))
    compiled.set_kept(2.0)


class Dial:
    """Attributes read and set by their names, and one of the class."""

    level = 1.0

    def __init__(self):
        self.gain = 1.0
        self.rate = 0.5
        self.width = 2.0

    @tf.function
    def scaled(self, x):
        return x * getattr(self, "gain")
#~                 ^^^^^^^^^^^^^^^^^^^^^ TFA114 `getattr(self, "gain")` is read once, at trace time, and changes later

    @tf.function
    def rated(self, x):
        return x * vars(self)["rate"] + getattr(self, "width")
#~                 ^^^^^^^^^^^^^^^^^^ TFA114 `vars(self)["rate"]` is read once, at trace time, and changes later

    @tf.function
    def raised(self, x):
        return x * self.level
#~                 ^^^^^^^^^^ TFA114 `self.level` is read once, at trace time, and changes later


dial, dials = Dial(), [Dial()]
for number in range(3):
    dial.gain = float(number)
    setattr(dial, "rate", float(number))
    print(dial.scaled(tf.constant(1.0)), dial.rated(tf.constant(1.0)))


def turn(level):
    Dial.level = level * 2.0
    return dials[0].raised(tf.constant(1.0))


# What a method that is always called before sets in the same trace.


class Fitter:
    def __init__(self, fast):
        self.fast = fast
        self.parts = 0.0
        self.sure = 0.0
        self.unsure = 0.0
        self.late = 0.0

    def _measure(self, x):
        with tf.name_scope("measure"):
            self.parts = x * 2.0
        if self.fast:
            self.sure = x
        else:
            self.sure = -x
        if not self.fast:
            return x
        self.unsure = x
        return x

    def _run(self, x):
        return self._measure(x)

    @tf.function
    def step(self, x):
        if self.fast:
            y = self._run(x)
        else:
            y = self._measure(x)
        return y, self.parts, self.sure, self.unsure
#~                                       ^^^^^^^^^^^ TFA114 `self.unsure` is read once, at trace time, and changes later

    @tf.function
    def in_turn(self, x):
        y = self.late + x
#~          ^^^^^^^^^ TFA114 `self.late` is read once, at trace time, and changes later
        self._finish(x)
        if self.fast:
            self._run(x)
        return y, self.parts
#~                ^^^^^^^^^^ TFA114 `self.parts` is read once, at trace time, and changes later

    def _finish(self, x):
        self.late = x

    def fit(self, other):
        for _ in range(3):
            _, self.parts, self.sure, self.unsure = self.step(tf.ones([]))
            _, self.late = self.in_turn(tf.ones([]))


Fitter(True).fit(Fitter(False))


class Anchors:
    """Its constructor sets what it runs with, once for each object, and one of its methods sets it anew for the same object."""

    def __init__(self, config):
        self.size = tf.constant([config.height, config.width], tf.float32)
        self.scale = config.scale
        self.anchors = self.of_batch(config.batch)

    def rescale(self, scale):
        self.scale = scale
        return self.of_batch(2.0)

    @tf.function
    def of_batch(self, batch):
        return self.size * batch * self.scale
#~                                 ^^^^^^^^^^ TFA114 `self.scale` is read once, at trace time, and changes later


KINDS = {"anchors": Anchors}


class Detector:
    def __init__(self, config):
        self.anchors = KINDS.get(config.kind)(config)


def add_table(self, size):
    """Sets up the object that a constructor passes to it; no other code calls it, but for itself."""
    if size > 100:
        return add_table(self, 100)
    self.table = self.add_weight(shape=[size], name="table")


def add_offset(self, size):
    self.offset = self.add_weight(shape=[size], name="offset")


class Lookup(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        add_table(self, size)
        add_offset(self, size)

    def call(self, x):
        return x @ self.table + self.offset
#~                              ^^^^^^^^^^^ TFA114 `self.offset` is read once, at trace time, and changes later


class Search(tf.keras.layers.Layer):
    def build(self, shape):
        add_table(self, shape[-1])
        add_offset(self, shape[-1])

    def call(self, x):
        return x @ self.table - self.offset
#~                              ^^^^^^^^^^^ TFA114 `self.offset` is read once, at trace time, and changes later


def widen(layer):
    add_offset(layer, 3)
