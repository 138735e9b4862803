"""The hazards the linter began with, seen under TensorFlow in both modes. Checks no finding."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.runtime.harness import Observation, differs, observe

pytestmark = pytest.mark.tensorflow

PROGRAMS = {
    "random-matrix": """
import numpy as np
import tensorflow as tf

@tf.function
def show():
    tf.print(np.random.rand(2, 2), summarize=-1)

for _ in range(3):
    show()
""",
    "variable-in-body": """
import tensorflow as tf

@tf.function
def count():
    total = tf.Variable(0.0)
    return total.assign_add(1.0)

for _ in range(3):
    try:
        print(float(count()))
    except ValueError as error:
        print("ValueError", "singleton tf.Variables" in str(error))
""",
    "outer-list": """
import tensorflow as tf

kept = []

@tf.function
def step(x):
    kept.append(x * 2.0)
    return x

for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
print(len(kept), [hasattr(tensor, "numpy") for tensor in kept])
""",
    "tracing": """
import tensorflow as tf

@tf.function
def double(x):
    print("tracing", x if isinstance(x, int) else x.dtype.name)
    return x + x

for argument in (tf.constant("a"), tf.constant("b"), tf.constant(1), tf.constant(2), 1, 2, 1):
    double(argument)
    print("called")
""",
    "py-function": """
import tensorflow as tf

seen = []

def note(x):
    seen.append(float(x))
    print("noted", float(x))
    return x

@tf.function
def step(x):
    return tf.py_function(note, [x], tf.float32)

for value in (1.0, 2.0, 3.0):
    step(tf.constant(value))
print(seen)
""",
    "variable-in-init": """
import tensorflow as tf

class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = tf.Variable(0.0)

    @tf.function
    def count(self, x):
        return self.total.assign_add(x)

counter = Counter()
for value in (1.0, 2.0, 3.0):
    print(float(counter.count(tf.constant(value))))
""",
}


@pytest.fixture(scope="module")
def seen() -> Mapping[str, Observation]:
    return observe(PROGRAMS)


def test_a_numpy_matrix_printed_by_the_graph_is_the_same_on_each_call(seen: Mapping[str, Observation]) -> None:
    eager, graph = _thirds(seen["random-matrix"].eager.stderr), _thirds(seen["random-matrix"].graph.stderr)
    assert len(set(eager)) == 3
    assert len(set(graph)) == 1


def test_a_variable_made_in_the_body_raises_on_each_call(seen: Mapping[str, Observation]) -> None:
    assert seen["variable-in-body"].eager.stdout == "1.0\n1.0\n1.0\n"
    assert seen["variable-in-body"].graph.stdout == "ValueError True\n" * 3


def test_one_trace_makes_the_variable_and_the_next_ones_raise(seen: Mapping[str, Observation]) -> None:
    assert len(seen["variable-in-body"].graph.operations("count")) == 1


def test_an_outer_list_holds_one_symbolic_tensor_after_three_calls(seen: Mapping[str, Observation]) -> None:
    assert seen["outer-list"].eager.stdout == "3 [True, True, True]\n"
    assert seen["outer-list"].graph.stdout == "1 [False]\n"


def test_tracing_shows_for_each_dtype_and_each_new_python_argument(seen: Mapping[str, Observation]) -> None:
    strings = ["tracing string", "called", "called"]
    tensors = ["tracing int32", "called", "called"]
    numbers = ["tracing 1", "called", "tracing 2", "called", "called"]
    assert seen["tracing"].graph.stdout.splitlines() == strings + tensors + numbers
    assert seen["tracing"].eager.stdout.count("tracing") == 7


@pytest.mark.parametrize("program", ["py-function", "variable-in-init"])
def test_a_harmless_pattern_is_the_same_in_both_modes(program: str, seen: Mapping[str, Observation]) -> None:
    assert seen[program].graph.exception == ""
    assert seen[program].graph.stdout
    assert differs(seen[program]) is None


def _thirds(text: str) -> tuple[str, ...]:
    lines = text.splitlines()
    return tuple("\n".join(lines[start : start + 2]) for start in range(0, len(lines), 2))
