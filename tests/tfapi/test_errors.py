"""What TensorFlow says of each kind of failure, as one process of it raises them. Runs TensorFlow."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tflint_autograph.model.proof import ErrorKind
from tflint_autograph.tfapi.tables import error_kind

PROGRAMS = '''
import json
import math
import sys
import weakref

import numpy as np
import tensorflow as tf

kept, held = [], []
table, names = {0: "a"}, ["a", "b"]

def truth(x):
    return x if bool(x[0] > 0) else -x

def truth_of_an_int(x):
    if tf.cast(x[0], tf.int32):
        return x
    return -x

def truth_of_two(x):
    if (x > 0) and (x < 2):
        return x
    return -x

def iteration(x):
    return max(x)

def iteration_of_pairs(x):
    return [a * b for a, b in zip(x, x)]

def membership(x):
    return 1.0 in x

def value(x):
    return float(x[0])

value.autograph = False

def value_in_numpy(x):
    return np.sum(x)

def value_in_math(x):
    return math.sqrt(x[0])

def value_of_an_index(x):
    return names[tf.argmax(x)]

def value_of_a_key(x):
    return table[int(x[0])]

def value_of_a_format(x):
    return f"{x[0]:.2f}"

def length(x):
    return [v for v in reversed(x)]

def length_of_a_list(x):
    return len(x)

length_of_a_list.autograph = False

def assignment(x):
    x[0] = 1.0
    return x

def truth_of_a_number(x):
    return (x[0] or 5.0) * 2.0

def dtype(x):
    return x / tf.size(x)

def shape(x):
    return [i for i in range(x.shape[0])]

shape.dimensions = [None]

def shape_of_a_tensor(x):
    return tf.zeros([x.shape[0]])

shape_of_a_tensor.dimensions = [None]

def branches(x):
    if x[0] > 0:
        y = x
    return y

def branches_of_two_dtypes(x):
    if x[0] > 0:
        y = 1
    else:
        y = 1.5
    return y

def branches_that_return(x):
    if x[0] > 0:
        return x

def branches_of_two_functions(x):
    y = tf.abs
    if x[0] > 0:
        y = tf.negative
    return y(x)

def branches_of_two_structures(x):
    y = [x]
    if x[0] > 0:
        y = [x, x]
    return tf.add_n(y)

def branches_with_none(x):
    y = None
    if x[0] > 0:
        y = x
    return y

def loop_of_two_dtypes(x):
    y = 0
    for v in x:
        y = v
    return y

def loop_without_a_round(x):
    for v in tf.range(tf.cast(x[0] - 1, tf.int32)):
        y = v * 2
    return y

def loop_of_two_shapes(x):
    y = x
    for v in x:
        y = tf.concat([y, x], 0)
    return y

def exit_of_a_loop(x):
    for v in x:
        if v > 0:
            return v
    return x[0]

def exit_of_a_python_loop(x):
    for i in range(3):
        if x[i] > 0:
            break
    return x

def scope(x):
    for v in x:
        kept.append(v)
    return tf.stack(kept)

def variables(x):
    return tf.Variable(1.0) + x

def variables_of_a_tensor(x):
    return tf.Variable(x) + 1.0

def result(x):
    return object()

def argument(x, given={}):
    given["x"] = 1
    return x

argument.more = ({},)

def gone(x):
    return held[0]().value + x

def value_of_an_attribute(x):
    return float(x[0]).is_integer()

def eager_only(x):
    return x.numpy()

def eager_only_of_a_variable(x):
    return variable.numpy()

def eager_only_iterator(x):
    return list(dataset.as_numpy_iterator())

def shape_in_a_list(x):
    return tf.reshape(x, [x.shape[0], -1])

shape_in_a_list.dimensions = [None]

def eager_only_checkpoint(x):
    checkpoint.save("never/written")
    return x

def iteration_of_a_dataset(x):
    for v in dataset:
        x += tf.cast(v, tf.float32)
    return x

iteration_of_a_dataset.autograph = False

def assertion(x):
    tf.debugging.assert_less(x, 1.0)
    return x

def python_assertion(x):
    assert x is None
    return x

def recursion(x):
    return x if x[0] > 9 else recursion(x + 1)

def xla(x):
    return tf.strings.as_string(x)

xla.jit_compile = True

def other(x):
    raise LookupError("no such entry")

def raised(function):
    traced = tf.function(function, autograph=getattr(function, "autograph", True), jit_compile=getattr(function, "jit_compile", None))
    dimensions = getattr(function, "dimensions", [3])
    try:
        with tf.init_scope():
            traced.get_concrete_function(tf.TensorSpec(dimensions, tf.float32), *getattr(function, "more", ()))
            traced(tf.constant([1.0, 2.0, 3.0]), *getattr(function, "more", ()))
    except Exception as error:
        return [(type(each).__name__, str(each)) for each in chain(error)]
    return []

def untraceable(x):
    return tf.function(lambda given: tf.constant(0.0))({1, 2})

def untraceable_symbolic_tensor(x):
    return tf.function(lambda given: given)(tf.keras.Input([2]))

def name(x):
    return tf.sqrt(x, tf.float32)

def dtype_of_an_array(x):
    return tf.function(lambda a, b: a * b)(x, np.array([0.5]))

def chain(error):
    cause = error.__cause__ or error.__context__
    return [error, *(chain(cause) if cause else [])]

class Owner:
    value = 1.0

held.append(weakref.ref(Owner()))
variable = tf.Variable(1.0)
dataset = tf.data.Dataset.range(3)
checkpoint = tf.train.Checkpoint(variable=variable)
print(json.dumps({name: raised(globals()[name]) for name in json.loads(sys.argv[1])}))
'''
"""Functions that fail when they are traced or run as graphs."""

KINDS = {
    "truth": "truth", "truth_of_an_int": "truth", "truth_of_two": "truth", "truth_of_a_number": "truth",
    "iteration": "iteration", "iteration_of_pairs": "iteration", "membership": "iteration",
    "value": "value", "value_in_numpy": "value", "value_in_math": "value", "value_of_an_index": "value",
    "value_of_a_key": "value", "value_of_a_format": "value", "value_of_an_attribute": "value",
    "length": "length", "length_of_a_list": "length", "assignment": "assignment",
    "name": "name", "untraceable": "untraceable value", "untraceable_symbolic_tensor": "untraceable", "dtype": "dtype", "dtype_of_an_array": "dtype",
    "shape": "shape", "shape_of_a_tensor": "shape", "shape_in_a_list": "shape",
    "branches": "branches", "branches_of_two_dtypes": "branches", "branches_that_return": "branches", "branches_with_none": "branches",
    "branches_of_two_functions": "branches", "branches_of_two_structures": "branches", "loop_without_a_round": "branches",
    "loop_of_two_dtypes": "loop", "loop_of_two_shapes": "loop",
    "exit_of_a_loop": "exit", "exit_of_a_python_loop": "exit truth",
    "scope": "scope", "variables": "variables", "variables_of_a_tensor": "variables", "result": "result", "argument": "argument", "gone": "gone",
    "eager_only": "eager-only", "eager_only_of_a_variable": "eager-only", "eager_only_iterator": "eager-only",
    "eager_only_checkpoint": "eager-only", "iteration_of_a_dataset": "iteration",
    "assertion": "assertion", "python_assertion": "assertion", "recursion": "recursion", "xla": "xla", "other": "other",
}  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, str]]]:
    """The types and messages of each function's exception and of its causes."""
    file: Path = tmp_path_factory.mktemp("errors") / "errors.py"
    file.write_text(PROGRAMS, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(file), json.dumps([*KINDS])], capture_output=True, text=True, check=True, env={"CUDA_VISIBLE_DEVICES": "-1"}
    )
    found: dict[str, list[tuple[str, str]]] = json.loads(run.stdout)
    return found


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", KINDS)
def test_an_exception_is_of_the_kind_that_caused_it(name: str, told: dict[str, list[tuple[str, str]]]) -> None:
    kinds = {error_kind(*each).value for each in told[name]}
    assert kinds - {"other"} == {*KINDS[name].split()} - {"other"}, told[name]
    assert kinds, "raises nothing"


def test_each_kind_has_a_program() -> None:
    assert {*" ".join(KINDS.values()).split()} == {kind.value for kind in ErrorKind}


def test_what_says_nothing_known_is_of_another_kind() -> None:
    assert error_kind("ValueError", "my own check failed") is ErrorKind.OTHER
