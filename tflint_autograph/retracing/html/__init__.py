"""The `html` format of the report: a self-contained page, or a part of a notebook's output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tflint_autograph.report.full.style import Style
from tflint_autograph.report.html.shell import name, prose, shell, tag, words
from tflint_autograph.report.summary import counted
from tflint_autograph.retracing.bundles import bundled
from tflint_autograph.retracing.places import place
from tflint_autograph.retracing.report import Group, Made, Report, Traced, displayed
from tflint_autograph.retracing.signature import leaves
from tflint_autograph.retracing.text import facts, headline, helps, lost, summary, where

_MANY = 200
"""Maximum number of traces of a function that are listed one by one."""


def page(report: Report) -> str:
    """Returns the whole page, to be written as UTF-8."""
    return shell("Traces", _asset("page.css"), _asset("page.js"), body(report))


def part(report: Report) -> str:
    """Returns the page's content with its style but without scripts, for the output of a cell."""
    # A notebook is not the linter's page: only the report itself may look different.
    style = _asset("page.css").replace(":root", ".tflint-traces").replace("\n* {", "\n.tflint-traces * {")
    return "\n".join((f"<style>{style}</style>", *body(report)))


def _asset(file: str) -> str:
    return Path(__file__).with_name(file).read_text(encoding="utf-8")


def body(report: Report) -> Iterator[str]:
    """Yields the content of the page."""
    yield '<div class="tflint-traces">'
    yield tag("h1", "Traces")
    if report.program:
        yield tag("p", tag("code", words(" ".join(report.program))))
    yield from (tag("p", prose(line), cls="soft") for line in summary(report, Style(color=False, unicode=True)))
    functions = bundled(report.functions)
    if functions:
        yield tag("h2", "Over the run")
        yield timeline(functions, report.seconds)
        yield tag("h2", "Functions")
        yield _table(functions, report.seconds)
        yield from (_function(each, index, report.seconds) for index, each in enumerate(functions))
    yield "</div>"


_HEADS = (("function", ""), ("where", ""), ("traces", "number"), ("calls", "number"), ("would remain", "number"), ("seconds", "number"), ("share", "number"))


def _table(functions: Sequence[Traced], seconds: float) -> str:
    head = "".join(tag("th", text, cls=cls) for text, cls in _HEADS)
    rows = "".join(tag("tr", "".join(_cells(each, index, seconds))) for index, each in enumerate(functions))
    return tag("table", f"{tag('thead', tag('tr', head))}{tag('tbody', rows)}")


def _cells(each: Traced, index: int, seconds: float) -> Iterator[str]:
    yield tag("td", tag("a", tag("code", name(each.name)), href=f"#function-{index}"))
    yield tag("td", name(where(each)), cls="place")
    share = f"{100 * each.seconds / seconds:.0f} %" if seconds else ""
    for text in (str(each.traces), str(each.calls), str(each.remaining), f"{each.seconds:.2f}", share):
        yield tag("td", text, cls="number")


def _function(each: Traced, index: int, seconds: float) -> str:
    """Returns the section of a function, open if it was retraced: its reasons, and all its traces."""
    title = f"{tag('h3', tag('code', name(each.name)))} {tag('span', words(where(each)), cls='place')}"
    parts = [tag("summary", title), tag("p", words(facts(each, seconds)), cls="soft")]
    parts += [_reason(each, group) for group in each.groups]
    parts.append(tag("details", f"{tag('summary', counted(len(each.made), 'trace'))}{_traces(each)}"))
    is_open = {"open": ""} if each.retraces else {}
    return tag("details", "".join(parts), id=f"function-{index}", **is_open)


def _reason(each: Traced, group: Group) -> str:
    first = group.made[0]
    parts = [tag("p", prose(headline(group) + lost(group))), tag("p", prose(group.reason.text), cls="soft"), _difference(each, first)]
    if group.finding is not None:
        found = group.finding
        parts.append(tag("p", f"{tag('code', found.code)} {name(place(found.at))}: {prose(found.message)}"))
    parts += [tag("p", prose(line), cls="help") for line in helps(each, group)]
    return tag("div", "".join(parts), cls="reason")


def _difference(each: Traced, made: Made) -> str:
    """Returns the signature of a trace compared with that of the trace it differs from, leaf by leaf."""
    before = next((other for other in each.made if made.reason and other.trace.number == made.reason.compared), None)
    if before is None:
        return ""
    old, new = ({leaf.path: leaf.text for leaf in leaves(one.trace.signature, one.function)} for one in (before, made))
    rows = []
    for path in dict.fromkeys((*old, *new)):
        changed = old.get(path) != new.get(path)
        value = _changed(old.get(path), new.get(path)) if changed else words(new[path])
        rows.append(f"{tag('code', words(path))}{tag('code', value)}")
    return tag("div", "".join(rows), cls="diff") if rows else ""


def _changed(old: str | None, new: str | None) -> str:
    parts = [tag("del", words(old), cls="del")] if old is not None else []
    parts += [tag("ins", words(new), cls="ins")] if new is not None else []
    return " ".join(parts)


def _traces(each: Traced) -> str:
    rows = "".join(tag("tr", "".join(_trace(made, each))) for made in each.made[:_MANY])
    left = len(each.made) - _MANY
    more = tag("p", f"{left} more", cls="soft") if left > 0 else ""
    head = "".join(tag("th", text) for text in ("", "at", "begins", "seconds", "AutoGraph", "XLA", "operations", "memory", "reason"))
    table = tag("table", f"{tag('tr', head)}{rows}")
    return f"{table}{more}"


def _trace(made: Made, each: Traced) -> Iterator[str]:
    trace = made.trace
    yield tag("td", str(made.index), cls="number")
    yield tag("td", name(place(trace.line)) if trace.line is not None else "", cls="place")
    yield tag("td", f"{trace.start:.2f} s", cls="number")
    ended = "not finished" if trace.seconds is None else f"{trace.seconds:.3f}"
    yield tag("td", f"{ended}{f', failed: {words(trace.error)}' if trace.error else ''}", cls="number")
    memory = f"{trace.memory / (1 << 20):+.1f} MB" if trace.memory is not None else ""
    for text in (_seconds(trace.converting), _seconds(trace.xla), str(trace.operations or ""), memory):
        yield tag("td", text, cls="number")
    why = made.reason.text if made.reason is not None else "first trace"
    yield tag("td", prose(f"`{displayed(made.function)}`: {why}" if each.library else why))


def _seconds(value: float | None) -> str:
    return f"{value:.3f}" if value else ""


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
