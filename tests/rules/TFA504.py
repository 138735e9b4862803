"""Arguments of a traced function that are changed in place."""

import keras
import numpy as np
import tensorflow as tf


@tf.function
def dicts(features: dict, x):
    features["sum"] = x
#~  ^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    features["sum"] += x
#~  ^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    features.update(sum=x)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    features.setdefault("sum", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    del features["old"]
#~  ^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    features.pop("sum")
#~  ^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    features.clear()
#~  ^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    return x


@tf.function
def lists(parts: list, x):
    parts.append(x)
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts.extend([x])
#~  ^^^^^^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts.insert(0, x)
#~  ^^^^^^^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts[0] = x
#~  ^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts += [x]
#~  ^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts.pop()
#~  ^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts.sort()
#~  ^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    parts.reverse()
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    del parts[0]
#~  ^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    return x


@tf.function
def unannotated(features, parts, x):
    features["sum"] = x
#~  ^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    parts.append(x)
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place
    return x


@tf.function
def defaults(x, seen=[], cache={}):
    seen.append(x)
#~  ^^^^^^^^^^^^^^ TFA504 the argument `seen` is changed in place
    cache["x"] = x
#~  ^^^^^^^^^^^^^^ TFA504 the argument `cache` is changed in place
    return x


@tf.function
def arrays(array: np.ndarray, x):
    array[0] = 1.0
#~  ^^^^^^^^^^^^^^ TFA504 the argument `array` is changed in place
    array.fill(0.0)
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `array` is changed in place
    array.sort()
#~  ^^^^^^^^^^^^ TFA504 the argument `array` is changed in place
    np.random.shuffle(array)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `array` is changed in place
    return x


@tf.function
def passed_an_array(x):
    x[0] = 1.0
#~  ^^^^^^^^^^ TFA504 the argument `x` is changed in place
    x.fill(2.0)
#~  ^^^^^^^^^^^ TFA504 the argument `x` is changed in place
    x *= 2.0
    y = x + 1.0
    y[0] = 1.0
    return y


passed_an_array(np.ones(3))


@tf.function
def passed_a_tensor(x):
    x[0] = 1.0
    return x


passed_a_tensor(tf.ones(3))


@tf.function
def aliases(features: dict, x):
    same = features
    same["sum"] = x
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    inner = features["inner"]
    inner["sum"] = x
#~  ^^^^^^^^^^^^^^^^ TFA504 the argument `features[...]` is changed in place
    return x


@tf.function
def asks_helpers(features: dict, parts: list, x):
    add_to(features, parts, x)
    return x


def add_to(features, parts, x):
    add_deeper(features, x)
    parts.append(x)
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `parts` is changed in place


def add_deeper(features, x):
    features["deep"] = x
#~  ^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place


@tf.function
def nested(features: dict, x):
    def inner():
        features["inner"] = x
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place

    inner()
    return x


@tf.function
def any_number(x, *rest, **named):
    named["x"] = x
    return x


class Model(tf.Module):
    @tf.function
    def step(self, batch: dict):
        batch["x"] = batch["x"] * 2.0
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `batch` is changed in place
        return self.helper(batch)

    def helper(self, batch):
        del batch["x"]
#~      ^^^^^^^^^^^^^^ TFA504 the argument `batch` is changed in place
        return batch


# Keras and datasets make the containers anew that they call with.


class Net(keras.Model):
    def call(self, inputs: dict):
        inputs["sum"] = inputs["a"] + inputs["b"]
        return inputs["sum"]


def parse(features):
    features["sum"] = features["a"] + features["b"]
    return features


rows = tf.data.Dataset.from_tensors({"a": 1.0, "b": 2.0}).map(parse)

# Copies, containers of the call, and names that are bound anew.


@tf.function
def copies(features: dict, parts: list, x):
    features = dict(features)
    features["sum"] = x
    parts = list(parts)
    parts.append(x)
    parts = parts[:]
    parts.append(x)
    more = {**features, "x": x}
    more["y"] = x
    less = features.copy()
    less.pop("sum")
    return x


@tf.function
def own_container(x):
    parts = []
    features = {"x": x}
    add_own(features, parts, x)
    return tf.add_n(parts)


def add_own(features, parts, x):
    features["own"] = x
    parts.append(x)


@tf.function
def both_ways(outer: list, x):
    own = []
    push(own, x)
    push(outer, x)
    return x


def push(parts, x):
    parts.append(x)
#~  ^^^^^^^^^^^^^^^ TFA504 the argument `outer` is changed in place


@tf.function
def taken_back(state, x):
    with tf.GradientTape() as tape:
        state["tape"] = tape
        y = x * x
    del state["tape"]
    return y


@tf.function
def taken_back_at_times(state, x):
    state["tape"] = x
#~  ^^^^^^^^^^^^^^^^^ TFA504 the argument `state` is changed in place
    if len(state) > 3:
        del state["tape"]
    return x


@tf.function
def bound_anew(x, n: int, pair: tuple):
    x = x * 2.0
    x += 1.0
    n += 1
    pair += (x,)
    first, *rest = pair
    rest.append(x)
    return x * n


@tf.function
def of_the_graph(v: tf.Variable, array: tf.TensorArray, x):
    v.assign_add(x)
    array = array.write(0, x)
    return array.stack()


STRATEGY = tf.distribute.MirroredStrategy()


def replica(state, parts, plan):
    state["sum"] = parts[0]
    parts.append(parts[0])
    plan.append(1)
    return parts[0]


@tf.function
def in_replicas(state: dict, parts: list, plan):
    return STRATEGY.run(replica, args=(state, parts, plan))


def eager(features):
    features["sum"] = 1.0
    return dicts(features, tf.constant(1.0))


def labelled(features):
    label = features.pop("label")
    return features, label


def dataset(columns):
    return tf.data.Dataset.from_tensor_slices(columns).map(labelled).batch(2)


@tf.function
def scaled_columns(features):
    features["age"] = features["age"] / 10.0
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA504 the argument `features` is changed in place
    return features


@tf.function
def copied_columns(features):
    features = dict(features)
    for name in ("age", "hours"):
        features[name] = features[name] / 10.0
    return features


def reads(columns):
    for features, _ in dataset(columns):
        scaled_columns(features)
        copied_columns(features)


SAMPLES = np.ones(3)


@tf.function
def doubled(samples):
    samples *= 2.0
#~  ^^^^^^^^^^^^^^ TFA504 the argument `samples` is changed in place
    return samples + 0.0


def centred(values):
    values -= 1.0
#~  ^^^^^^^^^^^^^ TFA504 the argument `batch` is changed in place
    return values


@tf.function
def centred_mean(batch):
    return tf.reduce_mean(centred(batch))


@tf.function
def brightness(image):
    image /= 255.0
    return tf.reduce_mean(image)


class Totals:
    def __init__(self):
        self.sums = np.zeros(3)

    @tf.function
    def add(self, sums, x):
        sums += x
#~      ^^^^^^^^^ TFA504 the argument `sums` is changed in place
        return sums

    def run(self, x):
        return self.add(self.sums, x)


def report(x):
    doubled(SAMPLES)
    batch = np.zeros(3)
    for _ in range(2):
        centred_mean(batch)
    image = np.random.rand(4, 4)
    print(brightness(image))
    print(brightness(np.random.rand(4, 4)))
    return Totals().run(x)
