"""Tests of the project, run by pytest in this process: those that are chosen, in their order. Records nothing."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.probe.limits.alarm import Enough, alarm

_SHARE = 0.25
"""The fraction of the remaining time for one test."""

_OPTIONS = ("-s", "-q", "--no-header", "--continue-on-collection-errors", "-p", "no:cacheprovider", "-p", "no:timeout", "-p", "no:randomly", "-o", "addopts=", "-p", "no:tflint-traces")
"""Options that let pytest run in this process, write nothing beside what the tests write, and keep the order."""


class TestWatcher(Protocol):
    """Who wants tests, and looks at what each has done."""

    def left(self) -> float:
        """The seconds that are left."""

    def wants(self, watches: Sequence[str]) -> bool:
        """Whether a test that may come to these statements is worth its time."""

    def tested(self, test: str, watches: Sequence[str]) -> None:
        """A test is over that may have come to these statements; its fixtures still stand."""


class Uncollected(Exception):
    """pytest cannot collect the tests; the message says why."""


def run_tests(tests: Sequence[ProjectTest], options: Sequence[str], watcher: TestWatcher) -> list[str]:
    """Runs tests under pytest, with further options, and returns the files that it cannot collect.

    Raises ImportError if there is no pytest, and Uncollected if it collects nothing.
    """
    pytest: Any = importlib.import_module("pytest")
    os.environ.pop("PYTEST_ADDOPTS", None)
    plugin = _Chosen(tests, watcher)
    for name, how in _HOOKS.items():
        pytest.hookimpl(**how)(getattr(_Chosen, name))
    streams = sys.stdout, sys.stderr
    code = pytest.main([*_OPTIONS, *options, *dict.fromkeys(each.file for each in tests)], plugins=[plugin])
    sys.stdout, sys.stderr = streams
    if not plugin.collected:
        raise Uncollected(plugin.failure or f"pytest ends with exit code {int(code)}")
    return [each for each in dict.fromkeys(test.file for test in tests) if each not in plugin.files]


_HOOKS: dict[str, dict[str, bool]] = {
    "pytest_collectreport": {},
    "pytest_collection_modifyitems": {"trylast": True},
    "pytest_runtest_setup": {"tryfirst": True, "hookwrapper": True},
    "pytest_runtest_call": {"tryfirst": True, "hookwrapper": True},
}


class _Chosen:
    """A plugin of pytest; the first parameters of all tests come before the second ones."""

    def __init__(self, tests: Sequence[ProjectTest], watcher: TestWatcher) -> None:
        self.collected = 0
        self.files: set[str] = set()
        self.failure = ""
        self._tests = tests
        self._watcher = watcher
        self._watches: dict[str, tuple[str, ...]] = {}

    def pytest_collectreport(self, report: Any) -> None:
        """Keep why a file cannot be imported."""
        if report.failed:
            told = [line[1:].strip() for line in str(report.longrepr).splitlines() if line.startswith("E ")]
            self.failure = self.failure or " ".join(told[-1:])[:160]

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the tests that are wanted, in their order."""
        rounds: dict[str, int] = {}
        chosen = []
        self.files = {str(item.fspath) for item in items}
        for item in items:
            function, names = _written(item)
            rank = next((index for index, each in enumerate(self._tests) if each.file == str(item.fspath) and _is_of(each, names)), None)
            if rank is not None:
                number = rounds[function] = rounds.get(function, -1) + 1
                chosen.append((number, rank, item))
                self._watches[item.nodeid] = self._tests[rank].watches
        chosen.sort(key=lambda each: each[:2])
        items[:] = [item for _, _, item in chosen]
        self.collected = len(items)

    def pytest_runtest_setup(self, item: Any) -> Iterator[None]:
        """Skip a test that would show nothing new, and bound the time of its fixtures."""
        if not self._watcher.wants(self._watches[item.nodeid]):
            importlib.import_module("pytest").skip("shows nothing new")
        with self._bounded():
            outcome: Any = yield
        _take(outcome)

    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        """Bound the time of a test, and look at it before its fixtures are gone."""
        with self._bounded():
            outcome: Any = yield
        _take(outcome)
        captures: Any = item.config.pluginmanager.getplugin("capturemanager")
        captures.suspend_fixture()
        try:
            self._watcher.tested(item.nodeid, self._watches[item.nodeid])
        finally:
            captures.resume_fixture()

    @contextmanager
    def _bounded(self) -> Iterator[None]:
        with alarm(max(self._watcher.left() * _SHARE, 1.0), "the test took too long"):
            yield


def _take(outcome: Any) -> None:
    """Let pytest go on after our own alarm, which it takes for a user's interruption."""
    if outcome.excinfo is not None and issubclass(outcome.excinfo[0], Enough):
        outcome.force_result(None)


def _written(item: Any) -> tuple[str, tuple[str, ...]]:
    """The function of a test by its place, and the qualified names under which its file may have it."""
    function = getattr(item, "function", None) or getattr(item, "obj", None)
    plain = inspect.unwrap(function) if function is not None else None
    code = getattr(plain, "__code__", None)
    owner = getattr(item, "cls", None)
    written = getattr(item, "originalname", None) or item.name
    names = [getattr(plain, "__qualname__", written)]
    names += [f"{each.__qualname__}.{written}" for each in getattr(owner, "__mro__", ())] or [written]
    return f"{getattr(code, 'co_filename', '')}:{getattr(code, 'co_firstlineno', item.nodeid)}", tuple(names)


def _is_of(test: ProjectTest, names: Sequence[str]) -> bool:
    """Whether a collected test is one that was asked for; runners make several functions of one, with longer names."""
    return any(name == test.name or name.startswith((f"{test.name}.", f"{test.name}_", f"{test.name}0")) for name in names)
