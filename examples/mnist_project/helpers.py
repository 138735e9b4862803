"""Bits that several parts of the project share."""

import logging

import tensorflow as tf

logger = logging.getLogger(__name__)


def global_norm(gradients):
    return tf.linalg.global_norm(gradients)


def clip(gradients, limit):  # tflint: call([tf.ones([3])], 1.0)
    norm = global_norm(gradients)
    if norm > limit:
        logger.info("clipped gradients of norm %s", norm)
        gradients = [gradient * (limit / norm) for gradient in gradients]
    return gradients


def check_finite(name, value):  # tflint: call("loss", tf.constant(float("nan")))
    if tf.reduce_any(tf.math.is_nan(value)):
        print("WARNING:", name, "is not finite")
    return value


def smooth_labels(labels, classes, amount):
    targets = tf.one_hot(labels, classes)
    return targets * (1.0 - amount) + amount / classes


def format_row(row):
    return " ".join(f"{float(value):5.2f}" for value in row)
