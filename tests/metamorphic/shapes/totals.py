"""Sums and lists that are kept from call to call."""

import tensorflow as tf

count: int = 0
total: float = 0.0
rows = []


class Totals:
    def __init__(self):
        self.count = 0
        self.sum = 0
        self.parts = []
        self.by_name = {}

    @tf.function
    def add(self, x, name: str = "x") -> tf.Tensor:
        weight: float = 2.0
        self.count = self.count + 1
        self.sum += 2
        self.parts += [x]
        self.by_name.update({name: x})
        print(
            "added",
            name,
        )
        return x * weight

    def clear(self) -> None:
        self.parts = []
        self.by_name = dict()
        self.count = self.sum = 0


@tf.function
def add(x) -> tf.Tensor:
    global count, total, rows
    step: int = 1
    count = count + 1
    total += 0.5
    rows += [x]
    return tf.add(
        x,
        step,
    )


def clear():
    rows.clear()


totals = Totals()
totals.add(tf.constant(1.0), name="one")
totals.clear()
