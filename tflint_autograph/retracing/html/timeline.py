"""The timeline of a run: a row for each function, a mark for each trace."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.report.html.text import tag, words
from tflint_autograph.retracing.report import Made, Traced

_WIDTH, _LEFT, _ROW, _TOP = 1000, 220, 20, 24
_ROWS = 30
"""Maximum number of functions that are shown, those with the most lost time."""

_TICKS = 5

_LONG = 2.0
"""Duration in seconds from which the axis shows seconds instead of milliseconds."""


def timeline(functions: Sequence[Traced], seconds: float) -> str:
    """Returns the timeline of a run of this duration in seconds, as SVG."""
    shown = functions[:_ROWS]
    span = max([seconds, *(made.trace.start + (made.trace.seconds or 0.0) for each in shown for made in each.made)])
    height = _TOP + _ROW * len(shown) + 6
    parts = [*_axis(span, height), *(mark for index, each in enumerate(shown) for mark in _row(each, index, span))]
    label = f"Traces of {len(shown)} functions over {span:.1f} seconds"
    return tag("svg", "".join(parts), viewBox=f"0 0 {_WIDTH} {height}", role="img", **{"aria-label": label})


def _axis(span: float, height: int) -> Iterator[str]:
    for index in range(_TICKS + 1):
        seconds = span * index / _TICKS
        x = f"{_at(seconds, span):.1f}"
        yield tag("line", "", cls="axis", x1=x, x2=x, y1=str(_TOP - 4), y2=str(height))
        anchor = "end" if index == _TICKS else "start"
        yield tag("text", f"{seconds:.1f} s" if span >= _LONG else f"{1000 * seconds:.0f} ms", x=x, y="14", **{"text-anchor": anchor})


def _row(each: Traced, index: int, span: float) -> Iterator[str]:
    y = _TOP + _ROW * index
    shown = each.name if len(each.name) <= 32 else f"{each.name[:31]}…"
    yield tag("text", words(shown), x="8", y=str(y + 13))
    marks = "".join(_mark(made, y, span) for made in each.made)
    yield tag("a", marks, href=f"#function-{index}")


def _mark(made: Made, y: int, span: float) -> str:
    seconds = made.trace.seconds if made.trace.seconds is not None else max(0.0, span - made.trace.start)
    x, end = _at(made.trace.start, span), _at(made.trace.start + seconds, span)
    title = tag("title", words(f"trace {made.index}: {made.reason.text if made.reason else 'first trace'} ({seconds:.3f} s)"))
    kind = "retrace" if made.reason is not None else "first"
    return tag("rect", title, cls=kind, x=f"{x:.1f}", y=str(y + 3), width=f"{max(2.0, end - x):.1f}", height=str(_ROW - 6), rx="1")


def _at(seconds: float, span: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - 10) * (seconds / span if span else 0.0)
