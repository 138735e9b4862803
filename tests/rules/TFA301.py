"""Tensors used where Python needs a number, an index or a truth value."""

import bisect
import enum
import itertools
import math
import operator

import keras
import numpy as np
import tensorflow as tf

WEIGHTS = [1.0, 2.0, 3.0]
ROWS = np.eye(3)
NAMES = {0: 1.0, 1: 2.0}
LIMIT = tf.constant(2)
STATE = tf.Variable(2.0)


@tf.function
def functions(x: tf.Tensor):
    a = 1.0 if bool(x > 0.0) else 2.0
#~             ^^^^^^^^^^^^^ TFA301 `bool` needs the value of a tensor
    b = math.sqrt(x) + math.floor(STATE)
#~      ^^^^^^^^^^^^ TFA301 `math.sqrt` needs the value of a tensor
#~                     ^^^^^^^^^^^^^^^^^ TFA301 `math.floor` needs the value of a variable
    c = complex(x)
#~      ^^^^^^^^^^ TFA301 `complex` needs the value of a tensor
    d = operator.index(x)
#~      ^^^^^^^^^^^^^^^^^ TFA301 `operator.index` needs the value of a tensor
    return a, b, c, d


@tf.function
def several(a: tf.Tensor, b: tf.Tensor):
    c = max(a, b)
#~      ^^^^^^^^^ TFA301 `max` compares tensors, which needs a Python bool
    d = min([a, b])
#~      ^^^^^^^^^^^ TFA301 `min` compares tensors, which needs a Python bool
    e = sorted([a, b])
#~      ^^^^^^^^^^^^^^ TFA301 `sorted` compares tensors, which needs a Python bool
    f = any([a > 3.0, b > 3.0])
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `any` tests the truth of tensors, which needs a Python bool
    g = all(part > 0.0 for part in [a, b])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `all` tests the truth of tensors, which needs a Python bool
    h = max(a, 0.0)
#~      ^^^^^^^^^^^ TFA301 `max` compares tensors, which needs a Python bool
    return c, d, e, f, g, h


@tf.function
def indices(x: tf.Tensor):
    i = tf.argmax(x)
    a = WEIGHTS[i]
#~              ^ TFA301 `i` is a tensor used as the index of a list
    b = (1.0, 2.0)[i]
#~                 ^ TFA301 `i` is a tensor used as the index of a tuple
    c = "abc"[i]
#~            ^ TFA301 `i` is a tensor used as the index of a string
    d = ROWS[i]
#~           ^ TFA301 `i` is a tensor used as the index of a NumPy array
    e = NAMES[int(i)]
#~            ^^^^^^ TFA301 `int(i)` is a tensor used as the key of a dict
#~            ^^^^^^ TFA301 `int` of a tensor gives a tensor of dtype int32
    f = WEIGHTS[:i]
#~               ^ TFA301 `i` is a tensor used as the slice bound of a list
    return a, b, c, d, e, f


@tf.function
def in_loop(n: tf.Tensor):
    total = 0.0
    for i in tf.range(n):
        total = total + WEIGHTS[i]
#~                              ^ TFA301 `i` is a tensor used as the index of a list
    return total


@tf.function
def membership(x: tf.Tensor):
    return 1.0 if x in (1.0, 2.0) else 2.0
#~                ^^^^^^^^^^^^^^^ TFA301 `in` compares tensors, which needs a Python bool


@tf.function
def membership_of_none(x: tf.Tensor):
    return x in (None,), None in [x, x * 2.0], x not in [None]


@tf.function
def matched(x: tf.Tensor):
    match x:
#~        ^ TFA301 `match` compares a tensor, which needs a Python bool
        case 1.0:
            y = x
        case _:
            y = -x
    return y


class Rows:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return tf.shape(self.x)[0]
#~             ^^^^^^^^^^^^^^^^^^^ TFA301 `__len__` returns a tensor where Python needs a number

    def __contains__(self, value):
        return tf.reduce_any(tf.equal(self.x, value))
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `__contains__` returns a tensor where Python needs a truth value


class StaticRows(Rows):
    def __len__(self):
        return self.x.shape[0]


class CalledRows(Rows):
    def __len__(self):
        return tf.shape(self.x)[0]


@tf.function
def sized(x: tf.Tensor):
    return len(Rows(x)), 2.0 in Rows(x), len(StaticRows(x)), CalledRows(x).__len__()


@tf.function
def methods_of_lists(x: tf.Tensor, y: tf.Tensor):
    tensors, numbers = [x, y], [1, 2, 3]
    counted = tensors.count(x), (x, y).count(1), numbers.count(x), numbers.count(2)
#~            ^^^^^^^^^^^^^^^^ TFA301 `count` compares tensors, which needs a Python bool
#~                              ^^^^^^^^^^^^^^^ TFA301 `count` compares tensors, which needs a Python bool
#~                                               ^^^^^^^^^^^^^^^^ TFA301 `count` compares tensors, which needs a Python bool
    places = numbers.index(x), tensors.index(1), tensors.index(None), ["a", "b"].index("b")
