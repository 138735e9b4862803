"""What XLA does otherwise, by canonical name."""

from __future__ import annotations

import pytest

from tflint_autograph.tfapi import xla


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tensorflow.print", (True, False, False)),
        ("tensorflow.strings.join", (True, False, False)),
        ("tensorflow.debugging.assert_positive", (False, True, False)),
        ("tensorflow.debugging.assert_scalar", (False, False, False)),
        ("tensorflow.gather", (False, False, True)),
        ("tensorflow.reduce_sum", (False, False, False)),
    ],
)
def test_what_xla_does_otherwise(name: str, said: tuple[bool, bool, bool]) -> None:
    assert (xla.unknown(name), xla.dropped(name), xla.clamped(name)) == said
