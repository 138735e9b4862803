"""Classes that a traced function makes in each call, and those that eager code makes once."""

import tensorflow as tf


class Worker:
    def run(self, x):
        class Local:
            seen = [None]
            count = 0

            def log(self, value):
                Local.seen[:] = [1]
                Local.seen.append(1)
                Local.count += 1
                return value * 2.0

        return Local().log(x)


WORKER = Worker()


@tf.function
def step(x):
    return WORKER.run(x)


def build():
    class Kept:
        seen = []
        count = 0

    @tf.function
    def inner(x):
        Kept.seen.append(1)
#~      ^^^^^^^^^^^^^^^^^^^ TFA503 `Kept.seen` is changed only at trace time, not on every call
        Kept.count += 1
#~      ^^^^^^^^^^^^^^^ TFA503 `Kept.count` is updated only at trace time, not on every call
        return x

    return inner
