"""How a layer is traced when only its method is called: as its version of Keras does it."""

from __future__ import annotations

import pytest

from tflint_autograph.confirm.probe.calls.inner import is_converted

pytestmark = pytest.mark.tensorflow


@pytest.mark.parametrize(("version", "converted"), [("2.15.0", True), ("2.21.0", True), ("3.15.1", False)])
def test_keras_2_alone_converts_its_layers(version: str, converted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    tf = pytest.importorskip("tensorflow")
    layer = tf.keras.layers.Dense(1)
    monkeypatch.setattr(tf.keras, "__version__", version)
    assert is_converted(layer) is converted
    assert not is_converted(lambda x: x)
