"""Python loops that put their body into the graph once per round."""

import dataclasses
import itertools

import keras
import numpy as np
import tensorflow as tf

LAYERS = [keras.layers.Dense(1) for _ in range(30)]
ROWS = np.ones([100, 3])
MANY = list(range(100))
COUNT = 40
FEW = 4
model = keras.Sequential(LAYERS)
optimizer = keras.optimizers.SGD()


@tf.function
def constants(x):
    for _ in range(100):
#~           ^^^^^^^^^^ TFA401 the loop over `range(100)` is unrolled into the graph
        x = x * 2.0
    for _ in range(0, 100, 2):
#~           ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(0, 100, 2)` is unrolled into the graph
        x = x * 2.0
    for _ in range(999999999999999999999):
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(999999999999999999999)` is unrolled into the graph
        x = x * 2.0
    for _ in range(-999999999999999999999999, 999999999999, 7):
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(-999999999999999999999999, 999999999999, 7)` is unrolled into the graph
        x = x * 2.0
    for _ in range(COUNT):
#~           ^^^^^^^^^^^^ TFA401 the loop over `range(COUNT)` is unrolled into the graph
        x = x * 2.0
    for _ in reversed(range(100)):
#~           ^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `reversed(range(100))` is unrolled into the graph
        x = x * 2.0
    for number, _ in enumerate(range(100)):
#~                   ^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `enumerate(range(100))` is unrolled into the graph
        x = x * 2.0
    for _ in ROWS:
#~           ^^^^ TFA401 the loop over `ROWS` is unrolled into the graph
        x = x * 2.0
    for _ in MANY:
#~           ^^^^ TFA401 the loop over `MANY` is unrolled into the graph
        x = x * 2.0
    for _ in np.arange(100):
#~           ^^^^^^^^^^^^^^ TFA401 the loop over `np.arange(100)` is unrolled into the graph
        x = x * 2.0
    return x


@tf.function
def nested(x):
    for _ in range(10):
        for _ in range(20):
#~               ^^^^^^^^^ TFA401 the loop over `range(20)` is unrolled into the graph
            x = x * 2.0
    return x


@tf.function
def arguments(x, n: int, rows: list):
    for _ in range(n):
#~           ^^^^^^^^ TFA401 the loop over `range(n)` is unrolled into the graph
        x = x * 2.0
    for row in rows:
#~             ^^^^ TFA401 the loop over `rows` is unrolled into the graph
        x = x + row
    i = 0
    while i < n:
#~        ^^^^^ TFA401 the loop `while i < n` is unrolled into the graph
        x = x * 2.0
        i += 1
    return x


@tf.function
def lengths(x):
    for i in range(len(x)):
#~           ^^^^^^^^^^^^^ TFA401 the loop over `range(len(x))` is unrolled into the graph
        tf.print(x[i])
    for i in range(x.shape[0]):
#~           ^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(x.shape[0])` is unrolled into the graph
        tf.print(x[i])
    for i in range(len(ROWS)):
#~           ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(len(ROWS))` is unrolled into the graph
        tf.print(x[i])
    return x


@tf.function
def unknown_argument(x, n):
    for _ in range(n):
#~           ^^^^^^^^ TFA401 the loop over `range(n)` is unrolled into the graph
        x = x * 2.0
    return x


unknown_argument(tf.constant(1.0), 30)


@tf.function
def trains(x):
    for _ in range(2):
#~           ^^^^^^^^ TFA401 the loop over `range(2)` is unrolled into the graph
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return x


@tf.function
def trains_on_what_may_be_a_dataset(batches):
    for batch in batches:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(batch))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    for batch in iter(batches):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(batch))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


@tf.function
def asks_a_helper(x):
    return power(x)


def power(x):
    return powers(x)


def powers(x):
    for _ in range(100):
#~           ^^^^^^^^^^ TFA401 the loop over `range(100)` is unrolled into the graph
        x = x * 2.0
    return x


@tf.function
def helper_makes_operations(x):
    for _ in range(100):
#~           ^^^^^^^^^^ TFA401 the loop over `range(100)` is unrolled into the graph
        x = double(x)
    return x


def double(x):
    return x * 2.0


class Simulation(tf.Module):
    def __init__(self, steps=100):
        super().__init__()
        self.steps = steps

    @tf.function
    def run(self, x):
        def inner(y):
            for _ in range(50):
