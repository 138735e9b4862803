"""Loops of eager code in other words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.classes import only_called
from tests.metamorphic.values import Values


@on_trees
def loops_by_enumerate(sources: Sources) -> int:
    """`for x in xs:` in eager code becomes `for number, x in enumerate(xs):`."""
    count = 0
    for module in sources.modules():
        if not module.leaves("enumerate"):
            continue
        for loop in _eager(module, ast.For):
            assert isinstance(loop, ast.For)
            number = ast.Name(module.fresh(f"number_{count + 1}"), ast.Store())
            loop.target = ast.Tuple([number, loop.target], ast.Store())
            loop.iter = ast.Call(ast.Name("enumerate", ast.Load()), [loop.iter], [])
            count += 1
    return count


@on_trees
def loops_by_while(sources: Sources) -> int:
    """`for i in range(n):` in eager code becomes `while i < n:`, where nothing jumps to its next round and `n` is a number."""
    count = 0
    for module in sources.modules():
        for loop in list(_eager(module, ast.For)):
            assert isinstance(loop, ast.For)
            bound, jumps = _bound(loop), any(isinstance(each, ast.Continue) for each in ast.walk(loop))
            if bound is None or jumps or loop.orelse or not isinstance(loop.target, ast.Name):
                continue
            name = loop.target.id
            if sum(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in ast.walk(loop)) > 1:
                continue
            counter = module.fresh(f"count_{count + 1}")
            start, counted = ast.parse(f"{counter} = 0\n{counter} += 1").body
            test = ast.Compare(ast.Name(counter, ast.Load()), [ast.Lt()], [bound])
            read = ast.Assign([loop.target], ast.Name(counter, ast.Load()))
            block = module.block(loop)
            new = replaces(ast.While(test, [read, *loop.body, counted], []), loop)
            block[[each is loop for each in block].index(True)] = new
            block.insert([each is new for each in block].index(True), start)
            module = Module(module.path, module.tree)
            count += 1
    return count


def _bound(loop: ast.For) -> ast.Constant | None:
    """The number of rounds of a loop over `range` of a literal."""
    call = loop.iter
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range" and len(call.args) == 1:
        return call.args[0] if isinstance(call.args[0], ast.Constant) else None
    return None


@on_trees
def comprehensions_as_loops(sources: Sources) -> int:
    """`ys = [f(x) for x in xs]` in eager code becomes a loop that appends; so does a comprehension whose list nobody reads."""
    count = 0
    for module in sources.modules():
        for statement in list(_eager(module, ast.Assign, ast.Expr)):
            assert isinstance(statement, (ast.Assign, ast.Expr))
            made = statement.value
            if not isinstance(made, ast.ListComp) or len(made.generators) != 1 or made.generators[0].is_async:
                continue
            part, scope = made.generators[0], module.scopes.of_node[made]
            if scope.parent is None or any(name in scope.parent.variables for name in scope.variables):
                continue
            name = module.fresh(f"collected_{count + 1}")
            start = ast.parse(f"{name} = []").body[0]
            added = ast.Expr(ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [made.elt], []))
            body: list[ast.stmt] = [added]
            for test in reversed(part.ifs):
                body = [ast.If(test, body, [])]
            loop = replaces(ast.For(part.target, part.iter, body, [], lineno=0), made)
            block = module.block(statement)
            at = [each is statement for each in block].index(True)
            statement.value = ast.Name(name, ast.Load())
            block[at:at] = [start, loop]
            count += 1
    return count


@on_trees
def loops_as_comprehensions(sources: Sources) -> int:
    """`ys = []` with a loop behind it that does nothing but append becomes `ys = [f(x) for x in xs]`, in eager code."""
    count = 0
    for module in sources.modules():
        for loop in list(_eager(module, ast.For)):
            assert isinstance(loop, ast.For)
            block = module.block(loop)
            at = [each is loop for each in block].index(True)
            start, name = block[at - 1] if at else None, _appends_to(loop)
            if not isinstance(start, ast.Assign) or not name or ast.unparse(start) != f"{name} = []":
                continue
            inside = set(ast.walk(loop))
            outside = {each.id for each in ast.walk(module.tree) if isinstance(each, ast.Name) and each not in inside}
            if _names(loop.target).isdisjoint(outside):
                value = loop.body[0].value.args[0]  # type: ignore[attr-defined]
                made = ast.ListComp(value, [ast.comprehension(loop.target, loop.iter, [], 0)])
                start.value = replaces(made, loop)
                block.remove(loop)
                count += 1
    return count


def _appends_to(loop: ast.For) -> str:
    """The name of the list to which a loop adds one item in each round, and with which it does nothing else; else empty."""
    only = loop.body[0].value if len(loop.body) == 1 and isinstance(loop.body[0], ast.Expr) and not loop.orelse else None
    if not isinstance(only, ast.Call) or not isinstance(only.func, ast.Attribute) or only.func.attr != "append" or len(only.args) != 1:
        return ""
    name = only.func.value.id if isinstance(only.func.value, ast.Name) else ""
    return "" if name in _names(loop.iter, only.args[0]) else name


def _names(*nodes: ast.AST) -> set[str]:
    return {each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)}


@on_trees
def loops_by_index(sources: Sources) -> int:
    """`for x in xs:` over a list becomes `for number in range(len(xs)):` with `x = xs[number]` in it, in eager code that leaves the list alone."""
    count = 0
    values = Values(sources)
    for module in sources.modules():
        if not module.leaves("range") or not module.leaves("len"):
            continue
        for loop in list(_eager(module, ast.For)):
            assert isinstance(loop, ast.For)
            is_list = isinstance(loop.iter, (ast.List, ast.Tuple)) or (isinstance(loop.iter, ast.Name) and values.is_list(module, loop.iter))
            if not is_list or (isinstance(loop.iter, ast.Name) and loop.iter.id in _names(*loop.body)):
                continue
            block, listed = module.block(loop), loop.iter
            if not isinstance(listed, ast.Name):
                listed = ast.Name(module.fresh(f"items_{count + 1}"), ast.Load())
                block.insert([each is loop for each in block].index(True), ast.Assign([ast.Name(listed.id, ast.Store())], loop.iter))
            number = module.fresh(f"index_{count + 1}")
            item = ast.Subscript(ast.Name(listed.id, ast.Load()), ast.Name(number, ast.Load()), ast.Load())
            loop.body.insert(0, ast.Assign([loop.target], item))
            loop.target, loop.iter = ast.Name(number, ast.Store()), ast.parse(f"range(len({listed.id}))", mode="eval").body
            count += 1
    return count


@on_trees
def files_closed_at_last(sources: Sources) -> int:
    """`with open(path) as file:` becomes `file = open(path)` and `try:` with `finally: file.close()`."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.With)]:
            opened, name = node.items[0].context_expr, node.items[0].optional_vars
            is_file = isinstance(opened, ast.Call) and isinstance(opened.func, ast.Name) and opened.func.id == "open" and module.scopes.is_builtin(opened.func)
            if len(node.items) == 1 and is_file and isinstance(name, ast.Name):
                block = module.block(node)
                at = [each is node for each in block].index(True)
                start = replaces(ast.Assign([name], opened), node)
                closed = ast.parse(f"{name.id}.close()").body
                block[at : at + 1] = [start, replaces(ast.Try(node.body, [], [], closed), node)]
                count += 1
    return count


