"""Programs whose traced functions are moved elsewhere. Knows neither rules nor findings."""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable
from dataclasses import dataclass

from tests.rules.untraced import imported, makes_root

_Function = ast.FunctionDef


@dataclass(frozen=True, slots=True)
class Changed:
    """A program after a transform: its files by name, and the functions whose bodies are elsewhere now."""

    files: dict[str, str]
    moved: frozenset[str] = frozenset()


Transform = Callable[[str, ast.Module], Changed | None]
"""Takes the name and the tree of a program, which it may change; gives None for a program it does not fit."""


def moves_into_a_helper(name: str, tree: ast.Module) -> Changed | None:
    """The body in a function of its own beside the root."""
    moved = [function.name for function in _movable(tree)]
    for function in _movable(tree):
        helper = _without_decorators(function, f"m_{function.name}")
        tree.body.insert(tree.body.index(function) + 1, helper)
        function.body = [_handed_on(function, ast.Name(helper.name, ast.Load()))]
    return _written(name, tree, moved)


def moves_into_a_method(name: str, tree: ast.Module) -> Changed | None:
    """The body in a method of an object of the module."""
    moved = [function.name for function in _movable(tree)]
    for function in _movable(tree):
        method = _without_decorators(function, function.name)
        method.args.args.insert(0, ast.arg("self"))
        owner = ast.ClassDef(f"M_{function.name}", [], [], [method], [])
        made = ast.parse(f"m_{function.name} = M_{function.name}()").body[0]
        at = tree.body.index(function)
        tree.body[at:at] = [owner, made]
        function.body = [_handed_on(function, ast.parse(f"m_{function.name}.{function.name}", mode="eval").body)]
    return _written(name, tree, moved)


def moves_into_a_nested_function(name: str, tree: ast.Module) -> Changed | None:
    """The body in a function inside the root."""
    moved = [function.name for function in _movable(tree)]
    for function in _movable(tree):
        inner = _without_decorators(function, f"m_{function.name}")
        function.body = [inner, _handed_on(function, ast.Name(inner.name, ast.Load()))]
    return _written(name, tree, moved)


def moves_into_another_module(name: str, tree: ast.Module) -> Changed | None:
    """The roots in a module of their own, whose bodies stay with everything they use."""
    roots = [function for function in _movable(tree) if _needs_imports_only(function, tree)]
    front: list[ast.stmt] = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    front += ast.parse(f"import {name}").body
    names = {function.name for function in roots}
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names]
    for function in roots:
        root = copy.deepcopy(function)
        root.body = [_handed_on(function, ast.parse(f"{name}.{function.name}", mode="eval").body)]
        front.append(root)
        function.decorator_list = []
    for node in used:
        _become(node, ast.Attribute(ast.Name(f"{name}__root", ast.Load()), node.id, node.ctx))
    tree.body[_after_imports(tree) : _after_imports(tree)] = ast.parse(f"import {name}__root").body
    changed = _written(name, tree, [function.name for function in roots])
    if changed is None:
        return None
    root_module = ast.unparse(ast.fix_missing_locations(ast.Module(front, [])))
    return Changed({**changed.files, f"{name}__root": root_module}, changed.moved)


def maps_a_dataset(name: str, tree: ast.Module) -> Changed | None:
    """Functions of one argument without their decorator, given to `Dataset.map`. What the dtype of the elements is is not said."""
    moved = [function for function in _movable(tree) if _takes_one_value(function)]
    for function in moved:
        function.decorator_list = []
        mapped = f"tf.data.Dataset.from_tensors(tf.zeros([3], tf.as_dtype('float32'))).map({function.name})"
        tree.body.insert(tree.body.index(function) + 1, ast.parse(mapped).body[0])
    return _written(name, tree, [function.name for function in moved])


def _written(name: str, tree: ast.Module, moved: list[str] | None = None) -> Changed | None:
    """The changed program; None when `moved` is an empty list."""
    if moved is not None and not moved:
        return None
    return Changed({name: ast.unparse(ast.fix_missing_locations(tree))}, frozenset(moved or ()))


def _become(node: ast.AST, other: ast.AST) -> None:
    """Turn a node into another where it stands in the tree."""
    node.__class__ = other.__class__
    node.__dict__ = dict(other.__dict__)


def _after_imports(tree: ast.Module) -> int:
    return max(number for number, node in enumerate(tree.body, 1) if isinstance(node, (ast.Import, ast.ImportFrom)))


def _is_only_root(node: ast.AST, tree: ast.Module) -> bool:
    """Whether the node is a function whose only decorator is `tf.function`, with or without options."""
    if not isinstance(node, _Function) or len(node.decorator_list) != 1:
        return False
    decorator = node.decorator_list[0]
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, (ast.Name, ast.Attribute)) and makes_root(called, dict(imported(tree)))


def _movable(tree: ast.Module) -> list[_Function]:
    """The roots of the module whose bodies can stand elsewhere: no generators, none that calls itself."""
    return [
        node
        for node in tree.body
        if isinstance(node, _Function)
        and _is_only_root(node, tree)
        and not any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(node))
        and not any(isinstance(inner, ast.Name) and inner.id == node.name for inner in ast.walk(node))
        and sum(isinstance(other, _Function) and other.name == node.name for other in tree.body) == 1
    ]


def _needs_imports_only(function: _Function, tree: ast.Module) -> bool:
    """Whether decorator, annotations and defaults name nothing but what is imported or built in."""
    known = dict(imported(tree)).keys() | vars(builtins).keys()
    header = [*function.decorator_list, function.args]
    return all(node.id in known for part in header for node in ast.walk(part) if isinstance(node, ast.Name))


def _takes_one_value(function: _Function) -> bool:
    """Whether it has one parameter of which nothing is said, and a decorator without options."""
    arguments = function.args
    others = (*arguments.posonlyargs, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg, *arguments.defaults)
    plain = len(arguments.args) == 1 and not any(others) and arguments.args[0].annotation is None
    return plain and not isinstance(function.decorator_list[0], ast.Call)


def _without_decorators(function: _Function, name: str) -> _Function:
    """The function under another name, without decorators and defaults."""
    other = copy.deepcopy(function)
    other.name, other.decorator_list = name, []
    other.args.defaults = []
    other.args.kw_defaults = [None for _ in other.args.kw_defaults]
    return other


def _handed_on(function: _Function, called: ast.expr) -> ast.Return:
    """`return called(...)` with the function's own arguments."""
    arguments = function.args
    given: list[ast.expr] = [ast.Name(each.arg, ast.Load()) for each in (*arguments.posonlyargs, *arguments.args)]
    if arguments.vararg:
        given.append(ast.Starred(ast.Name(arguments.vararg.arg, ast.Load()), ast.Load()))
    keywords = [ast.keyword(each.arg, ast.Name(each.arg, ast.Load())) for each in arguments.kwonlyargs]
    if arguments.kwarg:
        keywords.append(ast.keyword(None, ast.Name(arguments.kwarg.arg, ast.Load())))
    return ast.Return(ast.Call(called, given, keywords))
