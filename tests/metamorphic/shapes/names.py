"""The ways to come by TensorFlow and its parts."""

import random as rnd
from time import perf_counter, time

import numpy as np
import tensorflow as tf
from tensorflow import function, keras
from tensorflow.keras import layers

fn = tf.function
uniform = np.random.uniform


@function
def one(x):
    print(x)
    return x + rnd.random()


@fn
def two(x):
    began = perf_counter()
    return x * uniform(), began


@tf.function(reduce_retracing=True)
def three(x):
    dense = layers.Dense(3)
    return dense(x) * time()


class Four(keras.layers.Layer):
    def call(self, inputs):
        print("four")
        return inputs + np.random.rand()


def trace(f):
    return tf.function(f)


@trace
def five(x):
    print("five")
    return x
