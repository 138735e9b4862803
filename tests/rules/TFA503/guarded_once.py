"""Flags under which operations stand: harmful where their results are used, as they run on every call or on none."""

import tensorflow as tf

ROWS = []


class Flagged(tf.Module):
    def __init__(self):
        super().__init__()
        self.seen = False
        self.told = False
        self.asked = False

    @tf.function
    def in_vain(self, x):
        if not self.seen:
            self.seen = True
            ROWS.append(1)
            square = tf.square(x)
            _ = square
        return x

    @tf.function
    def of_use(self, x):
        if not self.told:
            self.told = True
#~          ^^^^^^^^^^^^^^^^ TFA503 `self.told` is set only at trace time, not on every call
            x = tf.square(x)
        return x

    @tf.function
    def with_an_effect(self, x):
        if not self.asked:
            self.asked = True
#~          ^^^^^^^^^^^^^^^^^ TFA503 `self.asked` is set only at trace time, not on every call
            _ = tf.random.uniform([])
        return x
