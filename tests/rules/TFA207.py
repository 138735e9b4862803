"""Values that change their dtype or shape in a loop of the graph."""

import tensorflow as tf

DATA = tf.data.Dataset.range(3)


@tf.function
def dtypes(x):
    a = 0
    b = 0.0
    c = tf.zeros([], tf.int64)
    d = False
    for i in tf.range(3):
        a = a + 0.5
#~      ^^^^^^^^^^^ TFA207 `a` is int32 before a graph loop and float32 after
        b = i
#~      ^^^^^ TFA207 `b` is float32 before a graph loop and int32 after
        c = tf.constant(1.0)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA207 `c` is int64 before a graph loop and float32 after
        d = i * 2
#~      ^^^^^^^^^ TFA207 `d` is bool before a graph loop and int32 after
    return a, b, c, d


@tf.function
def unknown(x):
    s = 0
    for v in x:
        s += v
#~      ^^^^^^ TFA207 `s` is an int32 tensor in a graph loop and cannot change dtype
    return s


@tf.function
def once_for_each(x):
    s = 0
    for v in tf.sqrt(x):
        s = s + v
#~      ^^^^^^^^^ TFA207 `s` is int32 before a graph loop and float after
    return s


@tf.function
def floats(x):
    s = 0
    for v in tf.sqrt(x):
        s += v
#~      ^^^^^^ TFA207 `s` is int32 before a graph loop and float after
    k = 1
    while tf.reduce_sum(x) > 0.0:
        k = k / 2