#~                   ^^^^^^^^^ TFA401 the loop over `range(50)` is unrolled into the graph
                y = y * 2.0
            return y

        return inner(self.all_steps(x))

    def all_steps(self, x):
        for _ in range(64):
#~               ^^^^^^^^^ TFA401 the loop over `range(64)` is unrolled into the graph
            x = x * 2.0
        return x


class Net(keras.Model):
    def call(self, x):
        for _ in range(32):
#~               ^^^^^^^^^ TFA401 the loop over `range(32)` is unrolled into the graph
            x = tf.nn.relu(x)
        return x


def parse(x):  # keeps-root
    for _ in range(32):
#~           ^^^^^^^^^ TFA401 the loop over `range(32)` is unrolled into the graph
        x = x * 2
    return x


numbers = tf.data.Dataset.range(3).map(parse)


@tf.function(autograph=False)
def not_converted(x):
    for _ in range(100):
#~           ^^^^^^^^^^ TFA401 the loop over `range(100)` is unrolled into the graph
        x = x * 2.0
    return x


# Cheap, or loops of the graph.


@tf.function
def of_the_graph(x, dataset: tf.data.Dataset):
    for _ in tf.range(100):
        x = x * 2.0
    for row in x:
        x = x + row
    for _ in range(tf.shape(x)[0]):
        x = x * 2.0
    for batch in dataset:
        x = x + batch
    while tf.reduce_sum(x) < 100.0:
        x = x * 2.0
    for _ in tf.data.Dataset.range(100):
        x = x * 2.0
    return x


@tf.function
def few(x):
    for _ in range(16):
        x = x * 2.0
    for _ in range(FEW):
        x = x * 2.0
    for factor in (1.0, 2.0, 3.0):
        x = x * factor
    for name, factor in {"a": 1.0, "b": 2.0}.items():
        x = x * factor
    for _ in range(100, 100):
        x = x * 2.0
    i = 0
    while i < 3:
        x = x * 2.0
        i += 1
    return x


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def of_unknown_length(x):
    for i in range(len(x)):
        x = x * tf.sin(x[i])
    return x


@tf.function
def of_the_model(x):
    for layer in LAYERS:
        x = layer(x)
    for variable in model.trainable_variables:
        variable.assign_add(x)
    for gradient, variable in zip([x], model.trainable_variables):
        variable.assign_sub(gradient)
    for i in range(len(model.layers)):
        x = model.layers[i](x)
    for axis in range(len(x.shape)):
        x = tf.reduce_sum(x, axis, keepdims=True)
    for axis in range(x.shape.rank):
        x = tf.reduce_sum(x, axis, keepdims=True)
    return x


@tf.function
def without_operations(x, n: int):
    names = []
    for i in range(100):
        names.append(str(i))
    total = 0
    for i in range(n):
        total += i
    return x * float(total)


@tf.function
def in_python(x):
    if tf.executing_eagerly():
        for _ in range(100):
            x = x * 2.0
    return x


@tf.function
def called_in_each_round(x, models: list):
    for model in models:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = model(x)
        x += tape.gradient(y, x)
    for number, layer in enumerate(LAYERS):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = layer(x) * float(number)
        x += tape.gradient(y, x)
    return x


def eager(x):
    for _ in range(100):
        x = of_the_model(x)
    return x


@tf.function
def comprehensions(x, n: int):
    a = [x * i for i in range(n)]
#~                      ^^^^^^^^ TFA401 the loop over `range(n)` is unrolled into the graph
    b = {i: double(x) for i in range(100)}
#~                             ^^^^^^^^^^ TFA401 the loop over `range(100)` is unrolled into the graph
    c = sum(tf.sin(x[i]) for i in range(x.shape[0]))
#~                                ^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(x.shape[0])` is unrolled into the graph
    three = [x * i for i in range(3)]
    numbers = [i * 2 for i in range(n)]
    sizes = [x.shape[i] for i in range(100)]
    again = [part * 2.0 for part in three]
    layers = [LAYERS[i](x) for i in range(len(LAYERS))]
    return a, b, c, numbers, sizes, again, layers


WRITTEN_OUT = np.array([[6, 7, 8], [3, 4, 5], [0, 1, 2]])


@tf.function
def rows_written_out(x):
    for row in WRITTEN_OUT:
        x += tf.gather(x, row)
    for i in range(len(WRITTEN_OUT)):
        x += tf.gather(x, WRITTEN_OUT[i])
    weights = tf.constant([0.1, 0.1, 1, 1, 1])
    for i in range(len(weights)):
        x += weights[i]
    many = tf.constant(HALVES)
    for i in range(len(many)):
