import itertools
import math
import operator

import tensorflow as tf

#: functions of math
@tf.function
def f(x):
    n = tf.size(x)
    y = tf.reduce_sum(x)
    a = [math.sqrt(y), math.exp(y), math.sin(y), math.cos(y), math.tan(y), math.asin(y), math.acos(y), math.atan(y), math.sinh(y), math.cosh(y), math.tanh(y)]  #- use `tf.sqrt(y)` || use `tf.exp(y)` || use `tf.sin(y)` || use `tf.cos(y)` || use `tf.tan(y)` || use `tf.asin(y)` || use `tf.acos(y)` || use `tf.atan(y)` || use `tf.sinh(y)` || use `tf.cosh(y)` || use `tf.tanh(y)`
    b = [math.log(y), math.log1p(y), math.expm1(y), math.erf(y), math.erfc(y), math.lgamma(y), math.asinh(y), math.acosh(y + 1.0), math.atanh(y)]  #- use `tf.math.log(y)` || use `tf.math.log1p(y)` || use `tf.math.expm1(y)` || use `tf.math.erf(y)` || use `tf.math.erfc(y)` || use `tf.math.lgamma(y)` || use `tf.math.asinh(y)` || use `tf.math.acosh(y + 1.0)` || use `tf.math.atanh(y)`
    c = [math.fabs(y), math.isnan(y), math.isinf(y), math.isfinite(y), math.floor(y), math.ceil(y), math.log2(y), math.log10(y)]  #- use `tf.abs(y)` || use `tf.math.is_nan(y)` || use `tf.math.is_inf(y)` || use `tf.math.is_finite(y)` || use `tf.cast(tf.floor(y), tf.int32)` || use `tf.cast(tf.math.ceil(y), tf.int32)` || use `tf.math.log(y) / tf.math.log(2.0)` || use `tf.math.log(y) / tf.math.log(10.0)`
    d = [math.pow(y, 3.0), math.atan2(y, 2.0), math.sqrt(n), math.copysign(y, -1.0)]  #- use `tf.pow(y, 3.0)` || use `tf.atan2(y, 2.0)` || use `tf.sqrt(tf.cast(n, tf.float32))` || write it with operations of `tf.math`
    a = [tf.sqrt(y), tf.exp(y), tf.sin(y), tf.cos(y), tf.tan(y), tf.asin(y), tf.acos(y), tf.atan(y), tf.sinh(y), tf.cosh(y), tf.tanh(y)]  #+
    b = [tf.math.log(y), tf.math.log1p(y), tf.math.expm1(y), tf.math.erf(y), tf.math.erfc(y), tf.math.lgamma(y), tf.math.asinh(y), tf.math.acosh(y + 1.0), tf.math.atanh(y)]  #+
    c = [tf.abs(y), tf.math.is_nan(y), tf.math.is_inf(y), tf.math.is_finite(y), tf.cast(tf.floor(y), tf.int32), tf.cast(tf.math.ceil(y), tf.int32), tf.math.log(y) / tf.math.log(2.0), tf.math.log(y) / tf.math.log(10.0)]  #+
    d = [tf.pow(y, 3.0), tf.atan2(y, 2.0), tf.sqrt(tf.cast(n, tf.float32)), -tf.math.abs(y)]  #+
    return [tf.cast(each, tf.float32) for each in (*a, *b, *c, *d)]


for value in (0.25, 0.5):
    print([round(float(each), 4) for each in f(tf.constant([value, 0.125]))])
#: built-ins anywhere
@tf.function
def f(x):
    n = tf.cast(x, tf.int32)
    a = bool(n)  #- use `tf.cast(n, tf.bool)`
    b = operator.truth(n)  #- use `tf.cast(n, tf.bool)`
    c = complex(x)  #- use `tf.cast(x, tf.complex64)`
    d = list(range(5))[operator.index(n)]  #- use `tf.cast(n, tf.int32)`
    e = sum(itertools.islice([1.0, 2.0, 3.0], n))  #- make a tensor of the values, which takes a tensor as a slice bound
    a = tf.cast(n, tf.bool)  #+
    b = tf.cast(n, tf.bool)  #+
    c = tf.cast(x, tf.complex64)  #+
    d = tf.gather(list(range(5)), tf.cast(n, tf.int32))  #+
    e = tf.reduce_sum(tf.constant([1.0, 2.0, 3.0])[:n])  #+
    return a, b, tf.math.real(c), d, e


for value in (0.0, 1.0, 2.0):
    print([float(each) for each in f(tf.constant(value))])
#: built-ins that raise in eager code as well | changes
@tf.function
def f(x):
    n = tf.cast(x, tf.int32)
    a = round(x)  #- use `tf.round(x)`
    b = divmod(n, 2)  #- use `tf.math.floordiv(n, 2)` and `tf.math.floormod(n, 2)`
    c = {hash(x): 1}  #- use `x.ref()` as the key
    d = chr(n)  #- use `tf.strings.unicode_encode([n], "UTF-8")`
    a = tf.round(x)  #+
    b = tf.math.floordiv(n, 2), tf.math.floormod(n, 2)  #+
    c = {x.ref(): 1}  #+
    d = tf.strings.unicode_encode([n], "UTF-8")  #+
    return a, b[0], b[1], tf.strings.length(d)


