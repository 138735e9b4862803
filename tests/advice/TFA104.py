import operator
import os
import threading
import time

import tensorflow as tf

#: calls and callbacks
told = []
tell = operator.attrgetter("append")(told)


@tf.function
def f(x, callback):
    time.sleep(0.001)  #- call it outside the traced function, or in `tf.py_function`
    callback("step")  #- call it outside the traced function, or in `tf.py_function`
    tf.py_function(lambda: tell("step"), [], [])  #+
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    time.sleep(0.001)  #+
    f(tf.constant(value), tell)
print(told)
#: seeds
@tf.function
def f():
    tf.random.set_seed(3)  #- set the seed outside the traced function
    return tf.random.uniform([])


def g():
    tf.random.set_seed(3)  #+
    return float(f())


print(len({g() for _ in range(4)}))
#: assigning
count = tf.Variable(0)


@tf.function
def f(x):
    with tf.init_scope():  #-
        count.assign_add(1)  #- assign outside of `tf.init_scope`
    count.assign_add(1)  #+
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    f(tf.constant(value))
print(int(count))
#: a context manager
lock = threading.Lock()


@tf.function
def f(x):
    with lock:  #- enter it around the call of the traced function
        return x * 2.0  #-
    return x * 2.0  #+


for value in (1.0, 2.0, 3.0):
    with lock:  #+
        print(float(f(tf.constant(value))))  #+
    print(float(f(tf.constant(value))))  #-
#: a mapping of the process
seen = []


@tf.function
def f(x):
    os.environ["STEPS"] = os.environ.get("STEPS", "") + "."  #- change it outside the traced function, or in `tf.py_function`
    return x * 2.0


for value in (1.0, 2.0, 3.0):
    os.environ["STEPS"] = os.environ.get("STEPS", "") + "."  #+
    f(tf.constant(value))
    seen.append(os.environ.pop("STEPS", ""))
print(seen)
