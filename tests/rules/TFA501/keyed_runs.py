"""Variables of which one is created for each key, in a program that shows the keys: only a key that a later trace brings is refused."""

import tensorflow as tf


class Slots(tf.Module):
    def __init__(self):
        super().__init__()
        self.by_name = {}
        self.by_variable = {}
        self.by_width = {}

    def named(self, name):
        if name in self.by_name:
            return self.by_name[name]
        self.by_name[name] = tf.Variable(0.0)
#~                           ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return self.by_name[name]

    def of(self, variable):
        if variable.ref() not in self.by_variable:
            self.by_variable[variable.ref()] = tf.Variable(tf.zeros_like(variable))
#~                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return self.by_variable[variable.ref()]

    def wide(self, width):
        try:
            return self.by_width[width]
        except KeyError:
            self.by_width[width] = tf.Variable(tf.zeros([width]))
#~                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
            return self.by_width[width]


slots = Slots()
towers = [tf.Variable([1.0, 2.0]), tf.Variable([3.0])]


@tf.function
def observe(x, name):
    return slots.named(name).assign_add(tf.reduce_sum(x))


@tf.function
def train(number):
    return slots.of(towers[number]).assign_add(towers[number])


@tf.function
def normalised(x):
    return x - slots.wide(x.shape[-1])


for name in ("first", "second"):
    observe(tf.ones([2]), name)
train(0)
train(1)
normalised(tf.ones([2, 3]))
normalised(tf.ones([2, 4]))


class Filled(tf.Module):
    """Each key that a call here brings is there before, or comes with the first one: other callers may bring another one, with low confidence."""

    def __init__(self, names):
        super().__init__()
        self.slots = {name: tf.Variable(0.0) for name in names}
        self.others = {}

    @tf.function
    def observe(self, x, name):
        if name not in self.slots:
            self.slots[name] = tf.Variable(0.0)
#~                             ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return self.slots[name].assign_add(tf.reduce_sum(x))

    @tf.function
    def add(self, x):
        if x.shape[-1] not in self.others:
            self.others[x.shape[-1]] = tf.Variable(tf.zeros([3]))
        return self.others[x.shape[-1]].assign_add(tf.reduce_sum(x, 0))


filled = Filled(["first", "second"])
for name in ("first", "second"):
    filled.observe(tf.ones([2]), name)
filled.add(tf.ones([2, 3]))
filled.add(tf.ones([5, 3]))
