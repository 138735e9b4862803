import tensorflow as tf

#: comparisons
@tf.function
def f(x):
    if x < 0.0:  #-
        raise ValueError("negative")  #- use `tf.debugging.assert_greater_equal(x, 0.0)` before the condition
    if x == 3.0:  #-
        raise ValueError("three")  #- use `tf.debugging.assert_none_equal(x, 3.0)` before the condition
    tf.debugging.assert_greater_equal(x, 0.0)  #+
    tf.debugging.assert_none_equal(x, 3.0)  #+
    return tf.sqrt(x)


for value in (4.0, -1.0, 3.0):
    try:
        print(float(f(tf.constant(value))))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("refused")
#: other places
@tf.function
def f(x):
    if x > 0.0:
        y = x
    elif x > -10.0:
        y = -x
    else:
        raise ValueError("too small")  #- use `tf.debugging.Assert(False, [...])` instead
        tf.debugging.Assert(False, ["too small"])  #+
        y = x  #+
    if tf.reduce_any(x > 50.0):
        raise ValueError("too large")  #- use `tf.debugging.Assert(False, [...])` instead
        tf.debugging.Assert(False, ["too large"])  #+
    return y


for value in (4.0, -2.0, -30.0, 60.0):
    try:
        print(float(f(tf.constant(value))))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("refused")
