import itertools

import tensorflow as tf

#: one element
numbers = itertools.count(1)
others = itertools.count(1)  #-
others = iter(tf.data.Dataset.counter(1))  #+


@tf.function
def f(x):  #-
    return x + next(numbers) + next(others)  #- pass the element as a tensor argument, or iterate over a `tf.data.Dataset` || pass the element as a tensor argument, or iterate over a `tf.data.Dataset`
def f(x, number):  #+
    return x + number + next(others)  #+


for _ in range(3):
    print(int(f(tf.constant(0))))  #-
    print(int(f(tf.constant(0, tf.int64), tf.constant(next(numbers), tf.int64))))  #+
#: all elements
parts = (float(number) for number in range(9))


@tf.function
def f(x):  #-
    for part in parts:  #- pass the elements as a tensor argument, or loop over a `tf.data.Dataset`
def f(x, given):  #+
    for part in given:  #+
        x += part
    return x


for _ in range(3):
    print(float(f(tf.constant(0.0))))  #-
    print(float(f(tf.constant(0.0), tf.constant(list(parts), tf.float32))))  # TFA405  #+
#: in a dataset
numbers = itertools.count(1)


def numbered(x):
    return x + next(numbers)  #- advance it in `tf.py_function`, on every call
    return x + tf.py_function(lambda: next(numbers), [], tf.int64)  #+


print([int(x) for x in tf.data.Dataset.range(3).map(numbered)])
