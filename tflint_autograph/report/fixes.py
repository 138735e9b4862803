"""Texts about a fixing run: how much was fixed, where, and what could not be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tflint_autograph.model.finding import Finding
from tflint_autograph.report.place import one_line, place
from tflint_autograph.report.summary import counted


def total(applied: Sequence[Finding], *, would: bool = False, ignored: bool = False) -> str:
    """Returns `Fixed 3 findings`, or `Suppressed` for those covered by a comment; in the conditional if nothing was written."""
    word, done = ("suppress", "Suppressed") if ignored else ("fix", "Fixed")
    return f"{f'Would {word}' if would else done} {counted(len(applied), 'finding')}"


def listed(applied: Sequence[Finding], *, would: bool = False, ignored: bool = False) -> Iterator[str]:
    """Yields the number of fixes of each rule in each file."""
    counts = Counter((finding.span.path, finding.code, finding.name) for finding in applied)
    width = len(str(max(counts.values(), default=0)))
    yield f"{total(applied, would=would, ignored=ignored)}:"
    previous = ""
    for (path, code, name), count in sorted(counts.items()):
        if path != previous:
            yield f"  {one_line(path)}"
        yield f"    {count:>{width}}x {code} {name}"
        previous = path


def refused(pairs: Sequence[tuple[Finding, str]]) -> Iterator[str]:
    """Yields a line for each fix that could not be made."""
    for finding, reason in sorted(pairs, key=lambda pair: pair[0].sort_key()):
        yield f"{place(finding.span)}: {finding.code} not fixed: {one_line(reason)}"
