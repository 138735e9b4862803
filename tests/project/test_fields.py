"""What the annotations of fields say of the objects that have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import Sources, report_of, traces_of

NET = """
import tensorflow as tf

class Net(tf.Module):
    def __call__(self, x):
        return helper(x)

def helper(x):
    return x

"""
TOP = f"import dataclasses\nfrom typing import Callable, NamedTuple, Optional\n{NET}"
STEP = """
@tf.function
def step(held: Held):
    return {body}
"""


def program(fields: str, body: str, head: str = "class Held(NamedTuple):") -> Sources:
    return f"{TOP}{head}\n    {fields}\n{STEP.format(body=body)}"


@pytest.mark.parametrize("fields", ["net: Net", "net: Optional[Net] = None", "other: int\n    net: Net"])
@pytest.mark.parametrize("head", ["class Held(NamedTuple):", "@dataclasses.dataclass\nclass Held:", "class Held(tf.experimental.ExtensionType):"])
def test_the_object_in_a_field_is_called(tmp_path: Path, fields: str, head: str) -> None:
    assert "helper" in traces_of(tmp_path, program(fields, "held.net(1.0)", head))


def test_a_field_of_a_base_class_is_one_of_the_class(tmp_path: Path) -> None:
    head = "@dataclasses.dataclass\nclass Base:\n    net: Net\n\n@dataclasses.dataclass\nclass Held(Base):"
    assert "helper" in traces_of(tmp_path, program("more: int", "held.net(1.0)", head))


def test_a_field_holds_a_tensor(tmp_path: Path) -> None:
    report = report_of(tmp_path, program("done: tf.Tensor\n    count: int", "float(held.done) + float(held.count)"), select=("TFA301",))
    assert [each.message for each in report.findings] == ["`float` of a tensor gives a tensor of dtype float32"]


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ("net: Callable", "held.net(1.0)"),
        ("net: Callable = None", "held.net(1.0)"),
        ("net: Net = helper", "held.net.unknown(1.0)"),
        ("net: unknown", "held.net(1.0)"),
    ],
)
def test_what_an_annotation_does_not_say_is_not_known(tmp_path: Path, fields: str, body: str) -> None:
    assert "helper" not in traces_of(tmp_path, program(fields, body))


def test_a_default_of_none_does_not_say_that_a_branch_is_never_taken(tmp_path: Path) -> None:
    body = "helper(1.0) if held.net is not None else 0.0"
    assert "helper" in traces_of(tmp_path, program("net: Callable = None", body))
