import tensorflow as tf

#: assertions
@tf.function
def f(x):
    assert tf.reduce_all(x > 0.0), "must be positive"  #- use `tf.debugging.Assert(tf.reduce_all(x > 0.0), [...])`
    tf.debugging.Assert(tf.reduce_all(x > 0.0), ["must be positive"])  #+
    return tf.sqrt(x)


for value in (4.0, -1.0):
    try:
        print(f(tf.constant([value])).numpy())
    except (AssertionError, tf.errors.InvalidArgumentError):
        print("refused")
