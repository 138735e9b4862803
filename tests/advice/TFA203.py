import functools

import tensorflow as tf

#: sum, max and min
@tf.function
def f(x):
    rows = tf.square(x)
    total = sum(rows)  #- use `tf.reduce_sum(rows, axis=0)`
    high = max(rows[0])  #- use `tf.reduce_max(rows[0])`
    low = min(x[1] - 1.0)  #- use `tf.reduce_min(x[1] - 1.0)`
    total = tf.reduce_sum(rows, axis=0)  #+
    high = tf.reduce_max(rows[0])  #+
    low = tf.reduce_min(x[1] - 1.0)  #+
    return total, high, low


for value in (1.0, -2.0):
    print([each.numpy().tolist() for each in f(tf.constant([[value, 3.0], [-1.0, 5.0]]))])
#: any and all
@tf.function
def f(x):
    some = any(x > 2.0)  #- use `tf.reduce_any(x > 2.0)`
    every = all(x > 0.0)  #- use `tf.reduce_all(x > 0.0)`
    is_there = any(tf.square(x))  #- use `tf.reduce_any(tf.cast(tf.square(x), tf.bool))`
    is_full = all(tf.square(x))  #- use `tf.reduce_all(tf.cast(tf.square(x), tf.bool))`
    some = tf.reduce_any(x > 2.0)  #+
    every = tf.reduce_all(x > 0.0)  #+
    is_there = tf.reduce_any(tf.cast(tf.square(x), tf.bool))  #+
    is_full = tf.reduce_all(tf.cast(tf.square(x), tf.bool))  #+
    return some, every, is_there, is_full


for value in (0.0, 1.0, 3.0):
    print([bool(each) for each in f(tf.constant([value, 1.0]))])
#: the greatest and smallest by a key
@tf.function
def f(x):
    far = max(tf.abs(x), key=lambda each: each % 4.0)  #- use `tf.gather(tf.abs(x), tf.argmax(...))` with the key of each element
    near = min(tf.abs(x), key=lambda each: each % 4.0)  #- use `tf.gather(tf.abs(x), tf.argmin(...))` with the key of each element
    far = tf.gather(tf.abs(x), tf.argmax(tf.abs(x) % 4.0))  #+
    near = tf.gather(tf.abs(x), tf.argmin(tf.abs(x) % 4.0))  #+
    return far, near


for value in (5.0, -7.0):
    print([float(each) for each in f(tf.constant([value, -2.0, 4.0]))])
#: lists, tuples and iterators
@tf.function
def f(x):
    rows = tf.square(x)
    parts = list(rows)  #- use `tf.unstack(rows)`
    first, *others = tuple(rows)  #- use `tuple(tf.unstack(rows))`
    same = next(iter(rows))  #- use `iter(tf.unstack(rows))`
    last = list(reversed(rows))[0]  #- use `tf.reverse(rows, [0])`
    stars = tf.add(*rows)  #- use `*tf.unstack(rows)`
    left, right = rows  #- use `tf.unstack(rows)`
    parts = tf.unstack(rows)  #+
    first, *others = tuple(tf.unstack(rows))  #+
    same = next(iter(tf.unstack(rows)))  #+
    last = tf.reverse(rows, [0])[0]  #+
    stars = tf.add(*tf.unstack(rows))  #+
    left, right = tf.unstack(rows)  #+
    return tf.add_n(parts), first, others[0], same, last, stars, left, right


for value in (5.0, -7.0):
    print([float(each) for each in f(tf.constant([value, -2.0]))])
#: an open length
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    a, b = tf.square(x)  #- use `tf.unstack(tf.square(x), 2)`
    a, b = tf.unstack(tf.square(x), 2)  #+
    total = a * b
    for each in list(x):  #- loop with `for row in x:`, since the length is known only when the graph runs
    for each in x:  #+
        total += each
    return total


print(float(f(tf.constant([3.0, 2.0]))))
#: an open length without AutoGraph
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)], autograph=False)
def f(x):
    total = 0.0  #-
    for each in x:  #- use `tf.map_fn`, `tf.foldl` or `tf.scan`, since the length is known only when the graph runs
        total += each * each  #-
    return total  #-
    return tf.foldl(lambda total, each: total + each * each, x, 0.0)  #+


print(float(f(tf.constant([3.0, 2.0]))))
#: a loop without AutoGraph
@tf.function(autograph=False)
def f(x):
    total = 0.0
    for each in x:  #- loop over `tf.unstack(x)`, or use `tf.map_fn`, `tf.foldl` or `tf.scan`
    for each in tf.unstack(x):  #+
        total += each * each
    return total


