"""Traced functions that change what other modules hold."""

import tensorflow as tf

from . import state
from .state import fill, hand_over, history, losses, remember


@tf.function
def step(x):
    losses.append(x)
#~  ^^^^^^^^^^^^^^^^ TFA503 `losses` is changed only at trace time, not on every call
    state.losses.append(x)
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `losses` is changed only at trace time, not on every call
    state.count += 1
#~  ^^^^^^^^^^^^^^^^ TFA503 `state.count` is updated only at trace time, not on every call
    remember(x)
    history.add(x)
    own = []
    fill(own, x)
    hand_over(losses, x)
    return tf.add_n(own)
