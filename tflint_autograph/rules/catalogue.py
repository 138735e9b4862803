"""Lists the rules from the text of their files, since importing one needs libcst, which many runs do without.

Selectors and prefilters are evaluated before any rule is imported.
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
    """The properties of a rule that are known without importing it.

    `looks`: it has checks for functions. `when`: its prefilter (a name in `prefilters`, or empty). `sites`: it has checks for calls of
    traced functions.
    """

    code: str
    name: str
    default: bool = True
    looks: bool = False
    when: str = ""
    sites: bool = False


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
        when=when[1] if when else "",
        sites="\n@rule.site(" in text,
    )


@functools.cache
def codes() -> dict[str, str]:
    """Maps every rule's code to its name, sorted by code."""
    return {rule.code: rule.name for rule in known()}
