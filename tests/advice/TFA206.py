import tensorflow as tf

numbers = tf.data.Dataset.range(5)

#: one branch
@tf.function
def f(x):
    y = tf.zeros_like(x)  #+
    parts = {}  #-
    parts = {"y": tf.zeros_like(x)}  #+
    if x > 0.0:
        y = x * 2.0  #- assign `y` before the condition, with the dtype it will have
        parts["y"] = x * 3.0  #- assign `parts["y"]` before the condition, with the dtype it will have
        y = x * 2.0  #+
        parts["y"] = x * 3.0  #+
    return y + parts["y"]


print([float(f(tf.constant(value))) for value in (1.0, 3.0)])
#: None in a branch
@tf.function
def f(x):
    y = None  #-
    y = -x  #+
    if x > 0.0:
        y = x * 2.0  #- assign tensors of the same dtype to `y` in both branches
        y = x * 2.0  #+
    return -x if y is None else y


print([float(f(tf.constant(value))) for value in (1.0, -3.0)])
#: loops
@tf.function
def f(x):
    best = None  #-
    best = tf.float32.min  #+
    for value in x:
        if best is None:  #- assign `best` before the loop, with the dtype it will have
            best = value  #-
        else:  #-
            best = tf.maximum(best, value)  #-
        best = tf.maximum(best, value)  #+
    last = tf.constant(0, tf.int64)  #+
    for number in numbers:
        last = number * 2  #- assign `last` before the loop, with the dtype it will have
        last = number * 2  #+
    return best, last


print([float(each) for value in (1.0, -3.0) for each in f(tf.constant([value, -4.0]))])
