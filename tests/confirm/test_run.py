"""`confirm --run`: the user's own program, with its calls recorded and replayed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.warm import warm_python

pytestmark = pytest.mark.tensorflow

HELPERS = """
def shown(x):
    print("heard", x)
    return x
"""
TRAIN = """
import random
import sys

import tensorflow as tf

from helpers import shown

history = []


class Trainer(tf.Module):
    def __init__(self, rate):
        self.rate = rate
        self.w = tf.Variable(1.0)
        self.scale = 1.0

    @tf.function
    def step(self, x):
        self.w.assign_sub(self.rate * x)
        return shown(self.w * self.scale)


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        history.append(1)
        return self.dense(x)


@tf.function
def counted(x, n):
    for value in range(n):
        x = x + float(value)
    return x


@tf.function
def unused(x):
    print("never")
    return x


def main():
    trainer = Trainer(float(sys.argv[1]))
    for number in range(4):
        trainer.scale = float(number)
        trainer.step(tf.constant(2.0))
    counted(tf.constant(1.0), 3)
    model = Model()
    model.compile("sgd", "mse")
    model.fit(tf.ones([8, 2]), tf.ones([8, 1]), batch_size=2, verbose=0)
    open("made.txt", "w").write("made")
    sys.exit(3)


if __name__ == "__main__":
    main()
"""
TEST = """
import os
import tensorflow as tf

from helpers import shown


def test_step():
    step = tf.function(shown)
    for number in range(3):
        step(tf.constant(float(number)))
    assert False
"""
LAYERS = """
import tensorflow as tf


