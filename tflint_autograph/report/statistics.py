"""How often each rule was hit, for `--statistics`. Counts shown findings only, never suppressed or hidden ones."""

from __future__ import annotations

from collections import Counter

from tflint_autograph.model.report import Report


def statistics(report: Report) -> tuple[str, ...]:
    """Lines `12  TFA101  python-print`, the most frequent first, then by code."""
    counts = Counter((finding.code, finding.name) for finding in report.findings)
    width = len(str(max(counts.values(), default=0)))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(f"{count:>{width}}  {code}  {name}" for (code, name), count in ranked)
