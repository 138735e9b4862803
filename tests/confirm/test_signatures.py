"""What a call has to give, where decorators, metaclasses and type checkers hide it. Makes no call."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tflint_autograph.confirm.probe.calls.named import texts
from tflint_autograph.confirm.probe.calls.signatures import annotated, required, written

MODULE = '''
def opaque(function):
    def anything(*args, **options):
        return function(*args, **options)
    return anything


@opaque
def step(x: "int", y: Missing, by=open("no/such/file") if False else 1, *, more, less=2):
    raise ValueError


class Net:
    @opaque
    def call(self, inputs, training: bool = False):
        raise ValueError

    @staticmethod
    @opaque
    def free(x):
        raise ValueError

    def plain(self, inputs):
        raise ValueError

    class Inner:
        @opaque
        def run(self, x): ...


def catch(*args, **options): ...
'''


class Meta(type):
    def __call__(cls, *args: Any, **options: Any) -> Any:
        return super().__call__(*args, **options)


class Called(metaclass=Meta):
    def __init__(self, size: int, name: str = "") -> None: ...


class Odd:
    __signature__ = 1


@pytest.fixture
def module(tmp_path: Path) -> Any:
    file = tmp_path / "m.py"
    file.write_text(f"from __future__ import annotations\n{MODULE}", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("m", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def names(function: Any) -> list[str]:
    return [each.name for each in required(function)]


def test_a_class_with_a_call_of_its_own_takes_what_its_init_takes() -> None:
    assert names(Called) == ["size"]
    assert annotated(Called)["size"] is int


def test_what_has_no_signature_needs_nothing() -> None:
    assert required(Odd) == ()
    assert annotated(Odd) == {}


def test_annotations_for_type_checkers_alone_say_nothing(module: Any) -> None:
    assert annotated(written(module.step, module, "step")) == {}


def test_behind_a_decorator_that_takes_anything_is_what_is_written(module: Any) -> None:
    net = module.Net()
    assert names(written(module.step, module, "step")) == ["x", "y", "more"]
    assert names(written(net.call, module, "Net.call")) == ["inputs"]
    assert names(written(net.free, module, "Net.free")) == ["x"]
    assert names(written(module.Net.Inner().run, module, "Net.Inner.run")) == ["x"]
    assert annotated(written(net.call, module, "Net.call")) == {"training": bool}


def test_what_tells_its_parameters_is_left_as_it_is(module: Any) -> None:
    plain = module.Net().plain
    assert written(plain, module, "Net.plain") is plain


@pytest.mark.parametrize("target", ["missing", "Net.missing", "Missing.call"])
def test_what_is_written_nowhere_is_left_as_it_is(target: str, module: Any) -> None:
    assert written(module.catch, module, target) is module.catch


def test_what_takes_anything_needs_nothing(module: Any) -> None:
    assert names(written(module.catch, module, "catch")) == []


@pytest.mark.parametrize(
    ("name", "first"), [("kernel_initializer", "tf.keras.initializers.Ones()"), ("num_heads", "3"), ("hidden_size", "3"), ("x", None)]
)
def test_a_name_may_tell(name: str, first: str | None) -> None:
    assert next(iter(texts(name)), None) == first
