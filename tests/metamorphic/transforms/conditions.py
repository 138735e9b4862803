"""Conditions in other words. Where a tensor may decide, only forms are exchanged that AutoGraph takes for the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import is_simple, statements

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


@on_trees
def equality_as_membership(sources: Sources) -> int:
    """`mode == "a"` becomes `mode in ("a",)` where both are Python strings or dtypes."""
    count = 0
    for module in sources.modules():
        for node in _comparisons(module, ast.Eq):
            if _are_python(module, node):
                items = ast.Tuple([node.comparators[0]], ast.Load())
                _become(node, ast.Compare(node.left, [ast.In()], [items]))
                count += 1
    return count


@on_trees
def membership_as_equality(sources: Sources) -> int:
    """`mode in ("a", "b")` becomes `mode == "a" or mode == "b"` where all are Python strings."""
    count = 0
    for module in sources.modules():
        for node in _comparisons(module, ast.In):
            items = node.comparators[0]
            if not isinstance(items, (ast.Tuple, ast.List, ast.Set)) or not items.elts or not is_simple(node.left):
                continue
            if not all(_is_constant(each) for each in items.elts) or not _is_python(module, node.left):
                continue
            parts: list[ast.expr] = [
                ast.Compare(node.left if not number else _copied(node.left), [ast.Eq()], [each])
                for number, each in enumerate(items.elts)
            ]
            _become(node, ast.BoolOp(ast.Or(), parts) if len(parts) > 1 else parts[0])
            count += 1
    return count


@on_trees
def not_pushed_in(sources: Sources) -> int:
    """`not (x is None)` becomes `x is not None`; likewise `in` of Python strings."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.UnaryOp)]:
            inner = node.operand
            if isinstance(node.op, ast.Not) and isinstance(inner, ast.Compare) and _is_plain(module, inner):
                _become(node, ast.Compare(inner.left, [_OPPOSITE[type(inner.ops[0])]()], inner.comparators))
                count += 1
    return count


@on_trees
def not_pushed_out(sources: Sources) -> int:
    """`x is not None` becomes `not x is None`; likewise `not in` of Python strings."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Compare)]:
            if isinstance(node.ops[0], (ast.IsNot, ast.NotIn, ast.NotEq)) and _is_plain(module, node):
                inner = replaces(ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators), node)
                _become(node, ast.UnaryOp(ast.Not(), inner))
                count += 1
    return count


@on_trees
def swapped_branches(sources: Sources) -> int:
    """`if x is None: A` with `else: B` becomes `if x is not None: B` with `else: A`."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.If):
            assert isinstance(node, ast.If)
            test = node.test
            if node.orelse and isinstance(test, ast.Compare) and _is_plain(module, test):
                node.test = replaces(ast.Compare(test.left, [_OPPOSITE[type(test.ops[0])]()], test.comparators), test)
                node.body, node.orelse = node.orelse, node.body
                count += 1
    return count


@on_trees
def conjunction_as_nested_if(sources: Sources) -> int:
    """`if a and b: A` becomes `if a:` with `if b: A` in it, where both are decided in Python."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.If):
            assert isinstance(node, ast.If)
            test = node.test
            if node.orelse or not isinstance(test, ast.BoolOp) or not isinstance(test.op, ast.And):
                continue
            if all(_is_decided(module, each) for each in test.values):
                rest = test.values[1] if len(test.values) == 2 else ast.BoolOp(ast.And(), test.values[1:])
                inner = replaces(ast.If(rest, node.body, []), node)
                node.test, node.body = test.values[0], [inner]
                count += 1
    return count


@on_trees
def nested_if_as_conjunction(sources: Sources) -> int:
    """`if a:` with nothing but `if b: A` in it becomes `if a and b: A`, where both are decided in Python."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.If):
            assert isinstance(node, ast.If)
            inner = node.body[0]
            alone = len(node.body) == 1 and not node.orelse and isinstance(inner, ast.If) and not inner.orelse
            if alone and isinstance(inner, ast.If) and all(_is_decided(module, each.test) for each in (node, inner)):
                node.test = ast.BoolOp(ast.And(), [node.test, inner.test])
                node.body = inner.body
                count += 1
    return count


@on_trees
def conditional_as_statement(sources: Sources) -> int:
    """`y = a if c else b` becomes an `if` statement, where `c` is decided in Python."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            value, target = node.value, node.targets[0]
            named = len(node.targets) == 1 and isinstance(target, ast.Name)
            if (
                named
                and isinstance(target, ast.Name)
                and isinstance(value, ast.IfExp)
                and _is_decided(module, value.test)
            ):
                one, other = (
                    replaces(ast.Assign([ast.Name(target.id, ast.Store())], each), node)
                    for each in (value.body, value.orelse)
                )
                block = module.block(node)
                block[block.index(node)] = replaces(ast.If(value.test, [one], [other]), node)
                count += 1
    return count


@on_trees
def returns_as_conditional(sources: Sources) -> int:
    """`if c: return a` with `return b` behind it becomes `return a if c else b`, where `c` is decided in Python."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.If):
            assert isinstance(node, ast.If)
            block = module.block(node)
            at = [each is node for each in block].index(True)
            one, other = node.body[0], node.orelse[0] if node.orelse else block[at + 1] if at + 1 < len(block) else None
            if not isinstance(one, ast.Return) or not isinstance(other, ast.Return) or one.value is None or other.value is None:
                continue
            if len(node.body) == 1 and len(node.orelse) < 2 and _is_decided(module, node.test):
                value = replaces(ast.IfExp(node.test, one.value, other.value), node)
                block[at : at + 1 + (not node.orelse)] = [replaces(ast.Return(value), node, one, other)]
                count += 1
    return count


