"""Assignments in other words."""

from __future__ import annotations

import ast

from tests.metamorphic.places import replaces
from tests.metamorphic.scopes import Variable
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import Values, is_simple, is_straight, statements


@on_trees
def packs_assignments(sources: Sources) -> int:
    """`a = x` and `b = y` become `a, b = x, y`."""
    return sum(_packed(module) for module in sources.modules())


def _packed(module: Module) -> int:
    count = 0
    for node in ast.walk(module.tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list) or isinstance(node, ast.ClassDef):
                continue
            for number in range(len(block) - 2, -1, -1):
                one, other = block[number : number + 2]
                if _is_plain(one) and _is_plain(other) and _may_swap(module, one, other):
                    targets = ast.Tuple([one.targets[0], other.targets[0]], ast.Store())
                    packed = ast.Assign([targets], ast.Tuple([one.value, other.value], ast.Load()))
                    block[number : number + 2] = [replaces(packed, one, other)]
                    count += 1
    return count


def _is_plain(node: ast.AST) -> bool:
    """Whether it assigns one name or attribute."""
    return (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and (
            isinstance(node.targets[0], ast.Name)
            or (isinstance(node.targets[0], ast.Attribute) and isinstance(node.targets[0].value, ast.Name))
        )
    )


def _may_swap(module: Module, one: ast.Assign, other: ast.Assign) -> bool:
    """Whether the second value is the same before and after the first target is set."""
    target = one.targets[0]
    read = {each.id for each in ast.walk(other.value) if isinstance(each, ast.Name)}
    owner = other.targets[0].value if isinstance(other.targets[0], ast.Attribute) else None
    if isinstance(target, ast.Name):
        variable = module.scopes.variable[target]
        reads_late = any(isinstance(each, (ast.Lambda, ast.Yield, ast.Await)) for each in ast.walk(other.value))
        hidden = is_shared(module, variable) and not is_simple(other.value)
        return target.id not in read and not hidden and not reads_late and not (owner and _holds(owner, target.id))
    attributes = {each.attr for each in ast.walk(other.value) if isinstance(each, ast.Attribute)}
    assert isinstance(target, ast.Attribute)
    return is_simple(other.value) and target.attr not in attributes and _is_unbound_by(one, other)


def _holds(node: ast.expr, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _is_unbound_by(one: ast.Assign, other: ast.Assign) -> bool:
    """Whether setting the first target does not change what the second target is."""
    first, second = one.targets[0], other.targets[0]
    return not (isinstance(second, ast.Name) and _holds(first, second.id))


def is_shared(module: Module, variable: Variable) -> bool:
    """Whether code outside the function of a variable may read it."""
    inner = [module.scopes.around.get(each) for each in variable.loads]
    return not variable.scope.is_function or any(scope is not variable.scope for scope in inner)


@on_trees
def unpacks_assignments(sources: Sources) -> int:
    """`a, b = x, y` becomes `a = x` and `b = y`."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            target, value = node.targets[0], node.value
            if len(node.targets) != 1 or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
                continue
            if (
                len(target.elts) != 2
                or len(value.elts) != 2
                or any(isinstance(each, ast.Starred) for each in value.elts)
            ):
                continue
            parts = [ast.Assign([one], other) for one, other in zip(target.elts, value.elts, strict=True)]
            if not all(map(_is_plain, parts)) or not _may_swap(module, *parts):
                continue
            block = module.block(node)
            at = block.index(node)
            block[at : at + 1] = [replaces(part, node) for part in parts]
            count += 1
    return count


@on_trees
def splits_chained_assignments(sources: Sources) -> int:
    """`a = b = x` becomes `a = x` and `b = a`."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            first = node.targets[0]
            if len(node.targets) > 1 and isinstance(first, ast.Name):
                block, at = module.block(node), module.block(node).index(node)
                if any(_holds(each, first.id) for each in node.targets[1:]):
                    continue
                rest = [ast.Assign([each], ast.Name(first.id, ast.Load())) for each in node.targets[1:]]
                block[at : at + 1] = [replaces(each, node) for each in (ast.Assign([first], node.value), *rest)]
                count += 1
    return count


@on_trees
def addition_as_assignment(sources: Sources) -> int:
    """`n += 1` becomes `n = n + 1` where `n` is a Python number."""
    count, values = 0, Values(sources)
    for module in sources.modules():
        for node in statements(module, ast.AugAssign):
            assert isinstance(node, ast.AugAssign)
            if isinstance(node.value, ast.Constant) and values.is_number(module, node.target):
                block = module.block(node)
                read = loaded(node.target)
                assignment = ast.Assign([node.target], ast.BinOp(read, node.op, node.value))
                block[block.index(node)] = replaces(assignment, node)
                count += 1
    return count


@on_trees
def assignment_as_addition(sources: Sources) -> int:
    """`n = n + 1` becomes `n += 1` where `n` is a Python number."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            value, target = node.value, node.targets[0]
            if len(node.targets) != 1 or not isinstance(value, ast.BinOp) or not isinstance(value.right, ast.Constant):
                continue
            if (
                isinstance(target, ast.Name)
                and ast.unparse(value.left) == target.id
                and _starts_as_number(module, target)
            ):
                block = module.block(node)
                block[block.index(node)] = replaces(ast.AugAssign(target, value.op, value.right), node)
                count += 1
    return count


def loaded(node: ast.expr) -> ast.expr:
    """A copy of a target that reads it."""
    copy = ast.parse(ast.unparse(node), mode="eval").body
    return replaces(copy, node)


def _starts_as_number(module: Module, name: ast.Name) -> bool:
    """Whether every value of a name is a number, or a number added to it."""
    for each in module.scopes.variable[name].bindings:
        statement = module.parents[each]
        value = statement.value if isinstance(statement, (ast.Assign, ast.AugAssign)) else None
        if isinstance(value, ast.BinOp) and ast.unparse(value.left) == name.id:
            value = value.right
        if not isinstance(value, ast.Constant) or type(value.value) not in (int, float):
            return False
    return True


@on_trees
def return_through_local(sources: Sources) -> int:
    """`return x` becomes `result = x` and `return result`."""
    count = 0
    for module in sources.modules():
        name = module.fresh("result")
        for node in statements(module, ast.Return):
            assert isinstance(node, ast.Return)
            if node.value is None or isinstance(node.value, (ast.Name, ast.Constant)) or not is_straight(module, node):
                continue
            block, at = module.block(node), module.block(node).index(node)
            assignment = replaces(ast.Assign([ast.Name(name, ast.Store())], node.value), node)
            block[at : at + 1] = [
                assignment,
                replaces(ast.Return(replaces(ast.Name(name, ast.Load()), node.value)), node),
            ]
            count += 1
    return count


@on_trees
def loop_target_by_assignment(sources: Sources) -> int:
    """`for a, b in zip(x, y):` becomes `for pair in zip(x, y):` with `a, b = pair` in it; so does one over `enumerate` and `items`."""
    count = 0
    for module in sources.modules():
        for loop in statements(module, ast.For):
            assert isinstance(loop, ast.For)
            if isinstance(loop.target, ast.Tuple) and _yields_tuples(loop.iter):
                name = module.fresh("pair")
                loop.body.insert(0, ast.Assign([loop.target], ast.Name(name, ast.Load())))
                loop.target = ast.Name(name, ast.Store())
                count += 1
    return count


def _yields_tuples(iterable: ast.expr) -> bool:
    func = iterable.func if isinstance(iterable, ast.Call) else None
    if isinstance(func, ast.Attribute):
        return func.attr == "items"
    return isinstance(func, ast.Name) and func.id in ("zip", "enumerate")
