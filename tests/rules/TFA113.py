"""Names that change after traced code has read them: every way to change one, every way into a trace, every exemption."""

import functools

import keras
import numpy as np
import tensorflow as tf

RATE = 1.0
STEP = 0
MODE = "train"
WEIGHT = tf.constant(0.0)
OFFSET = np.zeros(2, np.float32)
CONFIG = {"gain": 1.0, "deep": {"gain": 1.0}}
ITEMS = []
SEEN = set()
OBJECT = object()
SET_UP = None
LATCH = False
LAZY = None
REGISTRY = {}
ONCE = 1.0
WARMTH = 0.0
CONSTANT = 2.0
VARIABLE = tf.Variable(1.0)
TRACED_ONLY = 0


def changing(value):
    global RATE, STEP, WEIGHT, MODE, OBJECT
    RATE /= 2.0
    STEP = STEP + 1
    WEIGHT = WEIGHT + 1.0
    MODE = str(value)
    OBJECT = object()
    OFFSET[:] = value
    OFFSET[0] += 1.0
    CONFIG["gain"] = value
    CONFIG["deep"]["gain"] = 2.0
    ITEMS.append(1)
    SEEN.add(value)
    print(value)


# What is read.


@tf.function
def spellings(x):
    a = x * RATE
#~          ^^^^ TFA113 `RATE` is read once, at trace time, and changes later
    b = x + STEP
#~          ^^^^ TFA113 `STEP` is read once, at trace time, and changes later
    c = x + WEIGHT
#~          ^^^^^^ TFA113 `WEIGHT` is read once, at trace time, and changes later
    if MODE == "train":
#~     ^^^^ TFA113 `MODE` is read once, at trace time, and changes later
        x = x * 2.0
    d = x + OFFSET
#~          ^^^^^^ TFA113 `OFFSET` is read once, at trace time, and changes later
    e = x * CONFIG["gain"]
#~          ^^^^^^ TFA113 `CONFIG` is read once, at trace time, and changes later
    for item in ITEMS:
#~              ^^^^^ TFA113 `ITEMS` is read once, at trace time, and changes later
        x += item
    f = x + len(SEEN)
#~              ^^^^ TFA113 `SEEN` is read once, at trace time, and changes later
    return a, b, c, d, e, f, hash(OBJECT), x
#~                                ^^^^^^ TFA113 `OBJECT` is read once, at trace time, and changes later


@tf.function
def once_a_function(x):
    x = x * RATE
#~          ^^^^ TFA113 `RATE` is read once, at trace time, and changes later
    return x * RATE


@tf.function
def asks_a_helper(x):
    return first_helper(x)


def first_helper(x):
    return second_helper(x)


def second_helper(x):
    return x + RATE
#~             ^^^^ TFA113 `RATE` is read once, at trace time, and changes later


def eager(x):
    return x + RATE


@tf.function
def with_a_nested_function(x):
    def nested(y):
        return y * RATE
#~                 ^^^^ TFA113 `RATE` is read once, at trace time, and changes later

    return nested(x)


class Module(tf.Module):
    @tf.function
    def run(self, x):
        return x * RATE
#~                 ^^^^ TFA113 `RATE` is read once, at trace time, and changes later


class Layer(keras.layers.Layer):
    def call(self, x):
        return x * RATE
#~                 ^^^^ TFA113 `RATE` is read once, at trace time, and changes later


numbers = tf.data.Dataset.range(3).map(lambda number: number + STEP)  # keeps-root
#~                                                             ^^^^ TFA113 `STEP` is read once, at trace time, and changes later

# Variables of enclosing functions.


def counting():
    count = 0

    @tf.function
    def counted(x):
        return x + count
#~                 ^^^^^ TFA113 `count` is read once, at trace time, and changes later

    def call(x):
        nonlocal count
        count += 1
        return counted(x)

    return call


def scheduled(data):
    rate = 1.0

    @tf.function
    def step(x):
        return x * rate
#~                 ^^^^ TFA113 `rate` is read once, at trace time, and changes later

    for number, batch in enumerate(data):
        rate = 1.0 / (number + 1)
        step(batch)


def set_up_first(hosts, data):
    rates = [None]

    @tf.function
    def step(x):
        def scaled(y):
            return y * rates[0]

        return scaled(x)

    def connect(host):
        rates[0] = host.rate

    for host in hosts:
        connect(host)
    for batch in data:
        step(batch)


def set_up_meanwhile(hosts, data):
    rates = [None]

    @tf.function
    def step(x):
        return x * rates[0]
#~                 ^^^^^ TFA113 `rates` is read once, at trace time, and changes later

    def connect(host):
        rates[0] = host.rate

    for host in hosts:
        connect(host)
        for batch in data:
            step(batch)


