"""Branches of a tensor condition that give different things."""

import attr
import numpy as np
import tensorflow as tf


@tf.function
def dtype_before(x):
    y = 0
    if x > 0.0:
        y = x * 2.0
#~      ^^^^^^^^^^^ TFA208 `y` is float in one branch and int32 in the other
    return y


@tf.function
def dtype_in_both(x):
    if x > 0.0:
        y = tf.cast(x, tf.float64)
    else:
        y = tf.zeros([])
#~      ^^^^^^^^^^^^^^^^ TFA208 `y` is float32 in one branch and float64 in the other
    return y


@tf.function
def structures(x):
    parts = [x]
    if x > 0.0:
        parts = [x, x]
#~      ^^^^^^^^^^^^^^ TFA208 `parts` is a list of length 2 in one branch and a list of length 1 in the other
    if x > 1.0:
        pair = (x, x)
        named = {"a": x}
    else:
        pair = [x, x]
#~      ^^^^^^^^^^^^^ TFA208 `pair` is a list of length 2 in one branch and a tuple of length 2 in the other
        named = {"b": x}
#~      ^^^^^^^^^^^^^^^^ TFA208 `named` is a dict with keys b in one branch and a dict with keys a in the other
    return parts, pair, named


@tf.function
def functions(x):
    act = tf.abs
    if x > 0.0:
        act = tf.negative
#~      ^^^^^^^^^^^^^^^^^ TFA208 `act` is not a tensor, but a tensor condition selects it
    if x > 1.0:
        other = lambda a: a + 1.0
    else:
        other = lambda a: a - 1.0
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `other` is not a tensor, but a tensor condition selects it
    return act(x) + other(x)


@tf.function
def ternaries(x):
    a = 1 if x > 0.0 else 2.0
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields int32 and the other float32
    b = (x, x) if x > 0.0 else (x,)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields a tuple of length 2 and the other a tuple of length 1
    c = x if x > 0.0 else None
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch of a tensor condition is None
    d = (tf.abs if x > 0.0 else tf.negative)(x)
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 a tensor condition selects between functions
    return a, b, c, d


@tf.function
def missing(x):
    if x > 0.0:
        return x
#~      ^^^^^^^^ TFA208 only one branch of a tensor condition returns


@tf.function
def missing_in_chain(x):
    if x > 0.0:
        return x
    elif x > -1.0:
        return -x
#~      ^^^^^^^^^ TFA208 only one branch of a tensor condition returns


@tf.function
def nested(x):
    if x > 0.0:
        if x > 1.0:
            return x
#~          ^^^^^^^^ TFA208 only one branch of a tensor condition returns
    return -x


@tf.function
def in_with(x):
    with tf.name_scope("scope"):
        if x > 0.0:
            return x
#~          ^^^^^^^^ TFA208 only one branch of a tensor condition returns
    return -x


@tf.function
def none(x):
    if x > 0.0:
        return None
#~      ^^^^^^^^^^^ TFA208 one branch of a tensor condition returns None
    return x


@tf.function
def return_dtype(x):
    if x > 0.0:
        return 0
#~      ^^^^^^^^ TFA208 one branch yields int32 and the other float
    return x


@tf.function
def return_structure(x):
    if x > 0.0:
        return x, x
#~      ^^^^^^^^^^^ TFA208 one branch yields a tuple of length 2 and the other a tensor
    return -x


@tf.function
def bare(x):
    if x > 0.0:
        return
#~      ^^^^^^ TFA208 only one branch of a tensor condition returns
    tf.print(x)


def below(x):
    y = 1
    if x > 0.0:
        y = 0.5
#~      ^^^^^^^ TFA208 `y` is float32 in one branch and int32 in the other
    return y


def helper(x):
    return below(x)


class Model:
    @tf.function
    def step(self, x):
        def inner(y):
            return 1 if y > 0.0 else 0.5
#~                 ^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields int32 and the other float32

        return helper(x) + inner(x)


def widen(x):  # keeps-root
    return 1.0 if x > 0 else 2
#~         ^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields float32 and the other int32


data = tf.data.Dataset.range(3).map(widen)


@tf.function
def fine(x, mode):
    if x > 0.0:
        y = tf.zeros([2])
    else:
        y = tf.ones([3, 3])
    unread = 0
    if x > 0.0:
        unread = 0.5
    unread = x
    if x > 0.0:
        z = x
    else:
        z = 0.0
    if mode == "a":
        w = 0
    else:
        w = [x]
    if x > 3.0:
        weights = tf.ones_like(tf.cast(x, tf.int64), dtype=tf.float32)
    else:
        weights = tf.zeros_like(tf.cast(x, tf.int64), tf.float32) / 2.0
    act = tf.abs if mode == "b" else tf.negative
    if x > 5.0:
        if x > 6.0:
            return x
        return x + 1.0
    if x > 4.0:
        return act(x)
    return (x * 2.0 if x > 1.0 else -x) + z + tf.reduce_sum(y) + unread + weights


def eager(x):
    if x > 0.0:
        return 0
    return x


def there_or_not(x):
    if x == None:
        return None
    return x * 2.0


@tf.function
def compared_with_none(x):
    if x != None:
        y = x * 2.0
    return there_or_not(x), y


@tf.function
def numbers(x):
    if x > 0.0:
        y = tf.reduce_sum(x)
        z = tf.sin
    else:
        y = np.nan
        z = np.sin
