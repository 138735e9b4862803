"""Code in functions of their own: extracted, inlined, and moved to other modules."""

from __future__ import annotations

import ast
import builtins
from pathlib import PurePosixPath

from tests.metamorphic.places import origins, replaces
from tests.metamorphic.scopes import Variable
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import statements

_UNMOVED = (
    ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.Starred,
)  # fmt: skip
OF_FRAME = frozenset({"super", "locals", "globals", "vars", "dir", "eval", "exec", "breakpoint", "__class__"})


@on_trees
def statement_as_helper(sources: Sources) -> int:
    """`log.append(x)` in a function becomes `helper(x)`, a function of the module that does it."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Expr):
            assert isinstance(node, ast.Expr)
            if not isinstance(node.value, ast.Call) or not is_movable(module, node):
                continue
            local = _locals_read(module, node)
            if local is None:
                continue
            name = module.fresh(f"helper_{count + 1}")
            helper = made_function(name, local, [node])
            block = module.block(node)
            call = ast.Call(ast.Name(name, ast.Load()), [ast.Name(each, ast.Load()) for each in local], [])
            block[block.index(node)] = replaces(ast.Expr(call), node)
            _place(module, node, helper)
            count += 1
    return count


@on_trees
def value_as_helper(sources: Sources) -> int:
    """`y = f(x) + 1` in a function becomes `y = helper(x)`, a function of the module that returns the value."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign, ast.Return):
            assert isinstance(node, (ast.Assign, ast.Return))
            if not isinstance(node.value, (ast.Call, ast.BinOp)) or not is_movable(module, node):
                continue
            local = _locals_read(module, node.value)
            if local is None:
                continue
            name = module.fresh(f"helper_{count + 1}")
            helper = made_function(name, local, [replaces(ast.Return(node.value), node.value)])
            call = ast.Call(ast.Name(name, ast.Load()), [ast.Name(each, ast.Load()) for each in local], [])
            node.value = replaces(call, node.value)
            _place(module, node, helper)
            count += 1
    return count


def is_movable(module: Module, node: ast.stmt) -> bool:
    """Whether a statement stands in a named function and does nothing that only its own function can do."""
    function = next(
        (each for each in module.around(node) if isinstance(each, (ast.FunctionDef, ast.Lambda, ast.ClassDef))), None
    )
    if not isinstance(function, ast.FunctionDef):
        return False
    for each in ast.walk(node):
        if isinstance(each, _UNMOVED) or (isinstance(each, ast.Name) and each.id in OF_FRAME):
            return False
        if isinstance(each, ast.Attribute) and (each.attr == "set_loop_options" or _is_private(each.attr)):
            return False
    return True


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _locals_read(module: Module, node: ast.AST) -> list[str] | None:
    """The variables of functions around that a piece of code reads; None when it cannot have them as parameters."""
    found: list[str] = []
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            variable = module.scopes.variable[each]
            if isinstance(each.ctx, ast.Store) or isinstance(variable.scope.node, ast.ClassDef):
                if variable.scope is not module.scopes.module and isinstance(each.ctx, ast.Load):
                    return None
                continue
            if variable.scope is not module.scopes.module and each.id not in found:
                found.append(each.id)
    return found


