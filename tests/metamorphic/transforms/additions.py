"""Statements of no effect, type hints that say nothing new, docstrings and imports from `__future__`."""

from __future__ import annotations

import ast
import copy

from tests.metamorphic.places import replaces
from tests.metamorphic.scopes import Variable
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.locals import body_start
from tests.metamorphic.values import is_straight, statements


@on_trees
def statements_of_no_effect(sources: Sources) -> int:
    """`pass`, `...`, a string or a number stands in front of each statement of a function."""
    nothing = ["pass", "...", "'text'", "0"]
    return _in_front(sources, lambda number: ast.parse(nothing[number % len(nothing)]).body[0])


@on_trees
def assignments_of_no_effect(sources: Sources) -> int:
    """A variable that nobody reads is set in front of each statement of a function."""
    names = {module.path: module.fresh("unused") for module in sources.modules()}
    name = max(names.values(), key=len)
    return _in_front(sources, lambda number: ast.parse(f"{name} = {number}").body[0], straight_only=True)


def _in_front(sources: Sources, made: object, *, straight_only: bool = False) -> int:
    assert callable(made)
    count = 0
    for module in sources.modules():
        for node in ast.walk(module.tree):
            for name in ("body",) if straight_only else ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                inside = (
                    isinstance(node, ast.FunctionDef)
                    if straight_only
                    else not isinstance(node, (ast.Module, ast.ClassDef))
                )
                if not isinstance(block, list) or not block or not isinstance(block[0], ast.stmt) or not inside:
                    continue
                if name == "orelse" and isinstance(block[0], ast.If) and len(block) == 1:
                    continue  # it may be an `elif`
                start = body_start(node) if isinstance(node, ast.FunctionDef) else 0
                for at in range(len(block) - 1, start - 1, -1):
                    block.insert(at, made(count))
                    count += 1
    return count


@on_trees
def docstrings(sources: Sources) -> int:
    """Functions, classes and the module have a docstring that speaks of code."""
    count = 0
    text = "Do not print(x). Sets self.items = [], runs model.fit, @tf.function, return None."
    for node in list(sources.nodes()):
        if (
            isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module))
            and ast.get_docstring(node) is None
            and node.body
        ):
            node.body.insert(0, ast.Expr(ast.Constant(text)))
            count += 1
    return count


@on_trees
def future_imports(sources: Sources) -> int:
    """The module begins with imports from `__future__`; annotations stay texts that nobody reads."""
    count = 0
    for tree in sources.trees.values():
        if _reads_annotations(tree):
            continue
        at = 1 if ast.get_docstring(tree) is not None else 0
        present = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
        if not present:
            tree.body.insert(at, ast.parse("from __future__ import annotations, division, print_function").body[0])
            count += 1
    return count


def _reads_annotations(tree: ast.Module) -> bool:
    """Whether somebody reads annotations while the program runs."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    readers = {
        "ExtensionType",
        "NamedTuple",
        "dataclass",
        "dataclasses",
        "get_type_hints",
        "__annotations__",
        "TypedDict",
    }
    return bool((names | attributes) & readers)


@on_trees
def hints_that_say_nothing(sources: Sources) -> int:
    """Parameters and results without a hint have the hint `Any`."""
    count = 0
    for node in sources.nodes():
        if isinstance(node, ast.FunctionDef):
            for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                if argument.annotation is None and argument.arg not in ("self", "cls"):
                    argument.annotation = ast.Constant("Any")
                    count += 1
            if node.returns is None:
                node.returns = ast.Constant("Any")
                count += 1
    return count


@on_trees
def hints_of_constants(sources: Sources) -> int:
    """A local variable that is bound to a number or a string has that type as its hint."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            target = node.targets[0]
            if len(node.targets) != 1 or not isinstance(target, ast.Name) or not _is_first(module, target):
                continue
            hazard = not is_straight(module, node)  # a block made a function cannot hint a variable of its parent
            if (
                isinstance(node.value, ast.Constant)
                and type(node.value.value) in (int, float, str, bool)
                and not hazard
            ):
                block = module.block(node)
                hint = ast.Name(type(node.value.value).__name__, ast.Load())
                hinted = ast.AnnAssign(target, hint, node.value, 1)
                hinted.origins = copy.copy(node.origins)  # type: ignore[attr-defined]
                block[block.index(node)] = hinted
                count += 1
    return count


