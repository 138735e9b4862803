import tensorflow as tf

#: numbers and texts
@tf.function
def f(n, text):
    turns = tf.constant(0)
    left = tf.cast(n, tf.int32)
    while left:  #- compare it: `left != 0`
    while left != 0:  #+
        left -= 1
        turns += 1
    total = tf.reduce_sum(n)
    if not total:  #- compare it: `total == 0`
    if total == 0:  #+
        turns += 10
    word = tf.strings.lower(text)
    joined = tf.strings.join([word, ""])
    if tf.constant("a"):  #- compare it: `tf.constant("a") != ""`
    if tf.constant("a") != "":  #+
        turns += 100
    other = tf.reduce_sum(n) or 7  #- use `tf.where(tf.reduce_sum(n) != 0, tf.reduce_sum(n), ...)`
    other = tf.where(tf.reduce_sum(n) != 0, tf.reduce_sum(n), 7)  #+
    return turns, other


for n in (0, 2, 3):
    print([int(each) for each in f(tf.constant(n), tf.constant("A"))])
