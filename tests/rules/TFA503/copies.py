"""Changes of what a shallow copy shares with an outer container; a deep copy shares nothing."""

import copy

import tensorflow as tf

TABLE = {"rows": [0]}
ROWS = [[0]]


@tf.function
def shallow(x):
    copy.copy(TABLE)["rows"].append(1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE[...]` is changed only at trace time, not on every call
    mesh = copy.copy(TABLE)
    mesh["rows"].append(1)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE[...]` is changed only at trace time, not on every call
    mesh["other"] = 1
    TABLE.copy()["rows"].append(1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE[...]` is changed only at trace time, not on every call
    ROWS[:][0].append(1)
#~  ^^^^^^^^^^^^^^^^^^^^ TFA503 `ROWS[...]` is changed only at trace time, not on every call
    ROWS.copy()[0].append(1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `ROWS[...]` is changed only at trace time, not on every call
    ROWS[:].append([1])
    return x


@tf.function
def deep(x):
    mesh = copy.deepcopy(TABLE)
    mesh["rows"].append(1)
    rows = copy.deepcopy(ROWS)
    rows[0].append(1)
    return x


for number in (1.0, 2.0):
    deep(tf.constant(number))
