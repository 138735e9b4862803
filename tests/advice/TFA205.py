import tensorflow as tf

#: break out of range
@tf.function
def f(x):
    for _ in range(10):  #- loop over `tf.range(10)`
    for _ in tf.range(10):  #+
        x *= 2.0
        if x > 10.0:
            break
    return x


@tf.function
def g(x):
    result = x  #+
    for _ in range(10):  #- loop over `tf.range(10)`, assign the result, `break`, and return it after the loop
    for _ in tf.range(10):  #+
        x *= 2.0
        if x > 10.0:
            return -x  #-
            result = -x  #+
            break  #+
    return x  #-
    return result  #+


print([float(f(tf.constant(value))) + float(g(tf.constant(value))) for value in (1.0, 3.0, 9.0)])
#: break out of a list
FACTORS = [2.0, 3.0, 4.0]


@tf.function
def f(x):
    done = tf.constant(False)  #+
    for factor in FACTORS:  #- set a tensor such as `done` in place of the `break`, and run the body under `if not done:`
        x *= factor  #-
        if x > 10.0:  #-
            break  #-
    for factor in FACTORS:  #+
        if not done:  #+
            x *= factor  #+
            done = x > 10.0  #+
    return x


@tf.function
def g(x):
    done = tf.constant(False)  #+
    result = x  #+
    for factor in FACTORS:  #- set a result and a tensor such as `done` in place of the `return`, and run the body under `if not done:`
        if x * factor > 10.0:  #-
            return x * factor  #-
    return x  #-
    for factor in FACTORS:  #+
        if not done:  #+
            done = x * factor > 10.0  #+
            if done:  #+
                result = x * factor  #+
    return result  #+


print([float(f(tf.constant(value))) + float(g(tf.constant(value))) for value in (1.0, 3.0, 9.0)])
#: endless loops
@tf.function
def f(x):
    while True:  #- loop with `while tf.constant(True):`
    while tf.constant(True):  #+
        x *= 2.0
        if x > 10.0:
            break
    return x


@tf.function
def g(x):
    result = x  #+
    while True:  #- loop with `while tf.constant(True):`, assign the result, `break`, and return it after the loop
    while tf.constant(True):  #+
        x *= 2.0
        if x > 10.0:
            return -x  #-
            result = -x  #+
            break  #+
    return result  #+


print([float(f(tf.constant(value))) + float(g(tf.constant(value))) for value in (1.0, 3.0, 9.0)])
#: a condition that turns
@tf.function
def f(x):
    error = 1.0  #-
    error = tf.constant(1.0)  #+
    while error > 0.1:  #- start with a tensor: `error = tf.constant(...)`
    while error > 0.1:  #+
        x = x * 0.5
        error = tf.abs(x)
    return x


print([float(f(tf.constant(value))) for value in (1.0, 3.0)])
