"""Arguments of traced functions whose shape or dtype differs from call to call."""

from typing import NamedTuple

import numpy as np
import tensorflow as tf

V = tf.Variable(1.0)


@tf.function
def total(x):
    return tf.reduce_sum(x)


@tf.function
def other(x):
    return x


@tf.function(reduce_retracing=True)
def relaxed(x):
    return tf.reduce_sum(x)


@tf.function(experimental_relax_shapes=True)
def relaxed_of_old(x):
    return tf.reduce_sum(x)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):
    return tf.reduce_sum(x)


def loops(n, x):
    for size in range(n):
        total(tf.ones([size, 2]))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `total` retraces here: `x` has a different shape than in other calls
        total(x[:size])
#~      ^^^^^^^^^^^^^^^ TFA405 `total` retraces here: `x` has a different shape than in other calls
        total(x)
        total(tf.ones([4, 2]))
        relaxed(tf.ones([size]))
        relaxed_of_old(tf.ones([size]))
        signed(tf.ones([size]))
    total(tf.zeros([n]))


def a_step(n):
    total(tf.zeros([n]))
#~  ^^^^^^^^^^^^^^^^^^^^ TFA405 `total` retraces here: `x` has a different shape than in other calls


relaxed(tf.ones([2]))
relaxed(tf.ones([3]))
relaxed(tf.ones([2], tf.int32))
#~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `relaxed` retraces here: `x` has a different dtype than in other calls
other(tf.ones([2]))
other(tf.constant([1.0, 2.0]))
other(tf.constant([1.0, 2.0, 3.0]))
#~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `other` retraces here: `x` has a different shape than in other calls
other(np.zeros((2,), dtype=np.float32))
other(np.zeros((2,)))
#~^^^^^^^^^^^^^^^^^^^ TFA405 `other` retraces here: `x` has a different dtype than in other calls
other(np.ones((2,), "float32"))
other(np.ones((2,), "int64"))
#~^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `other` retraces here: `x` has a different dtype than in other calls
other(np.ones((2,), dtype=V.dtype))
other(tf.constant([1, 2]))
#~^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `other` retraces here: `x` has a different dtype than in other calls
other(tf.constant([1, 2.0]))


@tf.function
def scalar(x):
    return x * 2


scalar(np.float64(1.0))
scalar(np.float32(1.0))
#~^^^^^^^^^^^^^^^^^^^^^ TFA405 `scalar` retraces here: `x` has a different dtype than in other calls
scalar(np.float64(2.0))


def each_of_several_lists():
    for row in [[1.0], [1.0, 2.0], [1.0, 2.0, 3.0]]:
        total(tf.constant(row))
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `total` retraces here: `x` has a different shape than in other calls
    for row in [[1.0, 2.0], [3.0, 4.0]]:
        total(tf.constant(row))


def of_written_lengths():
    lengths, many = (2, 3), (4, 5, 6, 7)
    for place in range(len(lengths)):  # as with the lengths themselves, each has a trace of its own
        total(tf.ones([lengths[place]]))
    for place in range(len(many)):
        total(tf.ones([many[place]]))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `total` retraces here: `x` has a different shape than in other calls


NAMES = ("float32", "int32")


def from_outside(stage, kind, config, size=3):
    length = 2 + stage
    total(tf.ones([length]))
    total(np.ones(2, dtype=NAMES[stage % 2]))
    total(tf.ones([config.length]))
    total(tf.ones([size]))
    total(tf.constant([1.0, 2.0], config.dtype))
    return passed_on(tf.ones([2]), kind, "float32")


def passed_on(x, kind, other):
    ids = tf.cast(x, kind)
    same = tf.cast(x, other)
    return total(ids), total(same)


@tf.function
def momentum(window):
    return window[-1]


@tf.function
def spread(window):
    return tf.reduce_max(window)


@tf.function
def score_sum(scores):
    return tf.reduce_sum(scores)


@tf.function
def embedded(ids):
    return tf.reduce_mean(ids)


SPREADS = {"spread": spread}


