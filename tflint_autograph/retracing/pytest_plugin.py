"""`pytest --tflint-traces[=N]`: the traces of each test. Imports neither this package nor TensorFlow unless the option is used."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tflint_autograph.retracing.session import Session

_OPTION = "--tflint-traces"
_PROPERTY = "tflint-traces"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option; without a number nothing fails."""
    group = parser.getgroup("tflint-autograph")
    group.addoption(
        _OPTION, nargs="?", const="", default=None, metavar="N", dest="tflint_traces",
        help="report the functions that TensorFlow retraces in a test; with N, fail tests in which one has more than N traces",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Starts recording, before tests import TensorFlow."""
    wanted = config.getoption("tflint_traces", None)
    if wanted is None:
        return
    if wanted and not wanted.isdecimal():
        raise pytest.UsageError(f"{_OPTION} takes a number of traces, not `{wanted}`: write `{_OPTION}=N`, or put it behind the paths")
    config.pluginmanager.register(_Plugin(int(wanted) if wanted else None), "tflint-traces-recorder")


class _Plugin:
    """Counts traces during tests. `limit` is the maximum per function and test, None for no limit."""

    def __init__(self, limit: int | None) -> None:
        from tflint_autograph.retracing.session import recorder

        recorder()
        self._limit = limit
        self._sessions: dict[str, Session] = {}
        self._told: dict[str, list[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Runs each test, fixtures included, in a session."""
        from tflint_autograph.retracing.session import Session

        self._sessions[item.nodeid] = Session()
        try:
            return (yield)
        finally:
            del self._sessions[item.nodeid]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Reports what was retraced, and fails the test above the limit."""
        made = yield
        session = self._sessions.get(item.nodeid)
        if made.when != "call" or session is None:
            return made
        lines, above = _lines(session, self._limit)
        if lines:
            made.user_properties.append((_PROPERTY, lines))
        if above and made.passed:
            made.outcome = "failed"
            made.longrepr = "\n".join(above)
        return made

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes over what a worker process reported."""
        for name, value in report.user_properties:
            if name == _PROPERTY and report.when == "call":
                self._told[report.nodeid] = value  # type: ignore[assignment]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Writes the functions that were retraced, by test."""
        if not self._told:
            return
        terminalreporter.section("traces")
        for test, lines in self._told.items():
            terminalreporter.write_line(test)
            for line in lines:
                terminalreporter.write_line(f"  {line}")


def _lines(session: Session, limit: int | None) -> tuple[list[str], list[str]]:
    """Returns lines for the functions that were retraced, and messages for those above the limit."""
    from tflint_autograph.report.full.style import Style
    from tflint_autograph.report.summary import counted
    from tflint_autograph.retracing.bundles import bundled
    from tflint_autograph.retracing.text import function, headline, where

    found = session.report()
    many = [each for each in found.functions if limit is not None and each.traces > limit]
    shown = [each for each in bundled(found.functions) if each.groups or each in many]
    lines = [
        f"{each.name} ({where(each)}): {counted(each.traces, 'trace')}" + "".join(f", {headline(group)}" for group in each.groups)
        for each in shown
    ]
    style = Style(color=False, unicode=True)
    above = [
        f"{each.name} has {counted(each.traces, 'trace')}, more than {limit}\n" + "\n".join(function(each, found.seconds, style))
        for each in many
    ]
    return lines, above
