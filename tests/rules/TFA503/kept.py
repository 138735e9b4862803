"""Methods that change a container, kept under a name, in an attribute or in a parameter before they are called."""

import tensorflow as tf

seen = []
note = seen.append
known = set()
table = {}
text = "ab"


class Log:
    def __init__(self):
        self.items = []
        self.add = self.items.append

    @tf.function
    def by_local(self, x):
        add = self.items.append
        add(x.shape)
#~      ^^^^^^^^^^^^ TFA503 `self.items` is changed only at trace time, not on every call
        return x

    @tf.function
    def by_attribute(self, x):
        self.add(x.shape)
#~      ^^^^^^^^^^^^^^^^^ TFA503 `self.items` is changed only at trace time, not on every call
        return x

    @tf.function
    def by_two_names(self, x):
        first = self.items.extend
        second = first
        second([1, 2])
#~      ^^^^^^^^^^^^^^ TFA503 `self.items` is changed only at trace time, not on every call
        return x


@tf.function
def by_global(x):
    note(1)
#~  ^^^^^^^ TFA503 `seen` is changed only at trace time, not on every call
    return x


@tf.function
def by_set(x):
    put = known.add
    put(1)
#~  ^^^^^^ TFA503 `known` is changed only at trace time, not on every call
    return x


def grow(put, thing):
    put(thing)
#~  ^^^^^^^^^^ TFA503 `table` is changed only at trace time, not on every call


@tf.function
def by_parameter(x):
    grow(table.update, {"a": 1})
    return x


@tf.function
def of_a_fresh_container(x):
    """What was made in the call is the call's own."""
    parts = []
    put = parts.append
    put(x)
    return parts


@tf.function
def that_changes_nothing(x):
    """These give something, and change nothing."""
    count, get, up = seen.count, table.get, text.upper
    count(1)
    get("a")
    up()
    return x


log = Log()
log.by_local(tf.constant(1.0))
log.by_attribute(tf.constant(1.0))
log.by_two_names(tf.constant(1.0))
by_global(tf.constant(1.0))
by_set(tf.constant(1.0))
by_parameter(tf.constant(1.0))
of_a_fresh_container(tf.constant(1.0))
that_changes_nothing(tf.constant(1.0))
