import tensorflow as tf

#: both directions
@tf.function
def f(x, reverse):
    a = sorted(x, reverse=False)  #- use `tf.sort(x)`
    b = sorted(tf.square(x), reverse=reverse)  #- use `tf.sort(tf.square(x), direction="DESCENDING" if reverse else "ASCENDING")`
    a = tf.sort(x)  #+
    b = tf.sort(tf.square(x), direction="DESCENDING" if reverse else "ASCENDING")  #+
    return tf.stack(a), tf.stack(b)


for reverse in (True, False):
    print([each.numpy().tolist() for each in f(tf.constant([3.0, 1.0, 4.0]), reverse)])
