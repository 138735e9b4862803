"""The table of the parameters called `name`, against the functions of the installed TensorFlow. Runs TensorFlow."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tflint_autograph.tfapi.load import inverted, table
from tflint_autograph.tfapi.tables import name_position

PROGRAM = """
import functools, inspect, json, sys
import tensorflow as tf

found = {}
for name in json.loads(sys.argv[1]):
    function = functools.reduce(getattr, name.split("."), tf)
    found[name] = list(inspect.signature(function).parameters).index("name")
print(json.dumps(found))
"""


@pytest.mark.tensorflow
def test_the_positions_are_those_of_the_signatures() -> None:
    names = [*inverted(table("operation_names")["positions"])]
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(names)], capture_output=True, text=True, check=True, env={"CUDA_VISIBLE_DEVICES": "-1"}
    )
    assert json.loads(run.stdout) == {name: name_position(f"tensorflow.{name}") for name in names}


def test_what_is_no_function_of_tensorflow_has_no_position() -> None:
    assert name_position("numpy.sqrt") is None
    assert name_position("sqrt") is None
    assert name_position("tensorflow.sqrt") == 1
