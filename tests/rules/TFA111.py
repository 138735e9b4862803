"""The clock read by Python in traced code."""

import datetime
import datetime as dt
import functools
import time
import time as clock_module
from datetime import date
from datetime import datetime as moment
from time import perf_counter, time as now

import keras
import tensorflow as tf


@tf.function
def spellings(x):
    tf.print(time.time())
#~           ^^^^^^^^^^^ TFA111 `time.time` is read once, at trace time
    tf.print(time.time_ns(), time.monotonic(), time.process_time())
#~           ^^^^^^^^^^^^^^ TFA111 `time.time_ns` is read once, at trace time
#~                           ^^^^^^^^^^^^^^^^ TFA111 `time.monotonic` is read once, at trace time
#~                                             ^^^^^^^^^^^^^^^^^^^ TFA111 `time.process_time` is read once, at trace time
    tf.print(perf_counter())
#~           ^^^^^^^^^^^^^^ TFA111 `time.perf_counter` is read once, at trace time
    tf.print(now())
#~           ^^^^^ TFA111 `time.time` is read once, at trace time
    tf.print(clock_module.perf_counter_ns())
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA111 `time.perf_counter_ns` is read once, at trace time
    tf.print(datetime.datetime.now().hour)
#~           ^^^^^^^^^^^^^^^^^^^^^^^ TFA111 `datetime.datetime.now` is read once, at trace time
    tf.print(datetime.datetime.now(datetime.timezone.utc).hour)
#~           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA111 `datetime.datetime.now` is read once, at trace time
    tf.print(dt.datetime.utcnow().hour)
#~           ^^^^^^^^^^^^^^^^^^^^ TFA111 `datetime.datetime.utcnow` is read once, at trace time
    tf.print(moment.today().hour, moment.now().hour)
#~           ^^^^^^^^^^^^^^ TFA111 `datetime.datetime.today` is read once, at trace time
#~                                ^^^^^^^^^^^^ TFA111 `datetime.datetime.now` is read once, at trace time
    tf.print(date.today().day)
#~           ^^^^^^^^^^^^ TFA111 `datetime.date.today` is read once, at trace time
    tf.print(time.strftime("%H"), time.ctime(), time.localtime().tm_hour)
#~           ^^^^^^^^^^^^^^^^^^^ TFA111 `time.strftime` is read once, at trace time
#~                                ^^^^^^^^^^^^ TFA111 `time.ctime` is read once, at trace time
#~                                              ^^^^^^^^^^^^^^^^ TFA111 `time.localtime` is read once, at trace time
    read = time.time
    tf.print(read())
#~           ^^^^^^ TFA111 `time.time` is read once, at trace time
    return x


@tf.function
def duration(x):
    started = time.perf_counter()
#~            ^^^^^^^^^^^^^^^^^^^ TFA111 `time.perf_counter` is read once, at trace time
    y = tf.linalg.matmul(x, x)
    return y, time.perf_counter() - started
#~            ^^^^^^^^^^^^^^^^^^^ TFA111 `time.perf_counter` is read once, at trace time


@tf.function
def decides(x):
    while time.time() < 10.0:
#~        ^^^^^^^^^^^ TFA111 `time.time` is read once, at trace time
        x += 1.0
    return x


def stamp():
    return time.time()
#~         ^^^^^^^^^^^ TFA111 `time.time` is read once, at trace time


def stamped(x):
    return x, stamp()


@tf.function
def two_calls_away(x):
    return stamped(x)


class Timer:
    def __init__(self):
        self.started = time.time()

    @tf.function
    def step(self, x):
        return x + self.elapsed()

    def elapsed(self):
        return time.time() - self.started
#~             ^^^^^^^^^^^ TFA111 `time.time` is read once, at trace time


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.started = time.time()

    def call(self, x):
        return x + time.time()
#~                 ^^^^^^^^^^^ TFA111 `time.time` is read once, at trace time

    def test_step(self, data):
        def inner():
            return time.monotonic()
#~                 ^^^^^^^^^^^^^^^^ TFA111 `time.monotonic` is read once, at trace time

        return {"time": inner()}


ages = tf.data.Dataset.from_tensor_slices([1.0])
ages = ages.map(lambda born: time.time() - born)  # keeps-root
#~                           ^^^^^^^^^^^ TFA111 `time.time` is read once, at trace time


@tf.function
def meant(x, at=time.time()):
    tf.print(tf.timestamp(), at)
    tf.print(time.strftime("%H", (2020, 1, 1, 0, 0, 0, 0, 0, 0)))
    tf.print(time.localtime(0.0).tm_hour, datetime.timedelta(1).days)
    tf.print(datetime.datetime(2020, 1, 1).day, datetime.datetime.fromtimestamp(0).day)
    tf.print(tf.py_function(time.time, [], tf.float64))
    if tf.executing_eagerly():
        print(time.time())
    return x


class Watch(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.started = time.time()


for _ in range(3):
    began = time.perf_counter()
    meant(tf.constant(1.0))
    print(time.perf_counter() - began)


@functools.cache
def started():
    return time.time()


@tf.function
def since_start(x):
    return x + started()
