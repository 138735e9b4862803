"""Losses and scores."""

import tensorflow as tf

import helpers


def cross_entropy(labels, logits, smoothing=0.1):
    targets = helpers.smooth_labels(labels, logits.shape[-1], smoothing)
    losses = tf.nn.softmax_cross_entropy_with_logits(targets, logits)
    return helpers.check_finite("loss", tf.reduce_mean(losses))


def accuracy(labels, logits):
    hits = tf.equal(tf.argmax(logits, axis=-1, output_type=tf.int32), labels)
    return tf.reduce_mean(tf.cast(hits, tf.float32))


@tf.function
def accuracy_by_class(labels, logits, classes):
    predicted = tf.argmax(logits, axis=-1, output_type=tf.int32)
    scores = tf.TensorArray(tf.float32, size=classes)
    for digit in tf.range(classes):
        mask = tf.cast(tf.equal(labels, digit), tf.float32)
        hits = mask * tf.cast(tf.equal(predicted, labels), tf.float32)
        scores.write(digit, tf.math.divide_no_nan(tf.reduce_sum(hits), tf.reduce_sum(mask)))
    return scores.stack()
