"""The last lines of a run: what was found, what was left out, or which of four situations led to no findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from tflint_autograph.config.options import EXCLUDED
from tflint_autograph.model.finding import CONFIRMED, NOT_RUN, REFUTED, Finding
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.report import Report, Silence, is_hardly_traced
from tflint_autograph.report import order
from tflint_autograph.report.place import ascii_only, one_line, place

MANY = 20
"""Number of findings from which the summary says that most come from one rule or file."""

GROUPS = 5
"""Maximum number of lines about findings that are not counted."""

PLACES = 6
"""Maximum number of places in such a line."""


def summary(report: Report, *, unicode: bool = True) -> tuple[str, ...]:
    """Returns the summary's lines, in ASCII unless `unicode`. Without timing, so that equal runs give equal bytes."""
    lines = _of_findings(report) if report.findings else _of_silence(report)
    return tuple(line if unicode else ascii_only(line) for line in lines)


def _of_findings(report: Report) -> Iterator[str]:
    hit = len({finding.span.path for finding in report.findings})
    files = counted(report.stats.files, "file")
    traced = counted(report.stats.traced, "traced function")
    found = counted(len(report.findings), "finding")
    yield f"{found} ({', '.join(_severities(report))}) in {hit} of {files} · {traced}"
    yield from _verdicts(report)
    yield from _unresolved(report)
    yield from _left_out(report, suppressed=len(report.suppressed))
    yield from _beyond_baseline(report)
    yield from _fixable(report)
    yield from _mostly(report)
    yield f"Learn more: tflint-autograph explain {order.findings(report)[0].code}"


def _mostly(report: Report) -> Iterator[str]:
    """Yields where most of many findings come from one rule or file, and how to leave it out."""
    total = len(report.findings)
    rules = Counter(finding.code for finding in report.findings)
    files = Counter(finding.span.path for finding in report.findings)
    (code, by_rule), (path, in_file) = rules.most_common(1)[0], files.most_common(1)[0]
    if total < MANY or max(by_rule, in_file) * 2 <= total:
        return
    if by_rule >= in_file or report.stats.files == 1:
        yield f"{by_rule} of {total} findings are {code}: `--ignore {code}` leaves it out"
    else:
        yield f"{in_file} of {total} findings are in {one_line(path)}: `--extend-exclude {one_line(path)}` leaves it out"


def _verdicts(report: Report) -> Iterator[str]:
    counts = Counter(finding.evidence.verdict for finding in report.findings if finding.evidence)
    parts = [f"{counts[word]} {word.replace('-', ' ')}" for word in (CONFIRMED, REFUTED, NOT_RUN) if counts[word]]
    if report.differences:
        parts.append(f"{len(report.differences)} also differ")
    if parts:
        yield f"Run: {' · '.join(parts)}"


def _fixable(report: Report) -> Iterator[str]:
    fixes = Counter(finding.fix.safety for finding in report.findings if finding.fix)
    safe, unsafe = fixes[Safety.SAFE], fixes[Safety.UNSAFE]
    if safe:
        yield f"{safe} fixable with --fix" + (f" · {unsafe} more with --fix --unsafe-fixes" if unsafe else "")
    elif unsafe:
        yield f"{unsafe} fixable with --fix --unsafe-fixes"


def _severities(report: Report) -> Iterator[str]:
    counts = Counter(finding.severity for finding in report.findings)
    for severity in sorted(counts, reverse=True):
        # "info" has no plural.
        yield f"{counts[severity]} info" if severity is Severity.INFO else counted(counts[severity], severity.value)


def _of_silence(report: Report) -> Iterator[str]:
    if report.silence is Silence.CLEAN:
        yield _clean(report)
        yield from _unresolved(report)
        yield from _left_out(report, suppressed=0)
        yield from _beyond_baseline(report)
        if not (report.hidden or report.unchanged or _known(report)):
            yield "Learn more: `tflint-autograph why FILE` says which functions of a file are traced, and why"
        return
    yield _nothing(report)
    yield from _unresolved(report)
    yield from _left_out(report, suppressed=len(report.suppressed))
    yield from _beyond_baseline(report)


def _clean(report: Report) -> str:
    traced = counted(report.stats.traced, "traced function")
    files = counted(report.stats.files, "file")
    are = "is" if report.stats.traced == 1 else "are"
    level = " at this level" if report.hidden else ""
    suppressed = f" ({len(report.suppressed)} suppressed)" if report.suppressed else ""
    if report.unchanged or _known(report):
        return f"No new findings. {traced} in {files}{suppressed}."
    if report.problems:
        # What was not checked may be anything but clean.
        return f"No findings in what could be checked: {traced} in {files}{level}{suppressed}."
    return f"No findings. {traced} in {files} {are} clean{level}{suppressed}."


