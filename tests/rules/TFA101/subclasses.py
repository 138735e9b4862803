"""Methods of subclasses that a base class or class method wraps in `tf.function`."""

import tensorflow as tf


class Base(tf.Module):
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        cls.traced = tf.function(cls.compute)

    def compute(self, x):
        raise NotImplementedError

    @classmethod
    def build_fn(cls):
        return tf.function(cls.other)

    def other(self, x):
        return x


class Blur(Base):
    def compute(self, x):
        print("blur")
#~      ^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x

    def other(self, x):
        print("other")
#~      ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


class Sharpen(Blur):
    def compute(self, x):
        print("sharpen")
#~      ^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return super().compute(x)

    def describe(self):
        print("eager")
        return self


Sharpen().describe().traced(1)


class Link:
    name = "identity"

    def inverse(self, x):
        print("nobody makes one of these")
        return x


class Log(Link):
    name = "log"

    def inverse(self, x):
        print("log")
#~      ^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


class SafeLog(Log):
    name = "safe"

    def inverse(self, x):
        print("derives from one that is listed")
        return x


LINKS = {cls.name: cls() for cls in Link.__subclasses__()}


@tf.function
def mean(x, link):
    return LINKS[link].inverse(x)
