"""Tables that stay as they are, while what chooses an item of them changes."""

import tensorflow as tf

SCALES = {"a": 1.0, "b": 2.0}
RATES = {"a": 1.0, "b": 2.0}
MODE = "a"


@tf.function
def step(x):
    return x * SCALES[MODE] + RATES[MODE]
#~                    ^^^^ TFA113 `MODE` is read once, at trace time, and changes later
#~                            ^^^^^ TFA113 `RATES` is read once, at trace time, and changes later
#~                                  ^^^^ TFA113 `MODE` is read once, at trace time, and changes later


def use(mode):
    global MODE
    MODE = mode


def raise_rates():
    RATES["a"] += 1.0


for _ in range(3):
    step(tf.constant(1.0))
    raise_rates()
for mode in ("a", "b"):
    use(mode)
    step(tf.constant(1.0))
