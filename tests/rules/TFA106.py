"""Tensors turned into text in traced code: every way to write text, every way into a trace, every exemption."""

import logging
import string

import keras
import tensorflow as tf

logger = logging.getLogger(__name__)
SCALE = tf.constant(2.0)
STEPS = tf.Variable(0)

# What makes text.


@tf.function
def spellings(x: tf.Tensor):
    a = f"x is {x}"
#~      ^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
    b = "x is %s" % x
#~      ^^^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
    c = "x and y are %s %s" % (1, x + 1.0)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA106 `x + 1.0` is formatted as text at trace time
    d = "x is {}".format(x)
#~      ^^^^^^^^^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
    e = str(x) + repr(x)
#~      ^^^^^^ TFA106 `x` is formatted as text at trace time
#~               ^^^^^^^ TFA106 `x` is formatted as text at trace time
    f = format(x, ".2f")
#~      ^^^^^^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
    g = f"{x.shape} {tf.reduce_sum(x):.2f} {x}"
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA106 `tf.reduce_sum(x)` is formatted as text at trace time
    h = f"{[x, x]}"
#~      ^^^^^^^^^^^ TFA106 `[x, x]` is formatted as text at trace time
    i = f"{STEPS}"
#~      ^^^^^^^^^^ TFA106 `STEPS` is formatted as text at trace time
    return tf.constant([a, b, c, d, e, f, g, h, i])


@tf.function(autograph=False)
def numbers(x: tf.Tensor):
    a = f"{x} {int(x)}"
#~      ^^^^^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
    return a, f"{int(x)} or {float(x)}"


@tf.function
def printed(x: tf.Tensor):
    tf.print(f"x is {x}")
#~           ^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
    tf.print("x is " + str(x))
#~                     ^^^^^^ TFA106 `x` is formatted as text at trace time
    tf.summary.text("x", tf.constant(f"{x}"))
#~                                   ^^^^^^ TFA106 `x` is formatted as text at trace time
    tf.print(f"sum {tf.reduce_sum(tf.square(x), axis=0, keepdims=True)}")
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA106 a tensor is formatted as text at trace time
    return x


@tf.function
def several_lines(x: tf.Tensor):
    return tf.constant(
        "x is {}".format(
#~      ^^^^^^^^^^^^^^^^^ TFA106 `x` is formatted as text at trace time
            x,
        )
    )


@tf.function
def asks_a_helper(x):
    return first_helper(tf.square(x))


def first_helper(loss):
    return second_helper(loss)


def second_helper(loss):
    return tf.constant(f"loss={loss}")
#~                     ^^^^^^^^^^^^^^ TFA106 `loss` is formatted as text at trace time


def eager(x: tf.Tensor):
    return f"{x}"


@tf.function
def with_a_nested_function(x: tf.Tensor):
    def nested(y):
        return tf.constant(str(y))
#~                         ^^^^^^ TFA106 `y` is formatted as text at trace time

    return nested(x)


class Layer(keras.layers.Layer):
    def call(self, inputs):
        tf.print(f"inputs {tf.square(inputs)}")
#~               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA106 `tf.square(inputs)` is formatted as text at trace time
        return inputs


numbers = tf.data.Dataset.range(3)
numbers = numbers.map(lambda number: str(number + 1))  # keeps-root
#~                                   ^^^^^^^^^^^^^^^ TFA106 `number + 1` is formatted as text at trace time

# Meant as it is.


@tf.function
def static(x: tf.Tensor):
    a = f"{x.shape} {x.dtype.name} {len(x.shape)} {x.shape[0]}"
    b = "%s" % x.shape
    c = str(x.dtype) + "{}".format(x.shape.rank)
    return tf.constant([a, b, c])


@tf.function
def arguments(x: tf.Tensor):
    tf.print("x is", x)
    return tf.strings.format("x is {}", x) + tf.strings.as_string(x)


@tf.function
def said_elsewhere(x: tf.Tensor):
    print(f"x is {x}")
    logger.info("x is %s" % x)
    logging.warning("x is {}".format(x))
    if x.shape.rank != 1:
        raise ValueError(f"x is {x}")
    assert x.shape[0] == 3, f"x is {x}"
    message = f"x is {x}"
    if x.shape.rank != 2:
        raise ValueError(message)
    logger.info(message)
    return x


@tf.function
def made_outside(x):
    return tf.constant(f"scaled by {SCALE}")


@tf.function
def no_text(x: tf.Tensor):
    return x % 2.0, x % x


@tf.function
def python_values(x: tf.Tensor, names: list):
    return {f"{name}-{index}": x for index, name in enumerate(names)}


@tf.function
def escapes(x: tf.Tensor):
    if tf.executing_eagerly():
        tf.print(f"x is {x}")
    return tf.py_function(lambda value: str(value), [x], tf.string)


@tf.function
def unknown(x, thing):
    return x + len(f"{thing}")
#~                 ^^^^^^^^^^ TFA106 `thing` is formatted as text at trace time


@tf.function
def only_parameter(x):
    return tf.constant(f"{x:.2f}")
#~                     ^^^^^^^^^^ TFA106 `x` is formatted as text at trace time


@tf.function
def raises_before(x: tf.Tensor, y: tf.Tensor):
    tf.print(f"{sum(tf.square(x))} {max(y)}")
    return tf.constant(f"{sum([x, y])}")
#~                     ^^^^^^^^^^^^^^^^ TFA106 `sum([x, y])` is formatted as text at trace time


def shows_a_part(part):
    return tf.constant("a part: %s" % part)
#~                     ^^^^^^^^^^^^^^^^^^^ TFA106 `part` is formatted as text at trace time


@tf.function
def maps_a_structure(x):
    return tf.nest.map_structure(shows_a_part, {"first": [x * 2.0]})


CHECKPOINT = string.Template("ckpt-$epoch")


@tf.function
def filled(epoch, x):
    named = CHECKPOINT.substitute(epoch=epoch)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA106 `epoch` is formatted as text at trace time
    return tf.strings.join([named, CHECKPOINT.safe_substitute(epoch=3)]), x


filled(tf.constant(1), tf.constant(2.0))
