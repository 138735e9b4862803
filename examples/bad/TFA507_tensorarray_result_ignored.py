"""Discount the rewards of an episode. The results of `write` are dropped, and the graph returns zeros."""

import tensorflow as tf


@tf.function
def discounted(rewards, gamma):  # tflint: call(tf.constant([0.0, 0.0, 8.0]), tf.constant(0.5))
    count = tf.shape(rewards)[0]
    returns = tf.TensorArray(tf.float32, size=count)
    future = tf.constant(0.0)
    for i in tf.range(count - 1, -1, -1):
        future = rewards[i] + gamma * future
        returns.write(i, future)  # TFA507
    return returns.stack()


def main():
    gamma = tf.constant(0.5)
    for rewards in ([1.0, 1.0, 1.0], [0.0, 0.0, 8.0], [4.0, 2.0, 1.0]):
        print(rewards, "->", discounted(tf.constant(rewards), gamma).numpy())


if __name__ == "__main__":
    main()
