"""Smooth a noisy signal. The variable is made on the first call only and kept, as TensorFlow asks."""

import tensorflow as tf


class MovingAverage(tf.Module):
    def __init__(self, decay):
        super().__init__()
        self.decay = decay
        self.count = tf.Variable(0)
        self.average = None

    @tf.function
    def update(self, value):
        if self.average is None:
            self.average = tf.Variable(tf.zeros(value.shape))
        self.count.assign_add(1)
        self.average.assign(self.decay * self.average + (1.0 - self.decay) * value)
        return self.average.read_value()


def main():
    smooth = MovingAverage(decay=0.9)
    for value in (4.0, 6.0, 5.0, 5.5):
        print(f"{value:.1f} -> {float(smooth.update(tf.constant(value))):.3f}")
    print("values seen:", int(smooth.count))


if __name__ == "__main__":
    main()
