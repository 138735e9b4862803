import tensorflow as tf

#: checks and updates
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    tf.ensure_shape(x, [3])  #- use what it returns: `x = tf.ensure_shape(x, ...)`
    x = tf.ensure_shape(x, [3])  #+
    return tf.reduce_sum(x)


for length in (3, 2):
    try:
        print(float(f(tf.ones([length]))))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("refused")
#: values
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    tf.gather(x, [2])  #- use what it returns, or check the values with `tf.debugging.Assert`
    tf.debugging.Assert(tf.size(x) > 2, [x])  #+
    return tf.reduce_sum(x)


for length in (3, 2):
    try:
        print(float(f(tf.ones([length]))))
    except tf.errors.InvalidArgumentError:
        print("refused")
