"""Where TensorFlow functions take the name of the operation that they create."""

from __future__ import annotations

from functools import cache

from tflint_autograph.tfapi.load import inverted, table


def name_position(name: str) -> int | None:
    """Returns the position, from 0, of the parameter `name` of a TensorFlow function (a canonical dotted name), or None."""
    return _positions().get(name.removeprefix("tensorflow.")) if name.startswith("tensorflow.") else None


@cache
def _positions() -> dict[str, int]:
    return {name: int(position) for name, position in inverted(table("operation_names")["positions"]).items()}
