"""Variables made in traced code."""

import functools

import keras
import tensorflow as tf
from tensorflow import Variable


@tf.function
def spellings(x):
    a = tf.Variable(0.0)
#~      ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
    b = Variable(x)
#~      ^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
    c = tf.compat.v1.get_variable("c", [])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.get_variable` creates a variable in traced code
    d = keras.Variable(0.0)
#~      ^^^^^^^^^^^^^^^^^^^ TFA501 `keras.Variable` creates a variable in traced code
    e = tf.random.Generator.from_seed(1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.random.Generator.from_seed` creates a variable in traced code
    f = tf.random.Generator.from_non_deterministic_state()
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.random.Generator.from_non_deterministic_state` creates a variable in traced code
    g = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.lookup.experimental.MutableHashTable` is created only at trace time
    h = keras.random.SeedGenerator(1)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `keras.random.SeedGenerator` creates a variable in traced code
    i = keras.backend.variable(0.0)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `keras.backend.variable` creates a variable in traced code
    return x + a + b + c + d + e.normal([]) + f.normal([]) + i, g, h


@tf.function
def in_an_expression(x):
    return x + tf.Variable(1.0)
#~             ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


@tf.function
def lifted(x):
    with tf.init_scope():
        v = tf.Variable(0.0)
#~          ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
    return x + v


@tf.function
def in_a_branch(x):
    if tf.reduce_sum(x) > 0:
        v = tf.Variable(1.0)
#~          ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        x += v
    return x


@tf.function
def in_a_list(x):
    many = [tf.Variable(0.0) for _ in range(3)]
#~          ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
    return x + many[0]


@tf.function
def asks_a_helper(x):
    return x + makes()


def makes():
    return makes_deeper(0.0)


def makes_deeper(value):
    return tf.Variable(value)
#~         ^^^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


@tf.function
def nested(x):
    def inner():
        return tf.Variable(1.0)
#~             ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code

    return x + inner() + (lambda: tf.Variable(1.0))()
#~                                ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


class State:
    def __init__(self):
        self.v = tf.Variable(0.0)
#~               ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


@tf.function
def makes_an_object(x):
    return x + State().v


class Untold(tf.Module):
    @tf.function
    def step(self, x):
        self.v = tf.Variable(0.0)
#~               ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return x + self.v + self.helper()

    def helper(self):
        return tf.Variable(1.0)
#~             ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


class Layer(keras.layers.Layer):
    def call(self, x):
        w = self.add_weight(shape=[])
#~          ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `self.add_weight` creates a variable in traced code
        return x * w * tf.Variable(1.0)
#~                     ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


def parse(x):  # keeps-root
    return x + tf.Variable(1)
#~             ^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


numbers = tf.data.Dataset.from_tensor_slices([1]).map(parse)


@tf.function
def behind_a_flag(x, training=False):
    holder = Holder()
    if training:
        if holder.v is None:
            holder.v = tf.Variable(0.0)
#~                     ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
    return x


class Holder:
    v = None


class LateSingleton(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = None

    @tf.function
    def step(self, x, first):
        if first:
            if self.v is None:
                self.v = tf.Variable(0.0)
#~                       ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return x


# Made once.


class ThrownLater(tf.Module):
    def __init__(self):
        super().__init__()
        self.first = True

    @tf.function
    def step(self, x):
        zero = lambda value: tf.Variable(tf.zeros_like(value))
        if self.first:
            self.total = zero(x)
        self.total.assign_add(x)
        self.first = False
        return self.total.read_value()


outer = tf.Variable(1.0)
late = None
CACHE = {}
MADE = []


@tf.function
def uses(x):
    outer.assign_add(x)
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0)
    return x + outer + tf.cast(table.lookup(tf.constant("a")), tf.float32)


@tf.function
def module_singleton(x):
    global late
    if late is None:
        late = tf.Variable(0.0)
    return late.assign_add(x)


shelf = {}


@tf.function
def none_on_the_shelf(x, name="v"):
    if shelf.get(name) is None:
        shelf[name] = tf.Variable(0.0)
    return shelf[name].assign_add(x)


class Lazy(tf.Module):
    @tf.function
    def step(self, x):
        if getattr(self, "v", None) is None:
            self.v = tf.Variable(0.0)
        return self.v.assign_add(x)


@tf.function
def cached_in_a_dict(x):
    if "v" not in CACHE:
        CACHE["v"] = tf.Variable(0.0)
    return CACHE["v"] + x


@tf.function
def cached_in_a_list(x):
    if not MADE:
        MADE.append(tf.Variable(0.0))
    return MADE[0] + x


@functools.lru_cache(maxsize=None)
def cached():
    return tf.Variable(0.0)


@tf.function
def uses_cached(x):
    return x + cached()


