"""Objects that `compile` gives a model, which code finds there."""

import tensorflow as tf


class Hinge(tf.keras.losses.Loss):
    def __init__(self, margin):
        super().__init__()
        self.margin = margin
        self.scale = margin

    def call(self, y_true, y_pred):
        return tf.nn.relu(tf.abs(y_true - y_pred) - self.margin) * self.scale
#~                                                  ^^^^^^^^^^^ TFA114 `self.margin` is read once, at trace time, and changes later


class Each(Hinge):
    def call(self, y_true, y_pred):
        return tf.abs(y_true - y_pred) - self.margin
#~                                       ^^^^^^^^^^^ TFA114 `self.margin` is read once, at trace time, and changes later


class Widen(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.loss.margin += 0.25


def widened(x, y, epochs):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer="sgd", loss=Hinge(0.0))
    model.fit(x, y, epochs=epochs, callbacks=[Widen()])


def by_output(x, y, epochs):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer="sgd", loss={"score": Each(0.0)})
    for epoch in range(epochs):
        model.loss["score"].margin = epoch * 0.1
        model.fit(x, y)


class Fresh(tf.keras.losses.Loss):
    """Each `compile` makes a new trace, in which the new margin is read."""

    def __init__(self):
        super().__init__()
        self.margin = 0.0

    def call(self, y_true, y_pred):
        return tf.abs(y_true - y_pred) - self.margin


def compiled_again(x, y, epochs):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    for epoch in range(epochs):
        model.compile(optimizer="sgd", loss=Fresh())
        model.loss.margin = epoch * 0.1
        model.fit(x, y)
