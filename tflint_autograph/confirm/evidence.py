"""Findings with what their verdicts say of them. Judges none."""

from __future__ import annotations

from dataclasses import replace

from tflint_autograph.confirm.judge import CONFIRMED, Verdict
from tflint_autograph.model.finding import Evidence, Finding
from tflint_autograph.model.levels import Confidence


def with_verdict(finding: Finding, verdict: Verdict, command: str) -> Finding:
    """The finding with its evidence, as sure as the evidence makes it."""
    confidence = Confidence.HIGH if verdict.word == CONFIRMED else finding.confidence
    return replace(finding, confidence=confidence, evidence=Evidence(verdict.word, verdict.text, command))
