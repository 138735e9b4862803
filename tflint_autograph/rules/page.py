"""The page of a rule: its module docstring, taken apart. Prints nothing."""

from __future__ import annotations

import re

from tflint_autograph.model.record import record

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@record
class Page:
    """One sentence (no full stop) and the sections below it, in their order, each (heading, Markdown)."""

    summary: str
    sections: tuple[tuple[str, str], ...]

    @property
    def markdown(self) -> str:
        """All sections with their headings."""
        return "\n".join(f"## {heading}\n\n{text.strip()}\n" for heading, text in self.sections)

    def section(self, heading: str) -> str:
        """The Markdown under `heading`, empty when the page has no such section."""
        return dict(self.sections).get(heading, "")

    def blocks(self, heading: str) -> tuple[str, ...]:
        """The Python programs under `heading`."""
        return tuple(_BLOCK.findall(self.section(heading)))


def parse(docstring: str) -> Page:
    """Split a rule's docstring into its summary and its `## ` sections."""
    first, *rest = _HEADING.split(docstring.strip() + "\n")
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Page(first.strip().rstrip("."), tuple((heading.strip(), text.strip("\n")) for heading, text in pairs))
