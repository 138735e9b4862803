"""Clip gradients. The step returns whether it clipped, and the eager loop logs it."""

import logging
import sys

import tensorflow as tf

logger = logging.getLogger("clipping")


def clip(gradient, limit):
    norm = tf.norm(gradient)
    clipped = norm > limit
    if clipped:
        gradient = gradient * limit / norm
    return gradient, clipped


@tf.function
def step(position):
    with tf.GradientTape() as tape:
        tape.watch(position)
        height = tf.reduce_sum(position**4)
    gradient, clipped = clip(tape.gradient(height, position), 1.0)
    return position - 0.1 * gradient, clipped


def main():
    logging.basicConfig(stream=sys.stdout, format="%(levelname)s %(message)s")
    position = tf.constant([2.0, -1.0])
    for number in range(20):
        position, clipped = step(position)
        if clipped:
            logger.warning("gradient clipped in step %d", number + 1)
        print(f"step {number + 1}: {position.numpy().round(2)}")


if __name__ == "__main__":
    main()
