"""Runs selected tests of the project in this process with pytest, in the selected order. Records nothing."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

from tflint_autograph.confirm.found_programs import ProjectTest
from tflint_autograph.confirm.probe.limits.clock import Enough, alarm

_SHARE = 0.25
"""The fraction of the remaining time that one test may take."""

_OPTIONS = ("-s", "-q", "--no-header", "--continue-on-collection-errors", "-p", "no:cacheprovider", "-p", "no:timeout", "-p", "no:randomly", "-p", "no:unraisableexception", "--assert=plain", "-o", "addopts=", "-p", "no:tflint-traces")
"""Options with which pytest runs in this process, writes no files of its own, keeps the order, and spends no time on its own reports."""


class TestWatcher(Protocol):
    """Selects tests while they run, and is notified after each."""

    def collected(self) -> None:
        """Called once the tests are collected, before the first of them."""

    def recording(self) -> AbstractContextManager[None]:
        """Returns a context manager in which a test or its fixtures run."""

    def left(self) -> float:
        """Returns the remaining seconds."""

    def wants(self, watches: Sequence[str]) -> bool:
        """Whether a test that may reach these statements is worth its time."""

    def left_out(self, tests: Sequence[ProjectTest]) -> None:
        """Called with the tests still to run: before each test, and after all, when they are those for which there was no time."""

    def tested(self, test: str, watches: Sequence[str]) -> None:
        """Called after a test that may reach these statements, before its fixtures are torn down."""


class Uncollected(Exception):
    """Raised when pytest cannot collect the tests; the message says why."""


def run_tests(
    tests: Sequence[ProjectTest], options: Sequence[str], watcher: TestWatcher, importing: Callable[[Callable[[], Any]], Any] | None = None
) -> list[str]:
    """Runs tests with pytest, with additional options, and returns the files it cannot collect.

    `importing` imports a file with tests, or a `conftest.py`, by calling its argument, where pytest alone may be unable to. Raises ImportError without pytest, and Uncollected if it collects none of the tests, and not all of the files.
    """
    pytest: Any = importlib.import_module("pytest")
    os.environ.pop("PYTEST_ADDOPTS", None)
    plugin = _Chosen(tests, watcher, importing)
    for name, how in _HOOKS.items():
        pytest.hookimpl(**how)(getattr(_Chosen, name))
    streams = sys.stdout, sys.stderr
    with _conftests(importing):
        code = pytest.main([*_OPTIONS, *options, *dict.fromkeys(each.file for each in tests)], plugins=[plugin])
    sys.stdout, sys.stderr = streams
    lost = [each for each in dict.fromkeys(test.file for test in tests) if each not in plugin.files]
    # What was asked for may be no tests but what they call
    if not plugin.collected and lost:
        raise Uncollected(plugin.failure or f"pytest ends with exit code {int(code)}")
    return lost


_HOOKS: dict[str, dict[str, bool]] = {
    "pytest_collectstart": {},
    "pytest_collectreport": {},
    "pytest_collection_modifyitems": {"trylast": True},
    "pytest_runtest_setup": {"tryfirst": True, "hookwrapper": True},
    "pytest_runtest_call": {"tryfirst": True, "hookwrapper": True},
}


class _Chosen:
    """A pytest plugin that selects the tests. The first parameters of all tests run before the second ones."""

    def __init__(self, tests: Sequence[ProjectTest], watcher: TestWatcher, importing: Callable[[Callable[[], Any]], Any] | None) -> None:
        self.collected = 0
        self.files: set[str] = set()
        self.failure = ""
        self._tests = tests
        self._watcher = watcher
        self._importing = importing
        self._ranks: dict[str, int] = {}
        self._waiting: dict[int, ProjectTest] = {}

    def pytest_collectstart(self, collector: Any) -> None:
        """Imports a file with tests before pytest does, which keeps the module."""
        pytest: Any = importlib.import_module("pytest")
        if self._importing is not None and isinstance(collector, pytest.Module):
            # What cannot be imported in this way either, pytest reports, and what a file skips, it skips
            with suppress(Exception, pytest.skip.Exception):
                self._importing(lambda: _module(collector))

    def pytest_collectreport(self, report: Any) -> None:
        """Records why a file cannot be imported."""
        if report.failed:
            told = [line[1:].strip() for line in str(report.longrepr).splitlines() if line.startswith("E ")]
            self.failure = self.failure or " ".join(told[-1:])[:160]

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keeps the selected tests, in their order."""
        rounds: dict[str, int] = {}
        chosen = []
        self.files = {str(item.fspath) for item in items}
        for item in items:
            function, names = _written(item)
            rank = next((index for index, each in enumerate(self._tests) if each.file == str(item.fspath) and is_asked_for(each, names)), None)
            if rank is not None:
                number = rounds[function] = rounds.get(function, -1) + 1
                chosen.append((number, rank, item))
                self._ranks[item.nodeid] = rank
                self._waiting[rank] = self._tests[rank]
        chosen.sort(key=lambda each: each[:2])
        items[:] = [item for _, _, item in chosen]
        self.collected = len(items)
        self._watcher.collected()

    def pytest_runtest_setup(self, item: Any) -> Iterator[None]:
        """Skips a test that would show nothing new, and limits the time of its fixtures."""
        rank = self._ranks[item.nodeid]
        if rank in self._waiting and self._watcher.left() > 0:
            del self._waiting[rank]
            self._watcher.left_out([*self._waiting.values()])
        if not self._watcher.wants(self._tests[rank].watches):
            importlib.import_module("pytest").skip("shows nothing new")
        with self._bounded():
            outcome: Any = yield
        _take(outcome)

    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        """Limits the time of a test, and reports its end before its fixtures are torn down."""
        with self._bounded():
            outcome: Any = yield
        _take(outcome)
        captures: Any = item.config.pluginmanager.getplugin("capturemanager")
        captures.suspend_fixture()
        try:
            self._watcher.tested(item.nodeid, self._tests[self._ranks[item.nodeid]].watches)
        finally:
            captures.resume_fixture()

    @contextmanager
    def _bounded(self) -> Iterator[None]:
        with self._watcher.recording(), alarm(max(self._watcher.left() * _SHARE, 1.0), "the test took too long"):
            yield


