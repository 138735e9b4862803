"""How a layer is traced when only its method is called: as its version of Keras does it."""

from __future__ import annotations

import sys
import types

import pytest

from tflint_autograph.confirm.probe.calls.inner import is_converted


class Layer:
    """Stands in for the base class of all layers of Keras."""


@pytest.mark.parametrize(
    ("package", "version", "converted"),
    [("keras", "2.15.0", True), ("keras", "3.15.1", False), ("tf_keras", "2.21.0", True), ("mine", "2.0.0", False)],
)
def test_keras_2_alone_converts_its_layers(package: str, version: str, converted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    keras = types.ModuleType(package)
    vars(keras)["__version__"] = version
    monkeypatch.setitem(sys.modules, package, keras)
    monkeypatch.setattr(Layer, "__module__", f"{package}.src.engine.base_layer")
    assert is_converted(type("Dense", (Layer,), {})()) is converted
    assert not is_converted(lambda x: x)
