"""Containers through which one place of a trace hands something to another: contexts, and what a decorator has made before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of

CONTEXTS = """import tensorflow as tf

class Context:
    children: list

    def __init__(self):
        self.children = []

context = Context()

def forward(x):
    context.children.append(x.shape[0] + 1)
    return x * 2.0

def backward(x):
    {taken}
    return x * 3.0

@tf.function
def step(x):
    return backward(forward(x))

step(tf.ones(3))
{after}
"""

USES = {
    "taken from in the trace": ("context.children.pop()", "", True),
    "cleared in the trace": ("context.children.clear()", "", True),
    "only added to": ("x = x + len(context.children)", "", False),
    "read by eager code": ("context.children.pop()", "print(context.children)", False),
}


@pytest.mark.parametrize(("taken", "after", "excused"), USES.values(), ids=USES)
def test_what_a_trace_puts_in_and_takes_out_is_its_own(tmp_path: Path, taken: str, after: str, *, excused: bool) -> None:
    found = report_of(tmp_path, {"m.py": CONTEXTS.format(taken=taken, after=after)}, select=("TFA503",)).findings
    assert found
    assert all(bool(each.excuse) is excused for each in found)


CACHED = """import tensorflow as tf

def cached(f):
    cache = {{}}

    def wrapper(*args):
        {kept}
    return wrapper

@cached
def make(scale):
    @tf.function
    def graph(x):
        return x * scale
    return graph

for epoch in range(100):
    make(2.0)(tf.ones(3))
"""

KEPT = {
    "under its arguments": ("if args in cache:\n            return cache[args]\n        cache[args] = f(*args)\n        return cache[args]", 0),
    "for nothing": ("cache[args] = made = f(*args)\n        return made", 1),
    "in a container of the call": ("cache = {}\n        cache[args] = f(*args)\n        return cache[args]", 1),
    "not at all": ("return f(*args)", 1),
}


@pytest.mark.parametrize(("kept", "number"), KEPT.values(), ids=KEPT)
def test_a_decorator_of_the_project_may_keep_what_a_function_makes(tmp_path: Path, kept: str, number: int) -> None:
    assert len(report_of(tmp_path, {"m.py": CACHED.format(kept=kept)}, select=("TFA403",)).findings) == number