class Loud(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.calls = []

    def call(self, x):
        print("loud")
        return self.dense(x)


class Calm(tf.keras.layers.Layer):
    def call(self, x, loud=False):
        if loud:
            print("calm")
        return x + 1.0


if __name__ == "__main__":
    Loud()(tf.ones([2, 3]))
    Calm()(tf.ones([2, 3]))
"""
STREAMS = """
import tensorflow as tf


@tf.function
def streamed(x):
    print("streamed")
    for part in tf.data.Dataset.range(2).map(lambda value: value + 1):
        x += tf.cast(part, tf.float32)
    return x


if __name__ == "__main__":
    for number in range(3):
        streamed(tf.constant(float(number)))
"""
FLAG = """
import tensorflow as tf


def evaluated():
    is_first = True

    @tf.function
    def value(x):
        nonlocal is_first
        if is_first:
            y = x * 2.0
            is_first = False
        else:
            y = x + x
        return y

    return value


if __name__ == "__main__":
    value = evaluated()
    for number in range(3):
        value(tf.constant(2.0))
"""
NARROW = """
import tensorflow as tf


class Router(tf.Module):
    @tf.function
    def route(self, x):
        return tf.convert_to_tensor(int(x) % 7)


if __name__ == "__main__":
    router = Router()
    for number in range(3):
        router.route(tf.constant(2**40 + number, tf.int64))
"""
DIES = "import os, tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return x\n\n\nif __name__ == '__main__':\n    os._exit(5)\n"


def run(folder: Path, *program: str, keep: bool = False) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tflint_autograph", "confirm", "--pedantic", "--output-format", "json", *["--keep"] * keep]
    return subprocess.run(
        [*command, "--python", warm_python(), "--run", *program], cwd=folder, capture_output=True, text=True, check=False
    )


def verdicts(done: subprocess.CompletedProcess[str]) -> dict[tuple[str, str], tuple[str, str]]:
    found: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return {(each["path"], each["code"]): (each["evidence"]["verdict"], each["evidence"]["text"]) for each in found}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    for name, text in (("helpers.py", HELPERS), ("train.py", TRAIN)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def trained(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder, "train.py 0.5")


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("helpers.py", "TFA101", "wrote 3 times eagerly, once in the graph"),
        ("train.py", "TFA114", "result of call 2: -1.0 eagerly, -0.0 in the graph"),
        ("train.py", "TFA503", "eagerly; in the graph run "),
    ],
)
def test_its_calls_prove(path: str, code: str, said: str, trained: subprocess.CompletedProcess[str]) -> None:
    verdict, text = verdicts(trained)[path, code]
    assert verdict == "confirmed"
    assert said in text
    assert text.endswith("called as in `train.py 0.5`")


def test_what_it_never_calls_is_tried_otherwise(trained: subprocess.CompletedProcess[str]) -> None:
    verdict, text = verdicts(trained)["train.py", "TFA101"]
    assert (verdict, "called as `unused(" in text) == ("confirmed", True)


def test_its_end_is_told_and_counts_for_nothing(folder: Path, trained: subprocess.CompletedProcess[str]) -> None:
    assert "train.py 0.5: ended with SystemExit: 3; " in trained.stderr
    assert trained.returncode == 1


def test_what_it_writes_to_the_project_is_named_and_not_left(folder: Path, trained: subprocess.CompletedProcess[str]) -> None:
    assert ": made.txt (new" in trained.stderr
    assert not (folder / "made.txt").exists()


def test_what_it_writes_is_kept_where_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "writes.py").write_text(STREAMS + "    open('made.txt', 'w').write('made')\n", encoding="utf-8")
    done = run(tmp_path, "writes.py", keep=True)
    assert "The project changed while its code ran: made.txt (new)\n" in done.stderr
    assert (tmp_path / "made.txt").read_text(encoding="utf-8") == "made"


def test_a_test_of_the_users_that_fails(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text(HELPERS, encoding="utf-8")
    (tmp_path / "test_model.py").write_text(TEST, encoding="utf-8")
    done = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_model.py")
    verdict, text = verdicts(done)["helpers.py", "TFA101"]
    assert verdict == "confirmed"
    assert "-m pytest -q" in text


def test_a_layer_that_it_calls_eagerly_is_traced_as_fit_would(tmp_path: Path) -> None:
    (tmp_path / "layers.py").write_text(LAYERS, encoding="utf-8")
    done = run(tmp_path, "layers.py")
    assert "layers.py: ran to its end; calls of 2 functions with findings were replayed" in done.stderr
    found = json.loads(done.stdout)["findings"]
    told = {each["function"]: (each["evidence"]["verdict"], each["evidence"]["text"]) for each in found}
    assert told["layers.Loud.call"] == (
        "confirmed", "wrote 3 times eagerly, once in the graph; when it is traced, called as in `layers.py`"
    )  # fmt: skip
    assert told["layers.Calm.call"] == (
        "confirmed", "wrote 3 times eagerly, once in the graph; when it is traced, called as in `layers.py`, with `loud` set to True"
    )  # fmt: skip


def test_what_tensorflow_warns_of_in_one_mode_is_no_difference(tmp_path: Path) -> None:
    (tmp_path / "streams.py").write_text(STREAMS, encoding="utf-8")
    done = run(tmp_path, "streams.py")
    assert verdicts(done)["streams.py", "TFA101"][0] == "confirmed"
    assert json.loads(done.stdout)["differences"] == []


def test_a_program_that_ends_its_process(tmp_path: Path) -> None:
    (tmp_path / "dies.py").write_text(DIES, encoding="utf-8")
    done = run(tmp_path, "dies.py")
    assert "ended the process with exit code 5" in done.stderr
    assert verdicts(done)["dies.py", "TFA101"][0] == "confirmed"


def test_a_branch_that_the_program_takes_once_and_the_graph_on_every_call(tmp_path: Path) -> None:
    (tmp_path / "flag.py").write_text(FLAG, encoding="utf-8")
    told = "ran only in the first of 3 calls: the condition on line 11 leads later calls to line 15 eagerly, and never in the graph, which keeps the first branch"
    assert verdicts(run(tmp_path, "flag.py"))["flag.py", "TFA503"] == ("confirmed", f"{told}; called as in `flag.py`")


def test_a_method_that_the_program_traces_runs_its_own_code_eagerly(tmp_path: Path) -> None:
    (tmp_path / "narrow.py").write_text(NARROW, encoding="utf-8")
    told = "result of call 1: 2 eagerly, 0 in the graph; called as in `narrow.py`"
    assert verdicts(run(tmp_path, "narrow.py"))["narrow.py", "TFA301"] == ("confirmed", told)
