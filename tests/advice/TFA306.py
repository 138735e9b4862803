import tempfile

import keras
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()

#: datasets
@tf.function
def f(x):
    for value in tf.data.Dataset.range(3).as_numpy_iterator():  #- loop over the dataset itself
        x += float(value)  #-
    for value in tf.data.Dataset.range(3):  #+
        x += tf.cast(value, tf.float32)  #+
    return x


print(float(f(tf.constant(1.0))))
#: a model
model = keras.Sequential([keras.Input([1]), keras.layers.Dense(1, kernel_initializer="ones")])
model.compile("sgd", "mse")


@tf.function
def f(x):
    y = model.predict(x, verbose=0)  #- call the model itself: `model(x)`
    weights = model.get_weights()  #- use `model.weights`
    y = model(x)  #+
    weights = model.weights  #+
    model.fit(x, x, verbose=0)  #- call it outside the traced function
    return y + weights[0]


print(np.asarray(f(tf.constant([[2.0]]))).tolist())
model.fit(tf.constant([[2.0]]), tf.constant([[2.0]]), verbose=0)  #+
#: saving and restoring
weight = tf.Variable(1.0)
checkpoint = tf.train.Checkpoint(weight=weight)
module = tf.Module()
start = checkpoint.save(folder + "/start")


@tf.function
def f(x):
    checkpoint.restore(start)  #- restore before the traced function is called
    weight.assign_sub(x)
    checkpoint.save(folder + "/step")  #- save outside the traced function
    tf.saved_model.save(module, folder + "/module")  #- save outside the traced function
    return weight.read_value()


for value in (1.0, 2.0):
    checkpoint.restore(start)  #+
    print(float(f(tf.constant(value))))
    checkpoint.save(folder + "/step")  #+
    tf.saved_model.save(module, folder + "/module")  #+
#: values
@tf.function
def f(x):
    return x + keras.ops.convert_to_numpy(x)  #- use the tensor itself
    return x + x  #+


for value in (1.0, 2.0):
    print(float(f(tf.constant(value))))
#: variables | changes
rate = tf.Variable(3.0)


@tf.function
def f(x):
    return x * keras.backend.get_value(rate)  #- use the variable itself
    return x * rate  #+


for value in (1.0, 2.0):
    print(float(f(tf.constant(value))))
    rate.assign(2.0 * rate)
#: gradients and clones
net = keras.Sequential([keras.Input([1]), keras.layers.Dense(1, kernel_initializer="ones")])
twin = keras.models.clone_model(net)  #+
twin(tf.ones([1, 1]))  #+


@tf.function
def f(x):
    (slope,), _ = tf.test.compute_gradient(tf.square, [x])  #- use `tf.GradientTape`
    with tf.GradientTape() as tape:  #+
        tape.watch(x)  #+
        y = tf.square(x)  #+
    slope = tape.gradient(y, x)  #+
    twin = keras.models.clone_model(net)  #- clone the model before the traced function is called
    return tf.round(tf.reshape(slope, [])) + tf.reduce_sum(twin(tf.ones([1, 1])))


print(float(f(tf.constant(2.0))))
#: drawing
@tf.function
def f(x):
    plt.plot([1.0, 2.0])  #- draw outside the traced function
    return x * 2.0


for value in (1.0, 2.0):
    print(float(f(tf.constant(value))))
    plt.plot([1.0, 2.0])  #+
print(len(plt.gca().lines))
