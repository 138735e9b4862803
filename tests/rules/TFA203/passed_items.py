"""Items of a list that a helper is called with: it passes each to the traced function."""

import tensorflow as tf


@tf.function
def unpacked(pixel):
    red, *others = pixel
#~                 ^^^^^ TFA203 unpacking iterates the tensor `pixel` in Python
    return red + others[0]


@tf.function
def taken_apart(parts):
    red, *others = parts
    return red + others[0]


def each_unpacked(pixels):
    return [unpacked(pixel) for pixel in pixels]


def each_taken_apart(groups):
    return [taken_apart(group) for group in groups]


def run(count):
    tensors = [tf.constant([0.1 + i, 0.5, 0.9]) for i in range(count)]
    return each_unpacked(tensors), each_taken_apart([(tensor, tensor) for tensor in tensors])


run(2)
