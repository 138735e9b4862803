"""The filter form above the findings, which the page's script uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.model.finding import Finding
from tflint_autograph.report.html.text import tag, words


def filters(findings: Sequence[Finding]) -> Iterator[str]:
    """Yields the form; each choice offers the values among the findings."""
    rules = sorted({(finding.code, finding.name) for finding in findings})
    counts = {code: sum(finding.code == code for finding in findings) for code, _ in rules}
    paths = sorted({finding.span.path for finding in findings})
    yield '<form class="filters" role="search" aria-label="Filter the findings">'
    yield _choice("rule", "Rule", [(code, f"{code} {name} ({counts[code]})") for code, name in rules])
    yield _choice("severity", "Severity", [(level, level) for level in ("error", "warning", "info")])
    yield _choice("confidence", "Confidence", [(level, level) for level in ("high", "medium", "low")])
    yield _choice("path", "File", [(path, path) for path in paths])
    yield '<label class="wide">Text <input type="search" name="text" placeholder="press / to search"></label>'
    yield '<button type="reset">Clear</button>'
    yield '<button type="button" class="all">Open all</button>'
    yield f'<p class="count" role="status" aria-live="polite">{len(findings)} shown</p>'
    yield '<p class="keys"><kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>/</kbd> search · <kbd>Esc</kbd> clear</p>'
    yield "</form>"


def _choice(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    listed = "".join(tag("option", words(text), value=words(value)) for value, text in options)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{listed}</select></label>'
