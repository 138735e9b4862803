"""Files touched by Python in traced code: every way to touch one, every way into a trace, every exemption."""

import csv
import functools
import glob
import json
import os
import pathlib
import pickle
import shutil
from pathlib import Path

import keras
import mlflow
import numpy as np
import tensorflow as tf
import wandb
from torch.utils.tensorboard import SummaryWriter
from tqdm import tqdm

HOME = Path("data")
LOG = open("log.txt", "a")
ROWS = csv.writer(open("log.csv", "a"))
BOARD, RUN = SummaryWriter(), wandb.init()
BAR, STEPS = tqdm(total=3), tf.keras.utils.Progbar(3)

# What touches a file.


@tf.function
def spellings(x):
    os.listdir(".")
#~  ^^^^^^^^^^^^^^^ TFA103 `os.listdir` runs only at trace time, not on every call
    os.path.exists("stop")
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA103 `os.path.exists` runs only at trace time, not on every call
    glob.glob("*.txt")
#~  ^^^^^^^^^^^^^^^^^^ TFA103 `glob.glob` runs only at trace time, not on every call
    shutil.copy("a", "b")
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA103 `shutil.copy` runs only at trace time, not on every call
    np.save("x.npy", x)
#~  ^^^^^^^^^^^^^^^^^^^ TFA103 `np.save` runs only at trace time, not on every call
    table = np.load("x.npy")
#~          ^^^^^^^^^^^^^^^^ TFA103 `np.load` runs only at trace time, not on every call
    tf.io.gfile.listdir(".")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.gfile.listdir` runs only at trace time, not on every call
    tf.io.gfile.GFile("a").read()
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.gfile.GFile` runs only at trace time, not on every call
    file = open("gain.txt")
#~         ^^^^^^^^^^^^^^^^ TFA103 `open` runs only at trace time, not on every call
    return x + table


