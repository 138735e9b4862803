"""Reads the parameters and annotations of callables, through wrappers that hide them."""

from __future__ import annotations
import __future__

import ast
import inspect
import types
from typing import Any


def required(function: Any) -> tuple[inspect.Parameter, ...]:
    """Returns the required parameters of a call; empty if the signature is unknown."""
    return tuple(
        each
        for each in _parameters(function, evaluated=False).values()
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    )


def flags(function: Any) -> tuple[inspect.Parameter, ...]:
    """Returns the parameters with default True or False, those for training first."""
    found = [each for each in _parameters(function, evaluated=False).values() if isinstance(each.default, bool)]
    return tuple(sorted(found, key=lambda each: "train" not in each.name))


def optional(function: Any) -> tuple[inspect.Parameter, ...]:
    """Returns the parameters that a call may leave out."""
    known = _parameters(function, evaluated=False).values()
    return tuple(each for each in known if each.default is not each.empty and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY))


def annotated(function: Any) -> dict[str, Any]:
    """Returns the annotations of a function's or class's parameters; string annotations are evaluated if possible."""
    parameters = _parameters(function, evaluated=True)
    return {name: each.annotation for name, each in parameters.items() if each.annotation is not each.empty}


def _parameters(function: Any, *, evaluated: bool) -> dict[str, inspect.Parameter]:
    # A metaclass with a call of its own takes anything, and hands it to `__init__`
    is_odd = isinstance(function, type) and type(function).__call__ is not type.__call__
    signed = types.MethodType(function.__init__, function) if is_odd else function
    try:
        return dict(inspect.signature(signed, eval_str=evaluated).parameters)
    except (NameError, AttributeError, TypeError, SyntaxError, ValueError):  # no signature, or names for type checkers alone
        return {}


def plain(function: Any) -> Any:
    """Returns the callable with the real parameters: for a Keras object its `call`."""
    python = getattr(function, "python_function", function)
    return python if inspect.isroutine(python) or isinstance(python, type) else getattr(python, "call", python)


def written(function: Any, module: Any, target: str) -> Any:
    """Returns a function with the parameters written for `target`, if its decorators accept anything; else the function itself."""
    function = plain(function)
    parameters = _parameters(function, evaluated=False).values()
    if not parameters or any(each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in parameters):
        return function
    try:
        node = _definition(ast.parse(inspect.getsource(module)), target.split("."))
    except (OSError, TypeError, SyntaxError):  # the module has no text of its own
        return function
    if node is None:
        return function
    is_bound = "." in target and not any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
    like = _without_body(node, module)
    return types.MethodType(like, function) if is_bound else like


def _definition(tree: ast.AST, path: list[str]) -> ast.FunctionDef | None:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and path == [node.name]:
            return node
        if isinstance(node, ast.ClassDef) and path[0] == node.name:
            return _definition(node, path[1:])
    return None


def _without_body(node: ast.FunctionDef, module: Any) -> Any:
    node.body = [ast.Pass()]
    node.decorator_list = []
    node.args.defaults = [ast.Constant(None) for _ in node.args.defaults]
    node.args.kw_defaults = [each and ast.Constant(None) for each in node.args.kw_defaults]
    names = dict(vars(module))
    tree = ast.fix_missing_locations(ast.Module([node], []))
    exec(compile(tree, "<signature>", "exec", __future__.annotations.compiler_flag), names)  # noqa: S102 - a def without a body
    return names[node.name]
