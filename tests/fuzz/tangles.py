"""Small programs in which containers, attributes, properties, calls and keys are computed from one another and from themselves.

Whatever the analysis evaluates leads it back to where it began. No line is nested deeply. Runs nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

OUTER, METHOD, HELPER = ("a", "b", "made", "Kind"), ("self", "given", "a", "b"), ("given", "a", "made", "helper")
EXPRESSIONS = (
    "{0}[{1}]", "{0}.get({1})", "{0}.field", "{0}.table[{1}]", "{0}({1})", "{0}.go({1})", "str({1})", "partial({0}, {1})", "[{1}, {2}]",
    "{{'key': {1}}}", "(lambda each: {1})", "({1} + {2})", "{0}.pop({1})", "Kind({1}, {2})",
)  # fmt: skip
STATEMENTS = (
    "{0} = {1}", "{0}[{1}] = {2}", "{0}.field = {1}", "{0}.table[{1}] = {2}", "{0}.append({1})", "{0}.update({{{1}: {2}}})",
    "{0}.setdefault({1}, {2})", "{0}.table.append({1})", "{0} += {1}", "register({1})({2})", "{0}.go({1})", "setattr({0}, {1}, {2})",
)  # fmt: skip
PROGRAM = """\
import tensorflow as tf
from functools import partial

a, b = {{}}, []

def register(given):
    def put(made):
        {0}
        return made
    return put

class Kind:
    table = {{}}

    def __init__(self, given=None, a=None):
        {1}
        {2}

    @property
    def field(self):
        return {3}

    @field.setter
    def field(self, given):
        {4}

    def go(self, given=None):
        {5}
        {6}
        return {7}

    def __getitem__(self, given):
        return {8}

made = Kind(a, b)
{9}
{10}
{11}
{12}

def helper(given, other=None):
    {13}
    {14}
    return {15}

@tf.function
def step(given):
    {16}
    {17}
    return {18}

for each in a:
    step({19})
    made.go(step)
"""
SCOPES = (HELPER, METHOD, METHOD, METHOD, METHOD, METHOD, METHOD, METHOD, METHOD, *[OUTER] * 4, *[HELPER] * 7)
"""The names of each place of the program."""

RESULTS = (3, 7, 8, 15, 18, 19)
"""The places that are expressions."""


def tangled(source: random.Random) -> bytes:
    """One of the programs."""
    parts = [(_expression if place in RESULTS else _statement)(source, names) for place, names in enumerate(SCOPES)]
    return PROGRAM.format(*parts).encode()


def _expression(source: random.Random, names: Sequence[str], depth: int = 2) -> str:
    if not depth:
        return source.choice(names)
    return source.choice(EXPRESSIONS).format(source.choice(names), *(_expression(source, names, depth - 1) for _ in range(2)))


def _statement(source: random.Random, names: Sequence[str]) -> str:
    return source.choice(STATEMENTS).format(source.choice(names), _expression(source, names), _expression(source, names))
