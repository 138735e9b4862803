import tensorflow as tf

#: dtypes
@tf.function
def f(x):
    s = 0  #-
    s = 0.0  #+
    w = tf.constant(0)  #-
    w = tf.cast(tf.constant(0), tf.float64)  #+
    for value in tf.sqrt(x):
        s += value  #- start with a float: `s = 0.0`
        w = tf.cast(value, tf.float64)  #- start with the dtype it gets: `tf.cast(w, tf.float64)`
        s += value  #+
        w = tf.cast(value, tf.float64)  #+
    return s, w


print([float(each) for value in (1.0, 4.0) for each in f(tf.constant([value, 9.0]))])
#: an unknown dtype
def read(x):
    return tf.py_function(lambda x: x * 2.0, [x], tf.float32)


@tf.function
def f(x):
    s = 0  #-
    s = tf.zeros_like(read(x[0]))  #+
    for value in x:
        s += read(value)  #- start with the dtype of the added value, such as `tf.zeros_like` of it
        s += read(value)  #+
    return s


print([float(f(tf.constant([value, 9.0]))) for value in (1.0, 4.0)])
#: what grows
@tf.function
def f(n):
    found = tf.zeros([0], tf.int32)
    array = tf.TensorArray(tf.int32, size=n)  #+
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(found, tf.TensorShape([None]))])  #+
        found = tf.concat([found, [i * i]], 0)  #- collect in a `tf.TensorArray`, or declare the shape with `tf.autograph.experimental.set_loop_options`
        found = tf.concat([found, [i * i]], 0)  #+
        array = array.write(i, i * i)  #+
    other = tf.zeros([0], tf.int32)  #-
    for i in tf.range(n):  #-
        other = tf.concat([other, [i * i]], 0)  #- collect in a `tf.TensorArray`, or declare the shape with `tf.autograph.experimental.set_loop_options`
    other = array.stack()  #+
    parts = [n]  #-
    for i in tf.range(n):  #-
        parts = parts + [i]  #- collect in a `tf.TensorArray`
    parts = tf.TensorArray(tf.int32, size=n + 1).write(0, n)  #+
    for i in tf.range(n):  #+
        parts = parts.write(i + 1, i)  #+
    return found, other, tf.stack(parts)  #-
    return found, other, parts.stack()  #+


print([each.numpy().tolist() for each in f(tf.constant(3))])
#: a counter beside floats
@tf.function
def f(x):
    total = tf.sqrt(x[0])
    turns = 0
    for i in range(tf.size(x)):
        turns += 1
    return total * turns, 0.5 * turns  #- use `tf.cast(turns, total.dtype)` || use `tf.cast(turns, tf.float32)`
    return total * tf.cast(turns, total.dtype), 0.5 * tf.cast(turns, tf.float32)  #+


print([float(each) for value in (1.0, 4.0) for each in f(tf.constant([value, 9.0]))])
#: a number without a limit
@tf.function
def f(depth):
    nodes = 1  #-
    nodes = tf.constant(1, tf.int64)  #+
    for _ in tf.range(depth):
        nodes = nodes * 3  #- start with a wider dtype: `nodes = tf.constant(..., tf.int64)`
        nodes = nodes * 3  #+
    return nodes


print([int(f(tf.constant(depth))) for depth in (2, 25)])
#: a number that becomes a vector
@tf.function
def f(x):
    total = 0.0  #-
    total = tf.zeros([2])  #+
    for value in x:
        total = total + tf.constant([1.0, 2.0])  #- start with the shape it gets
        total = total + tf.constant([1.0, 2.0])  #+
    return total


print(f(tf.constant([1.0, 4.0])).numpy().tolist())
#: a tensor that is cut
@tf.function
def f(levels):
    total = tf.constant(0.0)
    place = 0  #+
    while total < 3.0:
        total += levels[0]  #-
        levels = levels[1:]  #- keep the tensor and move an index, or declare the shape with `tf.autograph.experimental.set_loop_options`
        total += levels[place]  #+
        place += 1  #+
    return total


print(float(f(tf.constant([1.0, 2.0, 4.0]))))
