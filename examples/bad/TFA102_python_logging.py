"""Clip gradients. The warning about a clipped gradient is logged at trace time, whether or not it was clipped."""

import logging
import sys

import tensorflow as tf

logger = logging.getLogger("clipping")


def clip(gradient, limit):
    norm = tf.norm(gradient)
    if norm > limit:
        logger.warning("gradient clipped to %.1f", limit)  # TFA102
        gradient = gradient * limit / norm
    return gradient


@tf.function
def step(position):
    with tf.GradientTape() as tape:
        tape.watch(position)
        height = tf.reduce_sum(position**4)
    return position - 0.1 * clip(tape.gradient(height, position), 1.0)


def main():
    logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(message)s")
    position = tf.constant([2.0, -1.0])
    for number in range(20):
        position = step(position)
        print(f"step {number + 1}: {position.numpy().round(2)}")


if __name__ == "__main__":
    main()
