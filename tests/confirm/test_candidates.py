"""Who is called for a finding without a declared call. Calls nobody."""

from __future__ import annotations

import ast

from tflint_autograph.confirm.candidates import MOST, Candidate, Functions, candidates
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
    return candidates([(functions, root_line), (functions, line)])


def test_the_root_comes_first_then_who_names_it_and_the_own_function_last() -> None:
    assert of(5, 8) == (
        Candidate("m.py", "step", True),
        Candidate("m.py", "Trainer.fit", False),
        Candidate("m.py", "main", False),
        Candidate("m.py", "helper", True),
    )


def test_who_makes_a_call_that_is_found_fault_with_is_not_traced_for_it() -> None:
    functions = Functions(Runnable("m.py", "/m.py", "m", ("/",), TEXT), ast.parse(TEXT))
    assert candidates([(functions, 8), (functions, 15), (functions, 15)]) == (
        Candidate("m.py", "step", True),
        Candidate("m.py", "Trainer.fit", False),
        Candidate("m.py", "main", False),
    )


def test_who_is_called_on_the_way_comes_behind_the_root() -> None:
    module = Runnable("m.py", "/m.py", "m", ("/",), TEXT)
    functions = Functions(module, ast.parse(TEXT))
    assert [each.target for each in candidates([(functions, 18), (functions, 9), (functions, 5)])] == [
        "main", "step", "Trainer.fit", "helper",
    ]  # fmt: skip


def test_of_many_the_own_function_is_one() -> None:
    text = TEXT + "".join(f"\n\ndef main{number}():\n    Trainer().fit(1)\n" for number in range(9))
    functions = Functions(Runnable("m.py", "/m.py", "m", ("/",), text), ast.parse(text))
    found = candidates([(functions, 8), (functions, 5)])
    assert (len(found), found[-1].target) == (MOST, "helper")


def test_a_line_outside_of_functions_has_no_candidate() -> None:
    assert of(1, 1) == ()


def test_a_nested_function_comes_before_the_function_around_it_which_is_called_as_it_is() -> None:
    decorator = TEXT.split("\n").index("    @tf.function") + 1
    assert of(decorator + 2, decorator) == (
        Candidate("m.py", "around.inner", True, nested=True),
        Candidate("m.py", "around", False),
    )


def test_who_names_what_a_function_returned_may_call_it() -> None:
    text = "def make():\n    def step(x):\n        return x\n    return step, 1\n\n\nstep, size = make()\n\n\ndef use(x):\n    return step(x)\n"
    functions = Functions(Runnable("m.py", "/m.py", "m", ("/",), text), ast.parse(text))
    assert [each.target for each in candidates([(functions, 2), (functions, 3)])] == ["make.step", "make", "use"]


def test_who_names_the_class_may_call_its_objects() -> None:
    text = "class Probe:\n    def call(self, x):\n        return x\n\n\ndef build():\n    return Probe()\n"
    text += "\n\nprobe = Probe()\n\n\ndef use(x):\n    return probe(x)\n"
    functions = Functions(Runnable("m.py", "/m.py", "m", ("/",), text), ast.parse(text))
    assert [each.target for each in candidates([(functions, 2), (functions, 3)])] == ["Probe.call", "build", "use"]


def test_the_root_is_called_on_the_class_with_the_line() -> None:
    text = "class Base:\n    def call(self, x):\n        return self.inner(x)\n\n\nclass Own(Base):\n    def inner(self, x):\n        return x\n"
    functions = Functions(Runnable("m.py", "/m.py", "m", ("/",), text), ast.parse(text))
    found = candidates([(functions, 2), (functions, 3), (functions, 8)])
    assert [(each.target, each.traced) for each in found] == [("Base.call", True), ("Own.call", True), ("Own.inner", True)]
    other = Functions(Runnable("m.py", "/m.py", "m", ("/",), text), ast.parse(text.replace("Own(Base)", "Own(Other)")))
    found = candidates([(other, 2), (other, 3), (other, 8)])
    assert [each.target for each in found] == ["Base.call", "Own.inner"]


def test_what_autograph_does_not_convert_is_traced_without_it() -> None:
    module = Runnable("m.py", "/m.py", "m", ("/",), TEXT)
    functions = Functions(module, ast.parse(TEXT))
    found = candidates([(functions, 8), (functions, 5)], converted=False)
    assert [(each.target, each.converted) for each in found if each.traced] == [("step", False), ("helper", False)]
    assert all(each.converted for each in found if not each.traced)


def test_what_runs_a_step_of_keras_may_call_it() -> None:
    text = "class Net:\n    def train_step(self, data):\n        return data\n\n\ndef train(x):\n    net.fit(x)\n\n\ndef ask(x):\n    net.predict(x)\n"
    known = Functions(Runnable("n.py", "/p/n.py", "n", ("/p",), text), ast.parse(text))
    assert [each.target for each in candidates([(known, 2), (known, 3)])] == ["Net.train_step", "train"]


MAKING = """\
import tensorflow as tf


def forward(x):
    return x


class Member:
    def __init__(self):
        self.forward = tf.function(forward)


class Group:
    def __init__(self):
        self.members = [Member()]

    def predict(self, x):
        return self.members[0].forward(x)


def make():
    return Group()


shared = tf.function(forward)


class Holder:
    compiled = tf.function(forward)
"""


def targets(text: str, *lines: int) -> list[str]:
    functions = Functions(Runnable("m.py", "/m.py", "m", ("/",), text), ast.parse(text))
    return [each.target for each in candidates([(functions, line) for line in lines])]


def test_what_a_constructor_makes_is_run_by_who_uses_it_and_made_by_who_names_its_class() -> None:
    assert targets(MAKING, 10, 10) == ["Member.__init__", "Group.__init__", "make", "Group.predict"]


def test_a_function_is_called_by_the_name_that_a_module_gives_it() -> None:
    assert targets(MAKING, 25, 5)[0] == "shared"
    assert "compiled" not in targets(MAKING, 29, 5)
