"""Options of `tf.function` that `functools.partial` binds, for a decorator and for a call."""

import functools

import tensorflow as tf

xla = functools.partial(tf.function, jit_compile=True)
plain = functools.partial(tf.function, autograph=True)


class Post:
    def __init__(self):
        self.join = xla(self._join)
        self.show = plain(self._show)

    def _join(self, words):
        return tf.strings.join([words, words])
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA307 `tf.strings.join` cannot be compiled under `jit_compile=True`

    def _show(self, words):
        return tf.strings.join([words, words])


@xla
def shown(x):
    tf.print("x", x)
#~  ^^^^^^^^^^^^^^^^ TFA307 `tf.print` cannot be compiled under `jit_compile=True`
    return x


@plain
def printed(x):
    tf.print("x", x)
    return x


post = Post()
post.join(tf.constant("a"))
post.show(tf.constant("a"))
