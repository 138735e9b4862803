"""CHANGELOG.md keeps up with the package."""

from __future__ import annotations

import re

from tests.docs.readme import ROOT
from tflint_autograph import __version__
from tflint_autograph.rules.catalogue import codes

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_newest_entry_is_this_version() -> None:
    assert re.findall(r"^## (.+)$", TEXT, re.MULTILINE)[0] == __version__


def test_every_rule_it_names_exists() -> None:
    assert set(re.findall(r"\bTFA\d{3}\b", TEXT)) <= set(codes())
