"""Python numbers and strings that vary from call to call of a traced function."""

import enum
import itertools
import random
import time

import numpy as np
import somewhere
import tensorflow as tf
from tqdm import tqdm


@tf.function
def step(x, k):
    return x


@tf.function(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32)])
def signed(x, k):
    return x * k


class Mode(enum.Enum):
    A = 1
    B = 2


class Trainer(tf.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0
        self.fast = tf.function(self._slow)
        self.counted = tf.Variable(0)
        self.given = 0
        self.rounds = 0

    def _slow(self, x, k):
        return x

    @tf.function
    def train(self, x, k):
        return x

    def run(self, x):
        self.steps += 1
        self.train(x, self.steps)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.train` retraces for every distinct Python value of `self.steps`
        self.fast(x, self.steps)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.fast` retraces for every distinct Python value of `self.steps`

    def loop(self, xs):
        for x in xs:
            self.train(x, self.steps)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.train` retraces for every distinct Python value of `self.steps`
            self.steps += 1
            self.fast(x, [self.steps])
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.fast` retraces for every distinct Python value of `self.steps`
            self.train(x, self.rounds)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.train` retraces for every distinct Python value of `self.rounds`
            self.rounds = (self.rounds + 1) % 100
            self.counted = self.counted + 1
            self.train(x, self.counted)
            self.given += 1
            self.given = x.given
            self.train(x, self.given)


def targets(x, n, items):
    for i in range(n):
        step(x, i)
#~      ^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
    for i in range(100):
        step(x, k=i)
#~      ^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
    for i, item in enumerate(items):
        step(item, i)
#~      ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
    for i in tqdm(range(50)):
        step(x, i)
#~      ^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
    for rate in [0.1, 0.2, 0.3, 0.4]:
        step(x, rate)
#~      ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`
    for x, i in zip(items, range(9)):
        step(x, i)
#~      ^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
    return [step(x, i) for i in range(8)]
#~          ^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`


def computed(x, n):
    for i in range(n):
        step(x, i * 0.1)
#~      ^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
        step(x, [i, 2])
#~      ^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
        step(x, {"rate": 0.5**i})
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
        step(x, f"step {i}")
#~      ^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
        step(x, "step %d of %d" % (i, n))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
        rate = 0.1 * i
        step(x, rate)
#~      ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`
        step(x, random.random())
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `k`
        step(x, time.time())
#~      ^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `k`


def counters(x, dataset):
    count = 0
    losses = []
    for batch in dataset:
        count += 1
        step(batch, count)
#~      ^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `count`
        loss = step(batch, 1)
        losses.append(loss)
        step(batch, len(losses))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `losses`
        step(batch, float(loss))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `loss`
    rate = 1.0
    while rate > 0.01:
        rate = rate * 0.5
        step(x, rate)
#~      ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`


def one_epoch(x, epoch):
    step(x, epoch)
#~  ^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `epoch`


def all_epochs(x):
    for epoch in range(20):
        one_epoch(x, epoch)


def tensors(x, n, dataset):
    for i in range(n):
        step(x, tf.constant(i))
        step(x, np.float32(i))
        signed(x, i)
    for i in tf.range(n):
        step(x, i)
    for i in np.arange(10):
        step(x, i)
    for batch in dataset:
        step(batch, batch)


def modes(x, n, unknown):
    for i in range(n):
        step(x, i % 2)
        step(x, i == 0)
        step(x, i > 3 and n > 2)
        step(x, 0.5)
#~      ^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `k`
        step(x, None)
        step(x, Mode.A)
        step(x, unknown)
    for i in range(3):
        step(x, i)
#~      ^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
    for mode in ("train", "test"):
        step(x, mode)
    for mode in ("train", "valid", "test", "export"):
        step(x, mode)
#~      ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `mode`
    for flag in [True, False, True, False]:
        step(x, flag)
    for mode in Mode:
        step(x, mode)


for number in range(10):
    step(tf.constant(1.0), number)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `number`


@somewhere.computation(tf.float32)
def compiled_elsewhere(k):
    return scaled_elsewhere(k)


@tf.function
def scaled_elsewhere(k):
    return tf.square(k)


for number in range(100):
    compiled_elsewhere(number)


class Scaled:
    @staticmethod
    @tf.function
    def alone(x, k):
        return x * k

    @classmethod
    @tf.function
    def of_class(cls, x, k):
        return x * k

    @tf.function
    def __call__(self, x, k):
        return x * k


scaled = Scaled()


def through_a_class(x):
    for i in range(20):
        Scaled.alone(x, i)
#~      ^^^^^^^^^^^^^^^^^^ TFA402 `Scaled.alone` retraces for every distinct Python value of `i`
        Scaled.of_class(x, i)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA402 `Scaled.of_class` retraces for every distinct Python value of `i`


def through_an_object(x):
    for i in range(20):
        scaled(x, i)
#~      ^^^^^^^^^^^^ TFA402 `scaled` retraces for every distinct Python value of `i`


@tf.function
def mixed(x, step, scale, bias=0):
    return x * step * scale + bias


def unpacked_before(x):
    pair = (x, 2)
    for i in range(20):
        mixed(*pair, scale=i)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA402 `mixed` retraces for every distinct Python value of `i`


def unpacked_behind(x):
    options = {"scale": 2, "bias": 1}
    for i in range(20):
        mixed(x, i, **options)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA402 `mixed` retraces for every distinct Python value of `i`


def unpacked_at_large(x, rest):
    for i in range(20):
        mixed(x, i, *rest, **{})
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `mixed` retraces for every distinct Python value of `i`


@tf.function
def counted_out(x, k):
    return x * k


def calls_with_numbers():
    counted_out(tf.constant(1.0), 1)
    counted_out(tf.constant(1.0), 2)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `counted_out` retraces for every distinct Python value of `k`
    counted_out(tf.constant(1.0), 3)


@tf.function
def told_once(x, k, training=False):
    return x * k if training else x


def calls_with_one_number():
    told_once(tf.constant(1.0), 2)
    told_once(tf.constant(1.0), 2, training=True)
    told_once(tf.constant(1.0), tf.constant(3))
    signed(tf.constant(1.0), 1.0)
    signed(tf.constant(1.0), 2.0)


def decayed(number):
    return 1.0 / (number + 1)


def is_late(number):
    return number > 10


def as_tensor(number):
    return tf.cast(number, tf.float32)


def calls_with_what_a_function_gives():
    for number in range(20):
        step(tf.constant(1.0), decayed(number))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `number`
        step(tf.constant(1.0), is_late(number))
        step(tf.constant(1.0), as_tensor(number))


def from_outside(x, rate: float, count):
    for _ in range(2 * count):
        x = step(x, tf.constant(1.0))
    step(x, rate)
#~  ^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rate`
    step(x, count)
#~  ^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `count`
    step(x, x)


def passes_objects_on(dataset, clock):
    losses = []
    for batch in dataset:
        losses.append(1.0)
        clock.ticks += 1
        with_length(batch, losses)
        with_attribute(batch, clock)


def with_length(batch, losses):
    step(batch, len(losses))
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `losses`


def with_attribute(batch, clock):
    step(batch, clock.ticks)


def compiles(fn):
    compiled = tf.function(fn)

    def wrapper(*args, **kwargs):
        return compiled(*args, **kwargs)

    return wrapper


class Compiles:
    def __init__(self, fn):
        self.fn = fn
        self.compiled = None

    def __call__(self, *args):
        if self.compiled is None:
            self.compiled = tf.function(self.fn)
        return self.compiled(*args)


def converts(fn):
    compiled = tf.function(fn)

    def wrapper(*args):
        return compiled(*[tf.convert_to_tensor(each) for each in args])

    return wrapper


class Option:
    def __init__(self, jit):
        self.jit = jit

    def __call__(self, fn):
        return tf.function(fn, jit_compile=self.jit)


COMPILED = {}


def once(fn):
    if fn not in COMPILED:
        COMPILED[fn] = tf.function(fn)
    return COMPILED[fn]


@compiles
def by_function(x, k):
    return x * k


@Option(False)
def by_object(x, k):
    return x * k


@once
def by_cache(x, k):
    return x * k


@Compiles
def by_class(x, k):
    return x * k


@converts
def as_tensors(x, k):
    return x * k


def calls_what_own_decorators_compile(x):
    for number in range(10):
        by_function(x, number)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA402 `by_function` retraces for every distinct Python value of `number`
        by_class(x, number)
#~      ^^^^^^^^^^^^^^^^^^^ TFA402 `by_class` retraces for every distinct Python value of `number`
        as_tensors(x, number)
        by_object(x, number)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA402 `by_object` retraces for every distinct Python value of `number`
        by_cache(x, number)
#~      ^^^^^^^^^^^^^^^^^^^ TFA402 `by_cache` retraces for every distinct Python value of `number`


def updates_an_item(x):
    state = {"rate": 1.0, "scale": 2.0}
    for _ in range(10):
        step(x, state["rate"])
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `state["rate"]`
        step(x, state["scale"])
        state["rate"] *= 0.5


def in_batches(xs, size):
    done = 0
    while done < len(xs):
        count = min(size, len(xs) - done)
        step(tf.constant(1.0), count)
        done += count


def rising(xs):
    for i in range(100):
        step(tf.constant(1.0), min(i + 1, 50))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`
        step(tf.constant(1.0), min(i, 100 - i))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `i`


def made(fn):
    return tf.function(fn)


def compiled_by_a_helper(fn):
    graph = made(fn)

    def wrapper(*args):
        return graph(*args)

    return wrapper


MADE = {}


def made_once(fn):
    if fn not in MADE:
        MADE[fn] = made(fn)
    return MADE[fn]


@compiled_by_a_helper
def by_wrapper(x, k):
    return x * k


@made_once
def by_kept_function(x, k):
    return x * k


def calls_what_helpers_of_decorators_compile(x):
    for number in range(10):
        by_wrapper(x, number)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA402 `by_wrapper` retraces for every distinct Python value of `number`
        by_kept_function(x, number)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `by_kept_function` retraces for every distinct Python value of `number`
        by_wrapper(x, tf.constant(number))


@tf.function
def regularised(x, coefficient=0.1, step=0):
    return x + coefficient * step


def with_options(n):
    defaults = {"coefficient": 0.5}
    for i in range(n):
        options = dict(defaults, step=i * 3)
        regularised(tf.constant(1.0), **options)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `regularised` retraces for every distinct Python value of `step`
        regularised(tf.constant(1.0), **defaults)


with_options(5)

GRID = {"rate": (0.3, 0.1, 0.03), "decay": (0.0, 0.01)}


@tf.function
def fitted(x, options):
    return x * options["rate"]


@tf.function
def fitted_by_tensors(x, options):
    return x * options["rate"]


def configurations():
    for values in itertools.product(*GRID.values()):
        yield dict(zip(GRID, values))


def over_grid(x):
    for options in configurations():
        fitted(x, options)
#~      ^^^^^^^^^^^^^^^^^^ TFA402 `fitted` retraces for every distinct Python value of `options`
        fitted_by_tensors(x, {name: tf.constant(value) for name, value in options.items()})
        fitted_by_tensors(x, dict([(name, tf.constant(value)) for name, value in options.items()], bias=tf.constant(0.0)))


over_grid(tf.constant(1.0))
