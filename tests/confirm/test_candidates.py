"""Who is called for a finding without a declared call. Calls nobody."""

from __future__ import annotations

import ast

from tflint_autograph.confirm.candidates import Candidate, Functions, candidates
from tflint_autograph.model.runnable import Runnable

TEXT = """\
import tensorflow as tf


def helper(x):
    return x


@tf.function
def step(x):
    return helper(x)


class Trainer:
    def fit(self, x):
        return step(x)


def main():
    Trainer().fit(1)


def nothing():
    return 0


def around(x):
    @tf.function
    def inner(x):
        return x

    return inner(x)
"""


def of(line: int, root_line: int) -> tuple[Candidate, ...]:
    module = Runnable("m.py", "/m.py", "m", ("/",), TEXT)
    functions = Functions(module, ast.parse(TEXT))
    return candidates(functions, line, functions, root_line)


def test_the_root_comes_first_then_who_names_it_and_the_own_function_last() -> None:
    assert of(5, 8) == (
        Candidate("m.py", "step", True),
        Candidate("m.py", "Trainer.fit", False),
        Candidate("m.py", "main", False),
        Candidate("m.py", "helper", True),
    )


def test_a_line_outside_of_functions_has_no_candidate() -> None:
    assert of(1, 1) == ()


def test_a_function_around_the_traced_one_is_called_as_it_is() -> None:
    decorator = TEXT.split("\n").index("    @tf.function") + 1
    assert of(decorator + 2, decorator) == (Candidate("m.py", "around", False),)
