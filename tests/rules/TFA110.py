"""Random numbers drawn by Python or NumPy in traced code."""

import dataclasses
import functools
import os
import random
import random as rnd
import secrets
import uuid
from random import choice, shuffle

import keras
import numpy
import numpy as np
import numpy.random as npr
import tensorflow as tf
from numpy.random import default_rng, normal

rng = np.random.default_rng(1)
state = np.random.RandomState(1)
python_rng = random.Random(1)
system = random.SystemRandom()
generator = tf.random.Generator.from_seed(1)


@tf.function
def numpy_spellings(x):
    x += np.random.rand()
#~       ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time
    x += numpy.random.normal(0.0, 1.0)
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.normal` draws only once, at trace time
    x += npr.uniform(size=3)
#~       ^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.uniform` draws only once, at trace time
    x += normal()
#~       ^^^^^^^^ TFA110 `numpy.random.normal` draws only once, at trace time
    x += np.random.randn(3, 4)[0, 0]
#~       ^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.randn` draws only once, at trace time
    x += np.random.randint(0, 10)
#~       ^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.randint` draws only once, at trace time
    x += np.random.choice([1.0, 2.0])
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.choice` draws only once, at trace time
    x += np.random.permutation(3)[0]
#~       ^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.permutation` draws only once, at trace time
    np.random.shuffle([1, 2])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.shuffle` draws only once, at trace time
    return x


@tf.function
def objects(x):
    x += rng.normal()
#~       ^^^^^^^^^^^^ TFA110 `rng.normal` draws only once, at trace time
    x += state.rand()
#~       ^^^^^^^^^^^^ TFA110 `state.rand` draws only once, at trace time
    x += python_rng.random()
#~       ^^^^^^^^^^^^^^^^^^^ TFA110 `python_rng.random` draws only once, at trace time
    x += system.random()
#~       ^^^^^^^^^^^^^^^ TFA110 `system.random` draws only once, at trace time
    x += default_rng().normal()
#~       ^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.default_rng.normal` draws only once, at trace time
    x += np.random.default_rng().normal()
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.default_rng.normal` draws only once, at trace time
    x += np.random.Generator(np.random.PCG64()).normal()
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.Generator.normal` draws only once, at trace time
    draw = rng.uniform
    x += draw()
#~       ^^^^^^ TFA110 `rng.uniform` draws only once, at trace time
    same = rng
    x += same.standard_normal()
#~       ^^^^^^^^^^^^^^^^^^^^^^ TFA110 `rng.standard_normal` draws only once, at trace time
    return x


@tf.function
def python_spellings(x):
    x += random.random()
#~       ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
    x += rnd.uniform(0.0, 1.0)
#~       ^^^^^^^^^^^^^^^^^^^^^ TFA110 `random.uniform` draws only once, at trace time
    x += choice([1.0, 2.0])
#~       ^^^^^^^^^^^^^^^^^^ TFA110 `random.choice` draws only once, at trace time
    x += random.gauss(0.0, 1.0)
#~       ^^^^^^^^^^^^^^^^^^^^^^ TFA110 `random.gauss` draws only once, at trace time
    x += random.randint(0, 1)
#~       ^^^^^^^^^^^^^^^^^^^^ TFA110 `random.randint` draws only once, at trace time
    shuffle([1, 2])
#~  ^^^^^^^^^^^^^^^ TFA110 `random.shuffle` draws only once, at trace time
    x += random.sample([1.0], 1)[0]
#~       ^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `random.sample` draws only once, at trace time
    return x


@tf.function
def other_sources(x):
    tf.print(secrets.token_hex())
#~           ^^^^^^^^^^^^^^^^^^^ TFA110 `secrets.token_hex` draws only once, at trace time
    tf.print(secrets.randbelow(3))
#~           ^^^^^^^^^^^^^^^^^^^^ TFA110 `secrets.randbelow` draws only once, at trace time
    tf.print(str(uuid.uuid4()), str(uuid.uuid1()))
#~               ^^^^^^^^^^^^ TFA110 `uuid.uuid4` draws only once, at trace time
#~                                  ^^^^^^^^^^^^ TFA110 `uuid.uuid1` draws only once, at trace time
    tf.print(os.urandom(3))
#~           ^^^^^^^^^^^^^ TFA110 `os.urandom` draws only once, at trace time
    return x


@tf.function
def decides_the_graph(x):
    if random.random() < 0.5:
#~     ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
        x = -x
    return x if np.random.rand() < 0.5 else x * 2.0
#~              ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time


@tf.function
def in_loops(x):
    for _ in range(3):
        x += random.random()
#~           ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
    for _ in tf.range(3):
        x += random.random()
#~           ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
    y = [np.random.rand() for _ in range(3)]
#~       ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time
    return x + y[0]


