"""Traced functions, and functions given to them, that are made again and again."""

import functools

import somewhere
import tensorflow as tf


def square(x):
    return x * x


@tf.function
def apply(function, x):
    return function(x)


def at_once(x):
    return tf.function(square)(x)
#~         ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


def decorated(x):
    @tf.function
    def inner(v):
#~      ^^^^^ TFA403 `tf.function(inner)` is re-created on every call and retraces each time
        return v

    return inner(x)


def deeper(x):
    return tf.function(square)(x)
#~         ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


def public(x):
    return deeper(x)


def fresh_arguments(x):
    def half(v):
        return v / 2.0

    apply(lambda v: v, x)
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA403 `apply` retraces for each new lambda
    apply(functools.partial(square), x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA403 `apply` retraces for each new partial object
    apply(half, x)
#~  ^^^^^^^^^^^^^^ TFA403 `apply` retraces for each new `half`
    return apply(square, x)


def in_loops(dataset):
    for batch in dataset:
        fast = tf.function(square)
#~             ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created in every iteration and retraces each time
        fast(batch)

        @tf.function(jit_compile=True)
        def step(v):
#~          ^^^^ TFA403 `tf.function(step)` is re-created in every iteration and retraces each time
            return v

        step(batch)
        helper(batch)
        apply(lambda v: v, batch)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA403 `apply` retraces for each new lambda
        apply(square, batch)
    while True:
        tf.function(square)(dataset)
#~      ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created in every iteration and retraces each time


def helper(batch):
    second(batch)


def second(batch):
    @tf.function
    def step(v):
#~      ^^^^ TFA403 `tf.function(step)` is re-created on every call and retraces each time
        return v

    step(batch)


class Model:
    _step = None

    def __init__(self, x):
        self.fast = tf.function(square)
        tf.function(square)(x)

    def run(self, x):
        if self._step is None:
            self._step = tf.function(square)
        return self._step(x)

    def slow(self, x):
        return tf.function(square)(x)
#~             ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


def factory(k):
    return tf.function(lambda v: v * k)


def nested_factory(k):
    @tf.function
    def step(v):
        return v * k

    return step


@functools.lru_cache(maxsize=None)
def cached(k):
    step = tf.function(square)
    return step(k)


def train(dataset):
    @tf.function
    def step(v):
        return v

    for batch in dataset:
        step(batch)


def of_its_own(candidates, batch):
    for rate in candidates:
        step = tf.function(lambda x, rate=rate: x * rate)
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(<lambda>)` is re-created in every iteration and retraces each time
        print(min(step(batch) for _ in range(9)))


def learner_loop(make_agent, dataset):
    agent = make_agent()

    @tf.function
    def create_variables(v):
        return agent(v)

    create_variables(tf.zeros([1]))

    @tf.function
    def step(v):
        return agent(v)

    while dataset:
        for batch in dataset:
            print(step(batch))


def each_model(models, dataset):
    for model in models:
        step = tf.function(model)
        for batch in dataset:
            step(batch)


def each_round(dataset):
    for _ in range(3):
        tf.function(square)(dataset)
#~      ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created in every iteration and retraces each time


def test_square():
    assert tf.function(square)(2) == 4


def main(arguments):
    tf.function(square)(arguments)


if __name__ == "__main__":
    tf.function(square)(2.0)
    main(1.0)


@somewhere.computation(tf.float32)
def compiled_elsewhere(k):
    @tf.function
    def step(v):
        return v * 2.0

    return step(k)


for number in range(100):
    compiled_elsewhere(number)


class Net(tf.keras.Model):
    def call(self, x):
        return x


class Scale:
    def __call__(self, x):
        return x * 2.0


net, scale = Net(), Scale()


class Predictor:
    def __init__(self):
        self.net = Net()
        self.fast = tf.function(self.net)

    def predict(self, x):
        return tf.function(self.net)(x)
#~             ^^^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(self.net)` is re-created on every call and retraces each time

    def predict_fast(self, x):
        return self.fast(x)


def objects(dataset):
    inner = Net()
    for batch in dataset:
        first = tf.function(net)
#~              ^^^^^^^^^^^^^^^^ TFA403 `tf.function(net)` is re-created in every iteration and retraces each time
        first(batch)
        second = tf.function(scale)
#~               ^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(scale)` is re-created in every iteration and retraces each time
        second(batch)
        third = tf.function(inner)
#~              ^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(Net)` is re-created in every iteration and retraces each time
        third(batch)


def made_with_its_model(x):
    made = Net()
    return tf.function(made)(x)
#~         ^^^^^^^^^^^^^^^^^ TFA403 `tf.function(Net)` is re-created on every call and retraces each time


def made_in_the_round(dataset):
    for batch in dataset:
        made = Net()
        step = tf.function(made)
#~             ^^^^^^^^^^^^^^^^^ TFA403 `tf.function(Net)` is re-created in every iteration and retraces each time
        step(batch)


def given(model: Net, x):
    return tf.function(model)(x)
#~         ^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(model)` is re-created on every call and retraces each time


for number in range(20):

    @tf.function
    def remade(x):
#~      ^^^^^^ TFA403 `tf.function(remade)` is re-created in every iteration and retraces each time
        return x * 2.0

    remade(tf.constant(1.0))


@tf.function
def made_once_at_the_top(x):
    return x * 2.0


for number in range(20):
    made_once_at_the_top(tf.constant(1.0))


def train(dataset, model):
    fast = tf.function(model)
    for batch in dataset:
        fast(batch)


def run_once(x):
    return tf.function(square)(x)
#~         ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


def handed_on(x):
    return tf.function(square)(x)
#~         ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


somewhere.run(handed_on)


def made():
    return tf.function(square)
#~         ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


def made_by_name():
    @tf.function
    def inner(v):
#~      ^^^^^ TFA403 `tf.function(inner)` is re-created on every call and retraces each time
        return v

    return inner


def made_for(function):
    return tf.function(function)
#~         ^^^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


def made_to_stay():
    return tf.function(square)


@functools.lru_cache(maxsize=None)
def made_once():
    return tf.function(square)


class Stepper:
    def __init__(self):
        self.step = tf.function(square)
#~                  ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(square)` is re-created on every call and retraces each time


class Lasting:
    def __init__(self):
        self.step = tf.function(square)


def drives_factories(values):
    stays, lasting = made_to_stay(), Lasting()
    for value in values:
        made()(value)
        fresh = made_by_name()
        fresh(value)
        made_for(square)(value)
        stays(value)
        made_once()(value)
        stepper = Stepper()
        stepper.step(value)
        lasting.step(value)


class Scaled(tf.keras.layers.Layer):
    """The model keeps each layer, with the function that its constructor makes."""

    def __init__(self, units):
        super().__init__()
        self.units = units
        self.call = tf.function(self.call, jit_compile=True)

    def call(self, x):
        return x / self.units


def stack(depth):
    x = inputs = tf.keras.Input([3])
    for units in range(1, depth):
        x = Scaled(units)(x)
    return tf.keras.Model(inputs, x)


@tf.function
def apply_to(fn, x):
    return fn(x)


def weighted_by(weights):
    for weight in weights:
        apply_to(lambda x: x * weight, tf.constant(1.0))
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA403 `apply_to` retraces for each new lambda


def squared(x):
    return x * x


def squaring():
    @tf.function
    def step(x):
#~      ^^^^ TFA403 `tf.function(step)` is re-created on every call and retraces each time
        return squared(x)

    return step


def over_folds(folds):
    for fold in folds:
        step = squaring()
        step(tf.constant(fold))


def compiled(fn, x):
    return tf.function(fn)(x)
#~         ^^^^^^^^^^^^^^^ TFA403 `tf.function(squared)` is re-created on every call and retraces each time


def sweep(temperatures):
    return [compiled(squared, tf.constant(each)) for each in temperatures]


weighted_by([1.0, 2.0])
over_folds([1.0, 2.0])
sweep([1.0, 2.0])


def compiled_alike(fn):
    return functools.update_wrapper(tf.function(fn), fn)
#~                                  ^^^^^^^^^^^^^^^ TFA403 `tf.function(<lambda>)` is re-created on every call and retraces each time


def descend(x, rate, steps):
    for _ in range(steps):
        x = compiled_alike(lambda x: x - rate * x)(x)
    return x


descend(tf.constant(1.0), 0.1, 20)


def fresh():
    @tf.function
    def squared(x):
#~      ^^^^^^^ TFA403 `tf.function(squared)` is re-created on every call and retraces each time
        return x * x

    return squared


def three_made(x, width):
    """Calls from outside would make them again, too."""
    for _ in range(3):
        x = fresh()(x)
    return tf.ones([width]) * x


SIZE = 2


def scaled(x):
    return x * SIZE


current = tf.function(scaled)
always = tf.function(scaled)


def set_size(size):
    """Makes it again where the setting gets another value alone, and on every call."""
    global SIZE, current, always
    if size != SIZE:
        SIZE = size
        current = tf.function(scaled)
    always = tf.function(scaled)
#~           ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(scaled)` is re-created on every call and retraces each time


def resized(sizes, x):
    for size in sizes:
        set_size(size)
        x = always(current(x))
    return x


def scaled_images(images):
    """What is not None is no setting that gets another value."""
    for image in images:
        if image is not None:
            image = tf.cast(image, tf.float32)
            run = tf.function(scaled)
#~                ^^^^^^^^^^^^^^^^^^^ TFA403 `tf.function(scaled)` is re-created in every iteration and retraces each time
            print(run(image))


scaled_images([tf.ones([2]), None, tf.ones([2]), tf.ones([2])])


compiled_by_lambda = lambda fn, x: tf.function(fn)(x)  # noqa: E731
#~                                 ^^^^^^^^^^^^^^^ TFA403 `tf.function(squared)` is re-created on every call and retraces each time
stored_by_lambda = lambda fn: tf.function(fn)  # noqa: E731


def sweep_by_lambdas(temperatures):
    stored = stored_by_lambda(squared)
    return [compiled_by_lambda(squared, tf.constant(each)) + stored(tf.constant(each)) for each in temperatures]


sweep_by_lambdas([1.0, 2.0])
