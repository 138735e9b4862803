import numpy as np
import tensorflow as tf

#: containers
@tf.function
def f(features, parts):
    features = dict(features)  #+
    parts = list(parts)  #+
    features["sum"] = features["a"] + features["b"]  #- change a copy: `features = dict(features)`
    parts.append(1.0)  #- change a copy: `parts = list(parts)`
    features["sum"] = features["a"] + features["b"]  #+
    parts.append(1.0)  #+
    return features["sum"] * tf.add_n(parts)


for value in (1.0, 2.0, 3.0):
    print(float(f({"a": tf.constant(value), "b": tf.constant(1.0)}, [tf.constant(2.0)])))
#: arrays
@tf.function
def f(x: np.ndarray):
    x[0] = 5.0  #- use `x = tf.tensor_scatter_nd_update(x, ...)`
    x = tf.tensor_scatter_nd_update(x, [[0]], tf.constant([5.0], tf.float64))  #+
    return x


@tf.function
def g(x: np.ndarray):
    x.fill(7.0)  #- compute a new tensor, and return it for the caller to use
    x = tf.fill(tf.shape(x), tf.constant(7.0, tf.float64))  #+
    return x


for value in (1.0, 2.0, 3.0):
    print([np.asarray(globals()[name](np.array([value, value]))).tolist() for name in ("f", "g")])
