"""Converts findings to user-visible places: notebook cells, line ends and encoding of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.select import safety_of
from tflint_autograph.engine.workspace.files import Files
from tflint_autograph.model.finding import Finding, Fix
from tflint_autograph.rules.catalogue import Known


def placed(findings: Iterable[Finding], settings: Settings, files: Files) -> Iterator[Finding]:
    """Yields the findings with user-visible places. They come file by file, and each file's text is released after its last."""
    for path, group in groupby(findings, key=lambda finding: finding.span.path):
        for finding in group:
            trace = finding.trace and files.shown_trace(finding.trace)
            labels = tuple(replace(label, span=files.shown(label.span)) for label in finding.labels)
            fix = _fix(finding, settings, files)
            yield replace(finding, span=files.shown(finding.span), trace=trace, labels=labels, fix=fix)
        files.release(path)


def _fix(finding: Finding, settings: Settings, files: Files) -> Fix | None:
    """Returns the fix with user-visible edits, and the safety set by the configuration."""
    if finding.fix is None:
        return None
    from tflint_autograph.engine.locations.fixes import placed as placed_fix

    rule = Known(finding.code, finding.name)
    try:
        return placed_fix(replace(finding.fix, safety=safety_of(settings, rule, finding.fix.safety)), files)
    except SyntaxError:
        # A file that is broken in an editor stays what it was for the others; in its text nothing can be placed.
        return None
