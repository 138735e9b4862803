"""CHANGELOG.md keeps the form of Keep a Changelog, and names only what exists."""

from __future__ import annotations

import re

from tests.docs.documents import ROOT
from tflint_autograph.rules.catalogue import codes

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_newest_section_is_unreleased_and_all_others_are_versions_with_a_date() -> None:
    first, *others = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    assert first == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", other) for other in others)


def test_every_change_is_of_a_known_kind() -> None:
    assert set(re.findall(r"^### (.+)$", TEXT, re.MULTILINE)) <= KINDS


def test_every_rule_it_names_exists() -> None:
    assert set(re.findall(r"\bTFA\d{3}\b", TEXT)) <= set(codes())
