import tensorflow as tf
@tf.function
def f(x):
    return 'Ã'
