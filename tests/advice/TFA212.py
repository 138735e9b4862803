import tensorflow as tf

#: a tensor
@tf.function
def f(n):
    if n <= 1:  #-
        return 1  #-
    return n * f(n - 1)  #- write a `while` loop with the tensor as its condition
    result = tf.constant(1)  #+
    while n > 1:  #+
        result *= n  #+
        n -= 1  #+
    return result  #+


print([int(f(tf.constant(n))) for n in (2, 3, 4)])
#: a number of Python
@tf.function  #-
def power(x, n: int):
    if n == 0:
        return tf.ones_like(x)
    return x * power(x, n - 1)  #- write a loop, or call a helper without `@tf.function` that recurses
    return x * power(x, n - 1)  #+


@tf.function
def f(x):
    return power(x, 3)


print([float(f(tf.constant(x))) for x in (2.0, 3.0)])