class Backtest:
    signals = {"momentum": momentum}

    def __init__(self, prices):
        self.prices = tf.constant(prices)

    def windows(self, first):
        for end in range(first, int(self.prices.shape[0]) + 1):
            yield self.prices[:end]

    def run(self, first):
        for window in self.windows(first):
            self.signals["momentum"](window)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `momentum` retraces here: `window` has a different shape than in other calls
            SPREADS["spread"](window)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `spread` retraces here: `window` has a different shape than in other calls


def picked(scores):
    left = list(scores)
    for _ in range(4):
        left.pop(int(score_sum(tf.constant(left))))
#~                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `score_sum` retraces here: `scores` has a different shape than in other calls


def padded(sentences):
    ordered = sorted(sentences, key=len)
    for start in range(len(ordered)):
        group = ordered[start : start + 1]
        width = max(map(len, group))
        embedded(tf.constant([each + [0] * (width - len(each)) for each in group]))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `embedded` retraces here: `ids` has a different shape than in other calls


Backtest([1.0, 3.0, 2.0, 4.0, 3.0]).run(1)
picked([1.0, 2.0, 3.0, 4.0, 5.0])
padded([[1, 2], [3], [4, 5, 6], [7, 8, 9, 10]])


@tf.function
def extended(tokens):
    return tf.concat([tokens, tf.argmax(tokens, 1)[:, None]], 1)


@tf.function
def attended(query, cache):
    keys, values = cache
    cache = tf.concat([keys, query[None]], 0), tf.concat([values, query[None]], 0)
    return query, cache, 1


class Cache(NamedTuple):
    keys: tf.Tensor
    values: tf.Tensor


@tf.function
def attended_in(query, cache):
    return Cache(tf.concat([cache.keys, query[None]], 0), cache.values)


@tf.function
def attended_whole(query, cache):
    return Cache(cache.keys + query, cache.values)


@tf.function
def moved(position, count):
    return position + 1.0, count + 1


def generated(prompt, queries):
    tokens, cache, position, count = prompt, (tf.zeros([0, 4]), tf.zeros([0, 4])), tf.zeros([3]), tf.constant(0)
    named, whole = Cache(tf.zeros([0, 4]), tf.zeros([0, 4])), Cache(tf.zeros([1, 4]), tf.zeros([1, 4]))
    for query in queries:
        tokens = extended(tokens)
#~               ^^^^^^^^^^^^^^^^ TFA405 `extended` retraces here: `tokens` has a different shape than in other calls
        _, cache, _ = attended(query, cache)
#~                    ^^^^^^^^^^^^^^^^^^^^^^ TFA405 `attended` retraces here: `cache` has a different shape than in other calls
        named = attended_in(query, named)
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA405 `attended_in` retraces here: `cache` has a different shape than in other calls
        whole = attended_whole(query, whole)
        position, count = moved(position, count)


generated(tf.ones([1, 3], tf.int64), tf.unstack(tf.ones([6, 4])))


@tf.function
def of_filled(x):
    return tf.reduce_sum(x)


@tf.function
def of_window(x):
    return tf.reduce_sum(x)


def served(count):
    rows, window = [], [tf.ones([1]), tf.ones([2])]
    for size in range(1, count + 1):
        rows += [(size, tf.ones([size, 4]))]
        window.append(tf.ones([2]))
        window.pop(0)
    for _, row in rows:
        of_filled(row)
#~      ^^^^^^^^^^^^^^ TFA405 `of_filled` retraces here: `x` has a different shape than in other calls
    for row in window:
        of_window(row)


@tf.function
def extended(values):
    return tf.reduce_sum(values)


def with_last(rewards):
    return extended(tf.concat([rewards * 0.5, [0.0]], 0))


@tf.function
def grown(values):
    return tf.reduce_sum(values)


def with_more(rewards):
    values = tf.identity(rewards)
    for _ in range(10):
        values = tf.concat([values, [0.0]], 0)
        grown(values)
#~      ^^^^^^^^^^^^^ TFA405 `grown` retraces here: `values` has a different shape than in other calls
