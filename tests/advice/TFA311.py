import json

import tensorflow as tf

#: with a number
@tf.function
def root(x):
    return x.shape[0]  #- convert it where it arrives, with `int(...)`, `float(...)` or `.numpy().decode()`
    return x.shape[0]  #+


for size in (1, 2, 3):
    print(json.dumps(root(tf.ones([size]))))  #-
    print(json.dumps(int(root(tf.ones([size])))))  #+
