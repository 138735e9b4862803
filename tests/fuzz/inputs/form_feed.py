import tensorflow as tf
@tf.function
def f(x):
    print(x)
    return x