class Once(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = None
        self.w = tf.Variable(0.0)
        self.built = False

    @tf.function
    def is_none(self, x):
        if self.v is None:
            self.v = tf.Variable(0.0)
        return self.v + x

    @tf.function
    def is_none_by_name(self, x):
        is_new = self.v is None
        if is_new:
            self.v, self.w = tf.Variable(0.0), tf.Variable(1.0)
        return self.v + self.w + x

    @tf.function
    def not_in_the_namespace(self, x):
        if self.__dict__.get("kept") is None:
            self.kept = tf.Variable(0.0)
        if vars(self).get("held") is None:
            self.__dict__["held"] = tf.Variable(0.0)
        if "had" not in vars(self):
            self.had = tf.Variable(0.0)
        return self.kept + self.held + self.had + x

    @tf.function
    def another_in_the_namespace(self, x):
        if self.__dict__.get("never") is None:
            self.always = tf.Variable(0.0)
#~                        ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return x

    @tf.function
    def not_there(self, x):
        if not hasattr(self, "u"):
            self.u = tf.Variable(0.0)
        return self.u + x

    @tf.function
    def by_flag(self, x):
        if not self.built:
            self.t = tf.Variable(0.0)
            self.built = True
        return self.t + x

    @tf.function
    def falsy(self, x):
        if not self.v:
            self.v = tf.Variable(0.0)
        return self.v + x

    @tf.function
    def by_exception(self, x):
        try:
            return self.s + x
        except AttributeError:
            self.s = tf.Variable(0.0)
        return self.s + x

    @tf.function
    def leaves_early(self, x):
        if self.v is not None:
            return self.v + x
        self.v = tf.Variable(0.0)
        return self.v + x

    @tf.function
    def by_a_helper(self, x):
        if self.v is None:
            self.make()
        return self.v + x

    def make(self):
        self.v = tf.Variable(0.0)

    @tf.function
    def by_a_question(self, x):
        if self.needs_variables():
            with tf.init_scope():
                self.make()
        return self.v + x

    def needs_variables(self):
        """Whether none of them was made."""
        return self.v is None

    @tf.function
    def by_a_question_of_the_call(self, x):
        if self.is_large(x):
            self.w = tf.Variable(0.0)
        return x

    def is_large(self, x):
        return self.w is None

    @tf.function
    def by_a_creator(self, x, values):
        with tf.variable_creator_scope(lambda _, **options: values.pop()):
            v = tf.Variable(0.0)
        with tf.name_scope("here"):
            w = tf.Variable(0.0)
#~              ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return v + w + x

    @tf.function
    def by_a_creator_in_a_helper(self, x, values):
        with tf.variable_creator_scope(lambda _, **options: values.pop()):
            return self.asks_for_one() + x

    def asks_for_one(self):
        return tf.Variable(0.0)

    @tf.function
    def by_else(self, x):
        if self.v is not None:
            x = x + self.v
        else:
            self.v = tf.Variable(0.0)
        return x

    @functools.cached_property
    def lazy(self):
        return tf.Variable(0.0)

    @tf.function
    def uses_lazy(self, x):
        return self.lazy + x

    @tf.function
    def by_conditional(self, x):
        self.v = tf.Variable(0.0) if self.v is None else self.v
        return x


class Built(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = self.add_weight(shape=[])

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=input_shape[-1:])
        self.extra()

    def extra(self):
        self.bias = tf.Variable(0.0)

    def call(self, x):
        return x * self.kernel


@tf.function
def as_python(x):
    tf.py_function(lambda value: tf.Variable(value), [x], [])
    if tf.executing_eagerly():
        return tf.Variable(x)
    return x


def eager(x):
    return uses(x + tf.Variable(1.0))


class Managing:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.scale = tf.Variable(1.0)
#~                   ^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return False


MANAGING = Managing()


@tf.function
def leaves_a_manager(x):
    with MANAGING:
        return x * 2.0


class Streaming(tf.Module):
    def __init__(self):
        self.state = None
        self.kept = None
        self.built = False

    def fitting(self, x):
        if self.state is None or self.state.shape != x.shape:
            self.state = tf.Variable(tf.zeros(x.shape))
#~                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code
        return self.state

    @tf.function
    def __call__(self, x):
        if self.kept is None or not self.built:
            self.kept = tf.Variable(0.0)
            self.built = True
        return self.fitting(x) + self.kept


STREAMING = Streaming()
for size in (2, 3, 4):
    STREAMING(tf.ones([size]))


class HoldsWeight:
    def __init__(self, start):
        self.weight = tf.Variable(start)
#~                    ^^^^^^^^^^^^^^^^^^ TFA501 `tf.Variable` creates a variable in traced code


class HoldsMore(HoldsWeight):
    def __init__(self, start):
        super().__init__(start)
        self.more = 1


@tf.function
def makes_an_object_of_a_subclass(x):
    return x * HoldsMore(1.0).weight