def _nothing(report: Report) -> str:
    files = counted(report.stats.files, "file")
    if report.silence is Silence.NO_FILES:
        # `.git` and `__pycache__` are expected to be skipped: only the user's patterns may surprise.
        own = [pattern for pattern in report.excluded if pattern not in EXCLUDED]
        excluded = f" (exclude: {one_line(', '.join(own))})" if own else ""
        # A lone "." would read as a part of the full stop.
        paths = ", ".join("the current directory" if path == "." else one_line(path) for path in report.paths)
        return f"No Python files found under {paths}{excluded}."
    if report.silence is Silence.NO_TENSORFLOW:
        return f"No file imports tensorflow or keras ({files} read)."
    if report.problems:
        return f"No traced function was found in what could be checked of {files}."
    return (
        f"No function is traced in {files}: nothing reaches tf.function, Model.fit, Dataset.map …   "
        "`tflint-autograph why FILE:LINE` prints the reason."
    )


def _unresolved(report: Report) -> Iterator[str]:
    """Yields the likely reason why so little is traced, so that the settings can be corrected."""
    stats = report.stats
    if stats.unresolved and is_hardly_traced(stats.traced, stats.functions):
        so_few = f"Only {stats.traced} of {counted(stats.functions, 'function')} traced. " if stats.traced else ""
        yield f"{so_few}First not followed: {one_line(stats.unresolved)}"


def _left_out(report: Report, *, suppressed: int) -> Iterator[str]:
    parts = []
    if report.hidden:
        parts.append(f"{report.hidden} below --min-severity or --min-confidence (--pedantic shows them)")
    if report.refuted:
        parts.append(f"{len(report.refuted)} refuted by `confirm`")
    if suppressed:
        parts.append(f"{suppressed} suppressed")
    if _known(report):
        parts.append(f"{_known(report)} in the baseline")
    if report.unchanged:
        parts.append(f"{report.unchanged} on unchanged lines (--changed)")
    if parts:
        yield f"Not shown: {' · '.join(parts)}"
    yield from _not_counted(report)
    if report.problems:
        yield f"{counted(len(report.problems), 'problem')}: not everything could be checked"


def _not_counted(report: Report) -> Iterator[str]:
    """Yields findings that were left out, one line for each rule and reason."""
    groups: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in (*report.refuted, *report.uncounted):
        groups[finding.code, _excuse(finding)].append(finding)
    if groups:
        yield "Not counted as findings, with the reason:"
    named = [*groups.items()][:GROUPS]
    for (_, reason), group in named:
        yield f"  {_at_places(group)} ({reason})"
    left = report.hidden + len(report.refuted) - sum(len(group) for _, group in named)
    if groups and left:
        yield f"  and {left} more"


def _at_places(group: list[Finding]) -> str:
    """Returns the text of one finding, or the rule of several with their first places."""
    first, ordered = group[0], sorted(group, key=Finding.sort_key)
    if len(group) == 1:
        return f"{place(first.span)}: {first.code} {one_line(first.message)}"
    more = f" and {len(group) - PLACES} more" if len(group) > PLACES else ""
    return f"{first.code} {first.name}: {', '.join(place(each.span) for each in ordered[:PLACES])}{more}"


def _excuse(finding: Finding) -> str:
    if finding.excuse:
        return finding.excuse
    if finding.confidence > Confidence.LOW:
        return "for information only" if finding.severity is Severity.INFO else f"{finding.confidence.value} confidence"
    doubted = finding.trace is not None and finding.trace.confidence is Confidence.LOW
    return "low confidence: the function may not be traced" if doubted else "low confidence"


def _known(report: Report) -> int:
    return report.baseline.known if report.baseline else 0


def _beyond_baseline(report: Report) -> Iterator[str]:
    """Yields where there are more findings than in the baseline, and how many more."""
    for each in report.baseline.surplus if report.baseline else ():
        inside = f" in `{one_line(each.where.function)}`" if each.where.function else ""
        yield f"{each.where.code}{inside}: {each.found} found, {each.counted} in the baseline"
    gone = sum(each.counted - each.found for each in report.baseline.prunable) if report.baseline else 0
    if gone:
        yield f"{counted(gone, 'finding')} of the baseline {'is' if gone == 1 else 'are'} gone: `--update-baseline` prunes it"


def counted(number: int, noun: str) -> str:
    """Returns the number and the noun, in the plural unless it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