def set_up_by_another(hosts, data):
    rates = [None]

    @tf.function
    def step(x):
        return x * rates[0]
#~                 ^^^^^ TFA113 `rates` is read once, at trace time, and changes later

    def connect(host):
        rates[0] = host.rate

    hosts.notify(connect)
    for batch in data:
        step(batch)


def bound_by_the_loop(data):
    @tf.function
    def step(x):
        return x * factor
#~                 ^^^^^^ TFA113 `factor` is read once, at trace time, and changes later

    for factor in (1.0, 2.0):
        step(data)


def between_two_calls(data):
    factor = 1.0

    @tf.function
    def step(x):
        return x * factor
#~                 ^^^^^^ TFA113 `factor` is read once, at trace time, and changes later

    step(data)
    factor = 2.0
    step(data)


def before_the_first_call(data):
    factor = 1.0

    @tf.function
    def step(x):
        return x * factor

    factor = 2.0
    step(data)


def made_in_the_loop(data):
    for factor in (1.0, 2.0):

        @tf.function
        def step(x):
            return x * factor
#~                     ^^^^^^ TFA113 `factor` is read once, at trace time, and changes later

        step(data)
    for factor in (3.0, 4.0):
        step(data)


def bound_once(data, factor):
    offset = factor * 2.0

    @tf.function
    def step(x):
        return x * factor + offset

    step(data)


@tf.function
def traced_parent(x):
    total = 0.0

    def inner(y):
        return y + total

    total = 1.0
    return inner(x)


# Module-level code behind the definition.

level = 1.0


@tf.function
def at_this_level(x):
    return x * level
#~             ^^^^^ TFA113 `level` is read once, at trace time, and changes later


at_this_level(tf.constant(1.0))
level = 2.0
at_this_level(tf.constant(1.0))

share = 0.5
samples = 100


@tf.function
def called_before(x):
    return x * share * samples


@tf.function
def called_after(x):
    return x * samples


called_before(tf.constant(1.0))
share = 0.25
samples = 100
called_after(tf.constant(1.0))

number = 0


@tf.function
def in_a_loop(x):
    return x + number
#~             ^^^^^^ TFA113 `number` is read once, at trace time, and changes later


for number in range(3):
    in_a_loop(tf.constant(1))

try:
    WIDE = np.float128
    FAST = True
except AttributeError:
    FAST = False

if FAST:
    SCALE = 1.0
else:
    SCALE = 2.0
CONFIG_ONCE = {}
CONFIG_ONCE["gain"] = 2.0


@tf.function
def settled_at_import(x):
    return x * SCALE * CONFIG_ONCE["gain"] if FAST else x


# Meant as it is.


def sets_up(value):
    global SET_UP, LATCH
    LATCH = True
    print(value)
    SET_UP = value


def main():
    global ONCE, WARMTH
    ONCE = 2.0
    once(tf.constant(1.0))
    for epoch in range(4):
        WARMTH = epoch / 4
        once(tf.constant(1.0))


def lazily():
    global LAZY
    if LAZY is None:
        LAZY = np.load("table.npy")
    is_missing = LAZY is None
    if is_missing:
        LAZY = np.load("table.npy")
    return LAZY


def register(function):
    REGISTRY[function.__name__] = function
    return function


@tf.function
def low_confidence(x):
    return x * SET_UP * len(REGISTRY) * LATCH
#~             ^^^^^^ TFA113 `SET_UP` is read once, at trace time, and changes later
#~                          ^^^^^^^^ TFA113 `REGISTRY` is read once, at trace time, and changes later
#~                                      ^^^^^ TFA113 `LATCH` is read once, at trace time, and changes later


@tf.function
def once(x):
    return x * ONCE * CONSTANT + LAZY + WARMTH
#~                                      ^^^^^^ TFA113 `WARMTH` is read once, at trace time, and changes later


if __name__ == "__main__":
    main()


@tf.function
def live(x):
    VARIABLE.assign_add(1.0)
    return x * VARIABLE


@tf.function
def changes_itself(x):
    global TRACED_ONLY
    TRACED_ONLY += 1
    ITEMS.append(x)
    CONFIG["gain"] = 1.0
    return x


@tf.function
def own_names(x, RATE, *STEP):
    WEIGHT = x * RATE
    return [WEIGHT + MODE for MODE in STEP], functools.reduce(lambda OFFSET, other: OFFSET + other, [x, x])


@tf.function
def escapes(x):
    if tf.executing_eagerly():
        return x * RATE
    return tf.py_function(lambda value: value * RATE, [x], tf.float32)


@tf.function
def lambda_of_a_loop(n):
    seen, kept = 0, 0
    get = lambda: seen + kept
    for i in tf.range(n):
        seen = i
#~      ^^^^^^^^ TFA113 a lambda sees `seen` as it was before the loop
        kept = i
    return get() + kept


