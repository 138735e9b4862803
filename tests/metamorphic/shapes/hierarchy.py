"""Classes with bases of the project."""

import random

import tensorflow as tf


class Base(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.outputs = []
        self.calls = 0

    def __call__(self, x):
        self._note(x)
        return self._transform(x)

    def _note(self, x):
        self.calls += 1
        self.outputs.append(x)

    def _transform(self, x):
        raise NotImplementedError


class Dropped(Base):
    def __init__(self, size, keep=0.5):
        super().__init__(size)
        self.keep = keep
        self.kept, self.lost = 0, 0

    def _transform(self, x):
        if random.random() < self.keep:
            self.kept += 1
            return x
        self.lost += 1
        return tf.zeros_like(x)


class Scaled(Base):
    def __init__(self, size, factor):
        super().__init__(size)
        self.factor = factor

    def _transform(self, x):
        print("scaled", self.factor)
        return x * self.factor

    def grow(self):
        self.factor = self.factor * 2


class Chain(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = [Dropped(3), Scaled(3, factor=2.0)]
        self.first = self.parts[0]

    @tf.function
    def run(self, x):
        for part in self.parts:
            x = part(x)
        self.first.size = 4
        return x


chain = Chain()
for _ in range(2):
    chain.run(tf.ones([3]))
    chain.parts[1].grow()
