"""The tables name nothing that TensorFlow does not have, and the Keras objects they call stateless are."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tflint_autograph.tfapi import tables
from tflint_autograph.tfapi.load import table
from tflint_autograph.tfapi.names import FRAMEWORKS, names_of_version_1

MISSING = """
import json, sys
import tensorflow, keras
def exists(name):
    root, *parts = name.replace(".io.gfile.Fast", ".gfile.Fast").split(".")
    for start in ({"keras": keras, "tensorflow": tensorflow}[root], tensorflow.keras, tensorflow.compat.v1):
        value = start
        try:
            for part in parts:
                value = getattr(value, part)
        except (AttributeError, ImportError):
            continue
        return True
    return False
print(json.dumps([name for name in json.load(sys.stdin) if not exists(name)]))
"""

VERSIONS = """
import json, sys
import tensorflow
versions = {1: tensorflow.compat.v1, 2: tensorflow}
names = json.load(sys.stdin)
print(json.dumps([f"{number} {name}" for number, version in versions.items() for name in names if hasattr(version, name)]))
"""

STATE = """
import json, sys
import tensorflow as tf
found = []
for name in json.load(sys.stdin):
    make = getattr(tf.keras.layers, name.rpartition(".")[2])
    body = tf.function(lambda x: make()(x))
    try:
        body(tf.zeros([2, 4, 4, 3]))
    except ValueError as problem:
        found.append(str(problem).splitlines()[-1])
    else:
        found.append("")
print(json.dumps(found))
"""


def asked(code: str, names: list[str]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(names), capture_output=True, text=True, check=True
    )
    answer: list[str] = json.loads(done.stdout.splitlines()[-1])
    return answer


@pytest.mark.tensorflow
def test_every_name_exists_or_says_until_when_it_did() -> None:
    pytest.importorskip("tensorflow")
    groups = table("tables")["results"].values()
    names = {f"{module}.{name}" for modules in groups for module, words in modules.items() for name in words.split()}
    names |= set(table("tracing")["calls"])
    frameworks = [name for name in names if name.partition(".")[0] in FRAMEWORKS]
    current = sorted(name for name in frameworks if tables.versions(name)[1] is None)
    assert " ".join(asked(MISSING, current)) == ""


@pytest.mark.tensorflow
def test_what_only_version_1_has() -> None:
    pytest.importorskip("tensorflow")
    names = names_of_version_1()
    there = asked(VERSIONS, sorted(names))
    assert {each for each in there if each.startswith("2 ")} == set()
    assert {each for each in there if each.startswith("1 ")} == {f"1 {name}" for name in names if name != "contrib"}


@pytest.mark.tensorflow
def test_layers_with_and_without_state() -> None:
    pytest.importorskip("tensorflow")
    stateless = ["keras.layers.ReLU", "keras.layers.Flatten", "keras.layers.MaxPooling2D", "keras.layers.Softmax"]
    stateful = ["keras.layers.BatchNormalization", "keras.layers.LayerNormalization", "keras.layers.PReLU"]
    told = asked(STATE, stateless + stateful)
    assert told[: len(stateless)] == [""] * len(stateless)
    assert ["singleton" in text for text in told[len(stateless) :]] == [True] * len(stateful)
