"""Fit a line with options of a data class. Each call of the traced step raises, since the options have no hash."""

import dataclasses

import tensorflow as tf


@dataclasses.dataclass
class Options:
    rate: float = 0.1
    clip: float = 1.0


weight = tf.Variable(0.0)


@tf.function
def step(x, y, options):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((weight * x - y) ** 2)
    slope = tf.clip_by_value(tape.gradient(loss, weight), -options.clip, options.clip)
    weight.assign_sub(options.rate * slope)
    return loss


def main():
    x = tf.constant([1.0, 2.0, 3.0])
    options = Options()
    for _ in range(5):
        print(float(step(x, 2.0 * x, options)))  # TFA309


if __name__ == "__main__":
    main()
