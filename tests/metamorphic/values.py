"""What a program is sure to hold in a name or attribute: a list, a dict, a number. Unsure means no."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tests.metamorphic.scopes import Variable
from tests.metamorphic.transform import Module, Sources

_STRAIGHT = (ast.Module, ast.FunctionDef, ast.With, ast.Try, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Binding:
    """The value a name or attribute is bound to, or that `+=` adds to it; None for one that is not seen."""

    value: ast.expr | None
    adds: bool = False


class Values:
    """The values that names and attributes of a program are bound to, wherever that is seen from its text."""

    def __init__(self, sources: Sources) -> None:
        self._set: dict[str, list[Binding]] = {}
        self._defined: set[str] = set()
        for module in sources.modules():
            for node in ast.walk(module.tree):
                self._note(module, node)

    def _note(self, module: Module, node: ast.AST) -> None:
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            self._set.setdefault(node.attr, []).append(node_binding(module, node))
        elif isinstance(node, ast.ClassDef):
            for statement in node.body:
                names = [statement] if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) else []
                self._defined |= {each.name for each in names}
                self._defined |= {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and not names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "object.__setattr__"):
            self._defined |= {
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            }

    def of(self, module: Module, node: ast.expr) -> list[Binding]:
        """Everything that binds a name or an attribute."""
        if isinstance(node, ast.Name):
            variable = module.scopes.variable[node]
            outside = self._set.get(node.id, []) if variable.scope is module.scopes.module else []
            return [*(node_binding(module, each) for each in variable.bindings), *outside]
        if isinstance(node, ast.Attribute) and node.attr not in self._defined:
            return self._set.get(node.attr, []) if self._is_of_plain_object(module, node) else []
        return []

    def is_list(self, module: Module, node: ast.expr) -> bool:
        """Whether it is a list of Python's own; one that is added to stays one."""
        values = [each.value for each in self.of(module, node) if not each.adds]
        return bool(values) and all(_is_made(module, each, (ast.List, ast.ListComp), "list") for each in values)

    def is_dict(self, module: Module, node: ast.expr) -> bool:
        """Whether it is a dict of Python's own."""
        values = [each.value for each in self.of(module, node)]
        return bool(values) and all(_is_made(module, each, (ast.Dict, ast.DictComp), "dict") for each in values)

    def is_number(self, module: Module, node: ast.expr) -> bool:
        """Whether it is a Python number at the start of the program and after every assignment."""
        values = [each.value for each in self.of(module, node)]
        return bool(values) and all(
            isinstance(each, ast.Constant) and type(each.value) in (int, float) for each in values
        )

    def _is_of_plain_object(self, module: Module, node: ast.Attribute) -> bool:
        """Whether it is an attribute of `self` in a class that has no base but `object` and `tf.Module`."""
        owner = next((each for each in module.around(node) if isinstance(each, ast.ClassDef)), None)
        if owner is None or owner.keywords or owner.decorator_list or not is_self(module, node.value):
            return False
        return all(ast.unparse(base) in ("object", "tf.Module") for base in owner.bases)


def node_binding(module: Module, target: ast.AST) -> Binding:
    """What the statement around a target binds it to."""
    statement = module.parents.get(target)
    if isinstance(statement, ast.Assign) and any(each is target for each in statement.targets):
        return Binding(statement.value)
    if isinstance(statement, ast.AnnAssign) and statement.target is target:
        return Binding(statement.value)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        return Binding(statement.value, adds=True)
    return Binding(None)


def is_self(module: Module, node: ast.AST) -> bool:
    """Whether it is the first parameter of the method around it, which is never bound again."""
    if not isinstance(node, ast.Name):
        return False
    variable = module.scopes.variable.get(node)
    argument = variable.only_binding if variable else None
    if not isinstance(argument, ast.arg):
        return False
    function = module.parents[module.parents[argument]]
    if not isinstance(function, ast.FunctionDef) or not isinstance(module.parents[function], ast.ClassDef):
        return False
    static = any(ast.unparse(each) in ("staticmethod", "classmethod") for each in function.decorator_list)
    return not static and [*function.args.posonlyargs, *function.args.args][:1] == [argument]


def is_straight(module: Module, node: ast.AST) -> bool:
    """Whether a statement runs with its function, in no block that AutoGraph may make a function of its own.

    What follows a `return` under a condition is such a block, too.
    """
    for each in module.around(node):
        if isinstance(each, ast.Module):
            return True
        if isinstance(each, ast.FunctionDef):
            return not any(_is_early(module, inner, each) for inner in ast.walk(each) if isinstance(inner, ast.Return))
        if not isinstance(each, _STRAIGHT):
            return False
    return False


def _is_early(module: Module, node: ast.Return, function: ast.FunctionDef) -> bool:
    """Whether a `return` of the function stands under a condition or in a loop."""
    around = list(module.around(node))
    own = around[: around.index(function)]
    return not any(isinstance(each, (ast.FunctionDef, ast.ClassDef)) for each in own) and bool(own)


def is_simple(node: ast.expr) -> bool:
    """Whether an expression only reads: constants, names, attributes of them, and displays of such."""
    plain = (
        ast.Constant,
        ast.Name,
        ast.Attribute,
        ast.Tuple,
        ast.List,
        ast.Dict,
        ast.expr_context,
        ast.UnaryOp,
        ast.USub,
    )
    return all(isinstance(each, plain) for each in ast.walk(node))


def statements(module: Module, *types: type[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of some types, in an order that edits of their blocks do not disturb."""
    yield from [node for node in ast.walk(module.tree) if isinstance(node, types)]


def is_captured(variable: Variable) -> bool:
    """Whether a scope other than the variable's own mentions it."""
    return len(variable.bindings) + len(variable.loads) != len(variable.mentions) or any(
        mention.field == "names" for mention in variable.mentions
    )


def _is_made(module: Module, value: ast.expr | None, displays: tuple[type[ast.expr], ...], name: str) -> bool:
    if isinstance(value, displays):
        return True
    made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == name
    return (
        made
        and isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and module.scopes.is_builtin(value.func)
    )
