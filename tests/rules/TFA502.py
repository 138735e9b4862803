"""Keras objects with variables made in traced code."""

import keras
import tensorflow as tf
from keras import layers
from tensorflow.keras.layers import Dense


@tf.function
def spellings(x):
    x = tf.keras.layers.Dense(1)(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.layers.Dense` and its variables are created in traced code
    x = keras.layers.Conv2D(1, 3)(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Conv2D` and its variables are created in traced code
    x = layers.BatchNormalization()(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.BatchNormalization` and its variables are created in traced code
    x = Dense(1, activation="relu")(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.layers.Dense` and its variables are created in traced code
    x = keras.layers.Dropout(0.5)(x, training=True)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Dropout` creates variables in traced code under Keras 3
    x = tf.keras.Sequential([tf.keras.layers.ReLU()])(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.Sequential` and its variables are created in traced code
    metric = tf.keras.metrics.Mean()
#~           ^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.metrics.Mean` and its variables are created in traced code
    optimizer = keras.optimizers.Adam()
#~              ^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.optimizers.Adam` and its variables are created in traced code
    make = layers.Dense
    x = make(1)(x)
#~      ^^^^^^^ TFA502 `keras.layers.Dense` and its variables are created in traced code
    return x, metric, optimizer


@tf.function
def of_parts(x):
    x = layers.RNN(layers.LSTMCell(3))(x)
#~                 ^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.LSTMCell` and its variables are created in traced code
    x = layers.TimeDistributed(layers.Dense(3))(x)
#~                             ^^^^^^^^^^^^^^^ TFA502 `keras.layers.Dense` and its variables are created in traced code
    return x


@tf.function
def told(x, mean=None):
    x = layers.Normalization(mean=1.0, variance=2.0)(x)
    x = layers.Normalization(-1, 1.0, 2.0)(x)
    x = layers.Normalization(mean=mean)(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Normalization` and its variables are created in traced code
    x = layers.Normalization(mean=None, variance=2.0)(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Normalization` and its variables are created in traced code
    x = layers.Discretization([0.0, 1.0])(x)
    x = layers.Discretization(num_bins=3)(x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Discretization` and its variables are created in traced code
    x = layers.StringLookup(vocabulary=["a", "b"])(tf.as_string(x))
    return x


class Own(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=input_shape[-1:])

    def call(self, x):
        return x * self.kernel


class Plain(keras.layers.Layer):
    def call(self, x):
        return x * 2.0


class OwnModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


class Wider(Own):
    pass


@tf.function
def own_classes(x):
    x = Own()(x)
#~      ^^^^^ TFA502 `Own` and its variables are created in traced code
    x = Wider()(x)
#~      ^^^^^^^ TFA502 `Wider` and its variables are created in traced code
    x = OwnModel()(x)
#~      ^^^^^^^^^^ TFA502 `OwnModel` and its variables are created in traced code
    x = Plain()(x)
    return x


@tf.function
def asks_a_helper(x):
    return block(x)


def block(x):
    return dense(x, 3)


def dense(x, units):
    return layers.Dense(units)(x)
#~         ^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Dense` and its variables are created in traced code


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.head = layers.Dense(1)
        self.blocks = [layers.Dense(1) for _ in range(3)]

    def build(self, input_shape):
        self.tail = layers.Dense(1)

    def call(self, x, training=False):
        x = layers.Dense(3)(x)
#~          ^^^^^^^^^^^^^^^ TFA502 `keras.layers.Dense` and its variables are created in traced code
        x = self.head(x)
        for each in self.blocks:
            x = each(x)
        return self.normalized(x)

    def normalized(self, x):
        def inner(y):
            return layers.LayerNormalization()(y)
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.LayerNormalization` and its variables are created in traced code

        return inner(x)

    def train_step(self, data):
        accuracy = keras.metrics.SparseCategoricalAccuracy()
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.metrics.SparseCategoricalAccuracy` and its variables are created in traced code
        return {"accuracy": accuracy(data, data)}


def embed(x):  # keeps-root
    return layers.Embedding(3, 4)(x)
#~         ^^^^^^^^^^^^^^^^^^^^^^ TFA502 `keras.layers.Embedding` and its variables are created in traced code


numbers = tf.data.Dataset.from_tensor_slices([1]).map(embed)


@tf.function
def without_state(x):
    x = layers.ReLU()(x)
    x = layers.Flatten()(x)
    x = layers.Reshape([3])(x)
    x = layers.Concatenate()([x, x])
    x = layers.Lambda(lambda y: y * 2.0)(x)
    x = layers.Activation("relu")(x)
    loss = keras.losses.MeanSquaredError()(x, x)
    return tf.keras.losses.mse(x, x) + loss


shared = layers.Dense(1)
late = None


@tf.function
def made_outside(x):
    global late
    if late is None:
        late = layers.Dense(1)
    return late(shared(x))


class Once(tf.Module):
    def __init__(self):
        super().__init__()
        self.head = None

    @tf.function
    def step(self, x):
        if self.head is None:
            self.head = layers.Dense(1)
        if not hasattr(self, "tail"):
            self.tail = layers.Dense(1)
        return self.tail(self.head(x))


@tf.function
def as_python(x):
    if tf.executing_eagerly():
        x = layers.Dense(1)(x)
    return tf.py_function(lambda y: layers.Dense(1)(y), [x], tf.float32)


@tf.function
def of_layers(x):
    inputs = keras.Input([3])
    flat = keras.Model(inputs, layers.Flatten()(inputs))
    dense = keras.Model(inputs=inputs, outputs=layers.Dense(1)(inputs))
#~                                             ^^^^^^^^^^^^^^^ TFA502 `keras.layers.Dense` and its variables are created in traced code
    return flat(x) + dense(x)


def eager():
    model = keras.Sequential([layers.Dense(1)])
    inputs = keras.Input([3])
    return model, keras.Model(inputs, layers.Dense(1)(inputs))


first_head = layers.Dense(1)
second_head = layers.Dense(2)
heads = [layers.Dense(1), layers.Dense(2)]
optimizers = [keras.optimizers.Adam(0.1), keras.optimizers.Adam(0.01)]
plain = [keras.optimizers.SGD(0.1), keras.optimizers.SGD(0.01)]


@tf.function
def by_argument(layer, x):
    return layer(x)
#~         ^^^^^^^^ TFA502 `layer` builds its variables in a retrace: 2 instances are passed


@tf.function
def by_item(layer, x):
    return layer(x)
#~         ^^^^^^^^ TFA502 `layer` builds its variables in a retrace: 2 instances are passed


@tf.function
def one_layer(layer, x):
    return layer(x)


@tf.function
def optimized(optimizer, pairs):
    optimizer.apply_gradients(pairs)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `optimizer` builds its variables in a retrace: 2 instances are passed


@tf.function
def without_slots(optimizer, pairs):
    optimizer.apply_gradients(pairs)


def applied(layer, x):
    return layer(x)
#~         ^^^^^^^^ TFA502 `layer` builds its variables in a retrace: 2 instances are passed


@tf.function
def by_helper(head, x):
    return applied(head, x)


def pass_them(k, x, pairs):
    by_argument(first_head, x)
    by_argument(second_head, x)
    by_item(heads[k], x)
    by_helper(first_head, x)
    by_helper(second_head, x)
    one_layer(first_head, x)
    one_layer(first_head, x)
    optimized(optimizers[k], pairs)
    without_slots(plain[k], pairs)


@tf.function
def made_of_a_name(x, chosen):
    optimizer = tf.keras.optimizers.get("adam")
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.optimizers.get` and its variables are created in traced code
    metric = tf.keras.metrics.get("mse")
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.metrics.get` and its variables are created in traced code
    given = tf.keras.optimizers.get(chosen)
    error = tf.keras.losses.get("mse")
    return x, optimizer, metric, given, error


class Weights(tf.keras.Model):
    def __init__(self, loss):
        super().__init__()
        self.loss_of = loss
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


class Seeded(Weights):
    def __init__(self, loss):
        super().__init__(loss)
        self.dropout = tf.keras.layers.Dropout(0.5)

    def call(self, x):
        return self.dropout(x)


class Deep(Seeded):
    def __init__(self, loss):
        super().__init__(loss)
        self.last = tf.keras.layers.Dense(1)


@tf.function
def never_built(x):
    layer = tf.keras.layers.Dense(1)
    x += len(layer.weights)
    model = Weights(len)
    x += model.loss_of(model.trainable_variables)
    built = tf.keras.layers.Dense(1)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `tf.keras.layers.Dense` and its variables are created in traced code
    built.build((None, 3))
    seeded = Seeded(len)
#~           ^^^^^^^^^^^ TFA502 `Seeded` and its variables are created in traced code
    x += len(seeded.weights)
    deep = Deep(len)
#~         ^^^^^^^^^ TFA502 `Deep` and its variables are created in traced code
    x += len(deep.weights)
    compiled = Weights(len)
#~             ^^^^^^^^^^^^ TFA502 `Weights` and its variables are created in traced code
    compiled.compile(loss="mse")
    run = Weights(len)
#~        ^^^^^^^^^^^^ TFA502 `Weights` and its variables are created in traced code
    x += run(x)
    given = Weights(len)
#~          ^^^^^^^^^^^^ TFA502 `Weights` and its variables are created in traced code
    print_names(given)
    return x


def print_names(model):
    assert model.name


@tf.function
def stepped(weights, gradient, optimizer):
    optimizer.apply_gradients([(gradient, weights)])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA502 `optimizer` builds its variables in a retrace: one is created in each iteration
    return tf.identity(weights)


class Client:
    def __init__(self):
        self.weights = tf.Variable([1.0])

    def renewed(self):
        self.optimizer = keras.optimizers.SGD(0.1, momentum=0.9)
        return self.optimizer


def rounds(client):
    for _ in range(3):
        stepped(client.weights, tf.constant([0.1]), client.renewed())


rounds(Client())
