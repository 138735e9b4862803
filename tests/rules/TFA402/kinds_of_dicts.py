"""Numbers that eager code counts in the dicts of `collections`, and those that a named tuple has by default."""

import collections
from typing import NamedTuple

import tensorflow as tf


@tf.function
def step(x, rate):
    return x * rate


@tf.function
def named(x, count):
    return x * count


counts = collections.defaultdict(int)
groups = collections.defaultdict(list)
tally = collections.Counter()
ordered = collections.OrderedDict(rate=1.0)
one = collections.defaultdict(lambda: 0.5)

for i in range(8):
    counts["steps"] += 1
    step(tf.constant(1.0), counts["steps"])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `counts["steps"]`
    groups["seen"].append(i)
    step(tf.constant(1.0), len(groups["seen"]))
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `groups["seen"]`
    tally["steps"] += 1
    step(tf.constant(1.0), tally["steps"])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `tally["steps"]`
    ordered["rate"] *= 0.9
    step(tf.constant(1.0), ordered["rate"])
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `ordered["rate"]`
    named(tf.constant(1.0), one["rate"])


class Sizes(NamedTuple):
    first: int
    second: int = 20
    third: int = 30
    fourth: int = 40
    fifth: int = 50


@tf.function
def of_size(x, size):
    return x * size


for size in Sizes(10):
    of_size(tf.constant(1), size)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `of_size` retraces for every distinct Python value of `size`
