"""Decisions that Python makes while tracing."""

import random

import tensorflow as tf

LEVEL = "info"
log = []


@tf.function
def step(x, mask=None, kind: str = "mean", names=("a",)):
    offset = 0.0 if mask is None else random.random()
    if mask is not None and kind in ("mean", "sum"):
        log.append(mask)
        x = x * mask
    if not (mask is None):
        if callable(mask):
            print("a mask that is called")
    if kind in ("sum",):
        value = tf.reduce_sum(x)
    elif kind == "mean":
        value = tf.reduce_mean(x)
    else:
        value = x
    if mask is None:
        print("no mask")
    else:
        log.append(kind)
    return value + offset


@tf.function
def described(x, text: str = "", unit=None):
    if LEVEL in ("debug", "info") and not (unit is None):
        print(text, unit)
    label = text if unit is not None else "none"
    if unit is None:
        log.append(label)
    else:
        log.append(unit)
    if isinstance(x, tf.Tensor):
        if hasattr(x, "name"):
            print(label)
    return x
