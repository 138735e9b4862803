"""The way from a root to a hazard as a drawing. Its words stand beside it on the page; it adds none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.model.finding import Finding
from tflint_autograph.report.chain import Link, links
from tflint_autograph.report.full.cells import width
from tflint_autograph.report.html.text import tag, words
from tflint_autograph.report.place import line_place

# In units of the drawing: a character of the monospaced names, a box, and how far the next one stands below and right.
_CHARACTER = 7.3
_HEIGHT = 26
_DOWN = 48
_RIGHT = 26
_LONGEST = 52


def graph(finding: Finding) -> str:
    """An SVG: a box for the root's kind, one for each function, one for the rule; on each arrow the place it leaves from."""
    chain = links(finding)
    names = [_cut(link.short(finding.span.path)) for link in chain] + [_cut(f"{finding.code} {finding.name}")]
    boxes = [(index * _RIGHT + 1, index * _DOWN + 1, width(name) * _CHARACTER + 20) for index, name in enumerate(names)]
    wide = max(x + length + 1 for x, _, length in boxes)
    places = max(x + _RIGHT + 24 + len(line_place(link.span)) * 6.3 for link, (x, _, _) in zip(chain, boxes, strict=False))
    size = f"{max(wide, places):.0f} {boxes[-1][1] + _HEIGHT + 1}"
    title = tag("title", words(f"{' calls '.join(names[1:-1])}, traced by {names[0]}"))
    drawn = "".join((*_arrows(chain, boxes), *_boxes(names, boxes)))
    across, down = size.split()
    return tag("svg", title + drawn, cls="graph", role="img", viewBox=f"0 0 {size}", width=across, height=down)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST else f"…{name[1 - _LONGEST :]}"


def _arrows(chain: Sequence[Link], boxes: Sequence[tuple[float, float, float]]) -> Iterator[str]:
    for link, (x, y, _) in zip(chain, boxes, strict=False):
        left, top, end = x + 12, y + _HEIGHT, y + _DOWN + _HEIGHT / 2
        yield f'<path class="arrow" d="M{left} {top}V{end}H{x + _RIGHT - 2}m-5 -4l5 4l-5 4"/>'
        yield tag("text", words(line_place(link.span)), cls="at", x=f"{left + 10}", y=f"{top + 14}")


def _boxes(names: Sequence[str], boxes: Sequence[tuple[float, float, float]]) -> Iterator[str]:
    for index, (name, (x, y, length)) in enumerate(zip(names, boxes, strict=True)):
        kind = "root" if index == 0 else "hazard" if index == len(names) - 1 else "function"
        yield f'<rect class="{kind}" x="{x}" y="{y}" width="{length:.1f}" height="{_HEIGHT}" rx="6"/>'
        yield tag("text", words(name), cls=kind, x=f"{x + 10}", y=f"{y + 17}")
