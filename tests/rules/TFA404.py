"""New objects as arguments of traced functions."""

import dataclasses
from typing import NamedTuple

import tensorflow as tf


class Settings:
    rate = 2.0


class Equal:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


@dataclasses.dataclass(frozen=True)
class Data:
    rate: float = 2.0


class Pair(NamedTuple):
    rate: float = 2.0


@tf.function
def scale(settings, x):
    return x


class Model:
    @tf.function
    def __call__(self, x):
        return x

    @tf.function
    def step(self, x):
        return x


def each_call(x):
    scale(Settings(), x)
#~  ^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `scale` triggers a retrace


def each_call_of_a_method(x):
    Model().step(x)
#~  ^^^^^^^^^^^^^^^ TFA404 each new `Model` instance passed to `step` triggers a retrace


def each_call_of_an_object(x):
    return Model()(x)
#~         ^^^^^^^^^^ TFA404 each new `Model` instance passed to `__call__` triggers a retrace


def each_round(dataset):
    for batch in dataset:
        settings = Settings()
        scale(settings, batch)
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `scale` triggers a retrace
        scale(settings=Settings(), x=batch)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `scale` triggers a retrace


def once(dataset):
    settings, model = Settings(), Model()
    for batch in dataset:
        scale(settings, batch)
        scale(Equal(), batch)
        scale(Data(), batch)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Data` instance passed to `scale` triggers a retrace
        scale(Pair(), batch)
        model.step(batch)
        model(batch)


def test_scale():
    scale(Settings(), tf.constant(1.0))


def each_of_a_list_made_here(x):
    for settings in [Settings() for _ in range(20)]:
        scale(settings, x)
#~      ^^^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `scale` triggers a retrace
    for pair in [Pair(2.0) for _ in range(20)]:
        scale(pair, x)
    kept = Settings()
    for settings in [kept for _ in range(20)]:
        scale(settings, x)


def through_a_name(x):
    chosen = Settings()
    return scale(chosen, x)
#~         ^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `scale` triggers a retrace


def a_program_of_several_calls(x):
    scale(Pair(2.0), x)
    scale(Settings(), x)


def a_loop_of_a_program(x):
    for _ in range(3):
        scale(Settings(), x)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Settings` instance passed to `scale` triggers a retrace


def set_up_once():
    chosen = Settings()
    return scale(chosen, tf.constant(1.0))


set_up_once()


class Scaling:
    @tf.function
    def scale(self, x):
        return x * 2.0


def deleted_after_use(x):
    for _ in range(4):
        scaling = Scaling()
        scaling.scale(x)
#~      ^^^^^^^^^^^^^^^^ TFA404 each new `Scaling` instance passed to `scaling.scale` triggers a retrace
        del scaling


def named_as_a_key(x, table):
    for number in range(4):
        scaling = Scaling()
        table["scaling"] = number
        scaling.scale(x)
#~      ^^^^^^^^^^^^^^^^ TFA404 each new `Scaling` instance passed to `scaling.scale` triggers a retrace


class Sample:
    def __init__(self, reward):
        self.reward = reward


@tf.function
def error(sample, x):
    return sample.reward - x


def errors(rewards):
    for reward in rewards:
        sample = Sample(reward)
        error(sample, tf.constant(1.0))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Sample` instance passed to `error` triggers a retrace


errors([1.0, 2.0, 3.0])


class Twin:
    def __init__(self, width):
        self.width = width

    @tf.function
    def take(self, other, x):
        return x * other.width

    def take_all(self, other):
        self.take(other, tf.ones([]))


class Twins:
    """Makes four nets of its own, two of which take from others once."""

    def __init__(self, width):
        self._build(width)

    def _build(self, width):
        self.actor, self.target = Twin(width), Twin(width)
        self.target.take_all(self.actor)
        self.critic, self.judge = Twin(width), Twin(width)
        self.judge.take_all(self.critic)


def answers(texts):
    for text in texts:
        error(Sample(float(text)), tf.constant(1.0))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Sample` instance passed to `error` triggers a retrace


def two_answers():
    for text in ("1", "2"):
        error(Sample(float(text)), tf.constant(1.0))


def of_all(samples):
    for sample in samples:
        error(sample, tf.constant(1.0))


answers(["1", "2"])
two_answers()
of_all([Sample(1.0), Sample(2.0)])


def three_samples(x):
    """Calls from outside would make three samples each, too."""
    for text in ("1", "2", "3"):
        x = error(Sample(float(text)), x)
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA404 each new `Sample` instance passed to `error` triggers a retrace
    return x