def made_function(name: str, parameters: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """A new function."""
    arguments = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    return ast.FunctionDef(name, arguments, body, [])


def _place(module: Module, node: ast.AST, helper: ast.FunctionDef) -> None:
    """Put a new function in front of the statement of the module that a node is in."""
    outermost = module.statement(node)
    for each in module.around(node):
        if isinstance(each, ast.stmt):
            outermost = each
    module.tree.body.insert(module.tree.body.index(outermost), helper)


@on_trees
def inlined_helper(sources: Sources) -> int:
    """A call of a function that one place calls and that returns one expression becomes the expression."""
    count = 0
    for module in sources.modules():
        for function in [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]:
            call = _only_call(sources, module, function)
            if call is not None and _inlined(module, function, call):
                module.tree.body.remove(function)
                count += 1
                module = Module(module.path, module.tree)
    return count


def _only_call(sources: Sources, module: Module, function: ast.FunctionDef) -> ast.Call | None:
    variable = module.scopes.variable[function]
    if function.decorator_list or variable.only_binding is not function or len(variable.loads) != 1:
        return None
    if len(variable.mentions) != 2 or len(sources.trees) > 1:
        return None
    call = module.parents[variable.loads[0]]
    return call if isinstance(call, ast.Call) and call.func is variable.loads[0] else None


def _inlined(module: Module, function: ast.FunctionDef, call: ast.Call) -> bool:
    """Write the value of a function in place of its call; False when that would not be the same."""
    body = function.body
    if len(body) != 1 or not isinstance(body[0], (ast.Return, ast.Expr)) or body[0].value is None:
        return False
    caller = next(
        (each for each in module.around(call) if isinstance(each, (ast.FunctionDef, ast.Lambda, ast.ClassDef))), None
    )
    if not isinstance(caller, ast.FunctionDef) or caller is function:
        return False
    statement = module.statement(call)
    if isinstance(body[0], ast.Expr) and not (isinstance(statement, ast.Expr) and statement.value is call):
        return False
    value = body[0].value
    given = _arguments(function, call)
    if (
        given is None
        or any(isinstance(each, _UNMOVED) for each in ast.walk(value))
        or not _reads_the_same(module, value, caller)
    ):
        return False
    _substitute(value, given, module)
    node = replaces(value, value, call, body[0])
    parent = module.parents[call]
    _exchange(parent, call, node)
    return True


def _arguments(function: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr] | None:
    """What each parameter is, where all are names and constants given in order."""
    plain = function.args
    if plain.vararg or plain.kwarg or plain.kwonlyargs or plain.defaults or call.keywords or plain.posonlyargs:
        return None
    if len(call.args) != len(plain.args) or not all(isinstance(each, (ast.Name, ast.Constant)) for each in call.args):
        return None
    return {parameter.arg: value for parameter, value in zip(plain.args, call.args, strict=True)}


def _reads_the_same(module: Module, value: ast.expr, caller: ast.FunctionDef) -> bool:
    """Whether every name of the module that the value reads is one of the module in the caller, too."""
    for each in ast.walk(value):
        if isinstance(each, ast.Name):
            variable = module.scopes.variable[each]
            if variable.scope is module.scopes.module:
                around = module.scopes.of_node[caller].chain()
                if any(each.id in scope.variables for scope in around if scope is not module.scopes.module):
                    return False
    return True


def _substitute(value: ast.expr, given: dict[str, ast.expr], module: Module) -> None:
    for each in ast.walk(value):
        if (
            isinstance(each, ast.Name)
            and each.id in given
            and module.scopes.variable[each].scope is not module.scopes.module
        ):
            new = given[each.id]
            places = origins(each)
            if isinstance(new, ast.Name):
                each.id = new.id
            else:
                assert isinstance(new, ast.Constant)
                each.__class__ = ast.Constant  # type: ignore[assignment]
                each.__dict__ = {"value": new.value, "kind": None, "origins": dict(places)}


def _exchange(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of another below their parent."""
    for name, field in ast.iter_fields(parent):
        if field is old:
            setattr(parent, name, new)
        elif isinstance(field, list) and any(each is old for each in field):
            field[[each is old for each in field].index(True)] = new


@on_trees
def helpers_in_another_module(sources: Sources) -> int:
    """Functions that use nothing of their module but imports and each other are imported from a module of their own."""
    count = 0
    for module in sources.modules():
        folder = PurePosixPath(module.path).parent
        if folder.as_posix() != ".":
            continue
        moved = _moved(sources, module)
        if not moved:
            continue
        imports = [node for node in module.tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        future = [node for node in imports if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
        name = f"{module.name.replace('-', '_')}_helpers"
        at = module.tree.body.index(moved[0])
        module.tree.body.insert(at, ast.ImportFrom(name, [ast.alias(each.name) for each in moved], 0))
        for each in moved:
            module.tree.body.remove(each)
        unbound = [*future, *(_fresh_import(each) for each in imports if each not in future)]
        sources.trees[f"{name}.py"] = ast.Module([*unbound, *moved], [])
        count += len(moved)
    return count


def _fresh_import(node: ast.Import | ast.ImportFrom) -> ast.stmt:
    return ast.parse(ast.unparse(node)).body[0]


def _moved(sources: Sources, module: Module) -> list[ast.FunctionDef]:
    """The functions of a module that may stand in another one: no other name of their module is read or set in them."""
    functions = [
        node
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef)
        and not node.decorator_list
        and module.scopes.variable[node].only_binding is node
    ]
    while True:
        stay = [each for each in functions if not _stands_alone(module, each, functions)]
        if not stay:
            return functions
        functions = [each for each in functions if each not in stay]


def _stands_alone(module: Module, function: ast.FunctionDef, others: list[ast.FunctionDef]) -> bool:
    for each in ast.walk(function):
        if isinstance(each, ast.Global) or (isinstance(each, ast.Name) and each.id in OF_FRAME):
            return False
        variable = module.scopes.variable.get(each) if isinstance(each, ast.Name) else None
        if (
            variable is not None
            and variable.scope is module.scopes.module
            and not _comes_along(module, variable, others)
        ):
            return False
    return True


def _comes_along(module: Module, variable: Variable, others: list[ast.FunctionDef]) -> bool:
    if not variable.bindings:
        return hasattr(builtins, variable.name) and not variable.name.startswith("__")
    binding = variable.only_binding
    if isinstance(binding, ast.alias):
        return module.parents.get(module.statement(binding)) is module.tree
    return binding in others
