import dataclasses

import tensorflow as tf

#: a frozen data class
@dataclasses.dataclass  #-
@dataclasses.dataclass(frozen=True)  #+
class Settings:
    rate: float = 2.0


@tf.function
def scale(x, settings):
    return x * settings.rate


settings = Settings()
for value in (1.0, 2.0, 3.0):
    print(float(scale(tf.constant(value), settings)))  #- pass a tuple, plain numbers or a frozen data class, or capture the object instead of passing it
    print(float(scale(tf.constant(value), settings)))  #+
#: numbers in a tuple
@tf.function
def total(x, weights):
    return x * sum(weights)


for value in (1.0, 2.0, 3.0):
    print(float(total(tf.constant(value), {2.0, 3.0})))  #- pass a tuple, plain numbers or a frozen data class, or capture the object instead of passing it
    print(float(total(tf.constant(value), (2.0, 3.0))))  #+
#: the object captured
class Options:
    rate = 2.0

    def __eq__(self, other):
        return self.rate == other.rate


options = Options()


@tf.function
def scale(x, options):  #-
def scale(x):  #+
    return x * options.rate


for value in (1.0, 2.0, 3.0):
    print(float(scale(tf.constant(value), options)))  #- pass a tuple, plain numbers or a frozen data class, or capture the object instead of passing it
    print(float(scale(tf.constant(value))))  #+
