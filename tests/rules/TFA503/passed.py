"""Methods of objects that helpers get as arguments, methods that built-ins call, and attributes of functions."""

import tensorflow as tf


class Augment:
    def __init__(self):
        self.count = 0

    def crop(self, x):
        self.count += 1  # keeps-root
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return x

    def flip(self, x):
        self.count += 1  # keeps-root
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return x

    def turn(self, x):
        self.count += 1  # keeps-root
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return x

    def cut(self, x):
        self.count += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return x

    def scale(self, x):
        self.count += 1  # keeps-root
#~      ^^^^^^^^^^^^^^^ TFA503 `self.count` is updated only at trace time, not on every call
        return x

    def eager(self, x):
        self.count += 1
        return x


def mapped(augment):
    return tf.data.Dataset.range(3).map(augment.crop)


def each_mapped(augment):
    data = tf.data.Dataset.range(3)
    for function in (augment.flip, augment.turn):
        data = data.map(function)
    return data


def traced(augment):
    return tf.function(augment.cut)


class Pipeline:
    def __init__(self, augment):
        self.augment = augment

    def build(self):
        return tf.data.Dataset.range(3).map(self.augment.scale)


def eagerly(augment):
    return [augment.eager(x) for x in (1.0, 2.0)]


augment = Augment()
list(mapped(augment))
list(each_mapped(augment))
traced(augment)(tf.constant(1.0))
list(Pipeline(augment).build())
eagerly(augment)

LOG = []
SEEN = set()
TABLE = {}


def counted(x):
    counted.calls = getattr(counted, "calls", 0) + 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `counted.calls` is set only at trace time, not on every call
    return x


@tf.function
def applied(x):
    list(map(LOG.append, [1, 2]))
#~       ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    any(map(SEEN.add, (1, 2)))
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA503 `SEEN` is changed only at trace time, not on every call
    push = LOG.append
    list(map(push, [3]))
#~       ^^^^^^^^^^^^^^ TFA503 `LOG` is changed only at trace time, not on every call
    own = []
    list(map(own.append, [x, x]))
    return counted(tf.add_n(own))


applied(tf.constant(1.0))


class Journal:
    """Its containers are no part of an argument that TensorFlow compares after the trace: it keeps symbolic tensors."""

    def __init__(self):
        self.parts = {}
        self.steps = []

    def __setitem__(self, name, value):
        self.parts[name] = value
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `journal.parts` is changed only at trace time, not on every call

    def note(self, step):
        # Low confidence: a new journal for each call gets it, since the call traces again.
        self.steps.append(step)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `journal.steps` is changed only at trace time, not on every call

    def hold(self, value):
        self.steps.append(value)
        return self.steps


@tf.function
def journaled(x, journal):
    journal["square"] = x * x
    journal.note(1)
    return tf.add_n(Journal().hold(x))


def journal_of(x):
    journal = Journal()
    journaled(x, journal)
    journal["eager"] = x
    return journal.parts


journal_of(tf.constant(1.0))
