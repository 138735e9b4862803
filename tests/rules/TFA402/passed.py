"""Traced functions that are called as an argument, or as an attribute that a constructor stores."""

import dataclasses
from typing import Any

import tensorflow as tf


@tf.function
def step(x, rate):
    return x * rate


class Model:
    @tf.function
    def step(self, x, rate):
        return x * rate


class Trainer:
    def __init__(self, function):
        self.function = function

    def fit(self):
        for number in range(10):
            self.function(tf.constant(1.0), number)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.function` retraces for every distinct Python value of `number`

    def constant(self):
        for _ in range(10):
            self.function(tf.constant(1.0), 3)


@dataclasses.dataclass
class OfFields:
    run: Any
    rounds: int = 10

    def fit(self):
        for number in range(self.rounds):
            self.run(tf.constant(1.0), number)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.run` retraces for every distinct Python value of `number`


class BehindAProperty:
    def __init__(self, given):
        self.kept = given

    @property
    def run(self):
        return self.kept

    def fit(self):
        for number in range(10):
            self.run(tf.constant(1.0), number)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `self.run` retraces for every distinct Python value of `number`


def drive(function):
    for number in range(10):
        function(tf.constant(1.0), number)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `function` retraces for every distinct Python value of `number`
        function(*(tf.constant(1.0),), **{"rate": number})
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `function` retraces for every distinct Python value of `number`
        function(tf.constant(1.0), tf.constant(number))


def drive_lambda(function):
    for number in range(10):
        function(tf.constant(1.0), number)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `function` retraces for every distinct Python value of `number`


def drive_method(model):
    for number in range(10):
        model.step(tf.constant(1.0), number)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `model.step` retraces for every distinct Python value of `number`


def eager(x, rate):
    return x * rate


def drive_eager(function):
    for number in range(10):
        function(tf.constant(1.0), number)


drive(step)
drive_lambda(tf.function(lambda x, rate: x * rate))
drive_method(Model())
drive_eager(eager)
Trainer(step).fit()
OfFields(step).fit()
BehindAProperty(step).fit()
Trainer(step).constant()
