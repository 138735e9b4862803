"""The body of a traced function as a function of its own."""

from __future__ import annotations

import ast

from tests.metamorphic.places import replaces
from tests.metamorphic.scopes import all_arguments
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.helpers import OF_FRAME


@on_trees
def body_as_helper(sources: Sources) -> int:
    """The body of a traced function becomes a function of the module that it calls."""
    count = 0
    for module in sources.modules():
        for function in _roots(module):
            helper = without_decorators(function, module.fresh(f"{function.name}_body"))
            module.tree.body.insert(module.tree.body.index(function), helper)
            function.body = [handed_on(function, ast.Name(helper.name, ast.Load()))]
            count += 1
    return count


@on_trees
def body_as_nested_function(sources: Sources) -> int:
    """The body of a traced function becomes a function in it that it calls."""
    count = 0
    for module in sources.modules():
        for function in _roots(module):
            inner = without_decorators(function, module.fresh(f"{function.name}_body"))
            function.body = [inner, handed_on(function, ast.Name(inner.name, ast.Load()))]
            count += 1
    return count


@on_trees
def body_as_method(sources: Sources) -> int:
    """The body of a traced function becomes a method of an object of the module, which the function calls."""
    count = 0
    for module in sources.modules():
        for function in _roots(module):
            name = module.fresh(f"{function.name}_holder")
            method = without_decorators(function, function.name)
            method.args.args.insert(0, ast.arg(module.fresh("holder_self")))
            at = module.tree.body.index(function)
            made = ast.parse(f"{name} = {name.title().replace('_', '')}()").body[0]
            module.tree.body[at:at] = [ast.ClassDef(name.title().replace("_", ""), [], [], [method], []), made]
            function.body = [handed_on(function, ast.parse(f"{name}.{function.name}", mode="eval").body)]
            count += 1
    return count


def _roots(module: Module) -> list[ast.FunctionDef]:
    """The traced functions of the module whose bodies can stand elsewhere: no generators, none that calls itself."""
    return [
        node
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef)
        and len(node.decorator_list) == 1
        and ast.unparse(node.decorator_list[0]).startswith("tf.function")
        and module.scopes.variable[node].only_binding is node
        and not node.args.posonlyargs
        and not any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node))
        and not any(isinstance(each, ast.Name) and each.id in {node.name, *OF_FRAME} for each in ast.walk(node))
    ]


def without_decorators(function: ast.FunctionDef, name: str) -> ast.FunctionDef:
    """A function with the body of another, without its decorators and defaults."""
    names = all_arguments(function.args)
    parts = function.args
    keyword_only = [ast.arg(each.arg) for each in parts.kwonlyargs]
    arguments = ast.arguments(
        [], [ast.arg(each.arg) for each in parts.args], parts.vararg and ast.arg(parts.vararg.arg), keyword_only,
        [None for _ in keyword_only], parts.kwarg and ast.arg(parts.kwarg.arg), [],
    )  # fmt: skip
    assert len(names) == len(all_arguments(arguments))
    return ast.FunctionDef(name, arguments, function.body, [])


def handed_on(function: ast.FunctionDef, called: ast.expr) -> ast.Return:
    """`return called(...)` with the function's own arguments; what is said of a result is said here now."""
    parts = function.args
    given: list[ast.expr] = [ast.Name(each.arg, ast.Load()) for each in parts.args]
    if parts.vararg:
        given.append(ast.Starred(ast.Name(parts.vararg.arg, ast.Load()), ast.Load()))
    keywords = [ast.keyword(each.arg, ast.Name(each.arg, ast.Load())) for each in parts.kwonlyargs]
    if parts.kwarg:
        keywords.append(ast.keyword(None, ast.Name(parts.kwarg.arg, ast.Load())))
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    values = [node.value for node in returns if node.value is not None]
    call = ast.Call(called, given, keywords)
    if values:
        replaces(call, ast.Pass(), *values)
    return ast.Return(call)