print([float(each) for each in f(tf.constant(65.0))])
#: built-ins without AutoGraph
numbers = tf.data.Dataset.range(3)


@tf.function(autograph=False)
def f(x):
    y = tf.reduce_sum(x)
    a = int(y) + float(y) + len(x)  #- use `tf.cast(y, tf.int32)` || use `tf.cast(y, tf.float32)` || use `tf.shape(x)[0]`
    b = int(tf.cast(y, tf.int64)) + float(tf.cast(y, tf.float64))  #- use `tf.cast(tf.cast(y, tf.int64), tf.int64)` || use `tf.cast(tf.cast(y, tf.float64), tf.float64)`
    c = tf.stack(sorted(x))  #- use `tf.sort(x)`
    d = len(numbers)  #- use `numbers.cardinality()`
    e = 0.0  #-
    for i in range(tf.size(x)):  #- use `tf.map_fn`, `tf.foldl` or `tf.scan` over `tf.range(tf.size(x))`
        e += x[i]  #-
    a = tf.cast(tf.cast(y, tf.int32), tf.float32) + tf.cast(y, tf.float32) + tf.cast(tf.shape(x)[0], tf.float32)  #+
    b = tf.cast(tf.cast(tf.cast(y, tf.int64), tf.int64), tf.float64) + tf.cast(tf.cast(y, tf.float64), tf.float64)  #+
    c = tf.sort(x)  #+
    d = numbers.cardinality()  #+
    e = tf.foldl(lambda e, i: e + x[i], tf.range(tf.size(x)), 0.0)  #+
    return a, b, c[0], d, e


for value in (4.5, 1.5):
    print([float(each) for each in f(tf.constant([value, 2.0]))])
#: casts that lose
@tf.function
def f(x):
    a = int(x) + 1  #- use `tf.cast(x, tf.int64)`
    b = float(x) + 1.0  #- use `tf.cast(x, tf.float64)`
    a = tf.cast(x, tf.int64) + 1  #+
    b = tf.cast(x, tf.float64) + 1.0  #+
    return a, b


for value in (2.0**40, 2.0**24 + 1.0):
    print([int(each) for each in f(tf.constant(value, tf.float64))])
#: several tensors
@tf.function
def f(a, b):
    c, d = a + 1.0, b + 1.0
    x = max(c, d), min(c, d), max([c, d, a]), min(c, d, a)  #- use `tf.maximum(c, d)` || use `tf.minimum(c, d)` || use `tf.reduce_max([c, d, a])` || use `tf.reduce_min([c, d, a])`
    y = sorted([c, d, a])  #- use `tf.sort(tf.stack([c, d, a]))`
    z = any([c > d, a > d]), all([c, d])  #- use `tf.reduce_any([c > d, a > d])` || use `tf.reduce_all(tf.cast([c, d], tf.bool))`
    x = tf.maximum(c, d), tf.minimum(c, d), tf.reduce_max([c, d, a]), tf.reduce_min([c, d, a])  #+
    y = tf.sort(tf.stack([c, d, a]))  #+
    z = tf.reduce_any([c > d, a > d]), tf.reduce_all(tf.cast([c, d], tf.bool))  #+
    values = [c, d, a]
    far = max(values, key=tf.abs)  #- use `tf.gather(values, tf.argmax(...))` with the key of each value
    near = min(values, key=tf.abs)  #- use `tf.gather(values, tf.argmin(...))` with the key of each value
    ordered = sorted(values, key=tf.abs)  #- use `tf.gather(values, tf.argsort(...))` with the key of each value
    far = tf.gather(values, tf.argmax(tf.abs(values)))  #+
    near = tf.gather(values, tf.argmin(tf.abs(values)))  #+
    ordered = tf.gather(values, tf.argsort(tf.abs(values)))  #+
    return *x, tf.stack(y)[0], *z, far, near, ordered[0]


for value in (3.0, -4.0):
    print([float(each) for each in f(tf.constant(value), tf.constant(2.5))])
