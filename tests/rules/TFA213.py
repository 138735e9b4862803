"""`sorted` of a tensor with `reverse`."""

import tensorflow as tf


@tf.function
def flags(x: tf.Tensor, flag: bool):
    a = sorted(x, reverse=False)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA213 `sorted` sorts `x` in descending order, whatever `reverse` is
    b = sorted(x, reverse=flag)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA213 `sorted` sorts `x` in descending order, whatever `reverse` is
    c = sorted(x, reverse=True)
    d = sorted(x)
    e = sorted([1.0, 2.0], reverse=False)
    return a, b, c, d, e


@tf.function
def asks_a_helper(x: tf.Tensor):
    return near(x * 2.0)


def near(x):
    return far(x)


def far(x):
    return sorted(x, reverse=False)
#~         ^^^^^^^^^^^^^^^^^^^^^^^^ TFA213 `sorted` sorts `x` in descending order, whatever `reverse` is


class Model(tf.Module):
    @tf.function
    def step(self, x: tf.Tensor):
        def inner():
            return sorted(x, reverse=False)
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^ TFA213 `sorted` sorts `x` in descending order, whatever `reverse` is

        return inner()


dataset = tf.data.Dataset.from_tensor_slices([[1.0, 2.0]]).map(lambda v: sorted(v, reverse=False))  # keeps-root
#~                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^ TFA213 `sorted` sorts `v` in descending order, whatever `reverse` is


def eager(x):
    return sorted(x, reverse=False)
