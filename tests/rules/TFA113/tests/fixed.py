"""A test changes what it tests, for itself alone."""

import tensorflow as tf

from .. import config


def fixed():
    config.FIXED += 3.0
    assert tf.constant(config.FIXED)
