"""`pytest --tflint-traces[=N]`: the traces of each test. Imports nothing of ours, and no TensorFlow, unless it is asked for."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tflint_autograph.retracing.session import Session

_OPTION = "--tflint-traces"
_PROPERTY = "tflint-traces"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option; without a number nothing fails."""
    group = parser.getgroup("tflint-autograph")
    group.addoption(
        _OPTION, nargs="?", const="", default=None, metavar="N", dest="tflint_traces",
        help="report the functions that TensorFlow retraces in a test; with N, fail tests in which one has more than N traces",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Listen to TensorFlow, which the tests import later."""
    wanted = config.getoption("tflint_traces", None)
    if wanted is None:
        return
    if wanted and not wanted.isdecimal():
        raise pytest.UsageError(f"{_OPTION} takes a number of traces, not `{wanted}`: write `{_OPTION}=N`, or put it behind the paths")
    config.pluginmanager.register(_Plugin(int(wanted) if wanted else None), "tflint-traces-recorder")


class _Plugin:
    """Counts while the tests run; `limit` are the traces a function may have in a test, None for any number."""

    def __init__(self, limit: int | None) -> None:
        from tflint_autograph.retracing.session import recorder

        recorder()
        self._limit = limit
        self._sessions: dict[str, Session] = {}
        self._told: dict[str, list[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """A session for each test, its fixtures included."""
        from tflint_autograph.retracing.session import Session

        self._sessions[item.nodeid] = Session()
        try:
            return (yield)
        finally:
            del self._sessions[item.nodeid]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Say what was retraced, and fail the test where that is too much."""
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
        """Take what a worker has said, too."""
        for name, value in report.user_properties:
            if name == _PROPERTY and report.when == "call":
                self._told[report.nodeid] = value  # type: ignore[assignment]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The functions that were retraced, by test."""
        if not self._told:
            return
        terminalreporter.section("traces")
        for test, lines in self._told.items():
            terminalreporter.write_line(test)
            for line in lines:
                terminalreporter.write_line(f"  {line}")


def _lines(session: Session, limit: int | None) -> tuple[list[str], list[str]]:
    """The functions that were retraced or have too many traces, and what there is to say of the latter."""
    from tflint_autograph.report.full.style import Style
    from tflint_autograph.report.summary import counted
    from tflint_autograph.retracing.bundles import bundled
    from tflint_autograph.retracing.text import function, headline, where

    found = session.report()
    many = [each for each in found.functions if limit is not None and each.traces > limit]
    shown = [each for each in bundled(found.functions) if each.groups or each in many]
    lines = [
        f"{each.name} ({where(each)}): {counted(each.traces, 'trace')}" + "".join(f", {headline(each, group)}" for group in each.groups)
        for each in shown
    ]
    style = Style(color=False, unicode=True)
    above = [
        f"{each.name} has {counted(each.traces, 'trace')}, more than {limit}\n" + "\n".join(function(each, found.seconds, style))
        for each in many
    ]
    return lines, above