@functools.lru_cache(maxsize=None)
def read_once_in_plain_python_too(name):
    return RATE * only_for_kept(name)


def only_for_kept(name):
    return RATE + len(name)


@tf.function
def uses_what_is_kept(x):
    return x * read_once_in_plain_python_too("rate")


def bound_once(x):
    @tf.function
    def step(x):
        return x * late + twice
#~                        ^^^^^ TFA113 `twice` is read once, at trace time, and changes later

    functools.reduce(max, [1, 2])
    only_for_kept("")
    late = float(len("late"))
    twice = float(len("first"))
    step(x)
    twice = float(len("second"))
    return step(x)


def double(x):
    return x * 2


def triple(x):
    return x * 3


class Doubling:
    def __call__(self, x):
        return x * 2


class Tripling:
    def __call__(self, x):
        return x * 3


activation = double
nonlinearity = tf.nn.relu
block = Doubling
fixed = double
wrapped = double
chosen = double
found = None


def choose(function):
    global activation, nonlinearity, block, wrapped, found
    activation = triple
    nonlinearity = function
    block = Tripling
    wrapped = tf.function(wrapped)
    if found is None:
        found = triple
    print("chosen")


@tf.function
def with_functions(x):
    x = activation(x) + fixed(x) + wrapped(x) + found(x)
#~      ^^^^^^^^^^ TFA113 `activation` is read once, at trace time, and changes later
    x += tf.map_fn(nonlinearity, x)
#~                 ^^^^^^^^^^^^ TFA113 `nonlinearity` is read once, at trace time, and changes later
    return block()(x)
#~         ^^^^^ TFA113 `block` is read once, at trace time, and changes later


@tf.function
def with_chosen(x):
    return chosen(x)
#~         ^^^^^^ TFA113 `chosen` is read once, at trace time, and changes later


with_chosen(tf.constant(1))
chosen = triple
with_chosen(tf.constant(1))


slope = 1
offset = 0
limit = 9


def steepen():
    global slope
    slope = 2


def move():
    global offset
    offset = 3


def confine():
    global limit
    limit = 4


@tf.function
def line(x):
    return tf.minimum(x * slope + offset, limit)
#~                        ^^^^^ TFA113 `slope` is read once, at trace time, and changes later


move()
line(tf.constant(1))
steepen()
line(tf.constant(1))
confine()


class Logged:
    """Code adds to the dict that a traced function returns before another one gets it."""

    @tf.function
    def write(self, losses, step):
        for name in ("content", "total"):
            tf.summary.scalar(name, data=losses[name], step=step)

    @tf.function
    def run(self, x):
        return tf.nest.map_structure(tf.square, {"content": x, "total": x})

    def train(self, steps):
        for number in range(steps):
            losses = self.run(tf.ones([2]))
            losses["time"] = np.round(number / 3, 2)
            self.write(losses, tf.constant(1))


Logged().train(3)


GAINS = {"first": 1.0, "later": 1.0, "fixed": 1.0}
strategy = tf.distribute.get_strategy()


def amplified(frame):  # keeps-root
    return frame * GAINS["first"]
#~                 ^^^^^ TFA113 `GAINS` is read once, at trace time, and changes later


def built(frames, taps, is_loud):
    found = tf.data.Dataset.from_tensor_slices(frames).map(amplified)
    for tap in taps:
        found = found.map(lambda frame, tap=tap: frame + tap)
    if is_loud:
        found = found.map(lambda frame: frame * 2.0)
    return found


def played(frames, taps, gain, is_loud):
    frames = built(frames, taps, is_loud)
    GAINS["first"] = gain
    return list(frames)


def replicated(damping, options, fixed):
    def roll(wave):
        return wave * damping - options["fins"] + fixed["fins"]
#~                              ^^^^^^^ TFA113 `options` is read once, at trace time, and changes later

    @tf.function
    def step(wave):
        return strategy.run(roll, args=(wave,))

    return step


def driven(waves, fins):
    options, fixed = {"fins": 0.0}, {"fins": fins}
    step = replicated(0.5, options, fixed)
    for number, wave in enumerate(waves):
        options["fins"] = fins * number
        step(tf.constant(wave))


LEVEL, BOUND = 0.5, 0.5


def set_level(value):
    """Makes the traced function again that reads it, and leaves another one."""
    global LEVEL, BOUND, above
    if value != LEVEL:
        LEVEL = BOUND = value
        above = tf.function(_above)


def _above(p):
    return p > LEVEL


@tf.function
def below(p):
    return p < BOUND
#~             ^^^^^ TFA113 `BOUND` is read once, at trace time, and changes later


above = tf.function(_above)


def decided(levels, p):
    for level in levels:
        set_level(level)
        above(p)
        below(p)
