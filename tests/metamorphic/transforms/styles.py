"""What programmers write each in their own style: options, texts, callbacks, generators, defaults and constructors."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.calls import called_with_names
from tests.metamorphic.transforms.classes import only_called
from tests.metamorphic.transforms.conditions import default_of

_TAKE_ALL = frozenset({"sum", "list", "tuple", "set", "dict", "sorted", "max", "min"})
"""Builtins that go through what they are given to its end."""

_Whole: TypeAlias = ast.GeneratorExp | ast.ListComp


@on_trees
def options_in_a_dict(sources: Sources) -> int:
    """`f(x, n=1)` becomes `options = {"n": 1}` and `f(x, **options)` where `f` is a function or method of the program."""
    count = 0
    for module in sources.modules():
        for call, _ in called_with_names(module):
            plain = all(each.arg is not None and isinstance(each.value, ast.Constant) for each in call.keywords)
            if not call.keywords or not plain or not _is_of_statement(module, call):
                continue
            name = module.fresh(f"options_{count + 1}")
            named = ast.Dict([ast.Constant(each.arg) for each in call.keywords], [each.value for each in call.keywords])
            statement = module.statement(call)
            block = module.block(statement)
            block.insert(_index(block, statement), ast.Assign([ast.Name(name, ast.Store())], named))
            call.keywords = [ast.keyword(None, ast.Name(name, ast.Load()))]
            replaces(call, call)
            count += 1
    return count


def _is_of_statement(module: Module, node: ast.expr) -> bool:
    """Whether an expression is evaluated once, in the scope of its statement, which is no definition and has no block."""
    statement = module.statement(node)
    if not isinstance(statement, (ast.Assign, ast.AugAssign, ast.Return, ast.Expr)) or isinstance(module.parents[statement], ast.ClassDef):
        return False
    around = list(module.around(node))
    scopes = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return not any(isinstance(each, scopes) for each in around[: around.index(statement)])


def _index(block: list[ast.stmt], statement: ast.stmt) -> int:
    return [each is statement for each in block].index(True)


@on_trees
def text_by_percent(sources: Sources) -> int:
    """`f"{x} of {n}"` becomes `"%s of %s" % (x, n)`, where no part has a format, and no object one of its own."""
    count = 0
    for module in sources.modules():
        if any(isinstance(each, ast.FunctionDef) and each.name == "__format__" for each in ast.walk(module.tree)):
            continue
        texts = [each for each in ast.walk(module.tree) if isinstance(each, ast.JoinedStr)]
        for node in [each for each in texts if not isinstance(module.parents[each], ast.FormattedValue)]:
            parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
            if not parts or any(part.format_spec is not None or part.conversion not in (-1, ord("r")) for part in parts):
                continue
            pieces = [_with_percent(part) for part in node.values]
            values = ast.Tuple([part.value for part in parts], ast.Load())
            count += module.put(node, replaces(ast.BinOp(ast.Constant("".join(pieces)), ast.Mod(), values), node))
    return count


def _with_percent(part: ast.expr) -> str:
    if isinstance(part, ast.FormattedValue):
        return "%r" if part.conversion == ord("r") else "%s"
    assert isinstance(part, ast.Constant)
    return str(part.value).replace("%", "%%")


@on_trees
def lambdas_as_partials(sources: Sources) -> int:
    """`lambda x: scale(x, rate=2.0)` becomes `functools.partial(scale, rate=2.0)`, where the options are constants or never change."""
    count = 0
    for module in sources.modules():
        name = module.fresh("functools")
        changed = 0
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Lambda)]:
            call = node.body
            if isinstance(call, ast.Call) and call.keywords and _hands_on(module, node, call) and not isinstance(module.parents[node], ast.keyword):
                partial = ast.parse(f"{name}.partial", mode="eval").body
                changed += module.put(node, replaces(ast.Call(partial, [call.func], call.keywords), node))
        if changed:
            alias = ast.alias("functools", None if name == "functools" else name)
            at = max((at for at, each in enumerate(module.tree.body, 1) if isinstance(each, (ast.Import, ast.ImportFrom))), default=0)
            module.tree.body.insert(at, ast.Import([alias]))
        count += changed
    return count


def _hands_on(module: Module, node: ast.Lambda, call: ast.Call) -> bool:
    """Whether a lambda calls a function of the program with its own arguments, and with options that are settled where it is written."""
    parts = node.args
    if parts.vararg or parts.kwarg or parts.kwonlyargs or parts.posonlyargs or parts.defaults or not isinstance(call.func, ast.Name):
        return False
    function, names = module.scopes.variable[call.func].only_binding, [each.arg for each in parts.args]
    given = [each.id if isinstance(each, ast.Name) else "" for each in call.args]
    inside = not isinstance(module.scopes.around[node].node, ast.Module)
    settled = all(each.arg is not None and _is_settled(module, each.value) for each in call.keywords)
    return isinstance(function, ast.FunctionDef) and given == names and bool(names) and settled and (inside or function.lineno < node.lineno)


def _is_settled(module: Module, node: ast.expr) -> bool:
    """Whether it is a constant, or a parameter of a function that nothing binds again."""
    if isinstance(node, ast.Constant):
        return True
    variable = module.scopes.variable.get(node) if isinstance(node, ast.Name) else None
    return variable is not None and isinstance(variable.only_binding, ast.arg) and not isinstance(variable.scope.node, ast.Lambda)


@on_trees
def generators_as_lists(sources: Sources) -> int:
    """`sum(f(x) for x in xs)` becomes `sum([f(x) for x in xs])`; likewise for other builtins that go through all."""
    return _given_as(sources, ast.GeneratorExp, ast.ListComp)


@on_trees
def lists_as_generators(sources: Sources) -> int:
    """`sum([f(x) for x in xs])` becomes `sum(f(x) for x in xs)`; likewise for other builtins that go through all."""
    return _given_as(sources, ast.ListComp, ast.GeneratorExp)


def _given_as(sources: Sources, kind: type[_Whole], other: type[_Whole]) -> int:
    """Gives builtins that go through all the other kind of comprehension, and counts the calls."""
    count = 0
    for module in sources.modules():
        for call, given in _taken_whole(module):
            if isinstance(given, kind):
                call.args[0] = replaces(other(given.elt, given.generators), given)
                count += 1
    return count


def _taken_whole(module: Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls of builtins that take all of their only argument, with that."""
    for call in [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]:
        if isinstance(call.func, ast.Name) and call.func.id in _TAKE_ALL and module.scopes.is_builtin(call.func) and len(call.args) == 1:
            yield call, call.args[0]


