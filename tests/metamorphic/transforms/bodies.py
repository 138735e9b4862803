"""The body of a traced function as a function of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.metamorphic.places import replaces
from tests.metamorphic.scopes import Variable, all_arguments
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


@on_trees
def module_code_in_main(sources: Sources) -> int:
    """The statements at the end of a module, whose names nothing else uses, become the body of `main()`, which the module calls."""
    count = 0
    imported = set(_imported(sources))
    for module in sources.modules():
        body = module.tree.body
        start = _start_of_script(module) if module.name not in imported else len(body)
        if start < len(body):
            name = module.fresh("main")
            main = ast.FunctionDef(name, ast.arguments([], [], None, [], [], None, []), body[start:], [])
            guard = ast.parse(f'if __name__ == "__main__":\n    {name}()').body[0]
            body[start:] = [main, guard]
            count += 1
    return count


@on_trees
def module_code_under_a_guard(sources: Sources) -> int:
    """The statements at the end of a module stand under `if __name__ == "__main__":`, where no other file imports it."""
    count = 0
    imported = set(_imported(sources))
    for module in sources.modules():
        body = module.tree.body
        first = len(body)
        while first and isinstance(body[first - 1], _SCRIPTED):
            first -= 1
        if first < len(body) and module.name not in imported:
            guard = ast.parse('if __name__ == "__main__":\n    pass').body[0]
            assert isinstance(guard, ast.If)
            guard.body = body[first:]
            body[first:] = [guard]
            count += 1
    return count


@on_trees
def module_code_in_another_file(sources: Sources) -> int:
    """The statements at the end of a module, whose names nothing else uses, become a file of their own, which imports what they use."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        body = module.tree.body
        start = _start_of_script(module)
        used = list(_used(module, body[start:]))
        if start in (0, len(body)) or not module.name.isidentifier() or not all(_stays(module, each) for each in used):
            continue
        imported = {variable.name for variable in used if isinstance(variable.only_binding, ast.alias)}
        own = [ast.alias(variable.name) for variable in used if variable.name not in imported]
        front: list[ast.stmt] = [node for each in body[:start] for node in _fresh_imports(each, imported)]
        front += [ast.ImportFrom(module.name, own, 0)] if own else [ast.Import([ast.alias(module.name)])]
        sources.trees[f"run_{module.name}.py"] = ast.Module([*front, *body[start:]], [])
        body[start:] = []
        count += 1
    return count


def _used(module: Module, statements: list[ast.stmt]) -> Iterator[Variable]:
    """The variables of the module that statements read and others bind, once each."""
    inside = {node for each in statements for node in ast.walk(each)}
    for variable in module.scopes.module.variables.values():
        read = any(node in inside for node in variable.loads)
        if read and variable.bindings and not any(node in inside for node in variable.bindings):
            yield variable


def _stays(module: Module, variable: Variable) -> bool:
    """Whether a variable keeps the object that the module binds it to."""
    return variable.only_binding is not None and len(variable.mentions) == 1 + len(variable.loads)


def _fresh_imports(statement: ast.stmt, names: set[str]) -> Iterator[ast.stmt]:
    """An import anew, where it binds one of these names."""
    bound = [each.asname or each.name.partition(".")[0] for each in statement.names] if isinstance(statement, (ast.Import, ast.ImportFrom)) else []
    if names.intersection(bound):
        yield ast.parse(ast.unparse(statement)).body[0]


def _imported(sources: Sources) -> Iterator[str]:
    """The last words of all names that the program imports: a module among them is no script."""
    for node in sources.nodes():
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [*(alias.name for alias in node.names), *([node.module or ""] if isinstance(node, ast.ImportFrom) else [])]
            yield from (name.rpartition(".")[2] for name in names)


def _start_of_script(module: Module) -> int:
    """The index of the first of the last statements of a module that may run in a function of their own."""
    body = module.tree.body
    if any(isinstance(each, (ast.Global, ast.Nonlocal)) for each in ast.walk(module.tree)):
        return len(body)
    first = len(body)
    while first and isinstance(body[first - 1], _SCRIPTED):
        first -= 1
    return next((start for start in range(first, len(body)) if _is_apart(module, body[start:])), len(body))


_SCRIPTED = (ast.Expr, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.With)


def _is_apart(module: Module, statements: list[ast.stmt]) -> bool:
    """Whether all names that the statements bind are used in them alone."""
    inside = {node for each in statements for node in ast.walk(each)}
    own = module.scopes.module
    bound = {variable for variable in own.variables.values() if any(node in inside for node in variable.bindings)}
    return all(mention.node in inside for variable in bound for mention in variable.mentions)