#~           ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(len(many))` is unrolled into the graph
        x += many[i]
    return x


@tf.function
def axes(x: tf.Tensor):
    sizes = tf.shape(x)
    for i in range(1, len(sizes)):
        x += tf.cast(sizes[i], tf.float32)
    for i in range(len(tf.shape(x))):
        x += tf.cast(sizes[i], tf.float32)
    rows = tf.abs(x)
    for i in range(len(rows)):
#~           ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(len(rows))` is unrolled into the graph
        x += rows[i]
    return x


HALVES = [0.5] * 40
TENTHS = [0.1 * each for each in range(40)]
GRADES = {"a": 1.0, "b": 2.0}
SCALES = [tf.Variable(1.0) for _ in range(40)]


@tf.function
def many_elements_of_python(x):
    for half in HALVES:
#~              ^^^^^^ TFA401 the loop over `HALVES` is unrolled into the graph
        x += half
    for half, tenth in zip(HALVES, TENTHS):
#~                     ^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `zip(HALVES, TENTHS)` is unrolled into the graph
        x += half * tenth
    for place, tenth in enumerate(TENTHS):
#~                      ^^^^^^^^^^^^^^^^^ TFA401 the loop over `enumerate(TENTHS)` is unrolled into the graph
        x += place * tenth
    for place in range(len(TENTHS)):
#~               ^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(len(TENTHS))` is unrolled into the graph
        x += TENTHS[place]
    for row, column in itertools.product(range(8), range(8)):
#~                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `itertools.product(range(8), range(8))` is unrolled into the graph
        x += row * column
    parts = [x * half for half in HALVES]
#~                                ^^^^^^ TFA401 the loop over `HALVES` is unrolled into the graph
    return x, parts


@tf.function
def few_elements_of_python(x):
    for half, grade in zip(HALVES, GRADES.values()):
        x += half * grade
    for row, column in itertools.product(range(2), range(3)):
        x += row * column
    for scale in SCALES:
        scale.assign_add(1.0)
    for half in [each for each in HALVES if each > 1.0]:
        x += half
    return x


@tf.function
def loops_in_a_loop(x):
    for row in range(8):
#~             ^^^^^^^^ TFA401 the loop over `range(8)` is unrolled into the graph
        for column in range(8):
            x += row * column
    for row in range(3):
        for column in range(4):
            x += row * column
    for row in range(8):
        for scale in SCALES:
            scale.assign_add(1.0)
    return x


@tf.function
def counted(x):
    i = 0
    while i < 40:
#~        ^^^^^^ TFA401 the loop `while i < 40` is unrolled into the graph
        x *= 2.0
        i += 1
    j = COUNT
    while 0 <= j:
#~        ^^^^^^ TFA401 the loop `while 0 <= j` is unrolled into the graph
        x *= 2.0
        j = j - 1
    k = 0
    while k < 4:
        x *= 2.0
        k += 1
    n = 0
    while n < 40:
        x *= 2.0
        n += 1
        if n > 2:
            n += 40
    t = tf.constant(0)
    while t < 40:
        x *= 2.0
        t += 1
    return x


class Trained(tf.Module):
    """A bound that is small by default and in each call of the project; a larger one, one that is set later and one that is not known are not."""

    def __init__(self, short=1, many=1, some=1):
        super().__init__()
        self.short = short
        self.many = many
        self.some = some
        self.reset = 1
        self.weight = tf.Variable(1.0)

    def grow(self):
        self.reset += 50

    @tf.function
    def run(self, x):
        for _ in range(self.short):
            with tf.GradientTape() as tape:
                loss = x * self.weight
            self.weight.assign_sub(tape.gradient(loss, self.weight))
        for _ in range(self.many):
#~               ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.many)` is unrolled into the graph
            with tf.GradientTape() as tape:
                loss = x * self.weight
            self.weight.assign_sub(tape.gradient(loss, self.weight))
        for _ in range(self.some):
#~               ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.some)` is unrolled into the graph
            with tf.GradientTape() as tape:
                loss = x * self.weight
            self.weight.assign_sub(tape.gradient(loss, self.weight))
        for _ in range(self.reset):
