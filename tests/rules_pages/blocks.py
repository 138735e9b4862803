"""The Bad and Good programs of every rule's page, with the codes their lines are marked with. Runs none of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tflint_autograph.rules.api import Rule, load

_MARK = re.compile(r"# (TFA\d{3}(?:, TFA\d{3})*)$")
_DECORATOR = re.compile(r"^\s*@tf\.function\b.*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One program of a page: `title` is `TFA101-bad-1`, `marks` the (line, code) pairs to be reported."""

    title: str
    code: str
    bad: bool
    text: str

    @property
    def marks(self) -> tuple[tuple[int, str], ...]:
        """The lines of this program that are to be reported."""
        return marks(self.text)

    @property
    def untraced(self) -> str:
        """The program without its tracing root; empty when a decorator is not its only root."""
        if "keras" in self.text or "tf.data" in self.text or "tf.function(" in self.text:
            return ""
        return _DECORATOR.sub("", self.text)


def marks(text: str) -> tuple[tuple[int, str], ...]:
    """The (line, code) pairs of a program that ends its lines in `# TFA101` or `# TFA111, TFA503`; lines from 1."""
    found = ((number, _MARK.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return tuple((number, code) for number, match in found if match for code in match[1].split(", "))


def traced_rules() -> tuple[Rule, ...]:
    """The rules about traced code: all but those about the tool itself."""
    return tuple(rule for rule in load() if not rule.code.startswith("TFA9"))


def blocks() -> tuple[Block, ...]:
    """The blocks of all rules about traced code, in the order of the codes."""
    return tuple(
        Block(f"{rule.code}-{heading.lower()}-{number}", rule.code, heading == "Bad", text)
        for rule in traced_rules()
        for heading in ("Bad", "Good")
        for number, text in enumerate(rule.page.blocks(heading), 1)
    )
