"""A function that changes what the trace reads, and wraps the step in `tf.function` anew: behind the change, or before it."""

import tensorflow as tf

model = tf.Variable(1.0)
rate = 0.1
scale = 2.0
train = None
keep = None


def step(x):
    return x * model * rate


def kept(x):
    return x * scale
#~             ^^^^^ TFA113 `scale` is read once, at trace time, and changes later


def stages():
    global model, rate, scale, train, keep
    train = tf.function(step)
    keep = tf.function(kept)
    for stage in range(3):
        train(tf.constant(1.0))
        keep(tf.constant(1.0))
        if stage == 1:
            model = tf.Variable(float(stage))
            train = tf.function(step)
            rate = 0.1 / (stage + 1)
            scale = 2.0 + stage


stages()
