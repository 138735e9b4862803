"""Finds functions that are defined in other functions: in what the module holds, and in what the outer functions return."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any

from tflint_autograph.confirm.probe.calls.scope import TARGET, CallNames

_DEEPEST = 2


def defined(target: str, module: Any) -> frozenset[types.CodeType]:
    """Returns the code of a function that is defined in another function of the module: `make_step.step`."""
    found: Any = module
    *outer, name = target.split(".")
    for part in outer:
        if inspect.isfunction(found):
            break
        found = inspect.getattr_static(found, part, None)
        found = getattr(found, "python_function", getattr(found, "__func__", found))
        found = inspect.unwrap(found) if callable(found) else found
    return frozenset(_inside(found.__code__, name)) if inspect.isfunction(found) else frozenset()


def _inside(code: types.CodeType, name: str) -> Iterator[types.CodeType]:
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from [each] if each.co_name == name else []
            yield from _inside(each, name)


def held(codes: frozenset[types.CodeType], scope: CallNames) -> Iterator[str]:
    """Yields expressions for the functions with this code that the module refers to."""
    for first, value in sorted(scope.names.items()):
        if not first.startswith("__"):
            yield from (way for way, found in _in(first, value, scope, 0) if _has_code(found, codes))


def returned(codes: frozenset[types.CodeType], outer: str, arguments: str, scope: CallNames) -> Iterator[str]:
    """Yields expressions for the functions with this code in the result of a call of the target. `outer` is the expression for the target."""
    scope.names[_RESULT] = scope.value(f"{TARGET}({arguments})")
    for way, found in _in(_RESULT, scope.names[_RESULT], scope, 0):
        if _has_code(found, codes):
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


def _has_code(value: Any, codes: frozenset[types.CodeType]) -> bool:
    function = getattr(value, "python_function", value)
    return inspect.isfunction(function) and function.__code__ in codes
