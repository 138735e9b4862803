"""Loops whose operations are in objects that they call, over named lengths and over dicts that a comprehension makes."""

import tensorflow as tf

WEIGHTS = {f"f{each}": 0.5 + each for each in range(32)}
FEW = {f"f{each}": 0.5 for each in range(3)}
SAME = {"f": each for each in range(32)}


class Cell(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.ones([3, 3]))

    def __call__(self, x):
        return tf.tanh(tf.matmul(x, self.w))


class Counter:
    def __call__(self, number):
        return number + 1


class Rollout(tf.Module):
    def __init__(self, horizon=100):
        super().__init__()
        self.horizon = horizon
        self.cells = [Cell() for _ in range(2)]
        self.counter = Counter()

    def advance(self, x):
        return self.cells[0](x)

    @tf.function
    def run(self, x):
        for _ in range(self.horizon):
#~               ^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.horizon)` is unrolled into the graph
            x = self.cells[1](x)
        return x

    @tf.function
    def through_a_helper(self, x):
        for _ in range(self.horizon):
#~               ^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `range(self.horizon)` is unrolled into the graph
            x = self.advance(x)
        return x

    @tf.function
    def in_python(self, x):
        number = 0
        for _ in range(self.horizon):
            number = self.counter(number)
        return x * number

    @tf.function
    def layers(self, x):
        for cell in self.cells:
            x = cell(x)
        return x

    @tf.function
    def backwards(self, x):
        steps = x.shape[0]
        total = tf.zeros_like(x[0])
        for each in reversed(range(steps)):
#~                  ^^^^^^^^^^^^^^^^^^^^^^ TFA401 the loop over `reversed(range(steps))` is unrolled into the graph
            total = x[each] + 0.9 * total
        return total


@tf.function
def encoded(row):
    total = tf.constant(0.0)
    for name, weight in WEIGHTS.items():
#~                      ^^^^^^^^^^^^^^^ TFA401 the loop over `WEIGHTS.items()` is unrolled into the graph
        total += weight * row[name]
    for name, weight in FEW.items():
        total += weight * row[name]
    for name, weight in SAME.items():
        total += weight * row[name]
    return total
