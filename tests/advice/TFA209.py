import tensorflow as tf

#: a result
@tf.function
def f(n):
    result = -1  #+
    for i in tf.range(10):
        if i * i > n:
            return i  #- assign the result to a variable, `break`, and return it after the loop
            result = i  #+
            break  #+
    return -1  #-
    return result  #+


print([int(f(tf.constant(n))) for n in (2, 10, 1000)])
