"""Reads what another module changes."""

import tensorflow as tf

from . import config
from .config import FIXED, RATE, SIZES, TABLE


@tf.function
def step(x):
    x = x * config.RATE * config.FIXED
#~          ^^^^^^^^^^^ TFA113 `config.RATE` is read once, at trace time, and changes later
    x = x + len(SIZES) + FIXED
#~              ^^^^^ TFA113 `SIZES` is read once, at trace time, and changes later
    # The name was bound to the number when this module was imported: the same in both modes.
    x = x * RATE
    config.TABLE["step"] = x
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
    config.TABLE["gain"] += x
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `TABLE` is changed only at trace time, not on every call
#~  ^^^^^^^^^^^^ TFA113 `config.TABLE` is read once, at trace time, and changes later
    return x * TABLE["gain"]
#~             ^^^^^ TFA113 `TABLE` is read once, at trace time, and changes later
