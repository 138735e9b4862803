"""Changes what another module holds."""

import tensorflow as tf

from . import config
from .config import SIZES


def advance(epoch):
    config.RATE *= 0.5
    SIZES.append(epoch + 1)
    config.TABLE["gain"] = epoch
    tf.print(epoch)


def has_its_own(SIZES):
    FIXED = 3.0
    SIZES.append(FIXED)
    return SIZES