def noise(shape):
    return np.random.normal(size=shape)
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.normal` draws only once, at trace time


def add_noise(x):
    return x + noise(x.shape)


@tf.function
def two_calls_away(x):
    return add_noise(x)


@tf.function
def nested_noise(x):
    def inner():
        return random.random()
#~             ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time

    return x + inner() + (lambda: random.random())()
#~                                ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time


@tf.function
def passes_its_generator(x):
    return x + draws_from(rng)


def draws_from(source):
    return source.normal()
#~         ^^^^^^^^^^^^^^^ TFA110 `rng.normal` draws only once, at trace time


class Noise(tf.Module):
    def __init__(self):
        super().__init__()
        self.rng = np.random.default_rng(1)
        self.start = np.random.rand()

    @tf.function
    def __call__(self, x):
        return x + self.rng.normal() + self.start + self.more()
#~                 ^^^^^^^^^^^^^^^^^ TFA110 `self.rng.normal` draws only once, at trace time

    def more(self):
        return self.rng.uniform()
#~             ^^^^^^^^^^^^^^^^^^ TFA110 `self.rng.uniform` draws only once, at trace time


class Dropout(keras.layers.Layer):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate + random.random()

    def build(self, input_shape):
        self.mask = np.random.rand(3)

    def call(self, x, training=False):
        if training:
            return x * (np.random.rand(3) > self.rate)
#~                      ^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time
        return x


def loss(y_true, y_pred):  # keeps-root
    return tf.reduce_mean(y_true - y_pred) + np.random.rand()
#~                                           ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(loss=loss)


def augment(image, label):  # keeps-root
    if random.random() < 0.5:
#~     ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
        image = tf.image.flip_left_right(image)
    return crop(image), label


def crop(image):  # keeps-root
    top = np.random.randint(0, 3)
#~        ^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.randint` draws only once, at trace time
    return image[top:]


images = tf.data.Dataset.from_tensor_slices((tf.ones([2, 4, 4, 3]), [0, 1]))
images = images.map(augment, num_parallel_calls=tf.data.AUTOTUNE)
images = images.filter(lambda image, label: random.random() < 0.5)  # keeps-root
#~                                          ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
images = images.interleave(lambda image, label: tf.data.Dataset.from_tensors(np.random.rand()))  # keeps-root
#~                                                                           ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time


def source():
    while True:
        yield np.random.rand()


drawn = tf.data.Dataset.from_generator(source, output_types=tf.float32)


@tf.function
def seeded_otherwise(x, seed, again):
    a = random.random()
#~      ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
    random.seed(1)
    np.random.seed(None)
    b = np.random.rand()
#~      ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time
    np.random.seed(seed)
    c = np.random.rand()
#~      ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time
    if again:
        np.random.seed(1)
    return x + a + b + c + np.random.rand()
#~                         ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time


def twice(x, seed):
    return x + seed + tf.random.normal([], seed=seed)


@tf.function
def seeds_no_operation_alone(x):
    x += tf.random.stateless_uniform([], seed=[random.randint(0, 9), 1])
#~                                             ^^^^^^^^^^^^^^^^^^^^ TFA110 `random.randint` draws only once, at trace time
    number = state.randint(9)
#~           ^^^^^^^^^^^^^^^^ TFA110 `state.randint` draws only once, at trace time
    x += tf.random.uniform([], seed=number) * number
    numbers = state.randint(9, size=3)
#~            ^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `state.randint` draws only once, at trace time
    x += tf.add_n([each * tf.random.normal([], seed=each) for each in numbers])
    draw = lambda: state.randint(9)
#~                 ^^^^^^^^^^^^^^^^ TFA110 `state.randint` draws only once, at trace time
    x += tf.random.normal([], seed=draw()) + draw()
    inner = random.randint(0, 9)
#~          ^^^^^^^^^^^^^^^^^^^^ TFA110 `random.randint` draws only once, at trace time
    x += tf.cond(x > 0, lambda: x * inner, lambda: shaken(x, inner))
    seed = abs(random.random() * x)
#~             ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
    x += tf.random.normal([], seed=seed)
    return twice(x, state.randint(9)) + tf.random.uniform([], maxval=state.randint(9), seed=1)
#~                  ^^^^^^^^^^^^^^^^ TFA110 `state.randint` draws only once, at trace time
#~                                                                   ^^^^^^^^^^^^^^^^ TFA110 `state.randint` draws only once, at trace time


# Meant, or the same in both modes.


def jitter(x, seed=None):
    own = np.random.default_rng(seed)

    def seed():
        return own.integers(9)

    return x + tf.random.normal([], seed=seed()) + tf.random.uniform([], seed=seed())


def shaken(x, number):
    return x if number is None else x + tf.random.uniform([], seed=number)


@tf.function
def seeds_operations(x):
    x += tf.random.uniform([], seed=random.randint(0, 9))
    number = state.randint(9)
    x = tf.random.shuffle(tf.stack([x, -x]), seed=number)[0]
    numbers = state.randint(9, size=3)
    x += tf.add_n([tf.random.normal([], seed=each) for each in numbers])
    draw = lambda: state.randint(9)
    x += tf.image.random_brightness(tf.ones([2, 2, 3]), 0.5, seed=draw())[0, 0, 0]
    inner = int(random.random() * 1234.0)
    x += tf.cond(x > 0, lambda: tf.random.normal([], seed=inner), lambda: shaken(x, inner))
    return jitter(x, seed=state.randint(9)) + shaken(x, state.randint(9))