@on_trees
def defaults_as_globals(sources: Sources) -> int:
    """A parameter with a constant as its default, which no call gives, becomes a variable of the module with that value."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for function in [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]:
            calls = only_called(module, function) if all(ast.unparse(each) == "tf.function" for each in function.decorator_list) else []
            if not calls or any(isinstance(each, ast.Starred) for call in calls for each in call.args):
                continue
            while (left := _left_out(module, function, calls)) is not None:
                argument, default = left
                name = module.fresh(f"DEFAULT_{argument.arg.upper()}_{count + 1}")
                module.scopes.variable[argument].rename(name)
                function.args.args.remove(argument)
                function.args.defaults.remove(default)
                block = module.tree.body
                block.insert(_index(block, function), ast.Assign([ast.Name(name, ast.Store())], default))
                count += 1
    return count


def _left_out(module: Module, function: ast.FunctionDef, calls: list[ast.Call]) -> tuple[ast.arg, ast.Constant] | None:
    """The last parameter by position of a function, where it has a constant as its default, no call gives it, and nothing binds it again."""
    parts, last = function.args, function.args.args[-1] if function.args.args else None
    default = default_of(parts, last) if last is not None and not parts.vararg else None
    if last is None or not isinstance(default, ast.Constant) or last.annotation is not None:
        return None
    is_given = any(len(call.args) >= len(parts.args) or any(each.arg in (None, last.arg) for each in call.keywords) for call in calls)
    variable = module.scopes.variable[last]
    is_own = variable.only_binding is last and len(variable.mentions) == 1 + len(variable.loads)
    return (last, default) if is_own and not is_given else None


@on_trees
def options_for_the_base(sources: Sources) -> int:
    """`super().__init__()` becomes `super().__init__(**kwargs)`, with `**kwargs` as the last parameter of the constructor."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.FunctionDef) and each.name == "__init__"]:
            called = [each for each in node.body if isinstance(each, ast.Expr) and ast.unparse(each) == "super().__init__()"]
            if len(called) != 1 or node.args.kwarg or node.decorator_list or not isinstance(module.parents[node], ast.ClassDef):
                continue
            call = called[0].value
            assert isinstance(call, ast.Call)
            name = module.fresh("kwargs")
            node.args.kwarg = ast.arg(name)
            call.keywords = [ast.keyword(None, ast.Name(name, ast.Load()))]
            replaces(call, call)
            count += 1
    return count
