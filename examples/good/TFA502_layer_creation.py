"""A small classifier. Its layers are made once, in the constructor."""

import keras
import numpy as np


class Classifier(keras.Model):
    def __init__(self, units, rate):
        super().__init__()
        self.hidden = keras.layers.Dense(units, activation="relu")
        self.dropout = keras.layers.Dropout(rate)
        self.head = keras.layers.Dense(2)

    def call(self, inputs, training=False):
        hidden = self.dropout(self.hidden(inputs), training=training)
        return keras.layers.Softmax()(self.head(hidden))


def main():
    points = np.random.default_rng(0).normal(size=(64, 2)).astype("float32")
    labels = (points[:, 0] > points[:, 1]).astype("int32")
    model = Classifier(8, 0.2)
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(points, labels, epochs=2, batch_size=16, verbose=0)
    print("predictions:", model.predict(points, verbose=0).shape)


if __name__ == "__main__":
    main()
