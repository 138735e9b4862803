"""Log records and warnings sent from traced code."""

import logging
import logging as log
import warnings
from logging import getLogger, info
from warnings import warn

import absl.logging
import keras
import tensorflow as tf
from absl import logging as absl_logging

logger = logging.getLogger(__name__)
named = getLogger("train")
child = logger.getChild("child")
adapter = logging.LoggerAdapter(logger, {})
tf_logger = tf.get_logger()


@tf.function
def spellings(x):
    logging.info("step %s", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logging.info` runs only at trace time, not on every call
    log.warning("step")
#~  ^^^^^^^^^^^^^^^^^^^ TFA102 `logging.warning` runs only at trace time, not on every call
    info("step")
#~  ^^^^^^^^^^^^ TFA102 `logging.info` runs only at trace time, not on every call
    logging.log(logging.INFO, "step")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logging.log` runs only at trace time, not on every call
    absl.logging.info("step")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `absl.logging.info` runs only at trace time, not on every call
    absl_logging.log_first_n(absl_logging.INFO, "first", 1)
    absl_logging.log_first_n(absl_logging.INFO, "step", 3)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `absl.logging.log_first_n` runs only at trace time, not on every call
    logger.debug("step")
#~  ^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.debug` runs only at trace time, not on every call
    named.error("step")
#~  ^^^^^^^^^^^^^^^^^^^ TFA102 `named.error` runs only at trace time, not on every call
    child.info("step")
#~  ^^^^^^^^^^^^^^^^^^ TFA102 `child.info` runs only at trace time, not on every call
    adapter.info("step")
#~  ^^^^^^^^^^^^^^^^^^^^ TFA102 `adapter.info` runs only at trace time, not on every call
    tf_logger.warning("step")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `tf_logger.warning` runs only at trace time, not on every call
    tf.get_logger().warning("step")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.warning` runs only at trace time, not on every call
    logging.getLogger("other").exception("step")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.exception` runs only at trace time, not on every call
    tf.compat.v1.logging.info("step")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `tensorflow.logging.info` runs only at trace time, not on every call
    warnings.warn("step")
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA102 `warnings.warn` runs only at trace time, not on every call
    warn("step", stacklevel=2)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `warnings.warn` runs only at trace time, not on every call
    return x


@tf.function
def aliases(x):
    write = logger.info
    write("through a bound method")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    local = logger
    local.info("through an alias")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    made = logging.getLogger("here")
    made.info("made in the call")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    return x


@tf.function
def by_level(x):
    if logger.isEnabledFor(logging.INFO):
        logger.info("step")
#~      ^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    logger.setLevel(logging.DEBUG)
    return x


class Trainer:
    log = logging.getLogger("class")

    def __init__(self, given=None):
        self.logger = logging.getLogger("trainer")
        self.given = given or logging.getLogger("given")

    @tf.function
    def step(self, x):
        self.logger.info("in a method")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `self.logger.info` runs only at trace time, not on every call
        self.log.info("of the class")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `self.log.info` runs only at trace time, not on every call
        Trainer.log.info("of the class")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `Trainer.log.info` runs only at trace time, not on every call
        self.given.info("given or made")
#?      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `self.given.info` runs only while tracing
        return self.helper(x)

    def helper(self, x):
        self.logger.warning("in a helper")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `self.logger.warning` runs only at trace time, not on every call
        note(x)
        return x


def note(x):
    logger.info("two calls away: %s", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call


@tf.function
def nested_logger(x):
    def inner(y):
        logger.info("nested")
#~      ^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
        return y

    return inner(x)


@tf.function
def passes_its_logger(x):
    tell(logger, x)
    return x


def tell(sink, x):
    sink.info("a logger that is passed on: %s", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call


class Net(keras.Model):
    def call(self, x):
        logger.info("in call")
#~      ^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
        return x


def parse(line):  # keeps-root
    logger.info("in a dataset function")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    return line


lines = tf.data.Dataset.from_tensor_slices(["a"]).map(parse)


@tf.function
def says_tracing(x):
    logger.info("Tracing says_tracing")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    logger.info("retracing %s", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    warnings.warn("compiling the graph")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `warnings.warn` runs only at trace time, not on every call
    return x


@tf.function
def guarded(x):
    if tf.executing_eagerly():
        logger.info("eager")
    tf.py_function(lambda value: logger.info("as Python"), [x], [])
    return x


TOLD = False


@tf.function
def once_as_python_too(x):
    global TOLD
    if not TOLD:
        logger.info("first call")
        TOLD = True
    return x


class ToldByName(tf.Module):
    """What guards ask for by its name, and what tells an attribute of a function that lives on."""

    told = heard = False
    seen = 1

    @tf.function
    def set_by_name(self, x):
        if not hasattr(self, "_told"):
            logger.info("first call")
            setattr(self, "_told", True)
        return x

    @tf.function
    def read_by_name(self, x):
        if not getattr(self, "_heard", False):
            logger.info("first call")
            self._heard = True
        return x

    @tf.function
    def left_early(self, x):
        if getattr(self, "_seen", None):
            return x
        logger.info("first call")
        self._seen = True
        return x

    @tf.function
    def held(self, x):
        if "_held" not in self.__dict__:
            logger.info("first call")
            self._held = 5
        return x

    @tf.function
    def of_the_class(self, x):
        if type(self).told is False:
            logger.info("first call")
            type(self).told = True
        return x

    @tf.function
    def not_true(self, x):
        if ToldByName.heard is not True:
            logger.info("first call")
            ToldByName.heard = True
        return x

    @tf.function
    def true_already(self, x):
        if self.seen == 1:
            logger.info("each call")
#~          ^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
            self.seen = 1
        return x

    @tf.function
    def another_is_set(self, x):
        if not getattr(self, "_other", False):
            logger.info("each call")
#~          ^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
            setattr(self, "_another", True)
        return x


@tf.function
def told_on_itself(x):
    if not hasattr(told_on_itself, "told"):
        logger.info("first call")
        told_on_itself.told = True
    return x


class Table:
    def __init__(self, size):
        if size > 3:
            logger.warning("a large table")
        self.size = size


class Each:
    def __init__(self, size):
        logger.warning("a table")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.warning` runs only at trace time, not on every call
        self.size = checked(size)


def checked(size):
    if size > 3:
        logger.warning("a large table")
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.warning` runs only at trace time, not on every call
    return size


class Holder(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = None

    def set_up(self, size):
        if self.table is not None:
            return
        logger.info("making a table")
        self.table = Table(size)

    @tf.function
    def step(self, x):
        self.set_up(4)
        return x * self.table.size * Each(5).size


@tf.function
def not_a_logger(x, sink):
    sink.info("unknown")
    record = {"info": 1}
    record.get("info")
    tf.print("step", x)
    return x


def eager(x):
    logger.info("eager")
    return spellings(x)


class Watch(keras.callbacks.Callback):
    def on_batch_end(self, batch, logs=None):
        logger.info("eager %s", batch)


class Lazy(tf.Module):
    """A helper that is called where something is missing runs once as Python, too; what is missing anew on every call says nothing."""

    def __init__(self):
        super().__init__()
        self._net = None

    @property
    def net(self):
        if not self._net:
            self.make(3)
        return self._net

    def make(self, size):
        logger.info("making a net")
        self._net = loaded(size)

    @tf.function
    def step(self, x):
        scale = None
        if scale is None:
            scale = default(x)
        return x * self.net * scale


def loaded(size):
    logger.info("loading")
    return float(size)


def default(x):
    logger.info("each call")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    return tf.reduce_mean(x)


note_down = logger.info


@tf.function
def note_downs_by_kept_method(x):
    note_down("step")
#~  ^^^^^^^^^^^^^^^^^ TFA102 `logger.info` runs only at trace time, not on every call
    return x


@tf.function
def outdated(x, weights):
    logger.warning("`weights` are deprecated and will be removed")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.warning` runs only at trace time, not on every call
    logger.warning("deprecated: %s", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA102 `logger.warning` runs only at trace time, not on every call
    return x * weights
