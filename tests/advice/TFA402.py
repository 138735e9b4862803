import tensorflow as tf

#: numbers
@tf.function
def f(x, step):
    return x * tf.cast(step, tf.float32)


@tf.function
def g(x, settings):
    return x * settings["rate"]


rate = 1.0
for step in range(10):
    print(float(f(tf.constant(2.0), step)))  #- pass a tensor: `tf.constant(step)`
    print(float(f(tf.constant(2.0), tf.constant(step))))  #+
    rate *= 0.5
    print(float(g(tf.constant(2.0), {"rate": rate})))  #- pass a tensor: `tf.constant(rate)`
    print(float(g(tf.constant(2.0), {"rate": tf.constant(rate)})))  #+

#: a field of an object
from dataclasses import dataclass

@dataclass(frozen=True)
class Rates:
    rate: float


@tf.function
def h(x, rates, rate=None):
    return x * (rates.rate if rate is None else rate)


first = Rates(0.5)
for step in range(5):
    rates = Rates(0.5 + step)
    print(float(h(tf.constant(2.0), rates)))  #- pass what differs as a tensor of its own, and not as a field of an object
    print(float(h(tf.constant(2.0), first, tf.constant(rates.rate))))  #+
