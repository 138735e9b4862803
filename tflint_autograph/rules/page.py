"""Parses the page of a rule, its module docstring."""

from __future__ import annotations

import re

from tflint_autograph.model.record import record

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@record
class Page:
    """A summary sentence (without full stop) and the sections below it, each (heading, Markdown)."""

    summary: str
    sections: tuple[tuple[str, str], ...]

    @property
    def markdown(self) -> str:
        """Returns all sections with their headings."""
        return "\n".join(f"## {heading}\n\n{text.strip()}\n" for heading, text in self.sections)

    def section(self, heading: str) -> str:
        """Returns the Markdown under `heading`, or an empty string."""
        return dict(self.sections).get(heading, "")

    def blocks(self, heading: str) -> tuple[str, ...]:
        """Returns the Python programs under `heading`."""
        return tuple(_BLOCK.findall(self.section(heading)))


def parse(docstring: str) -> Page:
    """Splits a rule's docstring into its summary and its `## ` sections."""
    first, *rest = _HEADING.split(docstring.strip() + "\n")
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Page(first.strip().rstrip("."), tuple((heading.strip(), text.strip("\n")) for heading, text in pairs))
