"""Fixtures of the tests that run the analysis over small projects, and what all tests take for granted."""

from __future__ import annotations

import gc
import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.programs import Traced, traces_of
from tests.runtime.warm import end_warm_python
from tests.scheduling import long_first

# Tests start Python hundreds of times, and without bytecode each of these processes compiles the whole package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The extra `jupyter` brings it, and jsonschema then imports it, which takes seconds, for a format that no test checks.
sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]

# A shell starts what it puts into the background with Ctrl-C ignored, and children inherit that: tests that interrupt
# a program would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more about the machine than about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A million objects of the tests stay, and the collector of garbage would look through those of the last tests every few milliseconds.
gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def traced(tmp_path: Path) -> Traced:
    """Writes a project and gives its traced functions by dotted name."""
    return partial(traces_of, tmp_path)


def pytest_configure(config: pytest.Config) -> None:
    """Keeps pytest-xdist from a new order: it would hand out last what has few tests, however long they take."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts long files first where several processes share them."""
    if hasattr(config, "workerinput"):
        items[:] = long_first(items)


def pytest_collection_finish() -> None:
    """Keeps the collector of garbage from what is collected, which stays to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Ends what tests have shared."""
    end_warm_python()