@tf.function
def recorded(x):
    wandb.log({"loss": x})
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA103 `wandb.log` runs only at trace time, not on every call
    mlflow.log_metric("loss", x)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `mlflow.log_metric` runs only at trace time, not on every call
    ROWS.writerow([1, 2])
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA103 `ROWS.writerow` runs only at trace time, not on every call
    BOARD.add_scalar("loss", x, 1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `BOARD.add_scalar` runs only at trace time, not on every call
    RUN.log({"loss": x})
#~  ^^^^^^^^^^^^^^^^^^^^ TFA103 `RUN.log` runs only at trace time, not on every call
    RUN.config.update({"a": 1})
    BAR.update(1)
#~  ^^^^^^^^^^^^^ TFA103 `BAR.update` runs only at trace time, not on every call
    STEPS.add(1)
#~  ^^^^^^^^^^^^ TFA103 `STEPS.add` runs only at trace time, not on every call
    if tf.executing_eagerly():
        wandb.log({"loss": x})
    return x


@tf.function
def opened_in_the_call(x):
    with open("gain.json") as file:
#~       ^^^^^^^^^^^^^^^^^ TFA103 `open` runs only at trace time, not on every call
        gain = json.load(file)["gain"]
    with open("gain.pickle", "rb") as file:
#~       ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `open` runs only at trace time, not on every call
        pickle.dump({"gain": gain}, file)
    with open("note.txt", "w") as file:
#~       ^^^^^^^^^^^^^^^^^^^^^ TFA103 `open` runs only at trace time, not on every call
        file.write("step")
    return x * gain


@tf.function
def opened_outside(x):
    LOG.write("step\n")
#~  ^^^^^^^^^^^^^^^^^^^ TFA103 `LOG.write` runs only at trace time, not on every call
    LOG.flush()
#~  ^^^^^^^^^^^ TFA103 `LOG.flush` runs only at trace time, not on every call
    return x


@tf.function
def paths(x):
    if (HOME / "stop").exists():
#~     ^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.exists` runs only at trace time, not on every call
        return x
    HOME.joinpath("a.txt")
    Path("gain.txt").read_text()
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.read_text` runs only at trace time, not on every call
    pathlib.Path("gain.txt").write_text("1")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.write_text` runs only at trace time, not on every call
    own = HOME / "a" / "b.txt"
    own.write_text("through a name")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.write_text` runs only at trace time, not on every call
    own.parent.with_suffix(".d").mkdir()
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.mkdir` runs only at trace time, not on every call
    return x


@tf.function
def constant_path(x):
    tf.io.matching_files("*.txt")
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.matching_files` of a constant path is read only once
    return x + tf.strings.to_number(tf.io.read_file("gain.txt"))
#~                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.read_file` of a constant path is read only once


# Ways into a trace.


@tf.function
def asks_a_helper(x):
    return first_helper(x)


def first_helper(x):
    return second_helper(x)


def second_helper(x):
    return x + np.loadtxt("offsets.txt")
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `np.loadtxt` runs only at trace time, not on every call


def eager(x):
    return x + np.loadtxt("offsets.txt")


@tf.function
def with_a_nested_function(x):
    def nested(y):
        return y + len(os.listdir("."))
#~                     ^^^^^^^^^^^^^^^ TFA103 `os.listdir` runs only at trace time, not on every call

    return nested(x)


class Module(tf.Module):
    def __init__(self, folder):
        super().__init__()
        self.folder = pathlib.Path(folder)
        self.start = np.load("start.npy")

    @tf.function
    def run(self, x):
        return x * self._gain()

    def _gain(self):
        return float(self.folder.read_text())
#~                   ^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `self.folder.read_text` runs only at trace time, not on every call


class Layer(keras.layers.Layer):
    def build(self, shape):
        self.table = np.load("table.npy")

    def call(self, x):
        return x + np.load("table.npy")
#~                 ^^^^^^^^^^^^^^^^^^^^ TFA103 `np.load` runs only at trace time, not on every call


images = tf.data.Dataset.list_files("*.png")
images = images.map(lambda path: (path, len(os.listdir("."))))  # keeps-root
#~                                          ^^^^^^^^^^^^^^^ TFA103 `os.listdir` runs only at trace time, not on every call

# Meant as it is.


@tf.function
def operations(x, path):
    tf.io.write_file(path, tf.strings.as_string(x))
    return x + tf.strings.to_number(tf.io.read_file(path))


@tf.function
def words_only(x):
    name = os.path.join("a", "b") + os.path.basename("c") + tf.io.gfile.join("a", "b")
    return x + len(name)


@functools.lru_cache
def cached_table():
    return np.load("table.npy")


@tf.function
def reads_a_cache(x):
    return x + cached_table()


class Lazy(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = None

    @tf.function
    def run(self, x):
        if self.table is None:
            self.table = np.load("table.npy")
        return x + self.table


@tf.function
def lifted(x):
    with tf.init_scope():
        table = np.load("table.npy")
    return x + table


@tf.function
def escapes(x):
    if tf.executing_eagerly():
        open("eager.txt")
    return tf.py_function(eager_read, [x], tf.float32)


def eager_read(x):
    return np.load("table.npy") + x


@tf.function
def unknown_object(x, thing):
    thing.read_text()
    thing.write("a")
    return x


def load(path):
    """Raises in both modes."""
    if os.path.exists(path):
        return np.load(path)
    with open(path, "rb") as file:
        return pickle.load(file)


tf.data.Dataset.list_files("*.npy").map(load)


@tf.function
def paths_of_a_folder(x):
    for path in pathlib.Path("data").iterdir():
#~              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.iterdir` runs only at trace time, not on every call
        x += len(path.read_text())
#~               ^^^^^^^^^^^^^^^^ TFA103 `Path.read_text` runs only at trace time, not on every call
    newest = max(pathlib.Path("data").glob("*.txt"), key=str)
#~               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.glob` runs only at trace time, not on every call
    return x + len(sorted(pathlib.Path("data").rglob("*"))[0].read_bytes()) + len(newest.name)
#~                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.rglob` runs only at trace time, not on every call
#~                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.read_bytes` runs only at trace time, not on every call
