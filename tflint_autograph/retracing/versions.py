"""What is known of the TensorFlow version that ran, and what a report on another version cannot tell."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.retracing.records import Recording

OLDEST, NEWEST = (2, 13), (2, 21)
"""The range of versions that the recorder is tested with."""

_WITHOUT = {
    "calls": "no trace and no call can be recorded",
    "traces": "no trace can be recorded",
    "functions": "where `tf.function` objects are created, methods and XLA are unknown",
    "conversion": "the time of AutoGraph is unknown",
    "generated": "lines in converted code are unknown",
}
"""What is unknown if a part of TensorFlow could not be patched."""


def notes(found: Recording) -> Iterator[str]:
    """Yields a line for each thing the report cannot tell."""
    yield from (f"an error of tflint-autograph, please report it: {text.strip().splitlines()[-1]}" for text in found.errors)
    if not found.python:
        yield "the program was not recorded"
        return
    if not found.tensorflow:
        yield "the program did not import TensorFlow"
        return
    lost = [word for word in _WITHOUT if found.patches.get(word, "missing") is not None and _is_due(word, found)]
    missing = "; ".join(_WITHOUT[word] for word in lost)
    if not OLDEST <= _version(found.tensorflow) <= NEWEST:
        known = f"{'.'.join(map(str, OLDEST))} to {'.'.join(map(str, NEWEST))}"
        told = missing or "what it may trace in other ways is unknown"
        yield f"TensorFlow {found.tensorflow} is not among the known versions, {known}: {told}"
    elif missing:
        yield f"TensorFlow {found.tensorflow} is not as known: {missing}"


def _is_due(word: str, found: Recording) -> bool:
    """Whether the part should be imported by now: AutoGraph is when the first function is converted."""
    return word not in ("conversion", "generated") or word in found.patches


def _version(text: str) -> tuple[int, int]:
    parts = text.split(".")
    return (int(parts[0]), int(parts[1])) if len(parts) > 1 and parts[0].isdecimal() and parts[1].isdecimal() else (0, 0)
