"""A handful of programs with marked lines under `confirm`: hazards are confirmed, what is harmless never is. Runs TensorFlow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.confirm.score import Scored, lines, score

pytestmark = pytest.mark.tensorflow

FACTS = {
    "printed": ["TFA101"], "written": ["TFA503"], "changed": ["TFA504"], "truth": ["TFA214"], "endless": ["TFA204"],
    "clock": ["TFA111"], "draw": ["TFA110"], "file": ["TFA103"], "number": ["TFA402"], "shape": ["TFA405"],
    "iterated": ["TFA203"], "asked": ["TFA301"],
}  # fmt: skip
PROGRAMS = {
    "guard": """
import tensorflow as tf

class M(tf.Module):
    def __init__(self):
        self.started = False
        self.v = tf.Variable(0)

    @tf.function
    def __call__(self, x):
        if not self.started:
            self.started = True  # HAZARD: written
            self.v.assign_add(10)
        return self.v + x

m = M()

def entry(x):
    return m(x)

def calls():
    return [(tf.constant(0),)] * 3
""",
    "branches": """
import tensorflow as tf

@tf.function
def entry(x):
    if x > 0:
        print("positive")  # HAZARD: printed
    else:
        print("not positive")  # HAZARD: printed
    return x

def calls():
    return [(tf.constant(1),), (tf.constant(-1),), (tf.constant(2),)]
""",
    "truth": """
import tensorflow as tf

@tf.function
def entry(x):
    return (x or 5.0) * 2.0  # HAZARD: truth

def calls():
    return [(tf.constant(0.0),), (tf.constant(5.5),), (tf.constant(7.0),)]
""",
    "argument": """
import tensorflow as tf

@tf.function
def entry(features):
    features["sum"] = features["a"] + 1.0  # HAZARD: changed
    total = features["sum"]  # OK: read
    return total

def calls():
    return [({"a": tf.constant(float(value))},) for value in range(3)]
""",
    "endless": """
import tensorflow as tf

NUMBERS = tf.data.Dataset.range(3, 6)

@tf.function
def entry(x):
    return x + tf.add_n(list(NUMBERS))  # HAZARD: endless

def calls():
    return [(tf.constant(value, tf.int64),) for value in range(3)]
""",
    "touched": """
import random
import time
from pathlib import Path
import tensorflow as tf

Path("gain.txt").write_text("2.0")

@tf.function
def entry(x):
    started = time.perf_counter()  # HAZARD: clock
    x = x * random.uniform(1.0, 2.0)  # HAZARD: draw
    with open("gain.txt") as stream:  # HAZARD: file
        x = x * float(stream.read())
    return x - started

def calls():
    return [(tf.constant(float(value)),) for value in range(1, 4)]
""",
    "traced_again": """
import tensorflow as tf

@tf.function
def scaled(x, step):
    return x * float(step)

@tf.function
def total(x):
    return tf.reduce_sum(x)

def entry(x, number):
    for step in range(number):
        scaled(x, step)  # HAZARD: number
    return [total(x[:size]) for size in range(1, number + 1)]  # HAZARD: shape

def calls():
    return [(tf.ones([4]), 3)] * 3
""",
    "numbers": """
import tensorflow as tf

@tf.function
def entry(x, scale):
    return x * float(scale)  # OK: scale is a Python number

def calls():
    return [(tf.constant(float(value)), 3) for value in range(3)]
""",
    "cause_iterated": """
import tensorflow as tf

@tf.function
def entry(x):
    return float(x[0]) * max(x)  # HAZARD: iterated

def calls():
    return [(tf.constant([1.0, 3.0, 2.0]),)] * 3
""",
    "cause_asked": """
import math
import tensorflow as tf

@tf.function
def entry(x):
    return tf.Variable(1.0) * math.sqrt(x[0])  # HAZARD: asked

def calls():
    return [(tf.constant([1.0, 3.0, 2.0]),)] * 3
""",
    "passed": """
import tensorflow as tf

NAMES = ["a", "b", "c"]

@tf.function
def entry(x, n):
    print(NAMES[n])  # OK: the index raises before
    return x

def train(path):
    scale = float(open(path).read())
    for i in tf.range(3):
        entry(tf.ones([3]) * scale, i)

if __name__ == "__main__":
    train("/nowhere")
""",
    "functional": """
import tensorflow as tf

SEEN = []

class Probe(tf.keras.layers.Layer):
    def call(self, x):
        SEEN.append(hasattr(x, "numpy"))  # OK: only models are put together with it
        return x * 2.0

