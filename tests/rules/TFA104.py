"""Effects of Python that no other rule speaks of: every kind, every way into a trace, every exemption."""

import contextlib
import functools
import os
import random
import sys
import threading
import time
import types

import keras
import numpy as np
import tensorflow as tf

LOCK = threading.Lock()
COUNT = tf.Variable(0)
THREAD = threading.Thread(target=print)
SETTINGS = types.SimpleNamespace(fast=False, before=[])
NAMES = {}


class Timer:
    def __enter__(self):
        self.start = time.time()
        return self

    def __exit__(self, *error):
        self.elapsed = time.time() - self.start


class Clock:
    def __enter__(self):
        self.time = time.time()

    def __exit__(self, *error):
        self.time = time.time() - self.time


class Counting:
    entered = 0

    def __enter__(self):
        self.entered += 1

    def __exit__(self, *error):
        self.entered += 1


class Switch:
    inside = 0

    def __enter__(self):
        self.entered = True
        self.before = SETTINGS.fast
        SETTINGS.fast = True
        self.inside += 1

    def __exit__(self, *error):
        SETTINGS.fast = self.before
        self.entered = False
        self.inside -= 1


class Pushed:
    def __enter__(self):
        SETTINGS.before.append(SETTINGS.fast)
        SETTINGS.fast = True

    def __exit__(self, *error):
        SETTINGS.fast = SETTINGS.before.pop()


class Popped:
    def __enter__(self):
        SETTINGS.fast = True

    def __exit__(self, *error):
        SETTINGS.fast = SETTINGS.before.pop()


MODES = {"own": SETTINGS}


class Kept:
    def __enter__(self):
        self.before = MODES["own"].fast
        MODES["own"].fast = True

    def __exit__(self, *error):
        MODES["own"].fast = self.before


class Scope:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


@tf.function
def spellings(x):
    time.sleep(0.1)
#~  ^^^^^^^^^^^^^^^ TFA104 `time.sleep` takes effect only at trace time, not on every call
    tf.random.set_seed(1)
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA104 `tf.random.set_seed` takes effect only at trace time, not on every call
    random.seed(1)
#~  ^^^^^^^^^^^^^^ TFA104 `random.seed` takes effect only at trace time, not on every call
    np.random.seed(1)
#~  ^^^^^^^^^^^^^^^^^ TFA104 `np.random.seed` takes effect only at trace time, not on every call
    LOCK.acquire()
#~  ^^^^^^^^^^^^^^ TFA104 `LOCK.acquire` takes effect only at trace time, not on every call
    LOCK.release()
#~  ^^^^^^^^^^^^^^ TFA104 `LOCK.release` takes effect only at trace time, not on every call
    THREAD.start()
#~  ^^^^^^^^^^^^^^ TFA104 `THREAD.start` takes effect only at trace time, not on every call
    return x


@tf.function
def managers(x):
    with LOCK:
#~       ^^^^ TFA104 `LOCK` takes effect only at trace time, not on every call
        x = x * 2.0
    with Timer():
#~       ^^^^^^^ TFA104 `Timer()` takes effect only at trace time, not on every call
        x = x * 2.0
    with Clock():
#~       ^^^^^^^ TFA104 `Clock()` takes effect only at trace time, not on every call
        x = x * 2.0
    with Counting():
#~       ^^^^^^^^^^ TFA104 `Counting()` takes effect only at trace time, not on every call
        x = x * 2.0
    with contextlib.redirect_stdout(None), tf.name_scope("inner"):
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA104 this takes effect only at trace time, not on every call
        x = x * 2.0
    return x


@tf.function
def lifted(x):
    with tf.init_scope():
        COUNT.assign_add(1)
#~      ^^^^^^^^^^^^^^^^^^^ TFA104 `COUNT.assign_add` takes effect only at trace time, not on every call
    return x


@tf.function
def callbacks(x, callback):
    callback("step")
#~  ^^^^^^^^^^^^^^^^ TFA104 `callback` takes effect only at trace time, not on every call
    return helper(x, callback)


@tf.function
def measured(x, metric):
    metric(x, x * 2.0)
#~  ^^^^^^^^^^^^^^^^^^ TFA104 `metric` takes effect only at trace time, not on every call
    return x