#~      ^^^^^^^^^^ TFA208 `z` is not a tensor, but a tensor condition selects it
    return y, z


def of_dtype(x, dtype):
    return tf.cast(x, dtype)


def whole(x):
    return tf.cast(x, tf.int32) + 1


def same(x):
    return x


@tf.function
def by_helpers(x):
    if x > 0.0:
        y = whole(x)
        z = of_dtype(x, "int32")
    else:
        y = same(tf.cast(x, tf.float64))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `y` is float64 in one branch and int32 in the other
        z = same(x)
#~      ^^^^^^^^^^^ TFA208 `z` is float in one branch and int32 in the other
    return y, z


@attr.s(frozen=True)
class Kept:
    value = attr.ib()


@tf.function
def of_attrs(x, mixed):
    if tf.reduce_sum(x) > 0.0:
        kept = Kept(value=x)
    else:
        kept = Kept(value=-x)
    return kept.value


@tf.function
def with_more_items(x, weights: list):
    hidden, first, last, pair, table, kept = (), (), (x,), [x], {}, []
    for weight in weights:
        if tf.reduce_sum(x) > 0.0:
            hidden = hidden + (x * weight,)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `hidden` has more items in one branch than in the other
    if tf.reduce_sum(x) > 1.0:
        first += (x,)
#~      ^^^^^^^^^^^^^ TFA208 `first` has more items in one branch than in the other
        last = (*last, x)
#~      ^^^^^^^^^^^^^^^^^ TFA208 `last` has more items in one branch than in the other
        pair = [*pair] + [x]
#~      ^^^^^^^^^^^^^^^^^^^^ TFA208 `pair` is a list of length 2 in one branch and a list of length 1 in the other
        table = {**table, "x": x}
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 `table` is a dict with keys x in one branch and an empty dict in the other
    if tf.size(x) > 0:
        kept = tf.unstack(x)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA208 `kept` is a list with items in one branch and an empty list in the other
    return hidden, first, last, pair, table, kept


@tf.function
def with_as_many_items(x, count: int):
    out, parts, pair = (), tf.unstack(x), [x, x]
    if count > 3:
        out = out + (x,)
    if tf.reduce_sum(x) > 0.0:
        parts = [part * 2.0 for part in parts]
        pair = [part + 1.0 for part in pair]
    return out, parts, pair


def scaled(x, y):
    return (x * 2.0, y)


@tf.function
def by_cond(x: tf.Tensor, y: tf.Tensor):
    one = tf.cond(x > 0.0, lambda: scaled(x, y), lambda: [x, y])
#~        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields a tuple of length 2 and the other a list of length 2
    two = tf.cond(x > 0.0, lambda: (x, y), lambda: (x, y, x))
#~        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields a tuple of length 2 and the other a tuple of length 3
    three = tf.cond(x > 0.0, lambda: tf.cast(x, tf.float64), lambda: tf.zeros([]))
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields float64 and the other float32
    four = tf.cond(x > 0.0, lambda: tf.zeros([]), lambda: None)
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch of `tf.cond` returns None
    same = tf.cond(x > 0.0, lambda: scaled(x, y), lambda: (x, y))
    number = tf.cond(x > 0.0, lambda: 1.0, lambda: tf.zeros([]))
    nothing = tf.cond(x > 0.0, lambda: None, lambda: None)
    return one, two, three, four, same, number, nothing


OFFSET = tf.constant(1.0)


class Quantiser:
    def __init__(self, levels):
        self.levels = tf.constant(levels, tf.float32)
        self.steps = tf.Variable(0)

    @tf.function
    def encode(self, x, hard):
        if hard:
            code = tf.cast(x, tf.int32)
        else:
            code = x * self.levels
#~          ^^^^^^^^^^^^^^^^^^^^^^ TFA208 `code` is float32 in one branch and int32 in the other
        return code

    @tf.function
    def shifted(self, x, hard):
        if hard:
            code = x + OFFSET
        else:
            code = self.steps
#~          ^^^^^^^^^^^^^^^^^ TFA208 `code` is int32 in one branch and float32 in the other
        return code

    @tf.function
    def of_one_dtype(self, x, hard):
        if hard:
            code = x * self.levels
        else:
            code = OFFSET
        return code


QUANTISER = Quantiser(8)


def coded(values, hard):
    x = tf.constant(values)
    hard = tf.constant(hard)
    return QUANTISER.encode(x, hard), QUANTISER.shifted(x, hard), QUANTISER.of_one_dtype(x, hard)


@tf.function
def pair_or_argument(x):
    if tf.norm(x) > 2.0:
        return x / tf.norm(x), True
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 one branch yields a tuple of length 2 and the other a tensor
    return x


def uses_pairs(k):
    pair_or_argument(tf.constant([k, 0.0]))


class Plan:
    def __init__(self, scale):
        self.scale = scale


SMALL, LARGE = Plan(1.0), Plan(2.0)
MEAN, PEAK = object(), object()
_MISSING = object()


@tf.function
def object_or_object(x, limit=_MISSING):
    plan = LARGE if tf.reduce_max(x) > 5.0 else SMALL
#~         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 a tensor condition selects between objects
    way = PEAK if tf.reduce_max(x) > 5.0 else MEAN
#~        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA208 a tensor condition selects between objects
    bound = x if limit is _MISSING else x * 2.0
    return x * plan.scale, way, bound
