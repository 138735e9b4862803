"""Names that change between runs of traced code that is called as a lambda, an argument, an attribute or an element."""

import tensorflow as tf

RATE = 1.0
LIMIT = 1.0
STEP = 1.0
FLOOR = 1.0
SHARE = 1.0
BOUND = 1.0
FIXED = 1.0


def scaled(x):
    return x * RATE
#~             ^^^^ TFA113 `RATE` is read once, at trace time, and changes later


run = tf.function(lambda x: scaled(x))


def drive_lambda():
    global RATE
    run(tf.constant(1.0))
    RATE = 0.5
    run(tf.constant(1.0))


@tf.function
def limited(x):
    return x * LIMIT
#~             ^^^^^ TFA113 `LIMIT` is read once, at trace time, and changes later


def drive_argument(step):
    global LIMIT
    step(tf.constant(1.0))
    LIMIT = 0.5
    step(tf.constant(1.0))


class Trainer:
    def __init__(self, step):
        self.step = step

    def fit(self):
        global STEP
        self.step(tf.constant(1.0))
        STEP = 0.5
        self.step(tf.constant(1.0))


@tf.function
def stepped(x):
    return x * STEP
#~             ^^^^ TFA113 `STEP` is read once, at trace time, and changes later


class Model:
    @tf.function
    def floored(self, x):
        return x * FLOOR
#~                 ^^^^^ TFA113 `FLOOR` is read once, at trace time, and changes later


def drive_method(model):
    global FLOOR
    model.floored(tf.constant(1.0))
    FLOOR = 0.5
    model.floored(tf.constant(1.0))


@tf.function
def shared(x):
    return x * SHARE
#~             ^^^^^ TFA113 `SHARE` is read once, at trace time, and changes later


def drive_elements():
    global SHARE
    for value in (1.0, 0.5, 0.25, 0.2):
        SHARE = value
        for function in [shared]:
            function(tf.constant(1.0))


def bounded(x):
    return x * BOUND


def once(step):
    return step(tf.constant(1.0))


def a_new_one_each_time():
    global BOUND
    once(tf.function(bounded))
    BOUND = 0.5
    once(tf.function(bounded))


@tf.function
def fixed(x):
    return x * FIXED


def set_before(step):
    global FIXED
    FIXED = 0.5
    step(tf.constant(1.0))
    step(tf.constant(1.0))


drive_lambda()
drive_argument(limited)
Trainer(stepped).fit()
drive_method(Model())
drive_elements()
a_new_one_each_time()
set_before(fixed)
