"""Arguments that higher-order functions pass to their function argument: built-ins such as `map` and `sorted(..., key=f)`, and
TensorFlow's.
"""

from __future__ import annotations

from tflint_autograph.model.joins import join_all
from tflint_autograph.model.values import NOTHING, Kind, Origin, Value
from tflint_autograph.project.values.body_result import CallSite, Env
from tflint_autograph.project.values.bound import BOUND, Bound, method_of
from tflint_autograph.project.values.elements import element_of, item_of, rebuilt
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.tfapi.names import canonical

_BY_KEY = frozenset({"builtins.sorted", "builtins.max", "builtins.min"})
_SORT = "builtins.list.sort"
_OF_EACH = frozenset(
    {"builtins.map", "builtins.filter", "itertools.dropwhile", "itertools.filterfalse", "itertools.takewhile"}
)

APPLYING = frozenset(name.removeprefix("builtins.") for name in (*_BY_KEY, _SORT, *_OF_EACH, "functools.reduce"))
"""The supported built-ins, by their display names."""


def applying(site: CallSite) -> str:
    """Returns the dotted name of a called function outside the project, or of a list method; else an empty string."""
    of_list = site.method == "sort" and site.receiver is not None and site.receiver.type == "builtins.list"
    return _SORT if of_list and not site.func.name else site.func.name


def applied_to(site: CallSite) -> Arguments:
    """Returns the arguments that the function argument gets, in the first iteration at least; empty if unknown."""
    name, given = applying(site), [value for keyword, value in site.args if keyword is None]
    if any(keyword in ("*", "**") for keyword, _ in site.args):
        return ()
    if name in _OF_EACH:
        return tuple((None, _each(value)) for value in given[1:])
    if name == "itertools.starmap" and len(given) > 1:
        rows = _each(given[1])
        return tuple((None, each) for each in rows.items) if rows.items is not None else ()
    if name in _BY_KEY and given:
        return ((None, _each(given[0]) if len(given) == 1 else join_all(tuple(given))),)
    if name == _SORT and site.receiver is not None:
        return ((None, _each(site.receiver)),)
    if name == "functools.reduce" and len(given) > 1:
        element = _each(given[1])
        return (None, given[2] if len(given) > 2 else element), (None, element)
    return ()


def applied_method(site: CallSite, env: Env | None) -> Bound | None:
    """Returns the bound method that a call passes to a built-in which calls it, or None."""
    given = site.argument(0, "") if site.args and site.args[0][1].type == BOUND and applied_to(site) else None
    return method_of(given, env) if given is not None else None


def _each(value: Value) -> Value:
    return element_of(value)._replace(const=NOTHING)


def handed_over(site: CallSite) -> Arguments:
    """Returns the arguments that the function argument gets from `strategy.run(f, args=(a, b))` and `tf.nest.map_structure(f, a, b)`.

    `merge_call` passes the strategy first, `update` the variable. A strategy for several devices rebuilds lists and dicts with the values
    for each device.
    """
    if canonical(site.func.name) in _OF_STRUCTURES:
        return tuple((None, _leaf(value)) for keyword, value in site.args[1:] if keyword is None)
    args = site.argument(None, "args")
    first: tuple[Value, ...] = ()
    if site.method == "merge_call":
        first = (Value(Kind.OBJECT, Origin.UNKNOWN, type="strategy"),)
    elif site.method == "update" and site.args:
        first = (site.args[0][1],)
    given = args.items if args is not None and args.items is not None else None
    if given is None:
        return ()
    picks = site.receiver is not None and site.receiver.type == "strategy"
    return tuple((None, rebuilt(item) if picks else item) for item in (*first, *given))


_OF_STRUCTURES = frozenset({"tensorflow.nest.map_structure", "keras.tree.map_structure"})
"""Functions that pass the parts of their other arguments, one by one."""


def _leaf(value: Value) -> Value:
    """Returns a part of a structure, which is no list, tuple or dict itself."""
    for _ in range(_DEEPEST):
        value = item_of(value)._replace(const=NOTHING) if value.kind is Kind.CONTAINER else value
    return value


_DEEPEST = 4
"""Maximum depth of structures whose parts are looked up."""

MENTIONING = frozenset(
    {"builtins.isinstance", "builtins.callable", "builtins.hasattr", "builtins.getattr", "builtins.print", "builtins.id",
     "builtins.repr", "builtins.str", "functools.wraps", "functools.partial", "functools.update_wrapper", "inspect.signature",
     "builtins.super", "builtins.issubclass", "builtins.setattr", "builtins.vars", "builtins.dir", "weakref.ref", "weakref.proxy",
     "builtins.type", "builtins.list", "builtins.tuple", "builtins.dict", "builtins.set", "builtins.len"}
)  # fmt: skip
"""Calls that take a function and do not run it."""
