"""Measure throughput. Both clocks are read at trace time, so that each batch reports the same speed and date."""

import datetime
import time

import tensorflow as tf

weights = tf.Variable(tf.ones([64, 64]))


@tf.function
def infer(batch):
    started = time.perf_counter()  # TFA111
    scores = tf.nn.softmax(tf.matmul(batch, weights))
    seconds = time.perf_counter() - started  # TFA111
    moment = datetime.datetime.now().isoformat()  # TFA111
    return scores, tf.constant(seconds), tf.constant(moment)


def main():
    speeds = set()
    moments = set()
    for _ in range(6):
        _, seconds, moment = infer(tf.random.normal([128, 64]))
        speeds.add(float(seconds))
        moments.add(moment.numpy())
    print("different durations:", len(speeds) > 1)
    print("different moments:", len(moments))


if __name__ == "__main__":
    main()
