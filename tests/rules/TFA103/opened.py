"""Files that methods of paths and modules for compressed files open: once reported where they are opened, and not again where they are used."""

import csv
import gzip
import json
import pathlib

import tensorflow as tf

OUT = pathlib.Path("rows.csv")
KEPT = OUT.open("a")
PACKED = gzip.open("kept.gz", "wt")


def add(x):
    with OUT.open("a") as file:
#~       ^^^^^^^^^^^^^ TFA103 `OUT.open` runs only at trace time, not on every call
        csv.writer(file).writerow([1])
    return x


def describe(x):
    with gzip.open("described.gz", "wt") as file:
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `gzip.open` runs only at trace time, not on every call
        json.dump({}, file)
    return x


@tf.function
def step(x):
    KEPT.write("step\n")
#~  ^^^^^^^^^^^^^^^^^^^^ TFA103 `KEPT.write` runs only at trace time, not on every call
    PACKED.write("step\n")
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA103 `PACKED.write` runs only at trace time, not on every call
    return add(describe(x))


for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
with OUT.open() as file:
    print(list(csv.reader(file)))
