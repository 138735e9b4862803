import numpy as np
import tensorflow as tf

#: questions
@tf.function
def f(x):
    y = tf.square(x)
    if hasattr(y, "numpy"):  #- test with `tf.is_tensor(y)`
    if tf.is_tensor(y):  #+
        y = y * 2.0
    known = tf.get_static_value(y)  #- compute with `y` itself: its value exists when the graph runs
    if known is not None:  #-
        y = y + known  #-
    y = y + y  #+
    return y


for value in (1.0, 2.0):
    print(float(f(tf.constant(value))))
#: an array
@tf.function
def f(x):  #-
    if isinstance(x, np.ndarray):  #- decide outside the traced function
def f(x, is_array):  #+
    if is_array:  #+
        return x * 2.0
    return x


for value in (1.0, 2.0):
    print(float(f(np.array(value))))  #-
    x = np.array(value)  #+
    print(float(f(x, isinstance(x, np.ndarray))))  #+
#: an index
@tf.function
def f(x: tf.Tensor):
    if tf.shape(x)[0] > 4:
        return x[4]  #- use `tf.gather(x, 4)`, or decide on the static `x.shape[0]`
        return tf.gather(x, 4)  #+
    if tf.size(x) > 2:
        return x[-3]  #- use `tf.gather(x, tf.shape(x)[0] - 3)`, or decide on the static `x.shape[0]`
        return tf.gather(x, tf.shape(x)[0] - 3)  #+
    return x[0]


@tf.function
def g(x: tf.Tensor):
    if tf.shape(x)[0] > 4:  #-
    if x.shape[0] > 4:  #+
        return x[4]  #- use `tf.gather(x, 4)`, or decide on the static `x.shape[0]`
        return x[4]  #+
    return x[0]


for length in (1, 2, 3, 5):
    x = tf.range(length)
    print(int(f(x)), int(g(x)))  # TFA405, TFA405
