"""Traced steps that get an optimizer of a trainer, in two programs or twice in one."""

import tensorflow as tf

weights = tf.Variable(1.0)


@tf.function
def step(optimizer, x):
    with tf.GradientTape() as tape:
        loss = weights * x
    optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
    return loss


class Trainer:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def run(self, x):
        return step(self.optimizer, x)


@tf.function
def step_of_two(optimizer, x):
    with tf.GradientTape() as tape:
        loss = weights * x
    optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `optimizer` builds its variables in a retrace: one is created in several calls
    return loss


class TrainerOfTwo:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def run(self, x):
        return step_of_two(self.optimizer, x)


@tf.function
def step_of_programs(optimizer, x):
    optimizer.apply_gradients([(x, weights)])


def fit(optimizer, x):
    step_of_programs(optimizer, x)


@tf.function
def step_of_program(optimizer, x):
    optimizer.apply_gradients([(x, weights)])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `optimizer` builds its variables in a retrace: 2 instances are passed


def fit_twice(optimizer, x):
    step_of_program(optimizer, x)
