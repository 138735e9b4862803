import typing

import tensorflow as tf

#: created once
class Settings:
    rate = 2.0


@tf.function
def scale(settings, x):
    return x * settings.rate


settings = Settings()  #+
for value in (1.0, 2.0, 3.0, 4.0):
    print(float(scale(Settings(), tf.constant(value))))  #- create the object once, or pass its values in a named tuple
    print(float(scale(settings, tf.constant(value))))  #+
#: a named tuple
class Settings:  #-
class Settings(typing.NamedTuple):  #+
    def __init__(self, rate):  #-
        self.rate = rate  #-
    rate: float  #+


@tf.function
def scale(settings, x):
    return x * settings.rate


for value in (1.0, 2.0, 3.0, 4.0):
    print(float(scale(Settings(2.0), tf.constant(value))))  #- create the object once, or pass its values in a named tuple
    print(float(scale(Settings(2.0), tf.constant(value))))  #+
print(scale.experimental_get_tracing_count() <= 1)