#~      ^^^^^^^^^ TFA207 `k` is int32 before a graph loop and float32 after
        x -= 1.0
    for v in DATA:
        k = k + tf.cast(v, tf.float64)
    return s, k


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def decoded(start):
    token, count = start, tf.shape(start)[0]
    tokens = start[:, None]
    last = start[..., tf.newaxis]
    begun = tf.expand_dims(start, axis=-1)
    zeros = tf.zeros((count, 1), tf.int32)
    for _ in tf.range(3):
        token = token + 1
        tokens = tf.concat([tokens, token[:, None]], axis=1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `tokens` grows in a graph loop
        last = tf.concat([last, token[:, None]], -1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `last` grows in a graph loop
        begun = tf.concat([begun, token[:, None]], axis=-1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `begun` grows in a graph loop
        zeros = tf.concat([zeros, token[:, None]], axis=1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `zeros` grows in a graph loop
    return tokens, last, begun, zeros


@tf.function
def shapes(n):
    acc = tf.zeros([0], tf.int32)
    rows = [n]
    wide = tf.zeros([3])
    for i in tf.range(n):
        acc = tf.concat([acc, [i]], 0)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `acc` grows in a graph loop
        rows = rows + [i]
#~      ^^^^^^^^^^^^^^^^^ TFA207 the list `rows` grows in a graph loop
        wide = tf.expand_dims(wide, 0)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `wide` grows in a graph loop
    return acc, rows, wide


@tf.function
def counters(x, n):
    total = tf.sqrt(x)
    count = 0
    for i in range(tf.size(x)):
        count += 1
        total = total * i
#~              ^^^^^^^^^ TFA207 `i` is an int32 tensor in the graph, mixed with a float tensor
    return total / count
#~         ^^^^^^^^^^^^^ TFA207 `count` is an int32 tensor in the graph, mixed with a float tensor


@tf.function
def numbered(x):
    total = tf.sqrt(x)
    for i, row in enumerate(tf.data.Dataset.from_tensor_slices([1.0, 2.0])):
        total = total * i
#~              ^^^^^^^^^ TFA207 `i` is an int64 tensor in the graph, mixed with a float tensor
    for i, row in enumerate([1.0, 2.0]):
        total = total * i
    return total


def below(x):
    s = 0
    for _ in tf.range(3):
        s = s + tf.reduce_mean(tf.cast(x, tf.float32))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 `s` is int32 before a graph loop and float32 after
    return s


def helper(x):
    return below(x)


class Model:
    @tf.function
    def step(self, x):
        def inner():
            total = 0
            for _ in tf.range(3):
                total += 1.5
#~              ^^^^^^^^^^^^ TFA207 `total` is int32 before a graph loop and float32 after
            return total

        return helper(x), inner()


@tf.function
def fine(x, n):
    s = 0.0
    count = 0
    first = True
    unread = 0
    for v in tf.sqrt(x):
        s += v
        count += 1
        first = False
        unread = v * 0.5
    same = 0
    for i in tf.range(n):
        same += i
        same += tf.size(x)
    python = 0
    for _ in range(3):
        python = python + 0.5
    window = tf.zeros([2])
    for i in tf.range(3):
        window = tf.concat([window[1:], [1.0]], 0)
    acc = tf.zeros([0], tf.int32)
    for i in tf.range(3):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(acc, tf.TensorShape([None]))])
        acc = tf.concat([acc, [i]], 0)
    return s, tf.cast(count, tf.float32), first, same, python, window, acc


def eager(x):
    s = 0
    for v in tf.sqrt(x):
        s += v
    return s


@tf.function
def of_a_dataset(x):
    seen = tf.zeros([0], tf.int64)
    parts = []
    for i, v in enumerate(DATA):
        seen = tf.concat([seen, [v]], 0)
        parts = parts + [v]
#~      ^^^^^^^^^^^^^^^^^^^ TFA207 the list `parts` grows in a graph loop
    pairs = tf.zeros([1])
    for v in DATA:
        pairs = tf.stack([pairs, pairs])
    each = tf.zeros([0], tf.int64)
    for v in DATA.batch(2):
        for one in v:
            each = tf.concat([each, [one]], 0)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `each` grows in a graph loop
    return seen, parts, pairs, each


@tf.function
def mean_of_some(values, wanted):
    total, count, start = 0.0, 0, 0
    for i in tf.range(tf.shape(values)[0]):
        if wanted[i]:
            total += values[i]
            count += 1
    return total / count, total / tf.cast(count, tf.float32), values[0] + start
#~         ^^^^^^^^^^^^^ TFA207 `count` is an int32 tensor in the graph, mixed with a float tensor


@tf.function
def mean_if_any(values):
    total, count = tf.constant(0.0), 0
    try:
        for i in tf.range(tf.shape(values)[0]):
            total += values[i]
            count += 1
        tf.print("summed")
    finally:
        tf.print("ended")
    return total / count
#~         ^^^^^^^^^^^^^ TFA207 `count` is an int32 tensor in the graph, mixed with a float32 tensor


@tf.function
def mean_unless_it_fails(values):
    total, count = tf.constant(0.0), 0
    try:
        for i in tf.range(tf.shape(values)[0]):
            total += values[i]
            count += 1
        count = 1.0
    except TypeError:
        count = 2.0
    return total / count


@tf.function
def chosen_by_tensors(x: tf.Tensor):
    k, rate, whole = 1, 1.0, 2
    if tf.reduce_max(x) > 1.0:
        k = 3
        rate = 0.5
    half = k / 2
    times = 1 if tf.reduce_sum(x) > 0.5 else 4
    y = x * k
#~      ^^^^^ TFA207 `k` is an int32 tensor in the graph, mixed with a float tensor
    y -= x * (k / 2)
#~       ^^^^^^^^^^^ TFA207 `(k / 2)` is a float64 tensor in the graph, mixed with a float tensor
    plain = 100.0 * half, half + 0.5, half ** 2.0, 0.5 * (k / 3)
    both = rate * half
#~         ^^^^^^^^^^^ TFA207 `rate` is a float32 tensor in the graph, mixed with a float64 tensor
    z = half * x
#~      ^^^^^^^^ TFA207 `half` is a float64 tensor in the graph, mixed with a float tensor
    z *= times + 1
#~  ^^^^^^^^^^^^^^ TFA207 `times + 1` is an int32 tensor in the graph, mixed with a float tensor
    wide = tf.cast(x, tf.float64) * rate
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 `rate` is a float32 tensor in the graph, mixed with a float64 tensor
    k = 2
    return y, z, wide, plain, both, x * rate, x * whole, x * k, x[times] + 0.5, tf.cast(times, tf.float32) * x, tf.shape(x)[0] // times


@tf.function
def chosen_by_flags(x: tf.Tensor, is_wide=True):
    k = 1
    if is_wide:
        k = 3
    return x * (k / 2) * (1 if is_wide else 2)


chosen_by_flags(tf.constant([1.0]))


@tf.function
def mean_of_sum(x, n):
    count = 0
    for i in tf.range(n):
        count += 1
    return tf.reduce_sum(x) / count, tf.argmax(x, output_type=tf.int32) * count
#~         ^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 `count` is an int32 tensor in the graph, mixed with a float32 tensor


mean_of_sum(tf.constant([1.0, 2.0]), tf.constant(3))


@tf.function
def drained(levels, amount):
    while amount > 0.0:
        amount = amount - levels[0]
        levels = levels[1:]
#~      ^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `levels` shrinks in a graph loop
    return levels, amount


@tf.function
def shifted(n):
    window = tf.zeros([10, 3])
    columns = tf.zeros([10, 3])
    for _ in tf.range(n):
        window = tf.concat([window[1:], tf.zeros([1, 3])], 0)
        columns = columns[:, :-1]
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `columns` shrinks in a graph loop
    for _ in range(3):
        window = window[1:]
    return window, columns


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.float32)])
def drained_of_any_length(levels, amount):
    while amount > 0.0:
        amount = amount - levels[0]
        levels = levels[1:]
    return levels, amount


