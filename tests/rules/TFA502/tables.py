"""Classes and functions of Keras, TensorFlow and NumPy that are looked up in tables."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

OPT = {"sgd": keras.optimizers.SGD, "adam": keras.optimizers.Adam}
LAYERS = [keras.layers.Dense, keras.layers.GRU]
LOSSES = {"mse": keras.losses.MeanSquaredError, "mae": keras.losses.MeanAbsoluteError}
ACT = {"relu": tf.nn.relu, "tanh": tf.nn.tanh}
NOISE = {"n": np.random.normal, "u": np.random.uniform}
METRICS = dict(a=keras.metrics.Mean, b=keras.metrics.Sum)
W = tf.Variable(1.0)


def resolve(kind, *args):
    return OPT[kind](*args)
#~         ^^^^^^^^^^^^^^^^ TFA502 `tf.keras.optimizers.SGD` and its variables are created in traced code


class Model:
    layer_types = {"a": keras.layers.LSTM, "b": keras.layers.GRU}

    def __init__(self, kind):
        self.kind = kind

    @tf.function
    def step(self, x):
        opt = resolve(self.kind, 0.1)
        opt.apply_gradients([(x, W)])
        for cls in LAYERS:
            x = cls(3)(x)
#~              ^^^^^^ TFA502 `tf.keras.layers.Dense` and its variables are created in traced code
        x = self.layer_types[self.kind](4)(x)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.layers.LSTM` and its variables are created in traced code
        loss = LOSSES[self.kind]()
        x = ACT[self.kind](x)
        if x > 0:
            x += NOISE[self.kind](0.0, 1.0)
#~               ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA110 `numpy.random.normal` draws only once, at trace time
        m = METRICS.get(self.kind)()
#~          ^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.metrics.Mean` and its variables are created in traced code
        return loss(x, x)


Model("a").step(tf.ones([1, 2, 3]))
