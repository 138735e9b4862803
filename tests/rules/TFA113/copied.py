"""A traced function changes a copy: a shallow one shares what the outer container holds."""

import copy

import tensorflow as tf

DEEP = {"rows": [0]}
SHALLOW = {"rows": [0]}


@tf.function
def deep(x):
    rows = copy.deepcopy(DEEP)["rows"]
    rows.append(1)
    return x * len(rows)


@tf.function
def shallow(x):
    rows = copy.copy(SHALLOW)["rows"]
#~                   ^^^^^^^ TFA113 `SHALLOW` is read once, at trace time, and changes later
    rows.append(1)
    return x * len(rows)


for number in (1.0, 2.0):
    deep(tf.constant(number))
    shallow(tf.constant(number))
