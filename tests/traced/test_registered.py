"""Functions and classes that decorators and calls put in containers are called where code takes them out again, and others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of
from tflint_autograph.model.levels import Confidence

HEAD = """
import functools

import tensorflow as tf

TABLE = {}
HOOKS = []


@tf.function
def scale(x, k):
    return x * k


def kept(name):
    def put(fn):
        TABLE[name] = fn
        return fn

    return put


def named(fn):
    TABLE[fn.__name__] = fn
    return fn


def wrapped(fn):
    @functools.wraps(fn)
    def inner(x, k):
        return fn(x, k)

    return named(inner)


class Registry:
    def __init__(self):
        self.items = {}

    def add(self, name):
        def put(fn):
            self.items[name] = fn
            return fn

        return put

    def get(self, name):
        return self.items[name]


class Base:
    known = {}

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        Base.known[cls.__name__] = cls


class Made:
    known = {}

    def __init_subclass__(cls, key, **options):
        super().__init_subclass__(**options)
        made = cls()
        Made.known[key] = made


def instance(cls):
    TABLE[cls.__name__] = cls()
    return cls


registry = Registry()
"""

MADE = {
    "by a decorator": ('@kept("a")\ndef run(x, k):\n    scale(x, k)', 'TABLE["a"](x, 0.1 * k)', Confidence.HIGH),
    "by its name": ("@named\ndef run(x, k):\n    scale(x, k)", 'TABLE["run"](x, 0.1 * k)', Confidence.HIGH),
    "by the name that a wrapper has": ("@wrapped\ndef run(x, k):\n    scale(x, k)", 'scale(x, x)\n        TABLE["run"](x, 0.1 * k)', Confidence.HIGH),
    "under an unknown key": ("@named\n@tf.function\ndef run(x, k):\n    return x", "TABLE[kind](x, 0.1 * k)", Confidence.HIGH),
    "in a list": ("def run(x, k):\n    scale(x, k)\n\n\nHOOKS.append(run)", "for hook in HOOKS:\n            hook(x, 0.1 * k)", Confidence.HIGH),
    "in a registry": ('@registry.add("a")\ndef run(x, k):\n    scale(x, k)', 'registry.get("a")(x, 0.1 * k)', Confidence.HIGH),
    "a class": (
        '@kept("a")\nclass Run:\n    def go(self, x, k):\n        scale(x, k)\n\n\nrun = TABLE["a"]()', "run.go(x, 0.1 * k)", Confidence.HIGH
    ),
    "a subclass": ("class Run(Base):\n    def go(self, x, k):\n        scale(x, k)", 'Base.known["Run"]().go(x, 0.1 * k)', Confidence.HIGH),
    "an object of a subclass": ('class Run(Made, key="a"):\n    def go(self, x, k):\n        scale(x, k)', 'Made.known["a"].go(x, 0.1 * k)', Confidence.HIGH),
    "an object of a decorated class": ("@instance\nclass Run:\n    def go(self, x, k):\n        scale(x, k)", 'TABLE["Run"].go(x, 0.1 * k)', Confidence.HIGH),
    "in a class body": (
        'class Run:\n    def go(self, x, k):\n        scale(x, k)\n\n\nclass Kinds:\n    known = {"a": Run}', 'Kinds.known["a"]().go(x, 0.1 * k)', Confidence.HIGH
    ),
    "one of two": (
        "@named\ndef run(x, k):\n    scale(x, k)\n\n\n@named\ndef walk(x, k):\n    return x", "TABLE[kind](x, 0.1 * k)", Confidence.MEDIUM
    ),
    "a choice of the code": ("def run(x, k):\n    return x", "(scale if kind else run)(x, 0.1 * k)", Confidence.MEDIUM),
}  # fmt: skip

QUIET = {
    "another key": ('@kept("a")\ndef run(x, k):\n    scale(x, k)\n\n\n@kept("b")\ndef walk(x, k):\n    return x', 'TABLE["b"](x, 0.1 * k)'),
    "another table": ('@kept("a")\ndef run(x, k):\n    scale(x, k)\n\n\nOTHER = {}', "OTHER[kind](x, 0.1 * k)"),
    "another method": ('@registry.add("a")\ndef run(x, k):\n    scale(x, k)', "registry.items.pop(kind, None)(x, tf.constant(k))"),
    "another method of an object": ('class Run(Made, key="a"):\n    def go(self, x, k):\n        scale(x, k)', 'Made.known["a"].stop(x, 0.1 * k)'),
    "a tensor": ("@named\ndef run(x, k):\n    scale(x, tf.constant(k))", 'TABLE["run"](x, 0.1 * k)'),
}


def _program(defined: str, called: str) -> str:
    return f"{HEAD}\n\n{defined}\n\n\ndef serve(xs, kind):\n    for k, x in enumerate(xs):\n        {called}\n"


@pytest.mark.parametrize("way", MADE)
def test_a_function_that_is_taken_out_of_a_container_is_called(way: str, tmp_path: Path) -> None:
    defined, called, confidence = MADE[way]
    report = report_of(tmp_path, _program(defined, called))
    assert [(each.code, each.confidence) for each in report.findings if each.code == "TFA402"] == [("TFA402", confidence)]


@pytest.mark.parametrize("way", QUIET)
def test_functions_that_no_lookup_returns_are_not_reported(way: str, tmp_path: Path) -> None:
    report = report_of(tmp_path, _program(*QUIET[way]))
    assert "TFA402" not in {each.code for each in report.findings}


def test_functions_that_are_wrapped_in_each_other_have_a_name(tmp_path: Path) -> None:
    """Python copies the name at the time of wrapping."""
    defined = "def run(x, k):\n    scale(x, k)\n\n\nfunctools.update_wrapper(run, run)\nother = functools.wraps(run)(named(run))\nfunctools.update_wrapper(run, other)"
    report = report_of(tmp_path, _program(defined, 'TABLE["run"](x, 0.1 * k)'))
    assert [each.code for each in report.findings if each.code == "TFA402"] == ["TFA402"]
