"""Classes that their metaclass keeps in a table, from which traced code takes them."""

import tensorflow as tf

KINDS = {}
OTHERS = {}


class Kept(type):
    def __new__(mcs, name, bases, space):
        cls = super().__new__(mcs, name, bases, space)
        KINDS[name] = cls
        return cls


class Listed(type):
    def __init__(cls, name, bases, space):
        super().__init__(name, bases, space)
        OTHERS[name] = cls()


class Double(metaclass=Kept):
    def run(self, x):
        print("double")
#~      ^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x * 2.0


class Base(metaclass=Listed):
    pass


class Half(Base):
    def run(self, x):
        print("half")
#~      ^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x / 2.0


class Third(metaclass=type):
    def run(self, x):
        print("no table has it")
        return x / 3.0


@tf.function
def step(x, name):
    return OTHERS["Half"].run(KINDS[name]().run(x))


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value), "Double")
print(float(Third().run(3.0)))
