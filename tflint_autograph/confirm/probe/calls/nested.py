"""Finds functions that are defined in other functions: in what the module holds, and in what the outer functions return."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames

_DEEPEST = 2


def held(name: str, scope: CallNames) -> Iterator[str]:
    """Yields code for the functions with this name that the module refers to, defined in one of its functions."""
    for first, value in sorted(scope.names.items()):
        if not first.startswith("__"):
            yield from (way for way, found in _in(first, value, scope, 0) if _is_defined_in(found, name, scope))


def returned(name: str, outer: Any, arguments: str, scope: CallNames) -> Iterator[str]:
    """Yields code for the functions with this name in the result of the outer function, the last part of whose code is to be called.

    `outer` is the code of that function.
    """
    scope.names[_RESULT] = scope.value(f"{TARGET}({arguments})")
    for way, found in _in(_RESULT, scope.names[_RESULT], scope, 0):
        if _is_defined_in(found, name, scope):
            yield f"{outer}({arguments}){way.removeprefix(_RESULT)}"


_RESULT = "__tflint_result__"


def _in(way: str, value: Any, scope: CallNames, depth: int) -> Iterator[tuple[str, Any]]:
    """Yields a value, and what is in it, with code for each."""
    yield way, value
    if depth >= _DEEPEST:
        return
    if isinstance(value, (list, tuple)):
        for index, each in enumerate(value[:20]):
            yield from _in(f"{way}[{index}]", each, scope, depth + 1)
    elif isinstance(value, dict):
        for key, each in [*value.items()][:20]:
            if isinstance(key, (str, int)):
                yield from _in(f"{way}[{key!r}]", each, scope, depth + 1)
    elif scope.is_own(type(value)):
        for name, each in _attributes(value).items():
            yield from _in(f"{way}.{name}", each, scope, depth + 1)


def _attributes(value: Any) -> Mapping[str, Any]:
    return {name: each for name, each in getattr(value, "__dict__", {}).items() if name.isidentifier()}


def _is_defined_in(value: Any, name: str, scope: CallNames) -> bool:
    """Whether a value is a function with this name whose code is in a function of the user."""
    function = getattr(value, "python_function", value)
    if not inspect.isfunction(function):
        return False
    code = function.__code__
    is_nested = bool(code.co_flags & inspect.CO_NESTED)
    return is_nested and code.co_name == name and scope.is_own_file(code.co_filename)
