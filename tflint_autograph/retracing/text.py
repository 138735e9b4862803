"""The text report: each function with the reasons of its traces and what to change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.report.full.style import Ink, Style
from tflint_autograph.report.summary import counted
from tflint_autograph.retracing.bundles import bundled
from tflint_autograph.retracing.places import path, place
from tflint_autograph.retracing.records import Line
from tflint_autograph.retracing.report import Group, Made, Report, Traced

_FEW = 4
"""Maximum number of argument values shown, and of functions traced once."""

_COUNTS = 0.01
"""Minimum number of seconds worth mentioning."""


def render(report: Report, style: Style) -> str:
    """Returns the report as text."""
    functions = bundled(report.functions)
    lines = [line for each in functions if _is_told(each) for line in (*function(each, report.seconds, style), "")]
    return "\n".join([*lines, *_once(functions, report.seconds, style), *summary(report, style), ""])


def _is_told(each: Traced) -> bool:
    """Whether a function was retraced for its own reason, not because of the one that creates it."""
    return any(group.reason.kind != "outer" for group in each.groups)


def function(each: Traced, seconds: float, style: Style) -> Iterator[str]:
    """Yields the lines for a function that was retraced."""
    yield f"{style.paint(style.words(each.name), Ink.TITLE)}  {style.paint(style.words(where(each)), Ink.PLACE)}"
    yield style.words(f"  {facts(each, seconds)}")
    for group in each.groups:
        yield from _group(each, group, style)
    yield from _failed(each, seconds, style)
    if len(each.groups) > 1 and each.remaining < each.traces:
        yield style.words(f"  with all of it, {counted(each.remaining, 'trace')} would remain")


def where(each: Traced) -> str:
    """Returns the place of a function; for a library function the user's line that led to it."""
    if each.under is not None:
        return f"under {place(each.under)}"
    return place(Line(each.file, each.line)) if each.is_own else path(each.file)


def facts(each: Traced, seconds: float) -> str:
    """Returns traces and calls, time and size of a function on one line."""
    share = f" ({100 * each.seconds / seconds:.0f} % of the run)" if seconds else ""
    parts = [f"{counted(each.traces, 'trace')} in {counted(each.calls, 'call')}", f"{each.seconds:.2f} s of tracing{share}"]
    converting = sum(made.trace.converting for made in each.made)
    xla = sum(made.trace.xla or 0.0 for made in each.made)
    if converting >= _COUNTS:
        parts.append(f"{converting:.2f} s in AutoGraph")
    if xla:
        parts.append(f"{xla:.2f} s in XLA, first runs included")
    sizes = [made.trace.operations for made in each.made if made.trace.operations is not None]
    if sizes:
        low, high = min(sizes), max(sizes)
        parts.append(f"{low if low == high else f'{low} to {high}'} operations")
    memory = sum(max(0, made.trace.memory or 0) for made in each.made)
    if memory >= 1 << 20:
        parts.append(f"{memory / (1 << 20):.0f} MB more memory")
    return " · ".join(parts)


def headline(group: Group) -> str:
    """Returns `retraced 37 times because of `epoch` (0, 1, 2, ...) at train.py:88`."""
    times = "once" if len(group.made) == 1 else f"{len(group.made)} times"
    at = f" at {place(group.line)}" if group.line is not None else ""
    return f"retraced {times} because {cause(group)}{at}"


def lost(group: Group) -> str:
    """Returns the time the traces of a group took, after the headline; empty if too short."""
    return f", {group.seconds:.2f} s" if group.seconds >= _COUNTS else ""


def cause(group: Group) -> str:
    """Returns the cause of a group's traces, after `because`."""
    reason = group.reason
    if reason.kind in _CAUSES:
        return _CAUSES[reason.kind].format(type=reason.after)
    shown = ", ".join(group.values[:_FEW]) + (", ..." if len(group.values) > _FEW else "")
    arguments = ", ".join(f"`{each}`" for each in reason.paths[:3]) + (", ..." if len(reason.paths) > 3 else "")
    return f"of {arguments} ({shown})" if shown else f"of {arguments}"