#~           ^^^^^^^^^^^^^^^^ TFA301 `index` compares tensors, which needs a Python bool
#~                             ^^^^^^^^^^^^^^^^ TFA301 `index` compares tensors, which needs a Python bool
    tensors.sort()
#~  ^^^^^^^^^^^^^^ TFA301 `sort` compares tensors, which needs a Python bool
    tensors.sort(key=id)
    numbers.sort()
    [x].sort()
    tensors.remove(y)
#~  ^^^^^^^^^^^^^^^^^ TFA301 `remove` compares tensors, which needs a Python bool
    return counted, places, tensors, "text".index("t")


@tf.function
def keys_that_are_missing(x: tf.Tensor):
    parts = {"a": 1}
    parts.setdefault("a", x)
    parts.setdefault("b", x)
    return bool(parts["a"]), bool(parts["b"])
#~                           ^^^^^^^^^^^^^^^^ TFA301 `bool` needs the value of a tensor


@tf.function(autograph=False)
def dataset_in_unconverted_code(data: tf.data.Dataset):
    return len(data)
#~         ^^^^^^^^^ TFA301 `len` of a dataset raises in code AutoGraph does not convert


@tf.function
def dataset_in_converted_code(data: tf.data.Dataset):
    return len(data)


@tf.function(autograph=False)
def unconverted(x: tf.Tensor):
    a = int(x)
#~      ^^^^^^ TFA301 `int` of a tensor raises in code AutoGraph does not convert
    b = float(x)
#~      ^^^^^^^^ TFA301 `float` of a tensor raises in code AutoGraph does not convert
    c = len(x)
#~      ^^^^^^ TFA301 `len` of a tensor raises in code AutoGraph does not convert
    d = sorted(x)
#~      ^^^^^^^^^ TFA301 `sorted` of a tensor raises in code AutoGraph does not convert
    e = range(x)
#~      ^^^^^^^^ TFA301 `range` of a tensor raises in code AutoGraph does not convert
    return a, b, c, d, e, abs(x), pow(x, 2)


@tf.function
def converted(x: tf.Tensor):
    for _ in range(tf.size(x)):
        x = x + 1.0
    return abs(x), len(x), pow(x, 2), sum([x, x]), sorted(x)


@tf.function
def narrowed(x: tf.Tensor):
    return int(x), float(x)
#~         ^^^^^^ TFA301 `int` of a tensor gives a tensor of dtype int32
#~                 ^^^^^^^^ TFA301 `float` of a tensor gives a tensor of dtype float32


@tf.function
def python(x: tf.Tensor, mode: str):
    n = x.shape[0]
    a = math.sqrt(4.0) + math.pi + len(x.shape) + max(1, 2)
    b = WEIGHTS[0] + WEIGHTS[:LIMIT][0] + WEIGHTS[LIMIT]
    c = NAMES[1] if mode in ("a", "b") else NAMES[n - n]
    return x * a * b * c * math.sqrt(LIMIT), x[: tf.shape(x)[0]]


@tf.function
def asks_a_helper(x: tf.Tensor):
    return near(x)


def near(x):
    return far(tf.argmax(x))


def far(i):
    return WEIGHTS[i]
#~                 ^ TFA301 `i` is a tensor used as the index of a list


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = [1.0, 2.0]

    @tf.function
    def step(self, x: tf.Tensor):
        def inner(i):
            return self.parts[i]
#~                            ^ TFA301 `i` is a tensor used as the index of a list

        return inner(tf.argmax(x))


class Layer(keras.Layer):
    def call(self, x: tf.Tensor):
        return x * float(tf.reduce_sum(x))
#~                 ^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `float` of a tensor raises in code AutoGraph does not convert under Keras 3


dataset = tf.data.Dataset.range(3).filter(lambda v: v in (1, 2))  # keeps-root
#~                                                  ^^^^^^^^^^^ TFA301 `in` compares tensors, which needs a Python bool


def eager(x):
    return WEIGHTS[tf.argmax(x)], math.sqrt(tf.reduce_sum(x)), bool(tf.reduce_any(x > 0.0))


def through_python(x):
    return WEIGHTS[tf.argmax(x)]


@tf.function
def escapes(x: tf.Tensor):
    if tf.executing_eagerly():
        return x * math.sqrt(x)
    return tf.py_function(through_python, [x], tf.float32)


@tf.function
def chosen(x: tf.Tensor):
    k, name, n = 0, "a", 0
    if tf.reduce_any(x > 0.0):
        k = 1
        name = "b"
    if x.shape.rank == 1:
        n = 1
    a = WEIGHTS[k] + {"a": 1.0, "b": 2.0}[name] + WEIGHTS[n]
