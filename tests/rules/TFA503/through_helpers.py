"""What helpers read, compute and provide counts as if the function did it itself."""

import tensorflow as tf


def following(counter):
    return counter.steps + 1


def squared(x):
    return tf.square(x)


def provide(counter):
    counter.table = {"rate": 0.5}


def read_rate(counter, x):
    return x * counter.rate


class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0
        self.seen = 0
        self.rate = 1.0
        self.axis = -1
        self.told = False
        self.table = None

    def after(self, n):
        return n + self.seen

    @tf.function
    def adds(self, x):
        self.steps = following(self)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.steps` is updated only at trace time, not on every call
        self.seen = self.after(1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `self.seen` is updated only at trace time, not on every call
        return x

    @tf.function
    def once(self, x):
        if self.axis < 0:
            self.axis = from_behind(self, x)
        if self.table is None:
            provide(self)
        if not self.told:
            self.told = True
#~          ^^^^^^^^^^^^^^^^ TFA503 `self.told` is set only at trace time, not on every call
            x = squared(x)
        return x

    @tf.function
    def kept_for_helpers(self, x):
        x = read_rate(self, x)
        self.rate = 0.25
#~      ^^^^^^^^^^^^^^^^ TFA503 `self.rate` is set only at trace time, not on every call
        return x


def from_behind(counter, x):
    return len(x.shape) + counter.axis