drained(tf.constant([1.0, 2.0]), tf.constant(2.0))


@tf.function
def smoothed(x, y, z):
    while tf.size(x) > 2:
        x = x[1:] * 0.9
#~      ^^^^^^^^^^^^^^^ TFA207 the tensor `x` shrinks in a graph loop
    for _ in tf.range(3):
        step = y[1:] - y[:-1]
        y = tf.abs(step)
#~      ^^^^^^^^^^^^^^^^ TFA207 the tensor `y` shrinks in a graph loop
    for _ in tf.range(3):
        z = tf.cast(z[::2], tf.float32) + z[1::2]
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 the tensor `z` shrinks in a graph loop
    return x, y, z


@tf.function
def as_long(x, y):
    for _ in tf.range(3):
        x = tf.pad(x[1:], [[0, 1]]) * 0.5
        y = y - 0.1 * tf.reduce_mean(y[1:] - y[:-1])
    return x, y


@tf.function
def predicted(history, count):
    recent = history[1:]
    history = history[:-1]
    for _ in tf.range(count):
        history = recent * 0.9
    return history


smoothed(tf.ones([8]), tf.ones([8]), tf.ones([8]))
predicted(tf.range(5.0), tf.constant(3))
as_long(tf.ones([8]), tf.ones([8]))


@tf.function
def of_another_shape(x):
    total = tf.constant(0.0)
    for value in x:
        total = total + tf.ones([2])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 `total` has shape () before a graph loop and (2,) after
    plain = 0.0
    for _ in tf.range(3):
        plain += tf.zeros([2, 1])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 `plain` has shape () before a graph loop and (2, 1) after
    row = tf.zeros([1])
    while tf.reduce_sum(row) < 4.0:
        row = row * tf.constant([1.0, 2.0]) + 1.0
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA207 `row` has shape (1,) before a graph loop and (2,) after
    return total, plain, row


@tf.function
def of_one_shape(x):
    total = tf.zeros([2])
    summed = 0.0
    given = tf.constant(0.0)
    declared = tf.constant(0.0)
    for value in x:
        total = total + tf.ones([2]) * tf.constant(0.5)
        summed += tf.reduce_sum(tf.ones([2]))
        given = given + value
    for _ in tf.range(3):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(declared, tf.TensorShape(None))])
        declared = declared + tf.ones([2])
    for _ in tf.data.Dataset.range(3):
        declared = tf.constant(0.0)
    for _ in range(3):
        given = given + tf.ones([2])
    return total, summed, given, declared


def keyed_by_arguments(first, second):
    return {first: tf.constant(1), second: tf.constant(1.0)}


def with_others(others):
    return {"a": tf.constant(1), **others}


@tf.function
def items_that_only_the_helper_knows(n):
    second = "second"
    total = tf.constant(0.0)
    other = tf.constant(0.0)
    for _ in tf.range(n):
        total = keyed_by_arguments("first", "second")[second]
        other = with_others({"a": tf.constant(2.0)})["a"]
    return total + other


@tf.function
def multiplied(depth):
    nodes, state, product, hashed, few, summed = 1, 7, 1, 1, 1, 1
    for i in tf.range(depth):
        nodes = nodes * 3
#~      ^^^^^^^^^^^^^^^^^ TFA207 `nodes` is an int32 tensor in a graph loop and overflows
        state = state * 31 + 5
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA207 `state` is an int32 tensor in a graph loop and overflows
        product *= i
        hashed = (hashed * 31) % 1009
        summed += 3
    for _ in tf.range(4):
        few *= 2
    return nodes, state, product, hashed, few, summed


@tf.function
def multiplied_in_place(depth):
    leaves = 1
    for _ in tf.range(depth):
        leaves *= 2
#~      ^^^^^^^^^^^ TFA207 `leaves` is an int32 tensor in a graph loop and overflows
    return leaves


@tf.function
def counted_behind_loop(x):
    tries = 0
    while x > 1.0:
        x = x / 2.0
        tries += 1
    return x * 0.5 ** tries, tries * 2
#~             ^^^^^^^^^^^^ TFA207 `tries` is an int32 tensor in the graph, mixed with a Python float


@tf.function
def numbered(scale):
    total, mean = tf.constant(0, tf.int64), tf.constant(0.0)
    for i, batch in enumerate(tf.data.Dataset.range(4).batch(2)):
        total += tf.reduce_sum(batch) + i
        mean += tf.constant(2.0) * i
#~              ^^^^^^^^^^^^^^^^^^^^ TFA207 `i` is an int64 tensor in the graph, mixed with a float32 tensor
    return total * scale, mean


counted_behind_loop(tf.constant(4.0))
