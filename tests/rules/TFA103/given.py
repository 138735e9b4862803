"""Paths, files and writers that an object was given, and paths that are put together by Python."""

import csv
import os
import tempfile
import pathlib

import tensorflow as tf

FOLDER = os.path.join("data", "v1")
OFFSET = os.path.join(FOLDER, "offset.txt")
SCRATCH = tempfile.mktemp()
log = open("steps.txt", "w")
rows = csv.writer(log)


class Sidecar:
    def __init__(self, root, out, table, title):
        self.root = root
        self.out = out
        self.table = table
        self.title = title

    def load(self, name):
        return (self.root / name).read_text()
#~             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `Path.read_text` runs only at trace time, not on every call

    def note(self, line):
        self.out.write(line)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `out.write` runs only at trace time, not on every call
        self.table.writerow([line, self.title])
#~      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `table.writerow` runs only at trace time, not on every call

    def where(self, name):
        return str(self.root / name) + self.title.upper()


sidecar = Sidecar(pathlib.Path("run"), log, rows, "steps")


@tf.function
def step(x):
    sidecar.load("gain.json")
    sidecar.note("stepped")
    sidecar.where("last.txt")
    return x


@tf.function
def calibrate(x, path):
    x += tf.strings.to_number(tf.io.read_file(OFFSET))
#~                            ^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.read_file` of a constant path is read only once
    x += tf.strings.to_number(tf.io.read_file(SCRATCH))
#~                            ^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.read_file` of a constant path is read only once
    x += tf.strings.to_number(tf.io.read_file(f"{FOLDER}/scale.txt"))
#~                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA103 `tf.io.read_file` of a constant path is read only once
    return x + tf.strings.to_number(tf.io.read_file(path))


def save():
    sidecar.note("saved")


save()
calibrate(tf.constant(1.0), tf.constant(OFFSET))


class Keeper:
    def __init__(self, out):
        self.out = out

    def note(self, line):
        self.out.write(line)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `out.write` runs only at trace time, not on every call


class Eager(Keeper):
    def note(self, line):
        self.out.write(line)


class Held:
    keeper = Keeper(log)
    eager = Eager(log)


KEEPERS = {"first": Keeper(log), "eager": Eager(log)}


@tf.function
def step_of_kept(x):
    Held.keeper.note("stepped")
    KEEPERS["first"].note("stepped")
    return x


Held.eager.note("begins")


class Noted:
    def __init__(self, out, title):
        self.out = out
        self.title = title

    def note(self, line):
        self.out.write(line)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `out.write` runs only at trace time, not on every call


class Queued:
    def __init__(self, out):
        self.out = out

    def note(self, line):
        self.out.write(line)


def make_noted(title, out):
    return Noted(out, title)


def make_queued(out):
    return Queued(out)


noted = make_noted("steps", log)
queued = make_queued(make_noted("a", log))


@tf.function
def step_of_made(x):
    noted.note("stepped")
    queued.note("stepped")
    return x


class Further:
    def __init__(self, out):
        self.out = out

    def note(self, line):
        self.out.write(line)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `out.write` runs only at trace time, not on every call


class Buffered:
    def __init__(self, out):
        self.out = out

    def note(self, line):
        self.out.write(line)


def make_further(out):
    kind = Further
    return kind(out)


def make_by_another(out):
    return make_further(out)


def make_buffered(out):
    return Buffered(out)


def make_buffered_by_another(out):
    return make_buffered([out])


class Handed:
    def __init__(self, out):
        self.out = out

    def note(self, line):
        self.out.write(line)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `out.write` runs only at trace time, not on every call


def make(kind, out):
    made = kind(out)
    return made


def make_handed(out):
    return make(Handed, out)


class Titled:
    def __init__(self, out=None):
        self.out = out or log

    def note(self, line):
        self.out.write(line)
#~      ^^^^^^^^^^^^^^^^^^^^ TFA103 `log.write` runs only at trace time, not on every call


class Lined:
    def __init__(self, out=None):
        self.out = [] if out is None else out

    def note(self, line):
        self.out.write(line)


def make_titled(out=None):
    return Titled(out)


def make_lined(out=None):
    return Lined(out)


titled = make_titled()
lined = make_lined()
handed = make_handed(log)
further = make_by_another(log)
buffered = make_buffered_by_another(log)


@tf.function
def step_of_made_further(x):
    further.note("stepped")
    handed.note("stepped")
    titled.note("stepped")
    lined.note("stepped")
    buffered.note("stepped")
    return x
