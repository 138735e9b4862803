"""Follow a pendulum. The loop is part of the graph: one trace and one copy of the body for any number of steps."""

import math

import tensorflow as tf


def derivative(state):
    return tf.stack([state[1], -9.81 * tf.sin(state[0])])


@tf.function
def simulate(state, steps):
    for _ in tf.range(steps):
        halfway = state + 0.005 * derivative(state)
        state = state + 0.01 * derivative(halfway)
    return state


def main():
    start = tf.constant([math.pi / 4.0, 0.0])
    for steps in (50, 100, 150):
        angle, speed = simulate(start, tf.constant(steps)).numpy()
        print(f"after {steps} steps: angle {angle:.2f}, speed {speed:.2f}")


if __name__ == "__main__":
    main()
