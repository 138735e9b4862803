"""Fingerprints stay when code moves and differ between findings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tflint_autograph.model.finding import Finding
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.location import Position, Span


def at(line: int, path: str = "a.py") -> Span:
    return Span(path, Position(line, 1), Position(line, 9))


FINDING = Finding(
    code="TFA101",
    name="python-print",
    message="Python `print` runs only while tracing",
    span=at(3),
    severity=Severity.WARNING,
    confidence=Confidence.HIGH,
    function="a.f",
    trace=None,
)


def fingerprint(finding: Finding) -> str:
    return with_fingerprints([finding])[0].fingerprint


def test_value_is_kept_from_version_to_version() -> None:
    assert fingerprint(FINDING) == "31e86e62f5e330f0"


@pytest.mark.parametrize(
    "moved",
    [
        replace(FINDING, span=at(99)),
        replace(FINDING, severity=Severity.ERROR, confidence=Confidence.LOW),
        replace(FINDING, note="other", help="other"),
    ],
)
def test_same_for_what_only_moved_or_was_reworded_around(moved: Finding) -> None:
    assert fingerprint(moved) == fingerprint(FINDING)


@pytest.mark.parametrize(
    "other",
    [
        replace(FINDING, code="TFA102"),
        replace(FINDING, span=at(3, "b.py")),
        replace(FINDING, function="a.g"),
        replace(FINDING, message="other"),
    ],
)
def test_differs_with_code_path_function_and_message(other: Finding) -> None:
    assert fingerprint(other) != fingerprint(FINDING)


def test_equal_findings_are_told_apart_by_their_order_in_the_file() -> None:
    upper, lower = FINDING, replace(FINDING, span=at(7))
    named = with_fingerprints([lower, upper])
    assert [finding.span for finding in named] == [upper.span, lower.span]
    assert named[0].fingerprint == fingerprint(FINDING)
    assert named[1].fingerprint != named[0].fingerprint


def test_path_that_does_not_decode() -> None:
    assert len(fingerprint(replace(FINDING, span=at(1, "\udc80.py")))) == 16