def _take(outcome: Any) -> None:
    """Ignores the exception of our own alarm, which pytest would treat as an interruption by the user."""
    if outcome.excinfo is not None and issubclass(outcome.excinfo[0], Enough):
        outcome.force_result(None)


def _module(collector: Any) -> Any:
    """Returns the module with the tests."""
    return _imported(lambda: collector.obj, collector.path)


def _imported(load: Callable[[], Any], path: Any) -> Any:
    """Returns the module of a file. Raises what its import raises, which pytest puts into an exception of its own."""
    try:
        return load()
    except Exception as error:
        # With `importlib` pytest keeps a module whose import failed, and would take it for the whole one
        for name in [name for name, each in [*sys.modules.items()] if getattr(each, "__file__", None) == str(path)]:
            del sys.modules[name]
        if isinstance(error.__cause__, Exception):
            raise error.__cause__ from None
        raise


@contextmanager
def _conftests(importing: Callable[[Callable[[], Any]], Any] | None) -> Iterator[None]:
    """Context manager in which pytest imports each `conftest.py` with `importing`, if there is one."""
    manager: Any = importlib.import_module("_pytest.config").PytestPluginManager
    load = manager._importconftest

    def imported(plugins: Any, path: Any, *args: Any, **kwargs: Any) -> Any:
        # A second import finds the module; what cannot be imported in this way either, pytest reports
        with suppress(Exception):
            importing(lambda: _imported(lambda: load(plugins, path, *args, **kwargs), path))  # type: ignore[misc]
        return load(plugins, path, *args, **kwargs)

    if importing is not None:
        manager._importconftest = imported
    try:
        yield
    finally:
        manager._importconftest = load


def _written(item: Any) -> tuple[str, tuple[str, ...]]:
    """Returns the place of a test's function, and the qualified names that it may have in its file."""
    function = getattr(item, "function", None) or getattr(item, "obj", None)
    plain = inspect.unwrap(function) if function is not None else None
    code = getattr(plain, "__code__", None)
    owner = getattr(item, "cls", None)
    written = getattr(item, "originalname", None) or item.name
    names = [getattr(plain, "__qualname__", written)]
    names += [f"{each.__qualname__}.{written}" for each in getattr(owner, "__mro__", ())] or [written]
    return f"{getattr(code, 'co_filename', '')}:{getattr(code, 'co_firstlineno', item.nodeid)}", tuple(names)


def is_asked_for(test: ProjectTest, names: Sequence[str]) -> bool:
    """Whether a collected test was asked for. Test runners derive several functions from one, with longer names."""
    return any(name == test.name or (name.startswith(test.name) and not name[len(test.name)].isalpha()) for name in names)
