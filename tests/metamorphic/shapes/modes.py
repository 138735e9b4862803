"""A step that is told in words what to do."""

import os

import numpy as np
import tensorflow as tf

MODE = "fast"
KINDS = ("l1", "l2")


@tf.function
def penalty(x, kind: str = "l1", scale=None):
    if kind == "l1":
        value = tf.reduce_sum(tf.abs(x))
    elif kind == "l2":
        value = tf.reduce_sum(tf.square(x))
    else:
        print("unknown", kind)
        value = tf.constant(0.0)
    if scale is not None:
        value = value * scale
    if scale is None and kind not in ("l1", "l2"):
        print("no penalty")
    if MODE in ("slow", "exact"):
        value = value + np.random.rand()
    return value if os.environ.get("SIGN", "+") == "+" else -value


@tf.function
def noisy(x, mode="train"):
    noise = np.random.normal(size=3) if mode == "train" else np.zeros(3)
    if mode != "train":
        print("no noise in", mode)
    if not (mode is None):
        if mode not in ("test",):
            x = x + np.random.uniform()
    return x + noise
