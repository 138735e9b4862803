import tensorflow as tf


class Fitted(tf.keras.Model):
    def call(self, x):
        return x

    def train_step(self, data):
        x, y, weights = tf.keras.utils.unpack_x_y_sample_weight(data)
        for v in y:
#~               ^ TFA203 an unconverted `for` iterates the tensor `y` in Python
            x = x + v
        return {"loss": x}

    def test_step(self, data):
        images, labels = data
        return {"best": max(labels)}
#~                          ^^^^^^ TFA203 `max` iterates the tensor `labels` in Python


class FittedWithDataset(tf.keras.Model):
    def train_step(self, data):
        images, labels = data
        return {"loss": sum(labels)}
#~                          ^^^^^^ TFA203 `sum` iterates the tensor `labels` in Python


class FittedWithMore(tf.keras.Model):
    def train_step(self, data):
        images, labels = data
        return {"loss": sum(labels)}


class FittedWithDicts(tf.keras.Model):
    def train_step(self, data):
        images, labels = data
        return {name: tf.reduce_mean(value) for name, value in labels.items()}
