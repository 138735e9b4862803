"""The environment read in traced code: every spelling, every way into a trace, every exemption."""

import os
import platform
import socket
import sys
from os import environ, getenv

import keras
import tensorflow as tf

MODE = os.environ.get("MODE", "train")

# What reads the environment.


@tf.function
def spellings(x):
    x = x * float(os.environ["GAIN"])
#~                ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time
    x = x * float(os.environ.get("GAIN", 1.0))
#~                ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time
    x = x * float(environ["GAIN"])
#~                ^^^^^^^ TFA112 `os.environ` is read once, at trace time
    x = x * float(getenv("GAIN"))
#~                ^^^^^^^^^^^^^^ TFA112 `os.getenv` is read once, at trace time
    if "DEBUG" in os.environ:
#~                ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time
        x = x * 2.0
    x = x + len(sys.argv)
#~              ^^^^^^^^ TFA112 `sys.argv` is read once, at trace time
    x = x + os.getpid()
#~          ^^^^^^^^^^^ TFA112 `os.getpid` is read once, at trace time
    return x + len(socket.gethostname())
#~                 ^^^^^^^^^^^^^^^^^^^^ TFA112 `socket.gethostname` is read once, at trace time


@tf.function
def of_the_machine(x):
    if "--tf_xla_auto_jit=2" in os.environ.get("TF_XLA_FLAGS", ""):
#~                              ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time
        x = x * 2.0
    return x + os.cpu_count() + len(platform.system())
#~             ^^^^^^^^^^^^^^ TFA112 `os.cpu_count` is read once, at trace time
#~                                  ^^^^^^^^^^^^^^^^^ TFA112 `platform.system` is read once, at trace time


@tf.function
def asks_a_helper(x):
    return first_helper(x)


def first_helper(x):
    return second_helper(x)


def second_helper(x):
    return x * float(os.getenv("GAIN"))
#~                   ^^^^^^^^^^^^^^^^^ TFA112 `os.getenv` is read once, at trace time


def eager(x):
    return x * float(os.getenv("GAIN"))


@tf.function
def with_a_nested_function(x):
    def nested(y):
        return y * len(sys.argv)
#~                     ^^^^^^^^ TFA112 `sys.argv` is read once, at trace time

    return nested(x)


class Layer(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.gain = float(os.environ["GAIN"])

    def build(self, shape):
        self.offset = float(os.environ["OFFSET"])

    def call(self, x):
        return x * self.gain + float(os.environ["OFFSET"])
#~                                   ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time


numbers = tf.data.Dataset.range(3)
numbers = numbers.map(lambda number: number + int(os.environ["OFFSET"]))  # keeps-root
#~                                                ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time

# Meant as it is.


@tf.function
def read_outside(x, gain=float(os.environ.get("GAIN", 1.0))):
    return x * gain + len(MODE)


@tf.function
def sets(x):
    os.environ["SEEN"] = "1"
    del os.environ["SEEN"]
    return x


class Lazy(tf.Module):
    gain = None

    @tf.function
    def run(self, x):
        if self.gain is None:
            self.gain = float(os.environ["GAIN"])
        return x * self.gain


@tf.function
def escapes(x):
    if tf.executing_eagerly():
        return x * len(os.environ)
    return tf.numpy_function(lambda value: value * len(os.environ), [x], tf.float32)


@tf.function
def own_names(x, environ, thing):
    return x * environ["GAIN"] + thing.environ["GAIN"]


@tf.function
def put_elsewhere(x):
    result = {"x": x}
    result["host"] = os.environ.get("HOSTNAME", "?")
#~                   ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time
    x += float(os.environ["GAIN"])
#~             ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time
    os.environ["SEEN"] = "1"
    return result, x


def level():
    return float(os.environ.get("LEVEL", "1.0"))
#~               ^^^^^^^^^^ TFA112 `os.environ` is read once, at trace time


def levelled():
    return tf.function(lambda x: x * level())


def sweep(first):
    step = levelled()
    for value in (first, first + 1.0):
        os.environ["LEVEL"] = str(value)
        step(tf.constant(1.0))
