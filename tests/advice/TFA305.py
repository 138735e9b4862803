import tensorflow as tf

#: floats
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    total = tf.reduce_sum(x)
    a = total / len(x)  #- use `tf.cast(len(x), total.dtype)`
    b = len(x) * 0.5  #- use `tf.cast(len(x), tf.float32)`
    a = total / tf.cast(len(x), total.dtype)  #+
    b = tf.cast(len(x), tf.float32) * 0.5  #+
    return a, tf.zeros([]) + b


for length in (1, 2, 3):
    print([float(each) for each in f(tf.ones([length]))])
#: lists
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    filled = tf.constant([2.0] * len(x))  #- make a tensor of that length with `tf.fill`
    filled = tf.fill([len(x)], 2.0)  #+
    return x * filled


for length in (1, 2, 3):
    print(f(tf.ones([length])).numpy().tolist())
