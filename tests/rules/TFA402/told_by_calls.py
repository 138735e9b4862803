"""Numbers that vary behind a call: in a method, a generator, an unpacked dict, or in a function that only its calls tell of."""

import itertools
import math

import numpy as np
import tensorflow as tf


class Net(tf.Module):
    @tf.function
    def fit_batch(self, x, k):
        return x

    @tf.function
    def eval_batch(self, x, k):
        return x


@tf.function
def measure(x, scale=1.0, shift=0.0):
    return x * scale + shift


class Warmup:
    def __init__(self, peak, length):
        self.peak, self.length = peak, length

    def at(self, number):
        share = min(1.0, number / self.length)
        return self.peak * share

    def pair(self, number):
        return [math.exp(-number / self.length), 1.0]

    def constant(self, number):
        return self.peak

    def mode(self, number):
        if number > self.length:
            return 0.1
        return 0.2

    def as_tensor(self, number):
        return tf.constant(self.at(number))

    def points(self):
        return range(1, self.length)


class Clock:
    def __init__(self):
        self.ticks = 0
        self.limit = 10
        self.seen = []

    def tick(self, value):
        self.ticks += 1
        self.seen.append(value)

    def reset(self):
        self.limit = 10


class Meter:
    def __init__(self):
        self.weight = 0.0

    def batch_done(self, number):
        self.weight = min(1.0, number / 100)


def train(net, x, rounds):
    rate = 0.5
    for number in range(rounds):
        net.fit_batch(x, rate)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA402 `net.fit_batch` retraces for every distinct Python value of `rate`
        net.fit_batch(x, number / rounds)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `net.fit_batch` retraces for every distinct Python value of `number`
        net.fit_batch(x, rounds)
        rate *= 0.9


def evaluate(net, count):
    for number in range(count):
        net.eval_batch(tf.ones([2]), number)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `net.eval_batch` retraces for every distinct Python value of `number`


def middle(net, count):
    evaluate(net, count)


train(Net(), tf.ones([2]), 30)
middle(Net(), 40)


def scheduled(x):
    schedule = Warmup(0.1, 40)
    for number in range(60):
        measure(x, schedule.at(number))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `number`
        measure(x, schedule.pair(number))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `number`
        measure(x, schedule.constant(number))
        measure(x, schedule.mode(number))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `number`
        measure(x, schedule.as_tensor(number))
    return [measure(x, point) for point in schedule.points()]
#~          ^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `point`


def counted(x):
    clock, meter = Clock(), Meter()
    while clock.ticks < 20:
        measure(x, clock.ticks)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `clock.ticks`
        measure(x, len(clock.seen))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `clock.seen`
        measure(x, clock.limit)
        measure(x, meter.weight)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `meter.weight`
        clock.tick(0.0)
        clock.reset()
        meter.batch_done(clock.ticks)


def ramp(top, count):
    for number in range(count):
        yield top * number / count


def batches(count):
    for number in range(count):
        yield tf.fill([2], number)


def levels():
    yield 0.1
    yield 0.2


def generated(x):
    for value in ramp(2.0, 30):
        measure(x, value)
#~      ^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `value`
    for epoch, value in zip(range(30), ramp(1.0, 30)):
        measure(x, value + epoch)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `value`
    for batch in batches(30):
        measure(batch)
    for value in levels():
        measure(x, value)
    for value in (0.5, 1.0, 2.0):
        measure(x, value)
#~      ^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `value`


def grids(x):
    grid = itertools.product([each / 10 for each in range(5)], (0.1, 0.2, 0.3, 0.4))
    for scale, shift in grid:
        measure(x, scale=scale, shift=shift)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `shift`
    for value in np.linspace(0.0, 1.0, 20).tolist():
        measure(x, value)
#~      ^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `value`
    for value in np.linspace(0.0, 1.0, 20):
        measure(x, value)
    rates = {"low": 0.1, "middle": 0.2, "high": 0.3, "top": 0.4}
    for name, value in rates.items():
        measure(x, value)
#~      ^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `value`


def unpacked(x):
    fixed = {"scale": 2.0}
    for number in range(20):
        settings = {"scale": number / 20, "shift": 1.0}
        measure(x, **settings)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `number`
        measure(x, **fixed)
        measure(x, **{"scale": tf.constant(number)})


class Decay:
    def __init__(self, base):
        self.base, self.turn = base, 0

    def next(self):
        self.turn += 1
        return self.base / self.turn

    def same(self):
        return self.base


class Trainer:
    def __init__(self, decay):
        self.decay = decay

    def run(self, xs):
        return [measure(x, self.decay.next()) for x in xs]
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA402 `measure` retraces for every distinct Python value of `self.decay`

    def run_same(self, xs):
        return [measure(x, self.decay.same()) for x in xs]


Trainer(Decay(1.0)).run([tf.ones([2])] * 9)
