"""Tensors that a generator expression alone computes."""

import tensorflow as tf


class Arm(tf.Module):
    def __init__(self):
        super().__init__()
        self.pulls = tf.Variable(3)
        self.name_of_arm = "arm"


class Bandit(tf.Module):
    def __init__(self, count):
        super().__init__()
        self.arms = [Arm() for _ in range(count)]

    @tf.function
    def explored(self):
        return tf.constant(1) if all(arm.pulls > 0 for arm in self.arms) else tf.constant(0)
#~                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `all` tests the truth of tensors, which needs a Python bool

    @tf.function
    def named(self):
        return tf.constant(1) if all(arm.name_of_arm == "arm" for arm in self.arms) else tf.constant(0)


bandit = Bandit(2)
