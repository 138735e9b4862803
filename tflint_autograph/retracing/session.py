"""Records the traces of a part of this process, for notebooks and tests."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tflint_autograph.retracing.recorder.recorder import Recorder
from tflint_autograph.retracing.recorder.sink import ListSink
from tflint_autograph.retracing.recorder.start import start
from tflint_autograph.retracing.records import recording
from tflint_autograph.retracing.report import Report, report
from tflint_autograph.retracing.versions import notes

if TYPE_CHECKING:
    from typing_extensions import Self

_started: list[tuple[Recorder, ListSink]] = []


def recorder() -> tuple[Recorder, ListSink]:
    """Returns the recorder of this process. It runs from its first use on, since earlier traces explain later ones."""
    if not _started:
        sink = ListSink()
        _started.append((start(sink), sink))
    return _started[0]


class Session:
    """What TensorFlow traces in this process from the start of the session until it is stopped, or until now."""

    def __init__(self) -> None:
        self._recorder, self._sink = recorder()
        self._first = len(self._sink.records)
        self._calls = self._recorder.counts.tolist()
        self._begun = time.monotonic()
        self._stopped: tuple[int, list[int], float] | None = None

    def stop(self) -> None:
        """Ends the session; later traces do not belong to it."""
        self._stopped = self._now()

    def _now(self) -> tuple[int, list[int], float]:
        calls = [now - before for now, before in zip(self._recorder.counts.tolist(), self._calls, strict=True)]
        return len(self._sink.records), calls, time.monotonic() - self._begun

    def report(self) -> Report:
        """Returns the report of the traces with their reasons."""
        last, calls, seconds = self._stopped or self._now()
        found = recording(self._sink.records[:last], calls, first=self._first, started=self._begun)
        return report(found, seconds, ended="in this process", notes=tuple(notes(found)))


class Traces:
    """The traces of a `with` block: displayed as a page by a notebook, as text by `print`."""

    def __init__(self) -> None:
        self._session: Session | None = None

    def __enter__(self) -> Self:
        self._session = Session()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        if self._session is not None:
            self._session.stop()

    @property
    def report(self) -> Report:
        """Returns the report as data. Raises RuntimeError before the block is entered."""
        if self._session is None:
            raise RuntimeError("write `with tflint_autograph.traces() as report:` and trace something in the block")
        return self._session.report()

    def __str__(self) -> str:
        from tflint_autograph.report.full.style import Style
        from tflint_autograph.retracing.text import render

        return render(self.report, Style(color=False, unicode=True))

    def __repr__(self) -> str:
        return str(self) if self._session is not None else "Traces()"

    def _repr_html_(self) -> str:
        from tflint_autograph.retracing.html import part

        return part(self.report)

    def document(self) -> dict[str, Any]:
        """Returns the report in the `json` format."""
        from tflint_autograph.retracing.document import document

        return document(self.report)


def traces() -> Traces:
    """Records what TensorFlow traces in a `with` block, and why: `with tflint_autograph.traces() as report:`."""
    return Traces()
