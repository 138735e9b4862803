"""Objects that accessors keep and return: singletons, stacks and objects for each thread."""

import functools
import threading
import types

import tensorflow as tf


class Stats:
    _instance = None
    _named = {}
    _stack = []

    def __init__(self):
        self.count = 0

    def add(self):
        self.count += 1

    @classmethod
    def current(cls):
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    @classmethod
    def of(cls, name):
        if name not in cls._named:
            cls._named[name] = cls()
        return cls._named[name]

    @staticmethod
    def innermost():
        if not Stats._stack:
            Stats._stack.append(Stats())
        return Stats._stack[-1]


class Singleton:
    _only = None

    def __new__(cls):
        if cls._only is None:
            cls._only = super().__new__(cls)
            cls._only.hits = 0
        return cls._only

    def hit(self):
        self.hits += 1
#~      ^^^^^^^^^^^^^^ TFA503 `self.hits` is updated only at trace time, not on every call


class Plain:
    def __new__(cls, start):
        made = object.__new__(cls)
        made.hits = start
        return made

    def hit(self):
        self.hits += 1


_stats = None
_local = threading.local()


def shared():
    global _stats
    if _stats is None:
        _stats = Stats()
    return _stats


def of_thread():
    if not hasattr(_local, "stats"):
        _local.stats = Stats()
    return _local.stats


def of_function():
    if not hasattr(of_function, "stats"):
        of_function.stats = Stats()
    return of_function.stats


@functools.lru_cache(maxsize=None)
def cached():
    return Stats()


def fresh():
    made = Stats()
    made.count = 1
    return made


@tf.function
def step(x):
    Stats.current().count += 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `Stats.current().count` is updated only at trace time, not on every call
    Stats.of("train").count += 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `Stats.of("train").count` is updated only at trace time, not on every call
    Stats.innermost().count += 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `Stats.innermost().count` is updated only at trace time, not on every call
    Singleton().hits += 1
#~  ^^^^^^^^^^^^^^^^^^^^^ TFA503 `Singleton().hits` is updated only at trace time, not on every call
    shared().count += 1
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `shared().count` is updated only at trace time, not on every call
    of_thread().count += 1
#~  ^^^^^^^^^^^^^^^^^^^^^^ TFA503 `of_thread().count` is updated only at trace time, not on every call
    of_function().count += 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `of_function().count` is updated only at trace time, not on every call
    cached().count += 1
#~  ^^^^^^^^^^^^^^^^^^^ TFA503 `cached().count` is updated only at trace time, not on every call
    return x


@tf.function
def through_methods(x):
    Singleton().hit()
    return x


@tf.function
def of_this_call(x):
    fresh().count += 1
    made = fresh()
    made.count += 1
    Plain(0).hit()
    Plain(0).hits += 1
    return x * made.count


SHOWN = types.SimpleNamespace(n=0)


def shown():
    return SHOWN


@tf.function
def set_by_name(x):
    setattr(shown(), "n", shown().n + 1)
#~  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `shown().n` is updated only at trace time, not on every call
    vars(shown())["n"] += 1
#~  ^^^^^^^^^^^^^^^^^^^^^^^ TFA503 `shown().n` is updated only at trace time, not on every call
    return x