def handing_on(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*args, **kwargs)

    return call


def turned_round(function):
    @functools.wraps(function)
    def call(x, other):
        return function(other, x)

    return call


@handing_on
def shaken_behind_a_wrapper(x, number):
    return x + tf.random.uniform([], seed=number)


@turned_round
def shaken_by_the_other(x, number):
    return x + tf.random.uniform([], seed=number)


@tf.function
def seeds_behind_wrappers(x):
    x += shaken_behind_a_wrapper(x, state.randint(9))
    return x + shaken_by_the_other(x, state.randint(9))
#~                                    ^^^^^^^^^^^^^^^^ TFA110 `state.randint` draws only once, at trace time


@tf.function
def seeded_before(x):
    np.random.seed(1)
    random.seed("a")
    for _ in range(2):
        x += np.random.rand() + np.random.normal(0.0, 1.0)
    return x + random.random()


@tf.function
def of_tensorflow(x):
    x += tf.random.normal([]) + tf.random.stateless_normal([], seed=[1, 2])
    x += generator.normal([])
    x += keras.random.normal([])
    return tf.random.shuffle(x)


@tf.function
def seeded_here(x):
    local = np.random.default_rng(7)
    x += local.normal()
    x += np.random.RandomState(7).rand()
    x += random.Random(7).random()
    return x


@tf.function
def given(x, seed, number=np.random.rand()):
    return x + number + tf.random.stateless_normal([], seed=seed)


given(tf.constant(0.0), seed=[random.randint(0, 9), 1])


@tf.function
def as_python(x):
    y = tf.py_function(lambda: np.random.rand(), [], tf.float32)
    z = tf.numpy_function(np.random.rand, [], tf.float64)
    if tf.executing_eagerly():
        x += np.random.rand()
    return x + y + tf.cast(z, tf.float32)


@tf.function
def not_draws(x):
    np.random.seed(1)
    random.seed(1)
    state.get_state()
    return x + np.zeros(3)


def eager():
    return of_tensorflow(tf.constant(np.random.rand()))


@functools.cache
def drawn_once_in_plain_python_too(name):
    return random.random() + only_for_kept(name)


def only_for_kept(name):
    return np.random.uniform()


class Kept(tf.Module):
    @functools.cached_property
    def offset(self):
        return random.random()

    @tf.function
    def uses_kept(self, x):
        return x * drawn_once_in_plain_python_too("rate") + self.offset


draw = np.random.default_rng().normal


@tf.function
def draws_by_kept_method(x):
    return x * draw()
#~             ^^^^^^ TFA110 `numpy.random.default_rng.normal` draws only once, at trace time


@dataclasses.dataclass
class Seeds:
    first: int = 7
    second = None


SEEDS = Seeds()


@tf.function
def seeded_from_outside(x, seed: int):
    x = x + np.random.default_rng(SEEDS.first).normal() + np.random.default_rng(seed).normal()
    x = x + np.random.default_rng(SEEDS.second).normal()
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.default_rng.normal` draws only once, at trace time
    x = x + np.random.default_rng(None).normal()
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.default_rng.normal` draws only once, at trace time
    np.random.seed(SEEDS.first)
    return x + np.random.rand()


def draws_behind_a_seed(x):
    return x + np.random.rand()


def draws_behind_one_seed_of_two(x):
    return x + np.random.rand()
#~             ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time


@tf.function
def seeds_for_a_helper(x):
    np.random.seed(1)
    return draws_behind_a_seed(x) + draws_behind_one_seed_of_two(x)


@tf.function
def seeds_nothing(x):
    return draws_behind_one_seed_of_two(x)


def seeds():
    np.random.seed(SEEDS.first)


def seeds_at_times(x):
    if x.shape.rank == 1:
        np.random.seed(1)


@tf.function
def seeded_by_a_helper(x):
    seeds()
    return x + np.random.rand()


@tf.function
def seeded_at_times(x):
    seeds_at_times(x)
    return x + np.random.rand()
#~             ^^^^^^^^^^^^^^^^ TFA110 `numpy.random.rand` draws only once, at trace time


def shifted(image):  # keeps-root
    return image + random.random()
#~                 ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time


def shifted_eagerly(image):
    return image + random.random()


class Batches:
    images = tf.data.Dataset.from_tensor_slices(tf.ones([8, 2]))
    seen = {float(tf.reduce_sum(image)) for image in images.map(shifted)}
    eager = [shifted_eagerly(image) for image in images]
    steps = {"drop": tf.function(lambda x: x * random.random())}
#~                                             ^^^^^^^^^^^^^^^ TFA110 `random.random` draws only once, at trace time
