"""Members of enumerations, and arrays and containers that functions write into, which methods change between runs."""

import enum
import heapq
import numpy as np
import tensorflow as tf


class Phase(enum.Enum):
    WARMUP = 0
    MAIN = 1


class Fixed(enum.IntEnum):
    A = 1
    B = 2


MODE = Phase.WARMUP


class Gan(tf.Module):
    def __init__(self):
        super().__init__()
        self.phase = Phase.WARMUP
        self.fixed = Fixed.A
        self.mean = np.zeros(2, np.float32)
        self.total = np.zeros(2, np.float32)
        self.order = np.arange(3)
        self.heap = [1]
        self.kept = np.ones(2, np.float32)
        self.rng = np.random.default_rng(1)

    def advance(self, sample):
        self.phase = Phase.MAIN if self.phase is Phase.WARMUP else Phase.WARMUP
        np.copyto(self.mean, sample)
        np.add(self.total, sample, out=self.total)
        self.rng.shuffle(self.order)
        heapq.heappush(self.heap, 3)
        np.sum(self.kept)

    @tf.function
    def loss(self, x):
        if self.phase is Phase.WARMUP:
#~         ^^^^^^^^^^ TFA114 `self.phase` is read once, at trace time, and changes later
            x += 1.0
        if self.fixed is Fixed.A:
            x += 2.0
        x += self.mean
#~           ^^^^^^^^^ TFA114 `self.mean` is read once, at trace time, and changes later
        x += self.total
#~           ^^^^^^^^^^ TFA114 `self.total` is read once, at trace time, and changes later
        x += self.order[0]
#~           ^^^^^^^^^^ TFA114 `self.order` is read once, at trace time, and changes later
        x += self.heap[0]
#~           ^^^^^^^^^ TFA114 `self.heap` is read once, at trace time, and changes later
        x += self.kept
        if MODE is Phase.MAIN:
#~         ^^^^ TFA113 `MODE` is read once, at trace time, and changes later
            x += 1.0
        if MODE == Phase.MAIN:
            x += 1.0
        return x


gan = Gan()


def main():
    global MODE
    for k in range(3):
        gan.loss(tf.ones([2]))
        gan.advance(np.ones(2, np.float32))
        MODE = Phase.MAIN if k == 1 else Phase.WARMUP


main()


class Keeps(tf.keras.Model):
    """Sets an attribute in each trace before it reads it there, so that calls by hand between do not matter."""

    def __init__(self):
        super().__init__()
        self.seen = [tf.constant(1.0)]
        self.last = 1.0

    def call(self, x):
        self.seen = x
        return x + self.seen[0]

    @tf.function
    def before(self, x):
        y = x + self.last
#~              ^^^^^^^^^ TFA114 `self.last` is read once, at trace time, and changes later
        return y

    def after(self, last):
        self.last = last


keeps = Keeps()
keeps.compile(loss="mse")
keeps(tf.constant([1.0]))
keeps.evaluate(tf.constant([1.0]))
keeps(tf.constant([2.0]))
keeps.evaluate(tf.constant([2.0]))
keeps.before(tf.constant(1.0))
keeps.after(2.0)
keeps.before(tf.constant(1.0))
