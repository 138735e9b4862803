"""Smooth a noisy signal. The variable is made on every call, which the graph refuses with a ValueError."""

import tensorflow as tf


def moving_average(value, decay):
    average = tf.Variable(tf.zeros_like(value))  # TFA501
    average.assign(decay * average + (1.0 - decay) * value)
    return average.read_value()


@tf.function
def smooth(value):
    return moving_average(value, decay=0.9)


def main():
    for value in (4.0, 6.0, 5.0, 5.5):
        print(f"{value:.1f} -> {float(smooth(tf.constant(value))):.3f}")


if __name__ == "__main__":
    main()
