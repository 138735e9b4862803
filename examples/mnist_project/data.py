"""Synthetic digits and the input pipeline."""

import random

import numpy as np
import tensorflow as tf

CLASSES = 10
SIZE = 28


def digits(count, seed=0):
    """Blurred bars whose position tells the class."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, CLASSES, size=count)
    images = rng.normal(0.0, 0.1, size=(count, SIZE, SIZE, 1)).astype("float32")
    for image, label in zip(images, labels):
        start = 2 + 2 * int(label)
        image[:, start : start + 4] += 1.0
    return images, labels.astype("int32")


def normalise(image, label):
    image = tf.cast(image, tf.float32)
    return tf.image.per_image_standardization(image), label


def erase(image, size):
    top = np.random.randint(0, SIZE - size)
    left = np.random.randint(0, SIZE - size)
    patch = tf.pad(
        tf.ones([size, size, 1]),
        [[top, SIZE - size - top], [left, SIZE - size - left], [0, 0]],
    )
    return image * (1.0 - patch)


def augment(image, label):
    if random.random() < 0.5:
        image = tf.image.flip_up_down(image)
    image = tf.image.random_brightness(image, 0.2)
    return erase(image, size=4), label


def training_data(count=512, batch_size=32):
    images, labels = digits(count)
    dataset = tf.data.Dataset.from_tensor_slices((images, labels))
    dataset = dataset.shuffle(count, seed=1).repeat()
    dataset = dataset.map(normalise).map(augment, num_parallel_calls=tf.data.AUTOTUNE)
    return dataset.batch(batch_size, drop_remainder=True).prefetch(tf.data.AUTOTUNE)


def test_data(count=128, batch_size=32):
    dataset = tf.data.Dataset.from_tensor_slices(digits(count, seed=1))
    return dataset.map(normalise).batch(batch_size, drop_remainder=True)
