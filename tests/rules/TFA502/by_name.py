"""Layers that an object keeps under names which a variable holds: made where there are none, or on each call."""

import tensorflow as tf


class Named(tf.keras.layers.Layer):
    def call(self, x, y):
        return self.norm("x")(x) + self.norm("y")(y) + self.last("z")(y)

    def norm(self, key):
        name = f"norm_{key}"
        if not hasattr(self, name):
            setattr(self, name, tf.keras.layers.LayerNormalization())
        return getattr(self, name)

    def last(self, key):
        name = f"last_{key}"
        if hasattr(self, name):
            self.count = 1
        setattr(self, name, tf.keras.layers.LayerNormalization())
#~                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.layers.LayerNormalization` and its variables are created in traced code
        return getattr(self, name)
