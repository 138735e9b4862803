"""Counts the findings of each rule, and each limit of the analysis, for `--statistics`. Only shown findings count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tflint_autograph.model.levels import Safety
from tflint_autograph.model.report import LIMITS, Report, Stats
from tflint_autograph.report.summary import counted


def statistics(report: Report) -> tuple[str, ...]:
    """Returns lines `12  TFA101  [*] python-print`, the most frequent first, then by code.

    The mark says that `--fix` repairs all of them, `[-]` some; without a safe fix in the report there are no marks. Then follow the
    findings per thousand traced functions, the share of each confidence, and the limits that were reached.
    """
    counts = Counter((finding.code, finding.name) for finding in report.findings)
    safe = Counter(
        (finding.code, finding.name) for finding in report.findings if finding.fix and finding.fix.safety is Safety.SAFE
    )
    width = len(str(max(counts.values(), default=0)))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    lines = (f"{count:>{width}}  {rule[0]}  {_mark(safe[rule], count) if safe else ''}{rule[1]}" for rule, count in ranked)
    return (*lines, *_density(report), *limited(report.stats))


def _density(report: Report) -> Iterator[str]:
    """Yields the findings per thousand traced functions, and the share of each confidence; nothing without findings."""
    total, traced = len(report.findings), report.stats.traced
    if total and traced:
        shares = Counter(finding.confidence for finding in report.findings)
        spoken = ", ".join(f"{shares[each]} {each.value} ({shares[each] * 100 / total:.0f} %)" for each in sorted(shares, reverse=True))
        yield f"{total * 1000 / traced:.0f} findings per 1000 traced functions; confidence: {spoken}"


def limited(stats: Stats) -> Iterator[str]:
    """Yields a line for each limit that was reached: how many functions are analysed less precisely, and why."""
    for name, count in stats.limits:
        yield f"{counted(count, 'function')} analysed less precisely: {LIMITS[name]} ({name})"


def _mark(safe: int, count: int) -> str:
    return "[*] " if safe == count else "[-] " if safe else "[ ] "