def helper(x, callback):
    callback("helper")
#~  ^^^^^^^^^^^^^^^^^^ TFA104 `callback` takes effect only at trace time, not on every call
    return x


def eager(x, callback):
    time.sleep(0.1)
    callback(x)


@tf.function
def with_a_nested_function(x):
    def nested(y):
        time.sleep(0.1)
#~      ^^^^^^^^^^^^^^^ TFA104 `time.sleep` takes effect only at trace time, not on every call
        return y

    return nested(x)


class Layer(keras.layers.Layer):
    def build(self, shape):
        tf.random.set_seed(1)

    def call(self, x):
        tf.random.set_seed(1)
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA104 `tf.random.set_seed` takes effect only at trace time, not on every call
        return x


numbers = tf.data.Dataset.range(3).map(lambda number: time.sleep(0.1) or number)  # keeps-root
#~                                                    ^^^^^^^^^^^^^^^ TFA104 `time.sleep` takes effect only at trace time, not on every call

# Meant as it is.


@tf.function
def of_tensorflow(x):
    with tf.name_scope("a"), tf.device("cpu"), tf.GradientTape() as tape:
        tape.watch(x)
        x = x * 2.0
    with tf.control_dependencies([x]), Scope(), contextlib.ExitStack(), contextlib.suppress(ValueError):
        return tf.identity(x)


@tf.function
def around_python(x, name: str):
    with LOCK:
        NAMES[name] = len(name)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `NAMES` is changed only at trace time, not on every call
    return x


@tf.function
def takes_back(x):
    with Switch():
        return x * 2.0


@tf.function
def pushes(x):
    with Pushed(), Kept():
        return x * 2.0


@tf.function
def pops(x):
    with Popped():
#~       ^^^^^^^^ TFA104 `Popped()` takes effect only at trace time, not on every call
        return x * 2.0


@tf.function
def result_used(x, activation):
    COUNT.assign_add(1)
    return activation(x)


@tf.function
def known_callable(x):
    shown = tf.print
    shown(x)
    return x


@tf.function
def escapes(x):
    if tf.executing_eagerly():
        time.sleep(0.1)
    return tf.py_function(lambda value: time.sleep(0.1) or value, [x], tf.float32)


@functools.lru_cache(maxsize=None)
def behind_a_cache(name):
    return one_deeper(name)


def one_deeper(name):
    return two_deeper(name)


def two_deeper(name):
    return three_deeper(name)


def three_deeper(name):
    return four_deeper(name)


def four_deeper(name):
    with LOCK:
        return len(name)


@tf.function
def uses_what_is_cached(x):
    return x * behind_a_cache("name")


@tf.function
def changes_the_process(x):
    os.environ["MODE"] = "fast"
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA104 `os.environ` takes effect only at trace time, not on every call
    del os.environ["MODE"]
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA104 `os.environ` takes effect only at trace time, not on every call
    os.environ.setdefault("MODE", "slow")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA104 `os.environ.setdefault` takes effect only at trace time, not on every call
    sys.path.append("lib")
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA104 `sys.path.append` takes effect only at trace time, not on every call
    sys.path += ["lib"]
#~  ^^^^^^^^^^^^^^^^^^^ TFA104 `sys.path` takes effect only at trace time, not on every call
    os.chdir("runs")
#~  ^^^^^^^^^^^^^^^^ TFA104 `os.chdir` takes effect only at trace time, not on every call
    return x


@tf.function
def changes_what_is_its_own(x):
    environ, path = dict(os.path.__dict__), ["."]
    environ["MODE"] = "fast"
    path.append("lib")
    path += ["lib"]
    sys.path.index(".")
    return x


@contextlib.contextmanager
def waits():
    time.sleep(0.1)
#~  ^^^^^^^^^^^^^^^ TFA104 `time.sleep` takes effect only at trace time, not on every call
    yield


def switch(mode):
    os.environ["MODE"] = mode
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA104 `os.environ` takes effect only at trace time, not on every call


@contextlib.contextmanager
def switched():
    os.environ["MODE"] = "fast"
    yield
    switch("slow")


@tf.function
def in_generators_that_manage(x):
    with waits(), switched():
        return x * 2.0
