"""Augment images. `tf.random` and `tf.image` draw anew for each image."""

import numpy as np
import tensorflow as tf


def augment(image):
    image = tf.image.random_flip_left_right(image)
    return image + tf.random.normal([], stddev=0.1)


def images(count):
    ramp = np.linspace(0.0, 1.0, 8, dtype=np.float32)
    image = np.broadcast_to(ramp, (8, 8))[..., np.newaxis]
    return tf.data.Dataset.from_tensors(image).repeat(count)


def main():
    flips = set()
    offsets = set()
    for image in images(64).map(augment).batch(1):
        flips.add(bool(image[0, 0, 0, 0] > image[0, 0, -1, 0]))
        offsets.add(float(tf.reduce_mean(image)))
    print("flipped and unflipped images:", len(flips) == 2)
    print("every image has noise of its own:", len(offsets) > 60)


if __name__ == "__main__":
    main()
