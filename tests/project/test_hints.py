"""What annotations say: of parameters, of fields and of variables, and of what containers hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import report_of, traces_of
from tests.project.test_fields import NET
from tflint_autograph.model.levels import Confidence

TOP = f"""\
import collections.abc
import typing
from typing import Annotated, Dict, Iterable, List, Optional, Sequence, Tuple, Union
{NET}"""

ONE = ("Net", "Optional[Net]", "Union[Net, None]", "Union[None, Net]", "Net | None", "None | Net", "Annotated[Net, 'big']", "Union[Net]")
MANY = (
    "List[Net]", "list[Net]", "set[Net]", "Sequence[Net]", "Iterable[Net]", "typing.Iterator[Net]", "collections.abc.Sequence[Net]",
    "Tuple[Net, ...]", "tuple[Net]", "Tuple[Net, Net]", "Optional[List[Net]]", "Union[Sequence[Net], None]", "list[Optional[Net]]",
)  # fmt: skip


def reaches(tmp_path: Path, text: str) -> bool:
    """Whether the `helper` is traced that only a `Net` calls."""
    return "helper" in traces_of(tmp_path, TOP + text)


@pytest.mark.parametrize("hint", [*ONE, "'Net'", "Optional['Net']", "'Optional[Net]'", "'Net' | None", "Union['Net', None]"])
def test_a_parameter_is_what_its_annotation_says(tmp_path: Path, hint: str) -> None:
    assert reaches(tmp_path, f"@tf.function\ndef step(net: {hint}):\n    return net(1.0)\n")


@pytest.mark.parametrize("hint", ["Union[Net, int]", "Net | int", "'no type at all'", "Union['Net', 'Other']", "Dict[Net, int]"])
def test_what_may_be_one_of_several_or_is_nothing_we_know_is_none_of_them(tmp_path: Path, hint: str) -> None:
    assert not reaches(tmp_path, f"@tf.function\ndef step(net: {hint}):\n    return net(1.0)\n")


@pytest.mark.parametrize("hint", [*MANY, "List['Net']", "'List[Net]'", "Tuple['Net', ...]"])
def test_what_is_iterated_is_what_the_annotation_says_is_held(tmp_path: Path, hint: str) -> None:
    assert reaches(tmp_path, f"@tf.function\ndef step(nets: {hint}):\n    return [net(1.0) for net in nets]\n")


@pytest.mark.parametrize(("hint", "found"), [("Dict[str, Net]", True), ("dict[str, 'Net']", True), ("Dict[Net, int]", False)])
def test_a_mapping_holds_what_stands_last(tmp_path: Path, hint: str, found: bool) -> None:
    text = f"@tf.function\ndef step(nets: {hint}):\n    return nets['a'](1.0)\n"
    assert reaches(tmp_path, text) is found
    assert reaches(tmp_path, text.replace("nets['a'](1.0)", "[net(1.0) for net in nets.values()]")) is found
    assert not reaches(tmp_path, text.replace("nets['a'](1.0)", "[net(1.0) for net in nets]"))


def test_each_place_of_a_tuple_has_an_annotation_of_its_own(tmp_path: Path) -> None:
    text = "@tf.function\ndef step(pair: Tuple[int, Net]):\n    number, net = pair\n    return {}(1.0)\n"
    assert reaches(tmp_path, text.format("net"))
    assert not reaches(tmp_path, text.format("number"))


def test_arguments_that_are_collected_are_each_what_the_annotation_says(tmp_path: Path) -> None:
    text = "@tf.function\ndef step(*nets: Net, **named: Net):\n    return {}(1.0)\n"
    assert reaches(tmp_path, text.format("nets[0]"))
    assert reaches(tmp_path, text.format("named['a']"))


@pytest.mark.parametrize("hint", ["Net", "'Net'", "Optional['Net']"])
def test_a_variable_and_an_attribute_are_what_their_annotations_say(tmp_path: Path, hint: str) -> None:
    assert reaches(tmp_path, f"@tf.function\ndef step(given):\n    net: {hint} = given['net']\n    return net(1.0)\n")
    held = f"class Held:\n    net: {hint}\n\n@tf.function\ndef step(held: Held):\n    return held.net(1.0)\n"
    assert reaches(tmp_path, held)
    set_ = f"class Held:\n    def __init__(self, given):\n        self.net: {hint} = given\n\n    @tf.function\n    def step(self):\n"
    assert reaches(tmp_path, f"{set_}        return self.net(1.0)\n")


@pytest.mark.parametrize(
    ("hint", "found"),
    [
        ("Tuple[tf.Tensor, int]", [Confidence.HIGH]), ("List[tf.Tensor]", [Confidence.HIGH]),
        ("Dict[str, tf.Tensor]", [Confidence.LOW]), ("Dict[str, float]", []), ("Dict[str, object]", []),
    ],
)  # fmt: skip
def test_a_tensor_that_is_held_is_one_but_for_what_some_key_may_lead_to(tmp_path: Path, hint: str, found: list[Confidence]) -> None:
    text = f"{TOP}@tf.function\ndef step(batch: {hint}):\n    return [each for each in batch[0]]\n"
    assert [each.confidence for each in report_of(tmp_path, text, select=("TFA203",)).findings] == found


MADE = """\
class Other(tf.Module):
    def make(self) -> {hint}:
        {body}

@tf.function
def step(other: Other):
    return {use}
"""


def made(hint: str, use: str = "other.make()(1.0)", body: str = "return open('net').read()") -> str:
    return MADE.format(hint=hint, use=use, body=body)


@pytest.mark.parametrize("body", ["return open('net').read()", "raise NotImplementedError", "...", "return given()"])
@pytest.mark.parametrize("hint", ["Net", "'Net'", "Optional[Net]"])
def test_a_result_of_which_nothing_is_known_is_what_its_annotation_says(tmp_path: Path, hint: str, body: str) -> None:
    assert reaches(tmp_path, made(hint, body=body))


def test_a_result_holds_what_its_annotation_says(tmp_path: Path) -> None:
    assert reaches(tmp_path, made("List[Net]", "[net(1.0) for net in other.make()]"))
    assert reaches(tmp_path, made("Dict[str, Net]", "other.make()['a'](1.0)"))


def test_a_result_that_is_known_is_no_other(tmp_path: Path) -> None:
    assert not reaches(tmp_path, made("Net", body="return tf.Module()"))


def test_a_result_may_be_of_any_subclass(tmp_path: Path) -> None:
    below = "class Small(Net):\n    pass\n\n"
    assert not reaches(tmp_path, below + made("Net"))
    assert not reaches(tmp_path, below + made("List[Net]", "[net(1.0) for net in other.make()]"))
    assert reaches(tmp_path, below + made("Small"))


@pytest.mark.parametrize("hint", ["tf.Tensor", "float", "tf.Variable"])
def test_a_result_is_no_number_and_no_tensor_for_its_annotation(tmp_path: Path, hint: str) -> None:
    text = TOP + made(hint, "float(other.make())")
    assert report_of(tmp_path, text, select=("TFA301", "TFA302")).findings == ()
