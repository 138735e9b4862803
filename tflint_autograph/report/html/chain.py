"""The call path from a root to a finding: names on one line, and steps that can be expanded."""

from __future__ import annotations

from collections.abc import Sequence

from tflint_autograph.model.finding import Finding
from tflint_autograph.model.trace import Step, Trace
from tflint_autograph.report.chain import links
from tflint_autograph.report.html.frames import Sources, line_of
from tflint_autograph.report.html.text import name, prose, tag
from tflint_autograph.report.place import line_place

# Names of a longer way that are shown at its beginning and at its end.
_ENDS = 2


def chain(finding: Finding, trace: Trace, sources: Sources) -> str:
    """Returns a collapsed block: its heading lists the names, its steps the places with their source lines."""
    names = [tag("code", name(link.short(finding.span.path))) for link in links(finding)]
    title = tag("summary", f"Why it is traced: {tag('span', ' → '.join(_shortened(names)), cls='way')}")
    return tag("details", f"{title}{tag('ol', ''.join(_step(step, sources) for step in trace.steps), cls='steps')}", cls="chain")


def _shortened(names: Sequence[str]) -> Sequence[str]:
    return names if len(names) <= 2 * _ENDS + 1 else [*names[:_ENDS], "…", *names[-_ENDS:]]


def _step(step: Step, sources: Sources) -> str:
    where = tag("span", name(line_place(step.span)), cls="place")
    return tag("li", f"{prose(step.text)} {where}{line_of(step.span, sources)}")
