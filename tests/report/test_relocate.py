"""A report read from another folder: only its paths change, and all of them."""

from __future__ import annotations

from dataclasses import replace

from tests.report.sample_report import sample
from tflint_autograph.report import full
from tflint_autograph.report.document import document
from tflint_autograph.report.relocate import relocate


def test_every_path_moves() -> None:
    report = replace(sample(), paths=())
    moved = relocate(report, lambda path: f"../{path}")
    assert document(moved) == _prefixed(document(report))
    assert [key for key, _ in moved.sources] == [(f"../{path}", cell) for (path, cell), _ in report.sources]
    assert [finding.span.path for finding in moved.suppressed] == [
        f"../{finding.span.path}" for finding in report.suppressed
    ]


def test_frames_keep_their_text() -> None:
    report = sample()
    moved = full.render(relocate(report, lambda path: f"over/here/{path}"), color=False)
    assert moved.replace("over/here/", "").split() == full.render(report, color=False).split()


def test_moving_nowhere_is_nothing() -> None:
    assert relocate(sample(), lambda path: path) == sample()


def _prefixed(value: object) -> object:
    """JSON data with `../` before each path."""
    if isinstance(value, list):
        return [_prefixed(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: f"../{item}" if key == "path" else _prefixed(item) for key, item in value.items()}
