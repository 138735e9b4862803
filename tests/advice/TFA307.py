import tensorflow as tf

#: what XLA cannot compile, drops and moves
TABLE = tf.constant([1.0, 2.0, 3.0])


@tf.function(jit_compile=True)
def f(x):
    tf.print("x is", x)  #- move it out of the compiled function
    tf.debugging.assert_non_negative(x)  #- check outside the compiled function
    return tf.sqrt(x) + tf.gather(TABLE, tf.cast(x, tf.int32))  #- check the index outside the compiled function
    return tf.sqrt(x) + tf.gather(TABLE, tf.cast(x, tf.int32))  # TFA307  #+


@tf.function
def g(x):
    tf.print("x is", x)  #+
    tf.debugging.assert_non_negative(x)  #+
    tf.debugging.assert_less(x, 3.0)  #+
    return f(x)


for value in (1.0, -1.0, 9.0):
    try:
        print(float(g(tf.constant(value))))
    except tf.errors.InvalidArgumentError:
        print("refused")