def _is_first(module: Module, target: ast.Name) -> bool:
    """Whether the name is bound here alone and not declared elsewhere."""
    variable = module.scopes.variable[target]
    return variable.only_binding is target and not any(mention.field == "names" for mention in variable.mentions)


@on_trees
def hints_of_variables_removed(sources: Sources) -> int:
    """`n: int = 1` becomes `n = 1` in functions, and results have no hint."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.AnnAssign, ast.FunctionDef):
            if isinstance(node, ast.FunctionDef):
                count += node.returns is not None
                node.returns = None
            elif isinstance(node, ast.AnnAssign) and _may_lose_hint(module, node):
                assert node.value is not None
                block = module.block(node)
                plain = ast.Assign([node.target], node.value)
                plain.origins = copy.copy(node.origins)  # type: ignore[attr-defined]
                block[block.index(node)] = plain
                count += 1
    return count


def _may_lose_hint(module: Module, node: ast.AnnAssign) -> bool:
    """Whether the hint says nothing that the value does not say, and no class reads it."""
    outside = isinstance(module.parents[node], (ast.FunctionDef, ast.Module))
    return isinstance(node.value, ast.Constant) and outside and is_straight(module, node)


@on_trees
def names_deleted_after_use(sources: Sources) -> int:
    """`del name` follows the last statement of a block that uses a local name of the block."""
    count = 0
    for module in sources.modules():
        for scope in list(module.scopes.of_node.values()):
            for variable in scope.variables.values() if isinstance(scope.node, ast.FunctionDef) else ():
                last = _last_use(module, variable)
                if last is not None:
                    block = module.block(last)
                    gone = ast.Delete([ast.Name(variable.name, ast.Del())])
                    block.insert(next(at for at, each in enumerate(block) if each is last) + 1, replaces(gone, last))
                    count += 1
    return count


def _last_use(module: Module, variable: Variable) -> ast.stmt | None:
    """The last statement with a name that one assignment binds, in the block of that assignment; None if another scope may use it."""
    binding = variable.only_binding
    if not isinstance(binding, ast.Name) or variable.scope.declared:
        return None
    nodes = [binding, *variable.loads]
    if len(variable.mentions) != len(nodes) or any(module.scopes.around[node] is not variable.scope for node in nodes):
        return None
    first = module.statement(binding)
    if not isinstance(first, ast.Assign) or first.targets != [binding]:
        return None
    block = module.block(first)
    used = [_in_block(module, node, block) for node in nodes]
    last = max((each for each in used if each is not None), key=lambda each: [id(one) for one in block].index(id(each)))
    leaves = any(isinstance(each, (ast.Return, ast.Raise, ast.Continue, ast.Break)) for each in ast.walk(last))
    return None if leaves or None in used else last


def _in_block(module: Module, node: ast.AST, block: list[ast.stmt]) -> ast.stmt | None:
    """The statement of a block that a node is in."""
    own = {id(each) for each in block}
    found = next((each for each in (node, *module.around(node)) if id(each) in own), None)
    return found if isinstance(found, ast.stmt) else None


@on_trees
def bodies_in_a_context(sources: Sources) -> int:
    """The statements of a function are in `with nullcontext():`, up to the `return` at its end."""
    count = 0
    for module in sources.modules():
        name, found = module.fresh("nullcontext"), 0
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.FunctionDef) or not _may_be_inside(node):
                continue
            start, end = body_start(node), len(node.body) - isinstance(node.body[-1], ast.Return)
            inside = node.body[start:end]
            if inside:
                context = ast.Call(ast.Name(name, ast.Load()), [], [])
                node.body[start:end] = [ast.With([ast.withitem(context)], inside)]
                found += 1
        if found:
            after = sum(_precedes_imports(each) for each in module.tree.body[:20])
            module.tree.body.insert(after, ast.ImportFrom("contextlib", [ast.alias("nullcontext", None if name == "nullcontext" else name)], 0))
        count += found
    return count


def _may_be_inside(function: ast.FunctionDef) -> bool:
    """Whether the statements mean the same in a block: no early `return`, no generator, no directive of AutoGraph, no own frame."""
    inner = [each for statement in function.body for each in ast.walk(statement)]
    returns = [each for each in inner if isinstance(each, ast.Return) and each is not function.body[-1]]
    return not returns and not any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Match)) for each in inner)


def _precedes_imports(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring or an import from `__future__`, which precede everything else."""
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")