#~               ^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.reset)` is unrolled into the graph
            with tf.GradientTape() as tape:
                loss = x * self.weight
            self.weight.assign_sub(tape.gradient(loss, self.weight))
        return x


Trained().run(tf.constant(1.0))
Trained(short=2, many=40).run(tf.constant(1.0))
Trained(some=int(input())).run(tf.constant(1.0))

FIELDS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"]
NUMBERS = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0]


@tf.function
def named(parts, x):
    """Strings select parts, which no graph loop could."""
    for field in FIELDS:
        x += tf.square(parts[field])
    for number in NUMBERS:
#~                ^^^^^^^ TFA401 the loop over `NUMBERS` is unrolled into the graph
        x += tf.square(x) * number
    return tf.stack([tf.cast(parts[field], tf.bool) for field in FIELDS]), x


@tf.function
def up_to_what_is_passed(x, coefficients):
    i = 0
    while i < len(coefficients):
#~        ^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop `while i < len(coefficients)` is unrolled into the graph
        x = x * coefficients[i]
        i += 1
    for k in range(len(coefficients)):
#~           ^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(len(coefficients))` is unrolled into the graph
        x = x * coefficients[k]
    return x


up_to_what_is_passed(tf.constant(1.0), [0.5 * k for k in range(40)])


@tf.function
def up_to_its_length(x: tf.Tensor):
    i, total = 0, 0.0
    while i < len(x):
#~        ^^^^^^^^^^ TFA401 the loop `while i < len(x)` is unrolled into the graph
        total += x[i]
        i += 1
    return total


@tf.function
def between_constants(x, partons=2, frames=2):
    """As with a single bound: each call passes a small one, or one call does not."""
    for i in range(1, partons):
        x = x * x[i]
    for i in range(1, frames):
#~           ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(1, frames)` is unrolled into the graph
        x = x * x[i]
    return x


between_constants(tf.ones([9]), partons=3)
between_constants(tf.ones([90]), frames=80)


class Config:
    STEPS = 40
    CHANGED = 40
    HALVES = [0.5 for _ in range(40)]
    few = 4


class Short(Config):
    few = 50


NUMBERS_BY_NAME = {"steps": 40, "few": 4}
CHANGED_BY_NAME = {"steps": 40}


def change(steps):
    Config.CHANGED = steps
    CHANGED_BY_NAME["steps"] = steps


@tf.function
def numbers_kept_elsewhere(x):
    for _ in range(Config.STEPS):
#~           ^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(Config.STEPS)` is unrolled into the graph
        x = x * 2.0
    for half in Config.HALVES:
#~              ^^^^^^^^^^^^^ TFA401 the loop over `Config.HALVES` is unrolled into the graph
        x = x * half
    for _ in range(NUMBERS_BY_NAME["steps"]):
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(NUMBERS_BY_NAME["steps"])` is unrolled into the graph
        x = x * 2.0
    for _ in range(Config.CHANGED):
        x = x * 2.0
    for _ in range(CHANGED_BY_NAME["steps"]):
        x = x * 2.0
    for _ in range(NUMBERS_BY_NAME["few"]):
        x = x * 2.0
    for _ in range(Config.few):
        x = x * 2.0
    return x


@dataclasses.dataclass
class Settings:
    steps: int = 40
    few: int = 4
    by_call: int = 3


settings = Settings(by_call=50)


class Runner:
    _rounds = 40

    def __init__(self):
        self._horizon = 40
        self._few = 4

    @property
    def rounds(self):
        return self.own_rounds

    @property
    def own_rounds(self):
        return self._rounds

    @property
    def horizon(self):
        return self._horizon

    @property
    def few(self):
        return self._few

    @tf.function
    def run(self, x):
        for _ in range(self.horizon):
#~               ^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.horizon)` is unrolled into the graph
            x = x * 2.0
        for _ in range(self.few):
            x = x * 2.0
        for _ in range(self.rounds):
#~               ^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.rounds)` is unrolled into the graph
            x = x * 2.0
        return x


@tf.function
def numbers_of_fields(x):
    for _ in range(settings.steps):
#~           ^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(settings.steps)` is unrolled into the graph
        x = x * 2.0
    for _ in range(settings.by_call):
#~           ^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(settings.by_call)` is unrolled into the graph
        x = x * 2.0
    for _ in range(settings.few):
        x = x * 2.0
    return x


