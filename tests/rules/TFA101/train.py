"""The roots."""

import tensorflow as tf
import TFA101.helpers
import TFA101.helpers as aliased

from . import through_the_package
from .helpers import *
from .helpers import Base, relative


@tf.function
def step(x):
    x = relative(x)
    x = TFA101.helpers.absolute(x)
    x = aliased.absolute(x)
    x = starred(x)
    return through_the_package(x)


class Child(Base):
    @tf.function
    def step(self, x):
        return self.run(x)

    def hook(self, x):
        print("called by the base class in another module", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


@tf.function
def imports_late(x):
    from .late import helper

    return helper(x)
