"""Layers that are frozen and released after the training step was traced."""

import keras
import numpy as np
import tensorflow as tf

x, y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")


def build():
    base = keras.Sequential([keras.layers.Dense(3)])
    base.trainable = False
    return base, keras.Sequential([base, keras.layers.Dense(1)])


def of_functions():
    inputs = keras.Input((2,))
    base = keras.applications.MobileNetV2(include_top=False)
    base.trainable = False
    return base, keras.Model(inputs, keras.layers.Dense(1)(base(inputs)))


def release(base):  # keeps-root
    base.trainable = True
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA114 `trainable` is set after Keras has traced the training step


def tuned():
    base, model = of_functions()
    model.compile("adam", "mse")
    model.fit(x, y)
    release(base)
    model.fit(x, y)


def tuned_layer_by_layer():  # keeps-root
    _, model = build()
    model.compile("adam", "mse")
    model.fit(x, y)
    for layer in model.layers[:-1]:
        layer.trainable = True
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA114 `trainable` is set after Keras has traced the training step
    model.fit(x, y)


def released_by_name():  # keeps-root
    model = keras.Sequential([keras.layers.Dense(3, name="base", trainable=False), keras.layers.Dense(1, name="head")])
    model.compile("adam", "mse")
    model.fit(x, y)
    model.get_layer("base").trainable = True
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA114 `trainable` is set after Keras has traced the training step
    model.get_layer(index=1).trainable = True
    model.fit(x, y)


def compiled_again():
    base, model = build()
    model.compile("adam", "mse")
    model.fit(x, y)
    base.trainable = True
    model.compile("adam", "mse")
    model.fit(x, y)


def set_before():
    base, model = build()
    model.compile("adam", "mse")
    base.trainable = True
    model.fit(x, y)
    model.evaluate(x, y)
    base.trainable = False
    model.predict(x)


def in_turn():
    critic, generator = keras.Sequential([keras.layers.Dense(1)]), keras.Sequential([keras.layers.Dense(3)])
    both = keras.Sequential([generator, critic])
    critic.compile("adam", "mse")
    both.compile("adam", "mse")
    for _ in range(10):
        critic.trainable = True
        critic.train_on_batch(x, y)
        critic.trainable = False
        both.train_on_batch(x, y)


def with_another_optimizer():  # keeps-root
    _, model = build()
    model.compile(optimizer="adam", loss="mse")
    model.fit(x, y)
    model.optimizer.learning_rate = 0.1
    model.fit(x, y)
    model.optimizer = keras.optimizers.SGD(0.1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA114 `optimizer` is set after Keras has traced the training step
    model.fit(x, y)


def compiled_with_another_optimizer():
    _, model = build()
    model.compile(optimizer="adam", loss="mse")
    model.fit(x, y)
    model.optimizer = keras.optimizers.SGD(0.1)
    model.compile(optimizer=model.optimizer, loss="mse")
    model.fit(x, y)


class Release(keras.callbacks.Callback):
    def __init__(self, base):
        super().__init__()
        self.base = base

    def on_epoch_end(self, epoch, logs=None):  # keeps-root
        if epoch == 1:
            self.base.trainable = True
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA114 `trainable` is set after Keras has traced the training step


def by_callback():
    base, model = build()
    model.compile("adam", "mse")
    model.fit(x, y, epochs=3, callbacks=[Release(base)])


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.backbone = keras.layers.Dense(3)
        self.head = keras.layers.Dense(1)

    def call(self, inputs):
        return self.head(self.backbone(inputs))


def custom_loop(anew):
    net, optimizer = Net(), keras.optimizers.SGD(0.1)

    def step(inputs, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((net(inputs) - targets) ** 2)
        gradients = tape.gradient(loss, net.trainable_variables)
#~                                      ^^^^^^^^^^^^^^^^^^^^^^^ TFA114 `net.trainable_variables` is read once, at trace time, and `trainable` is set later
        optimizer.apply_gradients(zip(gradients, net.trainable_variables))
        return loss

    traced = tf.function(step)
    net.backbone.trainable = False
    for epoch in range(4):
        if epoch == 2:
            net.backbone.trainable = True
        traced(tf.ones([2, 3]), tf.ones([2, 1]))


def custom_loop_anew():
    net, optimizer = Net(), keras.optimizers.SGD(0.1)

    def step(inputs, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((net(inputs) - targets) ** 2)
        gradients = tape.gradient(loss, net.trainable_variables)
        optimizer.apply_gradients(zip(gradients, net.trainable_variables))
        return loss

    net.backbone.trainable = False
    for trainable in (False, True):
        net.backbone.trainable = trainable
        traced = tf.function(step)
        for _ in range(2):
            traced(tf.ones([2, 3]), tf.ones([2, 1]))


tuned()
tuned_layer_by_layer()
released_by_name()
compiled_again()
set_before()
in_turn()
by_callback()
with_another_optimizer()
compiled_with_another_optimizer()
custom_loop(True)
custom_loop_anew()
