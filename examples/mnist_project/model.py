"""The model: two convolutional blocks and a head."""

import keras
import tensorflow as tf


class ConvBlock(keras.layers.Layer):
    def __init__(self, filters, **kwargs):
        super().__init__(**kwargs)
        self.filters = filters
        self.pool = keras.layers.MaxPooling2D()

    def build(self, shape):
        self.kernel = self.add_weight(
            shape=(3, 3, shape[-1], self.filters), initializer="he_normal", name="kernel"
        )
        self.scale = self.add_weight(shape=(self.filters,), initializer="ones", name="scale")
        self.built_for = tuple(shape)

    def call(self, inputs):
        features = tf.nn.conv2d(inputs, self.kernel, strides=1, padding="SAME")
        return self.pool(tf.nn.relu(features * self.scale))


class DigitModel(keras.Model):
    def __init__(self, classes, dropout=0.0, warmup=100):
        super().__init__()
        self.blocks = [ConvBlock(8), ConvBlock(16)]
        self.flatten = keras.layers.Flatten()
        self.head = keras.layers.Dense(classes)
        self.dropout = dropout
        self.warmup = warmup
        self.batches_seen = 0

    def call(self, inputs, training=False):
        features = inputs
        for block in self.blocks:
            features = block(features)
        features = self.flatten(features)
        if training:
            self.batches_seen += 1
            if self.dropout:
                features = keras.layers.Dropout(self.dropout)(features, training=True)
        return self.head(features) * self.temperature()

    def temperature(self):
        return min(1.0, 0.5 + self.batches_seen / self.warmup)
