"""Functions made by functions, which keep what their makers hold."""

import tensorflow as tf


def make_step(rate):
    seen = []
    count = 0
    best = worst = None
    settings = {"rate": rate}

    @tf.function
    def step(x):
        nonlocal count, best
        count += 1
        seen.append(x)
        settings["last"] = x
        best = x
        return x * settings["rate"] * count

    def change(rate):
        settings["rate"] = rate
        seen.clear()

    return step, change, seen, worst


def drive(batches):
    step, change, seen, _ = make_step(rate=0.1)
    results = []
    for x in batches:
        results += [step(x)]
        change(0.5)
    return results, seen
