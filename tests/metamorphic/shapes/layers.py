"""Layers and models of Keras."""

import keras
import numpy as np
import tensorflow as tf


class Noise(keras.layers.Layer):
    def __init__(self, scale=0.1, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale
        self.calls = 0
        self.trace = []

    def call(self, inputs, training=None):
        self.calls += 1
        if training is not None and training:
            return inputs + np.random.normal() * self.scale
        return inputs


class Blocks(keras.Model):
    def __init__(self, widths):
        super().__init__()
        self.blocks = [keras.layers.Dense(width) for width in widths]
        self.noise = Noise(scale=0.2)
        self.last = None

    def call(self, inputs, training=False):
        x = inputs
        for block in self.blocks:
            x = block(x)
        print("shape", x.shape)
        self.last = x
        return self.noise(x, training=training)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        print("step")
        return {"loss": loss}


model = Blocks([4, 2])
model.compile("sgd", "mse")
model.fit(np.zeros([8, 3]), np.zeros([8, 2]))
