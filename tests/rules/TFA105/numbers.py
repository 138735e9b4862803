"""Numbers of counters that a helper returns: in the graph each call gets the same, as the name of a part it may."""

import itertools
import uuid

import tensorflow as tf

ids = itertools.count(1)
labels = itertools.count()


def number():
    return next(ids)
#~         ^^^^^^^^^ TFA105 `ids` is advanced only at trace time, not on every call


def label():
    return f"block_{next(labels)}"
#~                  ^^^^^^^^^^^^ TFA105 `labels` is advanced only at trace time, not on every call


def ticket():
    return f"run-{uuid.uuid4().hex}"
#~                ^^^^^^^^^^^^ TFA110 `uuid.uuid4` draws only once, at trace time


def unique():
    return f"scope-{uuid.uuid4().hex}"
#~                  ^^^^^^^^^^^^ TFA110 `uuid.uuid4` draws only once, at trace time


def number_in_turn():
    made = next(ids)
#~         ^^^^^^^^^ TFA105 `ids` is advanced only at trace time, not on every call
    return made


def called(x, name):
    return tf.identity(x, name=name)


@tf.function
def handed_on(x):
    other = number_in_turn()
    x += 1.0
    x = called(x, f"part_{next(labels)}")
#~                        ^^^^^^^^^^^^ TFA105 `labels` is advanced only at trace time, not on every call
    return x * tf.cast(other, tf.float32)


@tf.function
def step(x):
    key = number()
    with tf.name_scope(label()):
        x = tf.identity(x, name=unique())
    pieces = [ticket(), "end"]
    tf.print(tf.strings.join(pieces))
    return x + tf.cast(key, tf.float32)