@tf.function
def of_slices(x: tf.Tensor, n=3):
    first, many = x[:3], x[:300]
    rows = x[1:3, :n]
    for i in range(first.shape[0]):
        x = x + first[i]
    for i in range(len(rows)):
        x = x + rows[i]
    for i in range(many.shape[0]):
#~           ^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(many.shape[0])` is unrolled into the graph
        x = x + many[i]
    return x


@tf.function
def selected(x: tf.Tensor, rows: tf.Tensor):
    for i in range(len(tf.cast(tf.where(x > 1.0)[:, 0], tf.int32))):
        x += rows[i]
    for i in range(len(rows)):
#~           ^^^^^^^^^^^^^^^^ TFA401 the loop over `range(len(rows))` is unrolled into the graph
        x += rows[i]
    return x


@tf.function
def pairwise(positions):
    energy = tf.constant(0.0)
    for i, j in itertools.combinations(range(24), 2):
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `itertools.combinations(range(24), 2)` is unrolled into the graph
        energy += positions[i] * positions[j]
    for i, j in itertools.permutations((0, 1), 2):
        energy += positions[i] - positions[j]
    return energy


class Renderer:
    depth = 120
    few = 3

    @tf.function
    def render(self, x):
        i = 0
        while i < self.depth:
#~            ^^^^^^^^^^^^^^ TFA401 the loop `while i < self.depth` is unrolled into the graph
            x = tf.tanh(x)
            i += 1
        i = 0
        while i < self.few:
            x = tf.sin(x)
            i += 1
        return x


@tf.function(input_signature=[tf.TensorSpec([40, 4], tf.float32)])
def stated(x):
    rows, columns = x.shape
    total = 0.0
    for row in range(rows):
#~             ^^^^^^^^^^^ TFA401 the loop over `range(rows)` is unrolled into the graph
        total += x[row, 0] / (row + 1.0)
    for row in range(x.shape[0]):
#~             ^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(x.shape[0])` is unrolled into the graph
        total += x[row, 0] / (row + 1.0)
    for column in range(columns):
        total += x[0, column] / (column + 1.0)
    for column in range(x.shape[-1]):
        total += x[0, column] / (column + 1.0)
    return total


def called_form(x):
    total = 0.0
    for row in range(x.shape[0]):
        total += x[row] / (row + 1.0)
    return total


tf.function(called_form, input_signature=[tf.TensorSpec([4], tf.float32)])


@tf.function
def made_short(x):
    total = 0.0
    for row in range(x.shape[0]):
        total += x[row] / (row + 1.0)
    return total


@tf.function
def made_long(x):
    total = 0.0
    for row in range(x.shape[0] - 1):
#~             ^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(x.shape[0] - 1)` is unrolled into the graph
        total += x[row] / x[row + 1]
    return total


made_short(tf.zeros([4]))
made_long(tf.zeros(shape=[400]))
made_long(tf.ones(100))


@tf.function
def neighbours(x: tf.Tensor):
    steps = sum(tf.abs(x[:, i + 1] - x[:, i]) for i in range(x.shape[1] - 1))
#~                                                     ^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(x.shape[1] - 1)` is unrolled into the graph
    for i in range(x.shape[0] - x.shape[1]):
        steps += x[i, i]
    return steps


TERMS = 150


def odd():
    return itertools.islice(itertools.count(1, 2), TERMS)


def few():
    return itertools.islice(itertools.count(1, 2), 3)


def chosen(count):
    return range(count)


@tf.function
def series(t):
    total = tf.zeros_like(t)
    for k in odd():
#~           ^^^^^ TFA401 the loop over `odd()` is unrolled into the graph
        total += tf.sin(k * t) / k
    for k in itertools.islice(itertools.count(1, 2), 2, 42):
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `itertools.islice(itertools.count(1, 2), 2, 42)` is unrolled into the graph
        total += tf.sin(k * t) / k
    for k in few():
        total += tf.sin(k * t) / k
    for k in itertools.islice(itertools.count(1, 2), 40, 43):
        total += tf.sin(k * t) / k
    for k in chosen(3):
        total += tf.sin(k * t) / k
    return total


def with_two_signatures(x):
    for row in range(x.shape[0]):
#~             ^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(x.shape[0])` is unrolled into the graph
        tf.print(x[row])
    return x


small = tf.function(with_two_signatures, input_signature=[tf.TensorSpec([3, 3])])
large = tf.function(with_two_signatures, input_signature=[tf.TensorSpec([500, 3])])
small(tf.ones([3, 3]))
