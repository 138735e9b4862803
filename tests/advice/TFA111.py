import datetime
import time

import tensorflow as tf

#: the time
@tf.function
def f(x):
    return tf.cast(x, tf.float64) + time.time()  #- use `tf.timestamp()`
    return tf.cast(x, tf.float64) + tf.timestamp()  #+


print(len({float(f(tf.constant(0.0))) for _ in range(4)}))
#: a duration | changes
@tf.function
def f(x):
    started = time.perf_counter()  #- measure outside the traced function
    y = tf.linalg.matmul(x, x)
    elapsed = time.perf_counter() - started  #- measure outside the traced function
    return y, tf.constant(elapsed, tf.float64)  #-
    return y  #+


started = time.perf_counter()  #+
f(tf.eye(2))[0].numpy()
print(time.perf_counter() > started)  #+
#: a date
@tf.function
def f(x):  #-
    return x + float(datetime.datetime.now().microsecond)  #- read the clock outside the traced function, and pass the time as a tensor argument
def f(x, now):  #+
    return x + now  #+


def g():
    time.sleep(0.001)
    return float(f(tf.constant(0.0)))  #-
    return float(f(tf.constant(0.0), tf.constant(float(datetime.datetime.now().microsecond))))  #+


print(len({g() for _ in range(8)}) > 1)
#: in a dataset
def stamped(x):
    return x + time.perf_counter()  #- read the clock in `tf.py_function`, on every call
    return x + tf.py_function(time.perf_counter, [], tf.float64)  #+


print(len({float(x) for x in tf.data.Dataset.from_tensor_slices(tf.ones([8], tf.float64)).map(stamped)}) > 1)