#~              ^ TFA301 `k` is a tensor used as the index of a list
#~                                        ^^^^ TFA301 `name` is a tensor used as the key of a dict
    k = 2
    return x * a * WEIGHTS[k]


@tf.function
def captured(x: tf.Tensor):
    n = tf.size(x)
    match x.shape.rank:
        case n if [1.0, 2.0][n]:
            return x
        case _ if [1.0, 2.0][n]:
#~                           ^ TFA301 `n` is a tensor used as the index of a list
            return x * 2
    return x


def largest(part):
    return tf.reduce_max(part)


@tf.function
def keys(x: tf.Tensor):
    parts = [x[0], x[1]]
    parts.sort(key=lambda part: part * 2.0)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `sort` compares tensors, which needs a Python bool
    named = [(x[0], "a"), (x[1], "b")]
    a = sorted([2, 0, 1], key=lambda i: -x[i])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `sorted` compares tensors, which needs a Python bool
    b = max(parts, key=largest)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `max` compares tensors, which needs a Python bool
    c = min(named, key=lambda pair: pair[0])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `min` compares tensors, which needs a Python bool
    d = min(named, key=lambda pair: pair[1])
    e = sorted(parts, key=lambda part: part.shape.rank)
    return a, b, c, d, e, sorted([x], key=largest)


@tf.function
def equal(x: tf.Tensor, y: tf.Tensor, n=1):
    a = [x, y] == [y, x]
#~      ^^^^^^^^^^^^^^^^ TFA301 comparing lists compares tensors, which needs a Python bool
    b = (n, x) != (2, y)
#~      ^^^^^^^^^^^^^^^^ TFA301 comparing tuples compares tensors, which needs a Python bool
    c = (x, n) == (x, 1) or [x] == [x, y] or [x] == [None] or x.shape == [2, 2]
    return a, b, c


@tf.function
def parts_matched(x: tf.Tensor, mode="double"):
    match (mode, x):
#~         ^^^^^^^ TFA301 `match` compares a tensor, which needs a Python bool
        case ("double", 0.0 | 1.0):
            return x
    match (x, mode):
        case (part, "double"):
            return WEIGHTS[tf.argmax(part)] * part
#~                         ^^^^^^^^^^^^^^^ TFA301 `tf.argmax(part)` is a tensor used as the index of a list
        case (first, *_):
            return first
    return x


class Found:
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return tf.size(self.x)
#~             ^^^^^^^^^^^^^^^ TFA301 `__len__` returns a tensor where Python needs a number


@tf.function
def empty(x: tf.Tensor):
    return x if not Found(x) else -x


def keeps_few(text, lang):  # keeps-root
    return lang in (0, 3)
#~         ^^^^^^^^^^^^^^ TFA301 `in` compares tensors, which needs a Python bool


def of_languages(lines, langs):
    return tf.data.Dataset.from_tensor_slices((lines, langs)).filter(keeps_few)


of_languages(["a", "b"], [0, 1])


@tf.function
def narrowed(a, b, c, d):
    return int(a), float(b), int(c), float(d), float(a)
#~         ^^^^^^ TFA301 `int` of a tensor gives a tensor of dtype int32
#~                 ^^^^^^^^ TFA301 `float` of a tensor gives a tensor of dtype float32
#~                                             ^^^^^^^^ TFA301 `float` of a tensor gives a tensor of dtype float32


narrowed(tf.constant(1, tf.int64), tf.constant(1.0, tf.float64), tf.constant(1), tf.constant(1.0))


LIMITS = [1.0, 2.0, 3.0]


@tf.function
def placed(x, limit=2.5):
    first = bisect.bisect_left(LIMITS, x)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `bisect.bisect_left` compares tensors, which needs a Python bool
    last = bisect.bisect(LIMITS, tf.reduce_max(x))
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `bisect.bisect` compares tensors, which needs a Python bool
    return first + last + bisect.bisect(LIMITS, limit) + bisect.bisect_right(LIMITS, len(LIMITS))


placed(tf.constant(1.5))


class Mode(enum.IntEnum):
    MEAN = 0
    SUM = 1


@tf.function
def looks_a_member_up(x, mode, losses, kept):
    member = Mode(mode)
#~           ^^^^^^^^^^ TFA301 `Mode` compares a tensor with its members, which needs a Python bool
    some = list(filter(None, losses.values()))
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `filter` tests the truth of tensors, which needs a Python bool
    others = list(itertools.filterfalse(bool, [x, x * 2.0]))
#~                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA301 `itertools.filterfalse` tests the truth of tensors, which needs a Python bool
    names = list(filter(None, kept))
    return x, member, some, others, names, Mode(1), list(filter(lambda each: each is not None, [x]))


looks_a_member_up(tf.constant(1.0), tf.constant(1), {"a": tf.constant(1.0), "b": tf.constant(2.0)}, ["a", ""])
