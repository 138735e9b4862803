"""What the tests of this folder share: a session that has imported nothing."""

from __future__ import annotations

import sys

import pytest

from tflint_autograph.ipython.checking import UserModules


@pytest.fixture(autouse=True)
def _nothing_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has imported no file but installed ones: what other tests have imported is no part of a session."""
    files = {each.file for each in UserModules().changed()}
    for name, module in list(sys.modules.items()):
        if getattr(module, "__file__", None) in files:
            monkeypatch.delitem(sys.modules, name)
