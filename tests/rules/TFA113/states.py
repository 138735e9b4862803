"""What runs of the eager code show: the value of the first call of a trace, and that of a later one."""

import contextlib
import os

import numpy as np
import tensorflow as tf

RATES = {"train": 1.0, "test": 1.0}
LIMIT = 8
SCALES = [1.0, 2.0]
MODE = "cold"


def shown():
    return RATES["train"]
#~         ^^^^^ TFA113 `RATES` is read once, at trace time, and changes later


@tf.function
def stepped(x):
    return x * shown() + RATES["test"]


@contextlib.contextmanager
def faster():
    kept = RATES["train"]
    RATES["train"] = 2.0 * kept
    yield
    RATES["train"] = kept


stepped(tf.constant(1.0))
with faster():
    stepped(tf.constant(2.0))


@tf.function
def compared(x):
    # It is another number, but no other answer.
    if LIMIT > 3:
        return x * 2.0
    return x


for _ in range(3):
    compared(tf.constant(1.0))
    LIMIT -= 1


@tf.function
def traced_anew(x, number):
    return x * SCALES[0] + number


for number in range(3):
    traced_anew(tf.constant(1.0), number)
    SCALES[0] += 1.0


def scaled(x, factors):
    return x * factors[1]
#~             ^^^^^^^ TFA113 `factors` is read once, at trace time, and changes later


@tf.function
def through_parameter(x):
    return scaled(x, SCALES)


for _ in range(3):
    through_parameter(tf.constant(1.0))
    SCALES[1] += 1.0


def mapped(x):  # keeps-root
    return x * (2.0 if MODE == "warm" else 3.0)
#~                     ^^^^ TFA113 `MODE` is read once, at trace time, and changes later


data = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(mapped)
for _ in data:
    MODE = "warm"

PHASE = STAGE = "cold"


def mapped_and_counted(x):  # keeps-root
    return x * (2.0 if PHASE == "warm" else 3.0)
#~                     ^^^^^ TFA113 `PHASE` is read once, at trace time, and changes later


def mapped_and_listed(x):  # keeps-root
    return x * (2.0 if STAGE == "warm" else 3.0)


counted = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(mapped_and_counted)
for _, _ in zip(enumerate(counted), range(9)):
    PHASE = "warm"
for _, _ in enumerate(list(tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(mapped_and_listed))):
    STAGE = "warm"  # every element has been computed before


@tf.function
def in_environment(x):
    return x * float(os.environ["GAIN"])
#~                   ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time


for gain in ("1.0", "2.0"):
    os.environ["GAIN"] = gain
    in_environment(tf.constant(1.0))


class Setting:
    made = None

    def __init__(self):
        self.rate = 1.0
        self._power = 1.0
        self.other = 1.0

    @classmethod
    def get(cls):
        if cls.made is None:
            cls.made = Setting()
        return cls.made

    @property
    def power(self):
        return self._power
#~             ^^^^^^^^^^^ TFA114 `self._power` is read once, at trace time, and changes later


@tf.function
def of_singleton(x):
    return x * Setting.get().rate + Setting.get().power + Setting.get().other
#~             ^^^^^^^^^^^^^^^^^^ TFA114 `Setting.get().rate` is read once, at trace time, and changes later


for _ in range(3):
    of_singleton(tf.constant(1.0))
    Setting.get().rate *= 0.5
    vars(Setting.get())["_power"] = Setting.get().power + 1.0
    Setting.get().other = 1.0


class Shifting(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.shift = 1.0
        self.late = 1.0

    def call(self, x):
        return x + self.shift + self.late
#~                 ^^^^^^^^^^ TFA114 `self.shift` is read once, at trace time, and changes later


layer = Shifting()
model = tf.keras.Sequential([layer])
model.compile("sgd", "mse")
for _ in range(3):
    model.predict(tf.ones([2, 2]))
    layer.shift += 1.0
for _ in range(3):
    layer.late += 1.0
    model.compile("sgd", "mse")
    model.predict(tf.ones([2, 2]))


def drawn():
    paths = np.zeros((4, 3), np.float32)
    for i in range(2):
        paths[:, i + 1] = paths[:, i] + 1.0
    return paths, [paths[0]]


TABLE = np.zeros(3, np.float32)


def first_of(given):
    paths, rows = given["paths"], given["rows"]
    return paths[:, -1] + rows[0][0] + TABLE[0]
#~                                     ^^^^^ TFA113 `TABLE` is read once, at trace time, and changes later


@tf.function
def of_arrays(given, row):
    return first_of(given) + row[0]


for number in range(3):
    TABLE[0] = number
    found, rows = drawn()
    of_arrays({"paths": found, "rows": rows}, TABLE)
