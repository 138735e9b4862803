"""Which rules there are, read from the text of their files: importing one takes libcst, which many runs do without.

Selectors must be checked, and reasons to look found, before any rule is imported.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from tflint_autograph.model.record import record

_CODE = re.compile(r'\bcode="(TFA\d{3})"')
_WHEN = re.compile(r'\bwhen="([\w.]*)"')


@record
class Known:
    """A rule, for questions that must not import it.

    `looks` says that it looks into functions, `when` what it takes for that (a name in `triggers`, empty for nothing),
    `sites` that it looks at calls of traced functions.
    """

    code: str
    name: str
    default: bool = True
    looks: bool = False
    when: str = ""
    sites: bool = False


@functools.cache
def known() -> tuple[Known, ...]:
    """Every rule, in the order of the codes."""
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
        when=when[1] if when else "",
        sites="\n@rule.site(" in text,
    )


@functools.cache
def codes() -> dict[str, str]:
    """Every rule's code with its name, in the order of the codes."""
    return {rule.code: rule.name for rule in known()}
