"""Changes of lists and dicts in other words."""

from __future__ import annotations

import ast
from collections.abc import Callable
from keyword import iskeyword

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import Values, is_straight, statements


@on_trees
def append_as_addition(sources: Sources) -> int:
    """`xs.append(v)` becomes `xs += [v]`; a name of another scope is declared."""
    return _changes_lists(sources, _added)


@on_trees
def append_as_extend(sources: Sources) -> int:
    """`xs.append(v)` becomes `xs.extend([v])`."""
    return _changes_lists(sources, lambda module, call: _extended(call))


@on_trees
def addition_as_append(sources: Sources) -> int:
    """`xs += [v]` becomes `xs.append(v)`."""
    return _adds(sources, lambda target, value: _method(target, "append", value.elts[0]))


@on_trees
def addition_as_extend(sources: Sources) -> int:
    """`xs += [v]` becomes `xs.extend([v])`."""
    return _adds(sources, lambda target, value: _method(target, "extend", value))


def _changes_lists(sources: Sources, rewritten: Callable[[Module, ast.Call], ast.stmt | None]) -> int:
    count, values = 0, Values(sources)
    for module in sources.modules():
        for node in statements(module, ast.Expr):
            assert isinstance(node, ast.Expr)
            call = node.value
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append":
                continue
            if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
                continue
            if values.is_list(module, call.func.value) and (new := rewritten(module, call)) is not None:
                block = module.block(node)
                block[block.index(node)] = replaces(new, node)
                count += 1
    return count


def _extended(call: ast.Call) -> ast.stmt:
    assert isinstance(call.func, ast.Attribute)
    return ast.Expr(replaces(_call(call.func.value, "extend", ast.List([call.args[0]], ast.Load())), call))


def _added(module: Module, call: ast.Call) -> ast.stmt | None:
    """The augmented assignment; AutoGraph carries its target through graph conditionals and loops, and there it differs."""
    assert isinstance(call.func, ast.Attribute)
    owner = call.func.value
    if not is_straight(module, module.statement(call)):
        return None
    if isinstance(owner, ast.Name) and not _declared(module, owner):
        return None
    target = stored(owner)
    return ast.AugAssign(target, ast.Add(), ast.List([call.args[0]], ast.Load()))


def stored(node: ast.expr) -> ast.Name | ast.Attribute | ast.Subscript:
    """The expression as a target."""
    assert isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
    node.ctx = ast.Store()
    return node


def _declared(module: Module, name: ast.Name) -> bool:
    """Whether a name can be bound where it is read: with a declaration added to its function where it needs one."""
    variable, scope = module.scopes.variable[name], module.scopes.around[name]
    if variable.scope is scope or name.id in scope.declared:
        return True
    if not isinstance(scope.node, ast.FunctionDef) or not (
        variable.scope.is_function or variable.scope is module.scopes.module
    ):
        return False
    declares = ast.Global if variable.scope is module.scopes.module else ast.Nonlocal
    scope.declared[name.id] = declares.__name__.lower()
    at = 1 if ast.get_docstring(scope.node) is not None else 0
    scope.node.body.insert(at, declares([name.id]))
    return True


def _adds(sources: Sources, rewritten: Callable[[ast.expr, ast.List], ast.expr]) -> int:
    count, values = 0, Values(sources)
    for module in sources.modules():
        for node in statements(module, ast.AugAssign):
            assert isinstance(node, ast.AugAssign)
            fits = isinstance(node.value, ast.List) and len(node.value.elts) == 1 and isinstance(node.op, ast.Add)
            if not fits or isinstance(node.target, ast.Subscript) or not is_straight(module, node):
                continue
            if values.is_list(module, node.target):
                assert isinstance(node.value, ast.List)
                node.target.ctx = ast.Load()
                block = module.block(node)
                block[block.index(node)] = replaces(ast.Expr(rewritten(node.target, node.value)), node)
                count += 1
    return count


def _method(owner: ast.expr, name: str, value: ast.expr) -> ast.expr:
    return _call(owner, name, value)


def _call(owner: ast.expr, name: str, value: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(owner, name, ast.Load()), [value], [])


@on_trees
def item_as_update(sources: Sources) -> int:
    """`d[k] = v` becomes `d.update({k: v})`."""
    count, values = 0, Values(sources)
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            target = node.targets[0]
            if len(node.targets) != 1 or not isinstance(target, ast.Subscript) or not is_straight(module, node):
                continue
            if isinstance(target.slice, (ast.Constant, ast.Name)) and values.is_dict(module, target.value):
                item = ast.Dict([target.slice], [node.value])
                block = module.block(node)
                block[block.index(node)] = replaces(ast.Expr(_call(target.value, "update", item)), node)
                count += 1
    return count


@on_trees
def update_as_item(sources: Sources) -> int:
    """`d.update({k: v})` becomes `d[k] = v`; so does `d.update(k=v)`."""
    count, values = 0, Values(sources)
    for module in sources.modules():
        for node in statements(module, ast.Expr):
            assert isinstance(node, ast.Expr)
            pair = _pair(node.value) if is_straight(module, node) else None
            if pair is not None and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
                owner = node.value.func.value
                if values.is_dict(module, owner):
                    block = module.block(node)
                    assignment = ast.Assign([ast.Subscript(owner, pair[0], ast.Store())], pair[1])
                    block[block.index(node)] = replaces(assignment, node)
                    count += 1
    return count


def _pair(call: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The only key and value that a call of `update` gives."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "update":
        return None
    if len(call.keywords) == 1 and not call.args and call.keywords[0].arg:
        return ast.Constant(call.keywords[0].arg), call.keywords[0].value
    if (
        len(call.args) != 1
        or call.keywords
        or not isinstance(display := call.args[0], ast.Dict)
        or len(display.keys) != 1
    ):
        return None
    key = display.keys[0]
    return (key, display.values[0]) if isinstance(key, (ast.Constant, ast.Name)) else None


@on_trees
def empty_by_call(sources: Sources) -> int:
    """`[]` becomes `list()`, and `{}` becomes `dict()`."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, (ast.List, ast.Dict))]:
            is_empty = not (node.elts if isinstance(node, ast.List) else node.keys)
            word = "list" if isinstance(node, ast.List) else "dict"
            if is_empty and not (isinstance(node, ast.List) and not isinstance(node.ctx, ast.Load)) and module.leaves(word):
                count += module.put(node, replaces(ast.Call(ast.Name(word, ast.Load()), [], []), node))
    return count


@on_trees
def dict_by_keywords(sources: Sources) -> int:
    """`{"a": x}` becomes `dict(a=x)`."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Dict)]:
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
            if keys and len({*keys}) == len(node.keys) and all(_may_be_keyword(key) for key in keys) and module.leaves("dict"):
                keywords = [ast.keyword(key, value) for key, value in zip(keys, node.values, strict=True)]
                count += module.put(node, replaces(ast.Call(ast.Name("dict", ast.Load()), [], keywords), node))
    return count


def _may_be_keyword(key: str) -> bool:
    return key.isidentifier() and not iskeyword(key)
