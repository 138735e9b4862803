"""Lists the rules from the text of their files, since importing one needs libcst, which many runs do without.

Selectors and prefilters are evaluated before any rule is imported.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from tflint_autograph.model.record import record

_CODE = re.compile(r'\bcode="(TFA\d{3})"')
_WHEN = re.compile(r'\bwhen=((?:"[^"]*"\s*)+)')
_CHECK = re.compile(r"^@rule\((.*)\)$", re.MULTILINE)
_STATEMENTS = {
    **{f"cst.{kind}": (kind,) for kind in ("Assert", "Match", "Raise", "Return", "Try", "While")},
    "cst.For": ("For", "AsyncFor"), "cst.With": ("With", "AsyncWith"),
}  # fmt: skip
"""The node types of `ast`, as in `Body.kinds`, of statements that rules visit."""


@record
class Known:
    """The properties of a rule that are known without importing it.

    `looks`: it has checks for functions. `when`: what these look for (the words are in `prefilters`). `statements`: the node types of
    `ast` of which a function has one if its checks visit anything; empty if they visit more than some statements. `sites`: it has checks
    for calls of traced functions.
    """

    code: str
    name: str
    default: bool = True
    looks: bool = False
    when: str = ""
    sites: bool = False
    statements: frozenset[str] = frozenset()

    def __hash__(self) -> int:
        return hash(self.code)


@functools.cache
def known() -> tuple[Known, ...]:
    """Returns every rule, sorted by code."""
    found = (_read(path) for path in Path(__file__).parent.glob("*.py"))
    return tuple(sorted((rule for rule in found if rule is not None), key=lambda rule: rule.code))


def _read(path: Path) -> Known | None:
    text = path.read_text(encoding="utf-8")
    _, _, rest = text.partition("\nrule = Rule(")
    made = rest.partition(")\n")[0]
    code = _CODE.search(made)
    if code is None:
        return None
    when = _WHEN.search(made)
    return Known(
        code[1],
        path.stem.replace("_", "-"),
        default="default=False" not in made,
        looks="\n@rule(" in text,
        when="".join(re.findall('"([^"]*)"', when[1])) if when else "",
        sites="\n@rule.site(" in text,
        statements=_statements(_CHECK.findall(text)),
    )


def _statements(checks: list[str]) -> frozenset[str]:
    """Returns the statements that checks visit, given the arguments of their decorators; nothing if they visit anything else."""
    visited = [word for check in checks for word in check.split(", ")]
    known = [_STATEMENTS[word] for word in visited if word in _STATEMENTS]
    return frozenset(kind for kinds in known for kind in kinds) if len(known) == len(visited) else frozenset()


@functools.cache
def codes() -> dict[str, str]:
    """Maps every rule's code to its name, sorted by code."""
    return {rule.code: rule.name for rule in known()}
