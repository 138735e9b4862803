"""Settings that are read while a function is traced."""

import dataclasses
import os
import sys

import tensorflow as tf


@dataclasses.dataclass
class Config:
    rate: float = 0.1
    momentum: float = 0.9
    verbose: bool = False


config = Config()
OPTIONS = {"clip": 1.0, "verbose": False}
SCALE, SHIFT = 2.0, 0.5
debug = bool(os.environ.get("DEBUG"))


@tf.function
def step(x):
    x = x * config.rate + SHIFT
    if OPTIONS["verbose"] and config.verbose:
        print(x)
    if debug or "--debug" in sys.argv:
        print("debug")
    return tf.clip_by_value(x * SCALE, -OPTIONS["clip"], OPTIONS["clip"])


def configure(rate=None, clip=None):
    global SCALE
    if rate is not None:
        config.rate = rate
    if clip is not None:
        OPTIONS["clip"] = clip
    SCALE = 3.0


configure(rate=0.2)
step(tf.constant(1.0))
configure(0.3, clip=2.0)
step(tf.constant(1.0))