@on_trees
def bodies_in_a_try(sources: Sources) -> int:
    """The statements of a function are in `try:` with `finally: pass`, up to the `return` at its end."""
    count = 0
    for module in sources.modules():
        for function in [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)]:
            first = int(isinstance(function.body[0], ast.Expr) and isinstance(function.body[0].value, ast.Constant))
            last = len(function.body) - isinstance(function.body[-1], ast.Return)
            inner = function.body[first:last]
            nodes = [each for statement in inner for each in ast.walk(statement)]
            declares = any(isinstance(each, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom)) for each in nodes)
            if inner and not declares and not any(isinstance(each, ast.Return) for each in nodes):
                function.body[first:last] = [ast.Try(inner, [], [], [ast.Pass()])]
                count += 1
    return count


def _eager(module: Module, *kinds: type[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of these kinds that run when the module does, or in functions that only such code calls."""
    runs: dict[ast.FunctionDef, bool] = {}
    for node in list(ast.walk(module.tree)):
        if isinstance(node, kinds) and _is_eager(module, node, runs):
            yield node


def _is_eager(module: Module, node: ast.AST, runs: dict[ast.FunctionDef, bool]) -> bool:
    for each in module.around(node):
        if isinstance(each, ast.FunctionDef):
            if each not in runs:
                runs[each] = False
                calls = only_called(module, each) if each in module.tree.body and not each.decorator_list else []
                runs[each] = bool(calls) and all(_is_eager(module, call, runs) for call in calls)
            return runs[each]
        if isinstance(each, (ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            return False
    return True
