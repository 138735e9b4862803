"""A callback sets the weight of a loss that was created with a number."""

import tensorflow as tf


class Weighted(tf.keras.losses.Loss):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def call(self, y_true, y_pred):
        return self.weight * tf.reduce_mean(tf.abs(y_true - y_pred))
#~             ^^^^^^^^^^^ TFA114 `self.weight` is read once, at trace time, and changes later


class Reweight(tf.keras.callbacks.Callback):
    def __init__(self, kept):
        super().__init__()
        self.kept = kept

    def on_epoch_end(self, epoch, logs=None):
        self.kept.weight = 0.5


def main(model, x, y):
    loss = Weighted(1.0)
    model.compile("sgd", loss=loss)
    model.fit(x, y, epochs=3, callbacks=[Reweight(loss)])
