"""Writing to the terminal from traced code: every spelling, every way into a trace, every exemption."""

import functools
import pprint
import sys
from pprint import pprint as pp

import keras
import rich
import tensorflow as tf
import tensorflow.compat.v2 as tf2
from tensorflow import function

# What writes.


@tf.function
def spellings(x):
    print("x is", x)
#~  ^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    pprint.pprint(x)
#~  ^^^^^^^^^^^^^^^^ TFA101 `pprint.pprint` runs only at trace time, not on every call
    pp({"x": x})
#~  ^^^^^^^^^^^^ TFA101 `pprint.pprint` runs only at trace time, not on every call
    sys.stdout.write("step\n")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `sys.stdout.write` runs only at trace time, not on every call
    sys.stderr.write("step\n")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `sys.stderr.write` runs only at trace time, not on every call
    rich.print(x)
#~  ^^^^^^^^^^^^^ TFA101 `rich.print` runs only at trace time, not on every call
    say = print
    say("through an alias", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function
def several_lines(x):
    print(
#~  ^^^^^^ TFA101 `print` runs only at trace time, not on every call
        "x is",
        x,
    )
    return x


@tf.function
def where_it_can_stand(x, n):
    y = print("in an expression") or x
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    if tf.reduce_sum(x) > 0:
        print("in a branch of the graph", y)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    for i in tf.range(n):
        print("in a loop of the graph", i)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    for i in range(3):
        print("in a loop of Python", i)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    with tf.name_scope("inner"):
        print("in a with")
#~      ^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    try:
        y = y + 1.0
    except ValueError as error:
        print("in a handler", error)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    [print("in a comprehension", i) for i in range(3)]
#~   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return y


# How functions are traced.


@tf.function()
def called(x):
    print("called", x)
#~  ^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function(jit_compile=True, reduce_retracing=True)
def with_options(x):
    print("with options", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function(autograph=False)
def not_converted(x):
    print("not converted", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@function
def imported_by_name(x):
    print("imported by name", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf2.function
def of_version_two(x):
    print("of version two", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@functools.partial(tf.function, jit_compile=True)
def by_partial(x):
    print("by partial", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


def made_later(x):
    print("made later", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


later = tf.function(made_later)


def made_with_signature(x):
    print("made with a signature", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


signed = tf.function(made_with_signature, input_signature=[tf.TensorSpec([], tf.float32)])


def made_and_called(x):
    print("made and called", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


tf.function(made_and_called)(tf.constant(1.0))

short = tf.function(lambda x: print("in a lambda", x) or x)
#~                            ^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call


def wrapped(function_of_x):
    @tf.function
    def run(x):
        print("in a traced closure", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return function_of_x(x)

    return run


# Helpers.


@tf.function
def asks_a_helper(x):
    return first_helper(x)


def first_helper(x):
    return second_helper(x) * 2.0


def second_helper(x):
    print("two calls away", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x + 1.0


def never_traced(x):
    print("eager", x)
    return x


@tf.function
def with_a_nested_function(x):
    def nested(y):
        print("in a nested function", y)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return y

    def never_called(y):
        print("defined and not called", y)
        return y

    return nested(x)


@tf.function
def passes_a_callable_on(x):
    return applied(shown, x)


def applied(callable_of_x, x):
    return callable_of_x(x)


def shown(x):
    print("passed on", x)
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function
def by_partial_inside(x):
    return functools.partial(scaled, factor=2.0)(x)


def scaled(x, factor):
    print("through a partial", factor)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x * factor


@tf.function
def by_map(x):
    return list(map(mapped, [x, x]))


def mapped(x):
    print("through Python's map", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


# Methods.


class Module(tf.Module):
    def __init__(self):
        super().__init__()
        print("eager: made outside")

    @tf.function
    def run(self, x):
        print("in a method", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return self.helper(x) + self.scale

    def helper(self, x):
        print("in a helper method", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x

    @property
    def scale(self):
        print("in a property")
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return 2.0

    @staticmethod
    def alone(x):
        print("in a static method", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x

    @classmethod
    def of_class(cls, x):
        print("in a class method", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return cls.alone(x)

    @tf.function
    def uses_class(self, x):
        return self.of_class(x)

    def eager(self, x):
        print("in an eager method", x)
        return x


class Derived(Module):
    @tf.function
    def run(self, x):
        return super().run(self.hook(x))

    def hook(self, x):
        print("in a method of the derived class", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


class Template:
    @tf.function
    def run(self, x):
        return self.step(x)

    def step(self, x):
        raise NotImplementedError


class Filled(Template):
    def step(self, x):
        print("in what the base class calls", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


class Callable:
    def __call__(self, x):
        print("in __call__", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


callable_object = Callable()


@tf.function
def calls_an_object(x):
    return callable_object(x)


class Made:
    def __init__(self, x):
        print("in a constructor that is traced", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        self.x = x


@tf.function
def makes_an_object(x):
    return Made(x).x


class LaterMethod:
    def __init__(self):
        self.run = tf.function(self.step)

    def step(self, x):
        print("in a method that is traced later", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


# Traced without tf.function.


def parse(line):  # keeps-root
    print("in a dataset function", line)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return cleaned(line)


def cleaned(line):  # keeps-root
    print("in a helper of a dataset function", line)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return tf.strings.strip(line)


lines = tf.data.Dataset.from_tensor_slices(["a", "b"])
lines = lines.map(parse)
lines = lines.map(lambda line: print(line) or line)  # keeps-root
#~                             ^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
lines = lines.filter(lambda line: print(line) or True)  # keeps-root
#~                                ^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1)
        print("made outside")

    def build(self, input_shape):
        print("built once", input_shape)

    def call(self, x, training=False):
        print("in call", x)
#~      ^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return self.dense(x)

    def train_step(self, data):
        print("in train_step", data)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return {"loss": self.loss_of(data)}

    def loss_of(self, data):
        print("in a helper of train_step")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return tf.reduce_mean(data)


class Layer(tf.keras.layers.Layer):
    def call(self, x):
        print("in call of a layer", x)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


class Watch(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print("eager", epoch, logs)


# Not traced, or meant as it is.


@tf.function
def says_tracing(x):
    print("tracing says_tracing")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    print("Retracing with", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    print(f"traced for {x.shape}")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function
def guarded(x):
    if tf.executing_eagerly():
        print("eager", x)
    else:
        tf.print("graph", x)
    if not tf.inside_function():
        print("eager", x)
    return x


class Told(tf.Module):
    def __init__(self):
        self.first = True
        self.again = True
        self.told = False
        self.table = None

    @tf.function
    def once_as_python_too(self, x):
        if self.first:
            print("first")
            self.first = False
        if not self.told and x.shape[0] == 2:
            print("two rows")
            self.told = True
        if self.table is None:
            self.table = tf.Variable(tf.zeros([3]))
            print("made a table")
        return x

    @tf.function
    def each_call(self, x, mask=None):
        if self.again:
            print("again")
#~          ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            self.again = False
        if mask is None:
            print("no mask")
#~          ^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            mask = tf.ones([3])
        if self.first:
            print("first")
#~          ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x * mask

    def begin_anew(self):
        self.again = True


class ThrownLater(tf.Module):
    def __init__(self):
        self.first = True
        self.told = False
        self.early = True
        self.rare = True

    @tf.function
    def step(self, x):
        if self.first:
            print("first")
        if x.shape[0] == 2 and not self.told:
            print("not told")
        self.report(x)
        self.first = False
        with tf.name_scope("end"):
            self.told = True
        return x

    def report(self, x):
        is_first = self.first and x.shape[0] == 2
        if is_first:
            print("two rows")
        else:
            print("more rows")
#~          ^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call

    @tf.function
    def not_always(self, x):
        if self.early:
            print("early")
#~          ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        if self.rare:
            print("rare")
#~          ^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        if x.shape[0] == 2:
            self.rare = False
            return x
        self.early = False
        return x


MODE = input()


@tf.function
def stops(x, offset):
    if x.shape[0] == 3:
        print("three rows", x.shape)
        raise ValueError("three rows")
    if MODE == "a":
        x = x + 1.0
    elif MODE == "b":
        with tf.name_scope("b"):
            print("b is not done yet", file=sys.stderr)
        sys.exit(1)
    else:
        print("what is", MODE)
        exit(1)
    try:
        print("checking")
#~      ^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        raise ValueError(MODE)
    except ValueError:
        print("wrong")
#~      ^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    for _ in range(2):
        print("looking")
#~      ^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        if offset:
            break
        raise ValueError(offset)
    return x


@tf.function
def leaves_early(x):
    if not tf.executing_eagerly():
        return x
    print("eager", x)
    return x


@tf.function
def as_python(x):
    def shown_eagerly(value):
        print("as Python", value)
        return value

    tf.py_function(shown_eagerly, [x], tf.float32)
    tf.py_function(func=lambda value: print("as Python", value), inp=[x], Tout=[])
    tf.numpy_function(eager_helper, [x], tf.float32)
    return wrapped_python(x)


def eager_helper(value):
    print("as Python", value)
    return value


@tf.py_function(Tout=tf.float32)
def wrapped_python(value):
    print("as Python", value)
    return value


@tf.numpy_function(Tout=tf.float32)
def wrapped_numpy(value):
    print("as Python", value)
    return value


DEBUG = False
VERBOSE = 0
SWITCHES = {"debug": False, "inner": {"show": False}}
TURNED = {"set": False}
HANDED = {"kept": {"show": False}}


class Switches:
    by_word = {"debug": False}


def turn_on(flags):
    TURNED["set"] = True
    flags.update(show=True)


turn_on(HANDED["kept"])


@tf.function
def flagged_off(x):
    if DEBUG:
        print("never", x)
    if VERBOSE:
        print("never", x)
    if False:
        print("never", x)
    return x


@tf.function
def flagged_off_in_a_dict(x):
    if SWITCHES["debug"] or SWITCHES["inner"]["show"]:
        print("never", x)
    if Switches.by_word["debug"]:
        print("never", x)
    if TURNED["set"]:
        print("perhaps", x)
#~      ^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    if HANDED["kept"]["show"]:
        print("perhaps", x)
#~      ^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS)
def converted_print(x):
    print("an operation", x)
    print("no tensor")
#~  ^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS)
def converted_print_of_a_counter(x: tf.Tensor):
    i, n = 0, 1
    while i < x:
        print(i)
        print(n)
#~      ^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        i += 1
    return x


@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ALL)
def converted_print_of_all(x):
    print("an operation", x)
    return x


@tf.function
def other_names(x):
    tf.print("graph", x)
    print = tf.print
    print("graph", x)
    return x


@tf.function
def own_printer(printer, x):
    printer.print("unknown", x)
    return x


@functools.lru_cache
def kept_by_python(name):
    print("read once in plain Python, too", name)
    return only_for_kept(name)


def only_for_kept(name):
    print("called by that alone", name)
    return len(name)


@tf.function
def reads_kept(x):
    return x * kept_by_python("rate")


@tf.function
def guarded(x):
    match x.shape.rank:
        case 1 if print("one", x):
#~                ^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            x = x + 1
        case _ if print("any", x) is None:
#~                ^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            x = x + 2
    return x


for value in (1.0, 2.0):
    print("eager loop", spellings(tf.constant(value)))


# What is shown where the code expects that only eager tensors have a value.


@tf.function
def shown_if_eager(x):
    try:
        print("x is", x.numpy(), tf.reduce_sum(x).numpy())
    except AttributeError:
        pass
    try:
        print("x is", x)
#~      ^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    except AttributeError:
        pass
    try:
        print("x is", x)
#~      ^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    except KeyError:
        print("no key", x)
#~      ^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
    return x


class Progress:
    calls = 0
    name = "run"

    @tf.function
    def counts_and_shows(self, x):
        """A number that the function itself changes is another one in each call."""
        self.calls += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `self.calls` is updated only at trace time, not on every call
        print("step", self.calls, "of a batch", x.shape[0])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        print("batch", self.name, x.shape[0])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        return x


progress = Progress()
progress.counts_and_shows(tf.ones([2]))


class Rate:
    def __init__(self, value):
        print("made with", value)
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
        self.value = value


class Pair:
    def __init__(self, value):
        def checked(part):
            print("checks", part)
#~          ^^^^^^^^^^^^^^^^^^^^^ TFA101 `print` runs only at trace time, not on every call
            return part

        self.first = Rate(checked(value)).value


@tf.function
def makes_objects_on_every_call(x):
    return Pair(x).first * 2.0


class Table:
    def __init__(self, value):
        print("table of", value.dtype)  # made once
        self.value = 1.0


class Holder:
    def __init__(self):
        self.table = None

    @tf.function
    def makes_an_object_once(self, x):
        if self.table is None:
            self.table = Table(x)
        return x * self.table.value
