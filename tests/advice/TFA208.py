import tensorflow as tf

#: a whole number and a float
@tf.function
def f(x):
    y = 0  #-
    y = 0.0  #+
    if x > 0.0:
        y = tf.zeros([]) + 2.0  #- write `0.0` for `0`, so that both branches are floats
        y = tf.zeros([]) + 2.0  #+
    if x > 1.0:
        z = 0.5
    else:
        z = -1  #- write `-1.0` for `-1`, so that both branches are floats
        z = -1.0  #+
    w = 1 if x > 0.0 else 2.5  #- write `1.0` for `1`, so that both branches are floats
    w = 1.0 if x > 0.0 else 2.5  #+
    return y + z + w


def g(x):
    if x > 0.0:
        return 0  #- write `0.0` for `0`, so that both branches are floats
        return 0.0  #+
    return x * 2.0


print([float(f(tf.constant(value))) + float(tf.function(g)(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])  # TFA403
#: two dtypes of tensors
@tf.function
def f(x):
    if x > 0.0:
        y = tf.cast(x, tf.float64)
    else:
        y = tf.zeros([])  #- cast to the dtype of the other branch: `tf.cast(tf.zeros([]), tf.float64)`
        y = tf.cast(tf.zeros([]), tf.float64)  #+
    if x > 1.0:
        return tf.cast(y, tf.int32)  #- cast both branches to one dtype with `tf.cast`
        return tf.cast(y, tf.float32)  #+
    return tf.sqrt(x * x)  #-
    return tf.cast(tf.sqrt(x * x), tf.float32)  #+


print([float(f(tf.constant(value, tf.as_dtype("float32")))) for value in (-1.0, 0.5, 2.0)])
#: structures
@tf.function
def f(x):
    parts = [x]  #-
    parts = [x, tf.zeros_like(x)]  #+
    if x > 0.0:
        parts = [x, x]  #- use a list of length 1 in both branches
        parts = [x, x]  #+
    if x > 1.0:
        named = {"a": x}
    else:
        named = {"b": -x}  #- use a dict with keys a in both branches
        named = {"a": -x}  #+
    return tf.add_n(parts) + sum(named.values())


print([float(f(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])
#: functions
@tf.function
def f(x):
    act = tf.abs  #-
    y = tf.abs(x)  #+
    if x > 0.0:
        act = tf.negative  #- call the function in each branch, and select between the results
        y = tf.negative(x)  #+
    other = (tf.square if x > 1.0 else tf.exp)(tf.zeros_like(x))  #- call the function in each branch, and select between the results
    other = tf.square(tf.zeros_like(x)) if x > 1.0 else tf.exp(tf.zeros_like(x))  #+
    return act(x) + other  #-
    return y + other  #+


print([float(f(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])
#: an object
class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return x * self.factor


SMALL, LARGE = Scale(0.5), Scale(2.0)


@tf.function
def f(x):
    scale = SMALL  #-
    y = SMALL(x)  #+
    if x > 0.0:
        scale = LARGE  #- use the object in each branch, and select between the results
        y = LARGE(x)  #+
    return scale(x)  #-
    return y  #+


print([float(f(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])
#: a return that is missing
@tf.function
def f(x):
    with tf.name_scope("scope"):
        result = -x  #+
        if x > 0.0:
            return x * 2.0  #- assign the result in each branch, and return it once, after the condition
            result = x * 2.0  #+
    return -x  #-
    return result  #+


print([float(f(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])
#: None in a branch | changes
@tf.function
def f(x):
    y = x if x > 0.0 else None  #- use a tensor in both branches, such as `tf.zeros_like` of the other one
    y = x if x > 0.0 else tf.zeros_like(x)  #+
    if x > 1.0:
        return None  #- use a tensor in both branches, such as `tf.zeros_like` of the other one
        return tf.zeros_like(x)  #+
    return x + (0.0 if y is None else y)


print([float(f(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])
#: more items in one branch
@tf.function
def f(x):
    parts = (x,)  #-
    parts = (x, tf.zeros_like(x))  #+
    if x > 0.0:
        parts = parts + (x * 2.0,)  #- use the same number of items in both branches, such as a tensor and zeros
        parts = (x, x * 2.0)  #+
    return tf.add_n(parts)


print([float(f(tf.constant(value))) for value in (-1.0, 0.5, 2.0)])
