"""A small classifier. Its layers are made anew in `call`; called eagerly it never learns, and `fit` raises."""

import keras
import numpy as np


class Classifier(keras.Model):
    def __init__(self, units, rate):
        super().__init__()
        self.units = units
        self.rate = rate
        self.head = keras.layers.Dense(2)

    def call(self, inputs, training=False):
        hidden = keras.layers.Dense(self.units, activation="relu")(inputs)  # TFA502
        hidden = keras.layers.Dropout(self.rate)(hidden, training=training)  # TFA502
        return self.head(hidden)


def main():
    points = np.random.default_rng(0).normal(size=(64, 2)).astype("float32")
    labels = (points[:, 0] > points[:, 1]).astype("int32")
    model = Classifier(8, 0.2)
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(points, labels, epochs=2, batch_size=16, verbose=0)
    print("predictions:", model.predict(points, verbose=0).shape)


if __name__ == "__main__":
    main()