print(float(f(tf.constant([3.0, 2.0]))))
#: enumerate and zip at the head of a loop
@tf.function
def f(x):
    rows = tf.square(x)
    total = 0.0
    for i, row in enumerate(rows):  #- loop over `tf.range(tf.shape(rows)[0])` and use `rows[i]`
    for i in tf.range(tf.shape(rows)[0]):  #+
        row = rows[i]  #+
        total += tf.cast(i, tf.float32) * row
    for one, other in zip(rows, x + 1.0):  #- loop over `tf.range(tf.shape(rows)[0])` and use `rows[i]` || loop over `tf.range(tf.shape(x + 1.0)[0])` and use `(x + 1.0)[i]`
    for i in tf.range(tf.shape(rows)[0]):  #+
        one, other = rows[i], (x + 1.0)[i]  #+
        total += one * other
    return total


print(float(f(tf.constant([3.0, 2.0, 4.0]))))
#: enumerate and zip beside values of Python
@tf.function
def f(x):
    rows = tf.square(x)
    total = 0.0
    for row, scale in zip(rows, [1.0, 2.0]):  #- use `zip` of `tf.unstack(rows)`
    for row, scale in zip(tf.unstack(rows), [1.0, 2.0]):  #+
        total += scale * row
    pairs = dict(enumerate(rows))  #- use `enumerate` of `tf.unstack(rows)`
    pairs = dict(enumerate(tf.unstack(rows)))  #+
    return total + pairs[1]


print(float(f(tf.constant([3.0, 2.0]))))
#: a comprehension, map and filter
@tf.function
def f(x):
    rows = tf.square(x)
    total = tf.add_n([2.0 * row for row in rows])  #- use `tf.map_fn(lambda row: ..., rows)`, with `fn_output_signature=` if the dtype changes
    whole = tf.stack([tf.cast(x[i], tf.int32) for i in range(tf.size(x))])  #- use `tf.map_fn(lambda i: ..., tf.range(tf.size(x)))`, with `fn_output_signature=` if the dtype changes
    each = tf.stack(list(map(tf.abs, x)))  #- use `tf.map_fn(tf.abs, x)`, with `fn_output_signature=` if the dtype changes
    some = tf.stack(list(filter(lambda each: each > 0.0, x)))  #- use `tf.boolean_mask(x, ...)` with the truth of each element
    total = tf.reduce_sum(tf.map_fn(lambda row: 2.0 * row, rows))  #+
    whole = tf.map_fn(lambda i: tf.cast(x[i], tf.int32), tf.range(tf.size(x)), fn_output_signature=tf.int32)  #+
    each = tf.map_fn(tf.abs, x)  #+
    some = tf.boolean_mask(x, x > 0.0)  #+
    return total, whole, each, some


print([each.numpy().tolist() for each in f(tf.constant([3.0, -2.0, 4.0]))])
#: rows taken apart by a loop
@tf.function
def f(x):
    total = 0.0
    for a, b in tf.square(x):  #- loop with `for row in tf.square(x):` and unpack `tf.unstack(row)`
    for row in tf.square(x):  #+
        a, b = tf.unstack(row)  #+
        total += a - b
    return total


print(float(f(tf.constant([[3.0, 2.0], [1.0, 5.0]]))))
#: membership
@tf.function
def f(x):
    is_there = 2.0 in tf.square(x)  #- use `tf.reduce_any(tf.square(x) == 2.0)`
    is_gone = 3.0 not in x + 1.0  #- use `tf.reduce_all((x + 1.0) != 3.0)`
    is_there = tf.reduce_any(tf.square(x) == 2.0)  #+
    is_gone = tf.reduce_all((x + 1.0) != 3.0)  #+
    return is_there, is_gone


print([bool(each) for each in f(tf.constant([2.0, 4.0]))])
#: distinct elements | changes
@tf.function
def f(x):
    return len(set(tf.square(x))) + len(frozenset(x))  #- use `tf.unique(tf.square(x)).y` || use `tf.unique(x).y`
    return len(tf.unique(tf.square(x)).y) + len(tf.unique(x).y)  #+


print(int(f(tf.constant([2.0, 4.0]))))
#: the standard library
@tf.function
def f(x):
    rows = tf.square(x)
    total = functools.reduce(lambda one, other: one + other, rows)  #- use `functools.reduce` of `tf.unstack(rows)`
    total = functools.reduce(lambda one, other: one + other, tf.unstack(rows))  #+
    return total


for value in (1.0, 2.0):
    print(f(tf.constant([value, 3.0])).numpy())