def entry(number):
    given = tf.keras.Input((1,))
    tf.keras.Model(given, Probe()(given))
    return 0

def calls():
    return [(0,), (1,), (2,)]
""",
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases")
    (folder / "codes.json").write_text(json.dumps({fact: {"codes": codes} for fact, codes in FACTS.items()}))
    (folder / "programs").mkdir()
    for name, text in PROGRAMS.items():
        (folder / "programs" / f"{name}.py").write_text(text, encoding="utf-8")
    return folder / "programs"


@pytest.fixture(scope="module")
def declared(programs: Path) -> tuple[Scored, ...]:
    return score(programs, made_up=False, seconds=6)


@pytest.fixture(scope="module")
def made_up(programs: Path) -> tuple[Scored, ...]:
    return score(programs, made_up=True, seconds=6, only=("argument", "branches", "cause", "functional", "guard", "passed", "touched", "traced"))


def hazards(scored: tuple[Scored, ...]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for one in scored:
        if one.mark == "HAZARD":
            found.setdefault(one.place, set()).add(one.verdict)
    return found


def test_every_hazard_is_reported_and_confirmed_by_declared_calls(declared: tuple[Scored, ...]) -> None:
    marks = sum(text.count("# HAZARD") for text in PROGRAMS.values())
    assert len(hazards(declared)) == marks
    assert [line for line in lines(declared) if line.startswith("hazard")] == []


def test_calls_that_are_made_up_confirm_most_and_refute_none(made_up: tuple[Scored, ...]) -> None:
    verdicts = hazards(made_up)
    assert sum("confirmed" in each for each in verdicts.values()) >= 0.7 * len(verdicts)
    assert "refuted" not in {one.verdict for one in made_up}


def test_what_is_harmless_is_never_confirmed(declared: tuple[Scored, ...], made_up: tuple[Scored, ...]) -> None:
    harmless = {one.place: one.verdict for one in declared if one.mark == "OK" and (one.place, one.code) != ("passed.py:8", "TFA301")}
    assert harmless == {"numbers.py:6": "refuted", "functional.py:8": "not-run", "passed.py:8": "not-run"}
    beside = {(one.place, one.code): one.verdict for one in made_up if one.place in ("functional.py:8", "passed.py:8")}
    # The project passes a tensor as the index, which raises before the line prints
    assert beside == {("functional.py:8", "TFA503"): "not-run", ("passed.py:8", "TFA101"): "not-run", ("passed.py:8", "TFA301"): "confirmed"}


def test_an_exception_confirms_no_finding_beside_the_one_that_is_its_cause(declared: tuple[Scored, ...], made_up: tuple[Scored, ...]) -> None:
    beside = {(one.place, one.code, one.verdict) for one in (*declared, *made_up) if one.place.startswith("cause") and not one.mark}
    assert beside == {("cause_iterated.py:6", "TFA301", "not-run"), ("cause_asked.py:7", "TFA501", "not-run")}
    assert "these calls do not reach the line" not in " ".join(one.text for one in made_up if one.place.startswith("cause"))


def test_a_made_up_number_confirms_nothing_of_what_the_project_passes_as_a_tensor(made_up: tuple[Scored, ...]) -> None:
    (told,) = (one.text for one in made_up if (one.place, one.code) == ("passed.py:8", "TFA101"))
    # A number confirms it: with that the line prints
    assert told == "the eager and the graph run differ, but perhaps not because of this line"


def test_a_refuted_finding_names_the_reason(declared: tuple[Scored, ...]) -> None:
    (one,) = (one for one in declared if one.place == "numbers.py:6")
    assert (one.verdict, one.text.partition(": ")[2]) == ("refuted", "`scale` was always a Python int of 3")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("guard.py:12", "with `self.started` set back to False before call 3, ran again eagerly, not in the graph"),
        ("branches.py:9", "wrote once eagerly in call 2, never in the graph"),
        ("truth.py:6", "raises InvalidArgumentError in the graph, none eagerly"),
        ("argument.py:6", "raises ValueError in the graph: entry(features) should not modify"),
        ("endless.py:8", "tracing does not end: from "),
        ("touched.py:11", "called `time.perf_counter` 3 times eagerly, once in the graph"),
        ("touched.py:12", "called `random.random` 3 times eagerly, once in the graph"),
        ("touched.py:13", "called `open` 3 times eagerly, once in the graph"),
    ],
)
def test_the_evidence_is_that_of_the_rule(place: str, said: str, declared: tuple[Scored, ...]) -> None:
    assert [one.text for one in declared if one.place == place and one.text.startswith(said)]
