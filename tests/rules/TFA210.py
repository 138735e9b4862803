"""`raise` under a tensor condition."""

import tensorflow as tf


@tf.function
def negative(x):
    if x < 0.0:
        raise ValueError("negative")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    return x


@tf.function
def chain(x):
    if x > 0.0:
        y = x
    elif x > -1.0:
        y = -x
    else:
        raise ValueError("too small")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    return y


@tf.function
def loops(x):
    while x < 0.0:
        raise ValueError("negative")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    for _ in range(3):
        if tf.reduce_any(x < -10.0):
            raise ValueError("too small")
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    return x


@tf.function
def perhaps(x, strict):
    if x < 0.0:
        if strict:
            raise ValueError("negative")
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    return x


def below(x):
    if tf.reduce_sum(x) < 0.0:
        raise ValueError("negative")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    return x


def helper(x):
    return below(x)


class Model:
    @tf.function
    def step(self, x):
        def inner(y):
            if tf.abs(y) > 1.0:
                raise ValueError("large")
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
            return y

        return helper(x) + inner(x)


def check(x):  # keeps-root
    if x > 1:
        raise ValueError("large")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `raise` under a tensor condition raises at trace time
    return x


data = tf.data.Dataset.range(3).map(check)


@tf.function
def unreachable(x, strict=False):
    if tf.reduce_any(x < 0.0):
        assert False, "negative"
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA210 `assert` under a tensor condition raises at trace time
    if x > 1.0:
        assert not "reached"
#~      ^^^^^^^^^^^^^^^^^^^^ TFA210 `assert` under a tensor condition raises at trace time
    if x > 2.0:
        assert True, "never raised"
        assert strict
        assert x.shape.rank == 0
    return x


@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ASSERT_STATEMENTS)
def converted(x):
    if x < 0.0:
        assert False, "negative"
    return x


@tf.function
def fine(x, mode, mask):
    if mode == "c":
        assert False, mode
    if mode not in ("a", "b"):
        raise ValueError("mode")
    if x.shape.rank != 0:
        raise ValueError("a scalar is expected")
    if mask is None:
        raise ValueError("mask")
    if not isinstance(x, tf.Tensor):
        raise TypeError("a tensor is expected")
    if x.dtype != tf.float32:
        raise TypeError("a float is expected")
    tf.debugging.assert_non_negative(x)
    return x


def eager(x):
    if x < 0.0:
        raise ValueError("negative")
    return x
