"""Fit a line. The loss is printed on the first step only, and as a symbol instead of a number."""

import tensorflow as tf

weight = tf.Variable(0.0)
bias = tf.Variable(0.0)


def report(name, value):
    print(f"{name}: {value}")  # TFA101


def squared_error(x, y):
    loss = tf.reduce_mean(tf.square(weight * x + bias - y))
    report("loss", loss)
    return loss


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = squared_error(x, y)
    for variable, gradient in zip([weight, bias], tape.gradient(loss, [weight, bias])):
        variable.assign_sub(0.1 * gradient)


def main():
    x = tf.linspace(-1.0, 1.0, 32)
    y = 3.0 * x + 1.0
    for _ in range(5):
        train_step(x, y)
    print(f"weight {float(weight):.3f}, bias {float(bias):.3f}")


if __name__ == "__main__":
    main()
