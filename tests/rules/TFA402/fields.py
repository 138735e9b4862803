"""Data classes with equality, whose fields have other values from call to call, or the same."""

import dataclasses

import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Rates:
    rate: float = 0.1
    name: str = "sgd"

    def scaled(self, factor):
        return dataclasses.replace(self, rate=self.rate * factor)


@dataclasses.dataclass(frozen=True)
class Numbered:
    rate: float = 0.1
    number: int = dataclasses.field(default=0, compare=False)


@tf.function
def step(x, rates):
    return x * rates.rate


@tf.function
def step_numbered(x, numbered):
    return x * numbered.rate


@tf.function
def step_with_tensor(x, rate):
    return x * rate


def warm_up(rates, count):
    for number in range(count):
        yield rates.scaled((number + 1) / count)


def train(x):
    for rates in warm_up(Rates(0.5), 5):
        x = step(x, rates)
#~          ^^^^^^^^^^^^^^ TFA402 `step` retraces for every distinct Python value of `rates.rate`
        x = step_with_tensor(x, tf.constant(rates.rate))
    kept = [Rates(0.5) for _ in range(5)]
    for rates in kept:
        x = step(x, rates)
    numbered = [Numbered(0.5, number) for number in range(5)]
    for each in numbered:
        x = step_numbered(x, each)
    return x


train(tf.constant(1.0))
print("traces:", step.experimental_get_tracing_count(), step_numbered.experimental_get_tracing_count())
