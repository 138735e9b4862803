"""Changes of the containers of `collections` that are no built-in ones, and of what a function returns."""

import collections
import contextlib

import tensorflow as tf

ROWS = collections.UserList()
COUNTS = collections.UserDict()
BY_NAME = {"rows": collections.UserList()}
entered = 0


def counts():
    return COUNTS


@tf.function
def adds(x):
    ROWS.append("seen")
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `ROWS` is changed only at trace time, not on every call
    BY_NAME["rows"].append("seen")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `BY_NAME[...]` is changed only at trace time, not on every call
    counts()[len(counts())] = 2.5
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `COUNTS` is changed only at trace time, not on every call
    return x


@contextlib.contextmanager
def counted():
    global entered
    for entered in (entered + 1,):
#~      ^^^^^^^ TFA503 `entered` is rebound only at trace time, not on every call
        pass
    yield


@contextlib.contextmanager
def remembered(x):
    try:
        scale = COUNTS["scale"]
    except KeyError:
        scale = COUNTS["scale"] = tf.Variable(1.0)
    yield x * scale


@tf.function
def under_managers(x):
    with counted(), remembered(x) as scaled:
        return scaled