#: lists that compare
@tf.function
def f(x):
    y = x * 2.0
    a = y in (1.0, 2.0), y not in (1.0, 2.0)  #- use `tf.reduce_any(tf.equal(y, (1.0, 2.0)))` || use `tf.reduce_all(tf.not_equal(y, (1.0, 2.0)))`
    values = [x, y, x + 3.0]
    b = values.count(y)  #- use `tf.reduce_sum(tf.cast(tf.equal(values, y), tf.int32))`
    c = [1.0, 2.0, 6.0].index(y)  #- use `tf.where(tf.equal([1.0, 2.0, 6.0], y))[0, 0]`
    d = [x, 2.0] == [1.0, y]  #- use `tf.reduce_all(tf.equal([x, 2.0], [1.0, y]))`
    others = [1.0, 2.0, 6.0]
    others.remove(y)  #- use `tf.boolean_mask(others, tf.not_equal(others, y))`
    a = tf.reduce_any(tf.equal(y, (1.0, 2.0))), tf.reduce_all(tf.not_equal(y, (1.0, 2.0)))  #+
    b = tf.reduce_sum(tf.cast(tf.equal(values, y), tf.int32))  #+
    c = tf.where(tf.equal([1.0, 2.0, 6.0], y))[0, 0]  #+
    d = tf.reduce_all(tf.equal([x, 2.0], [1.0, y]))  #+
    others = tf.boolean_mask(others, tf.not_equal(others, y))  #+
    values.sort()  #- use `tf.sort(tf.stack(values))`
    values = tf.sort(tf.stack(values))  #+
    return *a, b, c, d, others[0], values[0]


for value in (1.0, 3.0):
    print([float(each) for each in f(tf.constant(value))])
#: items
WEIGHTS = [0.5, 1.5, 2.5]
NAMES = {0: 1.0, 1: 2.0, 2: 3.0}
LETTERS = "abc"
STEPS = [tf.abs, tf.square, tf.negative]


@tf.function
def f(x, level):
    a = x * WEIGHTS[level]  #- use `tf.gather(WEIGHTS, level)`
    b = tf.reduce_sum(WEIGHTS[:level])  #- use `tf.convert_to_tensor(WEIGHTS)`, which takes a tensor as a slice bound
    c = STEPS[level](x)  #- decide with `tf.switch_case(level, ...)`
    d = tf.constant(LETTERS[level])  #- use `tf.strings.substr(LETTERS, level, 1)`
    a = x * tf.gather(WEIGHTS, level)  #+
    b = tf.reduce_sum(tf.convert_to_tensor(WEIGHTS)[:level])  #+
    c = tf.switch_case(level, [lambda: tf.abs(x), lambda: tf.square(x), lambda: tf.negative(x)])  #+
    d = tf.strings.substr(LETTERS, level, 1)  #+
    return a, b, c, tf.strings.length(d)


for level in (0, 1, 2):
    print([float(each) for each in f(tf.constant(2.0), tf.constant(level))])
#: a dict | changes
@tf.function
def f(x):
    n = tf.cast(x, tf.int32)
    return {0: 1.0, 1: 2.0}[n]  #- use a `tf.lookup.StaticHashTable`, or decide with `tf.switch_case`
    return tf.switch_case(n, [lambda: tf.constant(1.0), lambda: tf.constant(2.0)])  #+


print([float(f(tf.constant(value))) for value in (0.0, 1.0)])
#: methods that Python calls
class Rows:
    def __init__(self, x):
        self.x = x

    def __len__(self):  #-
        return tf.size(self.x)  #- use a method of another name
    def count(self):  #+
        return tf.size(self.x)  #+


@tf.function
def f(x):
    rows = Rows(tf.square(x))
    return len(rows)  #-
    return rows.count()  #+


print(int(f(tf.constant([1.0, 2.0]))))
#: match
@tf.function
def f(x):
    match tf.cast(x, tf.int32):  #- use `if` and `elif`, or `tf.switch_case`
        case 1:  #-
            y = x * 2.0  #-
        case _:  #-
            y = x * 3.0  #-
    if tf.cast(x, tf.int32) == 1:  #+
        y = x * 2.0  #+
    else:  #+
        y = x * 3.0  #+
    return y


print([float(f(tf.constant(value))) for value in (0.0, 1.0)])
#: the place among sorted values
import bisect

EDGES = [0.5, 1.5, 2.5]


@tf.function
def f(x):
    x = tf.abs(x)
    return bisect.bisect_left(EDGES, x)  #- use `tf.searchsorted(EDGES, [x])[0]`
    return tf.searchsorted(EDGES, [x])[0]  #+


print([int(f(tf.constant(value))) for value in (0.2, 1.5, 3.0)])
#: the place behind equal sorted values
import bisect

EDGES = [0.5, 1.5, 2.5]


@tf.function
def f(x):
    x = tf.abs(x)
    return bisect.bisect(EDGES, x)  #- use `tf.searchsorted(EDGES, [x], side="right")[0]`
    return tf.searchsorted(EDGES, [x], side="right")[0]  #+


print([int(f(tf.constant(value))) for value in (0.2, 1.5, 3.0)])
#: what filter keeps
@tf.function
def f(x):
    parts = [x, x * 2.0]
    kept = list(filter(None, parts))  #- use `tf.boolean_mask`, or `tf.where`, on a tensor of the values
    stacked = tf.stack(parts)  #+
    kept = tf.boolean_mask(stacked, stacked != 0.0)  #+
    return tf.reduce_sum(tf.stack(kept))  #-
    return tf.reduce_sum(kept)  #+


print([float(f(tf.constant(value))) for value in (1.0, 1.5)])
