"""Functions that run in the backward pass: what a function under `tf.custom_gradient` returns besides its result."""

import functools
import tensorflow as tf

norms = []


@tf.custom_gradient
def decorated(x):
    def grad(dy):
        print("a")
#~      ^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return dy
    return x, grad


def plain(x):
    def grad(dy):
        print("b")
#~      ^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        norms.append(1)
#~      ^^^^^^^^^^^^^^^ TFA503 `norms` is changed only at trace time, not on every call
        return dy
    return tf.identity(x), grad


wrapped = tf.custom_gradient(plain)


def inline(x):
    @tf.custom_gradient
    def f(y):
        def grad(dy):
            print("c")
#~          ^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            return dy
        return y, grad
    return f(x)


def passed(x):
    def f(y):
        def grad(dy):
            print("d")
#~          ^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            return dy
        return y, grad
    return tf.custom_gradient(f)(x)


def with_lambda(x, scale):
    def back(dy):
        print("e")
#~      ^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return dy * scale
    return tf.custom_gradient(lambda y: (y * scale, back))(x)


class Rev:
    def __init__(self, k):
        self.k = k
        self.n = 0
        self.op = tf.custom_gradient(self._apply)

    def _apply(self, x):
        def grad(dy):
            self.n += 1
#~          ^^^^^^^^^^^ TFA503 `self.n` is updated only at trace time, not on every call
            return -dy
        return x, grad


class Rev2(tf.keras.layers.Layer):
    @tf.custom_gradient
    def op(self, x):
        def grad(dy):
            print("f")
#~          ^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            return -dy
        return x, grad

    def call(self, x):
        return self.op(x)


def eager_only(x):
    def grad(dy):
        print("h")
        return dy
    return x, grad


def not_grad(x):
    def show():
        print("i")
    return x, show


rev = Rev(1)
lay = Rev2()


@tf.function
def step(x):
    y = decorated(x) + wrapped(x) + inline(x) + passed(x) + with_lambda(x, 2.0) + rev.op(x) + lay(x)
    y, _ = not_grad(y)
    return y


step(tf.constant(1.0))
tf.custom_gradient(eager_only)(tf.constant(1.0))
