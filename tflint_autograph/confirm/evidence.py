"""Adds verdicts to findings."""

from __future__ import annotations

from dataclasses import replace

from tflint_autograph.confirm.judge import Verdict
from tflint_autograph.model.finding import CONFIRMED, Evidence, Finding
from tflint_autograph.model.levels import Confidence


def with_verdict(finding: Finding, verdict: Verdict, command: str) -> Finding:
    """Returns the finding with its evidence, and the confidence that follows from it."""
    confidence = Confidence.HIGH if verdict.word == CONFIRMED else finding.confidence
    return replace(finding, confidence=confidence, evidence=Evidence(verdict.word, verdict.text, command))
