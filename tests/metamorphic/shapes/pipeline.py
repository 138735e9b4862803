"""Functions of datasets."""

import random

import numpy as np
import tensorflow as tf

cache = {}
seen = []


def augment(image, label):
    if random.random() < 0.5:
        image = image[::-1]
    seen.append(label)
    return image + np.random.normal(), label


def load(path):
    print("load", path)
    cache["path"] = path
    return tf.io.read_file(path)


def is_kept(image, label):
    return label > 0


def dataset(paths, labels, shuffle=True, size: int = 4):
    images = tf.data.Dataset.from_tensor_slices(paths).map(load)
    data = tf.data.Dataset.zip((images, tf.data.Dataset.from_tensor_slices(labels)))
    if shuffle:
        data = data.shuffle(buffer_size=size)
    data = data.map(augment, num_parallel_calls=2).filter(is_kept)
    return data.batch(size)
