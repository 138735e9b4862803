"""Lexical scopes: the functions around a function, and the scope whose variable a name is."""

from __future__ import annotations

from collections.abc import Iterator

from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.project.index.project import SourceProject


def with_enclosing(project: SourceProject, key: FunctionKey) -> Iterator[FunctionKey]:
    """Yields a function and the functions around it, innermost first."""
    yield key
    yield from enclosing(project, key)


def enclosing(project: SourceProject, key: FunctionKey) -> Iterator[FunctionKey]:
    """Yields the functions around a function, innermost first."""
    fact = project.function(key)
    while fact is not None and fact.parent:
        key = FunctionKey(key.path, fact.parent)
        yield key
        fact = project.function(key)


def scope_of(project: SourceProject, key: FunctionKey, name: str) -> FunctionKey:
    """Returns the scope whose variable a name is in a function: the function, one around it, or its module (`MODULE`)."""
    while key.qualname not in ("", MODULE):
        fact, bound = project.function(key), project.bound(key)
        if fact is None or bound is None:
            break
        if name in bound:
            return key
        key = FunctionKey(key.path, fact.parent)
    return FunctionKey(key.path, MODULE)


def method_around(project: SourceProject, key: FunctionKey) -> FunctionKey | None:
    """Returns the method that a function is, or is nested in; None if there is none."""
    return next((each for each in with_enclosing(project, key) if project.owner(each) is not None), None)