_CAUSES = {
    "new-function": "a new `tf.function` object of the same source was created",
    "outer": "the function that creates it was retraced",
    "another-function": "another `tf.function` object of the same source was created",
    "recursion": "it calls itself while it is traced",
    "new-instance": "each `{type}` object has its own",
    "variables": "the first call created variables",
    "failed": "the trace before it failed",
    "captures": "of what it captures",
    "context": "it was called in a different context",
    "unknown": "no recorded property differs",
}


def _group(each: Traced, group: Group, style: Style) -> Iterator[str]:
    yield style.words(f"  = {headline(group)}{lost(group)}")
    first = group.made[0]
    against = next((made.index for made in each.made if made.trace.number == group.reason.compared), 0)
    other = f"trace {against}" if against else "an earlier one"
    yield style.words(f"    trace {first.index} against {other}: {group.reason.text}")
    for made in group.made[:1]:
        yield from _way(made, style)
    if group.finding is not None:
        found = group.finding
        yield style.words(f"    {found.code} at {place(found.at)}: {found.message}")
    yield from (f"    {style.paint('help', Ink.HELP)}: {style.words(line)}" for line in helps(each, group))


_SPECIFIC = ("shape", "smaller-batch", "dtype")
"""Kinds whose remedy is more specific than a finding: it has seen the calls."""


def helps(each: Traced, group: Group) -> Sequence[str]:
    """Returns what to change, with what remains: the finding's help, or the remedy if more specific; and the finding's fix."""
    found = group.finding
    says_more = len(group.reason.paths) > 1 or group.reason.kind in _SPECIFIC
    advice = found.help if found is not None and not says_more else ""
    told = [text for text in (advice or group.remedy.text, found.fix if found is not None else "") if text]
    if told and group.remedy.changes and group.remaining < each.traces:
        told[-1] += f"; {counted(group.remaining, 'trace')} would remain"
    return told


def _way(made: Made, style: Style) -> Iterator[str]:
    """Yields the user's lines that led to the call, if the line alone does not say it."""
    if len(made.trace.stack) > 1:
        shown = [place(line) for line in made.trace.stack[:_FEW]]
        yield style.paint(style.words(f"    called from {' < '.join(shown)}"), Ink.PLACE)


def _failed(each: Traced, seconds: float, style: Style) -> Iterator[str]:
    errors = [made.trace.error for made in each.made if made.trace.error]
    if errors:
        yield style.words(f"  {counted(len(errors), 'trace')} failed: {', '.join(dict.fromkeys(errors))}")
    for made in each.made:
        if made.trace.seconds is None:
            since = f" after {seconds - made.trace.start:.1f} s" if made.trace.own_seconds else ""
            at = f", called from {place(made.trace.line)}" if made.trace.line is not None else ""
            yield style.words(f"  trace {made.index} was still going on{since} when the program ended{at}")


def _once(functions: Sequence[Traced], seconds: float, style: Style) -> Iterator[str]:
    """Yields the functions without a reason of their own, mostly traced once; the slowest by name."""
    once = [each for each in functions if not _is_told(each)]
    for each in once[:_FEW]:
        yield style.words(f"{each.name}  {where(each)}: {facts(each, seconds)}")
        yield from _failed(each, seconds, style)
    if len(once) > _FEW:
        rest = sum(each.seconds for each in once[_FEW:])
        yield style.words(f"{len(once) - _FEW} more without a reason of their own, {rest:.2f} s")
    if once:
        yield ""


def summary(report: Report, style: Style) -> Iterator[str]:
    """Yields what could not be determined, and the totals of the run."""
    yield from (style.words(f"note: {note}") for note in report.notes)
    retraces = sum(each.retraces for each in report.functions)
    share = f" ({100 * report.tracing / report.seconds:.0f} %)" if report.seconds else ""
    words = f"{counted(report.traces, 'trace')} of {counted(len(report.functions), 'function')}, {counted(retraces, 'retrace')}"
    version = f" · TensorFlow {report.tensorflow}" if report.tensorflow else ""
    yield style.words(f"{words} · {report.tracing:.2f} s of tracing in a run of {report.seconds:.2f} s{share}{version} · {report.ended}")


def above(report: Report, limit: int) -> Sequence[Traced]:
    """Returns the functions with more traces than the limit."""
    return [each for each in report.functions if each.traces > limit]
