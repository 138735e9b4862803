"""Fixtures of the tests that run the analysis over small projects."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.programs import Traced, traces_of


@pytest.fixture
def traced(tmp_path: Path) -> Traced:
    """Writes a project and gives its traced functions by dotted name."""
    return partial(traces_of, tmp_path)
