import os

import tensorflow as tf

#: an argument
@tf.function
def f(x):  #-
    return x * float(os.environ["GAIN"])  #- read it outside the traced function, and pass it as an argument
def f(x, gain):  #+
    return x * gain  #+


for text in ("1.0", "2.0", "3.0"):
    os.environ["GAIN"] = text
    print(float(f(tf.constant(1.0))))  #-
    print(float(f(tf.constant(1.0), tf.constant(float(os.environ["GAIN"])))))  #+
#: in a dataset
def scaled(x):
    return x * float(os.environ["GAIN"])  #- read it in `tf.py_function`, on every call
    return x * tf.py_function(lambda: float(os.environ["GAIN"]), [], tf.float32)  #+


os.environ["GAIN"] = "1.0"
data = tf.data.Dataset.from_tensor_slices(tf.ones([2])).map(scaled)
print([float(x) for x in data])
os.environ["GAIN"] = "2.0"
print([float(x) for x in data])
