"""Methods that are looked up on objects nothing holds."""

import dataclasses
import functools

import keras
import tensorflow as tf

KEPT = []
X = tf.constant(1.0)


class Scaler:
    def __init__(self, factor):
        self.factor = factor
        self._prepare()

    def _prepare(self):
        self.offset = self.factor + 1.0

    @tf.function
    def scale(self, x):
        return x * self.factor

    @tf.function(reduce_retracing=True)
    def __call__(self, x):
        self.calls = 1
        return x

    @tf.function
    def plain(self, x):
        return x * 2.0

    @tf.function
    def kind(self, x):
        return x if self.__class__ is Scaler else -x

    def eager(self, x):
        return self.scale(x)


class Module(tf.Module):
    rate = 2.0

    def __init__(self):
        super(Module, self).__init__(name="module")
        with self.name_scope:
            self.weight = tf.Variable(self.rate)
        self.weights = [tf.Variable(self.rate) for _ in range(2)]

    @tf.function
    def step(self, x):
        return x * self.weight


class Below(Module):
    def __init__(self):
        super().__init__()
        self.more = 1


def called():
    Scaler(3.0).plain(X)
    Scaler(3.0).kind(X)
    Scaler(3.0).eager(X)
    Scaler(3.0)(X)
    scaler = Scaler(3.0)
    scaler.scale(X)
    Scaler(3.0).scale.pretty_printed_concrete_signatures()
    Scaler(3.0).scale.get_concrete_function(X)
#~  ^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs
    Scaler(3.0).scale(X)
#~  ^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs
    return Below().step(X)
#~         ^^^^^^^^^^^^ TFA508 `Below()` may be garbage-collected before `step` runs


def make_scaler(factor):
    return Scaler(factor)


@functools.cache
def shared_scaler(factor):
    return Scaler(factor)


def handing_on(function):
    def call(*args):
        return function(*args)

    return call


def keeping(function):
    def call(*args):
        KEPT.append(function(*args))
        return KEPT[-1]

    return call


@handing_on
def made_behind_a_wrapper(factor):
    return Scaler(factor)


@keeping
def kept_by_a_wrapper(factor):
    return Scaler(factor)


def kept_scaler(factor):
    scaler = Scaler(factor)
    KEPT.append(scaler)
    return scaler


def made_by_another():
    make_scaler(3.0).scale(X)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs
    made_behind_a_wrapper(3.0).scale(X)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs
    kept_by_a_wrapper(3.0).scale(X)
    shared_scaler(3.0).scale(X)
    kept_scaler(3.0).scale(X)
    scaler = make_scaler(3.0)
    scaler.scale(X)


def looked_up(dataset):
    call = Scaler(3.0).__call__
#~         ^^^^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `__call__` runs
    return dataset.map(functools.partial(call)).map(Module().step)
#~                                                  ^^^^^^^^^^^^^ TFA508 `Module()` may be garbage-collected before `step` runs


@tf.function
def traced(x):
    return Scaler(3.0).scale(x)
#~         ^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs


def made(factor):
    scaler = Scaler(factor)
    return scaler.scale
#~         ^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs


def made_by_way_of_a_name(factor):
    scaler = Scaler(factor)
    scale = scaler.scale
#~          ^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs
    return scale


def made_in_turn(factor):
    return make_scaler(factor)


made_in_turn(3.0).scale(X)
#~^^^^^^^^^^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs


def made_together():
    module, scaler = Module(), Scaler(2.0)
    below = Below()
    return {"step": below.step, "scale": scaler.scale, "module": module}
#~                  ^^^^^^^^^^ TFA508 `Below()` may be garbage-collected before `step` runs
#~                                       ^^^^^^^^^^^^ TFA508 `Scaler()` may be garbage-collected before `scale` runs


def traced_before(x):
    scaler = Scaler(2.0)
    scaler.scale(x)
    return scaler.scale


def returned(x):
    scaler = Scaler(2.0)
    return scaler.scale(x)


def kept_outside():
    scaler = Scaler(2.0)
    KEPT.append(scaler)
    return scaler.scale


def kept_inside():
    scaler = Scaler(2.0)

    def step(x):
        return scaler.scale(x)

    return step, scaler.scale


def kept_with_it():
    scaler = Scaler(2.0)
    return scaler, scaler.scale


LASTING = Scaler(2.0)


def of_lasting():
    return LASTING.scale


def of_parameter(scaler):
    return scaler.scale


class Registered(Scaler):
    def __init__(self):
        super().__init__(1.0)
        KEPT.append(self)


class Cyclic(Scaler):
    def __init__(self):
        super().__init__(1.0)
        self.run = self.eager


class Watching(Scaler):
    def __init__(self):
        super().__init__(1.0)
        self.watch = lambda: self.factor


class Tracing(Scaler):
    def __init__(self):
        super().__init__(1.0)
        self.scale(tf.constant(1.0))


class Single(Scaler):
    _one = None

    def __new__(cls, *args):
        cls._one = cls._one or super().__new__(cls)
        return cls._one


class Equal(Scaler):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


@dataclasses.dataclass
class Data:
    factor: float = 2.0

    @tf.function
    def scale(self, x):
        return x * self.factor


class Layer(keras.layers.Layer):
    @tf.function
    def scale(self, x):
        return x * self.factor


def held_by_others():
    Registered().scale(X)
    Cyclic().scale(X)
    Watching().scale(X)
    Tracing().scale(X)
    Single(1.0).scale(X)
    Equal(1.0).scale(X)
    Data().scale(X)
    Layer().scale(X)