@on_trees
def conditional_as_returns(sources: Sources) -> int:
    """`return a if c else b` becomes `if c: return a` with `return b` behind it, where `c` is decided in Python."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Return):
            assert isinstance(node, ast.Return)
            value = node.value
            if isinstance(value, ast.IfExp) and _is_decided(module, value.test):
                one, other = (replaces(ast.Return(each), node) for each in (value.body, value.orelse))
                block = module.block(node)
                at = [each is node for each in block].index(True)
                block[at : at + 1] = [replaces(ast.If(value.test, [one], []), node), other]
                count += 1
    return count


@on_trees
def early_return_as_else(sources: Sources) -> int:
    """`if c: return a` with statements behind it, the last of which returns, becomes `if c: return a` with these as its `else`."""
    count = 0
    for module in sources.modules():
        for function in _functions(module):
            body = function.body
            for number in reversed(range(len(body) - 1)):
                node = body[number]
                if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], ast.Return):
                    node.orelse, body[number + 1 :] = body[number + 1 :], []
                    count += 1
    return count


def _functions(module: Module) -> list[ast.FunctionDef]:
    """The functions that return a value at their end."""
    return [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return)]


def _comparisons(module: Module, operator: type[ast.cmpop]) -> Iterator[ast.Compare]:
    """The comparisons of two values by an operator."""
    for node in list(ast.walk(module.tree)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], operator):
            yield node


def _are_python(module: Module, node: ast.Compare) -> bool:
    left, right = node.left, node.comparators[0]
    if isinstance(left, ast.Attribute) and left.attr == "dtype" and ast.unparse(right).startswith("tf."):
        return is_simple(right)
    return _is_constant(right) and _is_python(module, left)


def _is_constant(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, int))


def _is_python(module: Module, node: ast.expr) -> bool:
    """Whether it is a Python string or number: a static rank, an environment variable, or a name bound to strings alone."""
    text = ast.unparse(node)
    if text.endswith((".shape.rank", ".shape.ndims")) or text.startswith(
        ("os.environ[", "os.environ.get(", "os.getenv(")
    ):
        return True
    if not isinstance(node, ast.Name):
        return False
    bindings = module.scopes.variable[node].bindings
    return node.id == "__name__" or (bool(bindings) and all(_binds_text(module, each) for each in bindings))


def _binds_text(module: Module, binding: ast.AST) -> bool:
    if isinstance(binding, ast.arg):
        annotated = binding.annotation is not None and ast.unparse(binding.annotation) == "str"
        arguments = module.parents[binding]
        assert isinstance(arguments, ast.arguments)
        return annotated or _is_text(default_of(arguments, binding))
    statement = module.parents[binding]
    return isinstance(statement, ast.Assign) and _is_text(statement.value)


def default_of(arguments: ast.arguments, argument: ast.arg) -> ast.expr | None:
    """The default of a parameter."""
    ordered = [*arguments.posonlyargs, *arguments.args]
    if argument in ordered:
        number = ordered.index(argument) - len(ordered) + len(arguments.defaults)
        return arguments.defaults[number] if number >= 0 else None
    return arguments.kw_defaults[arguments.kwonlyargs.index(argument)] if argument in arguments.kwonlyargs else None


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_plain(module: Module, node: ast.Compare) -> bool:
    """Whether a comparison is decided in Python whatever is compared."""
    if len(node.ops) != 1 or type(node.ops[0]) not in _OPPOSITE:
        return False
    if isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        return True
    left, right = node.left, node.comparators[0]
    if isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return _is_constant(right) and _is_python(module, left)
    items = right.elts if isinstance(right, (ast.Tuple, ast.List, ast.Set)) else [None]
    return _is_python(module, left) and all(_is_constant(each) for each in items)


def _is_decided(module: Module, node: ast.expr) -> bool:
    """Whether a condition is a Python bool for sure."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _is_decided(module, node.operand)
    if isinstance(node, ast.BoolOp):
        return all(_is_decided(module, each) for each in node.values)
    if isinstance(node, ast.Compare):
        return _is_plain(module, node)
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return called in ("isinstance", "callable", "hasattr", "tf.executing_eagerly", "tf.is_tensor")


def _become(node: ast.expr, other: ast.expr) -> None:
    """Turn a node into another where it stands in the tree; it stands for what it was."""
    replaces(other, node)
    node.__class__ = other.__class__
    node.__dict__ = dict(other.__dict__)


def _copied(node: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(node), mode="eval").body
