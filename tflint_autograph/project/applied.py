"""What Python's own functions hand to a function they apply: `map`, `sorted(..., key=f)`, `functools.reduce`, ... Runs nothing."""

from __future__ import annotations

from tflint_autograph.model.values import NOTHING, Value, join_all
from tflint_autograph.project.elements import element_of
from tflint_autograph.project.flow import CallSite
from tflint_autograph.project.scope import Arguments

_BY_KEY = frozenset({"builtins.sorted", "builtins.max", "builtins.min"})
_OF_EACH = frozenset(
    {"builtins.map", "builtins.filter", "itertools.dropwhile", "itertools.filterfalse", "itertools.takewhile"}
)

APPLYING = frozenset(name.removeprefix("builtins.") for name in (*_BY_KEY, *_OF_EACH, "functools.reduce"))
"""The functions of Python's that this knows, as they are spoken of."""


def applied_to(site: CallSite) -> Arguments:
    """The arguments that a function gets which the call is given, in its first round at least; nothing where that is not known."""
    name, given = site.func.name, [value for keyword, value in site.args if keyword is None]
    if any(keyword in ("*", "**") for keyword, _ in site.args):
        return ()
    if name in _OF_EACH:
        return tuple((None, _each(value)) for value in given[1:])
    if name in _BY_KEY and given:
        return ((None, _each(given[0]) if len(given) == 1 else join_all(tuple(given))),)
    if name == "functools.reduce" and len(given) > 1:
        element = _each(given[1])
        return (None, given[2] if len(given) > 2 else element), (None, element)
    return ()


def _each(value: Value) -> Value:
    return element_of(value)._replace(const=NOTHING)
