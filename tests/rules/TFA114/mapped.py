"""Objects that a dataset calls for its elements, and what changes between its epochs."""

import tensorflow as tf


class Scale:
    def __init__(self):
        self.factor = 1.0

    def __call__(self, x):  # keeps-root
        return x * self.factor
#~                 ^^^^^^^^^^^ TFA114 `self.factor` is read once, at trace time, and changes later


class Fixed:
    def __init__(self):
        self.factor = 1.0

    def __call__(self, x):
        return x * self.factor


def epochs(n):
    scale, fixed = Scale(), Fixed()
    rows = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(scale).map(fixed)
    for i in range(n):
        for row in rows:
            print(row)
        scale.factor = 2.0 * i + 2.0
    fixed.factor = 3.0
    again = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(fixed)
    print(list(again))


epochs(3)
