"""Values kept elsewhere: variables of the module in a class or a dict, attributes behind properties, results in dicts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tests.metamorphic.places import replaces
from tests.metamorphic.scopes import Variable
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.classes import only_called
from tests.metamorphic.values import is_self


@on_trees
def globals_in_a_class(sources: Sources) -> int:
    """`RATE = 0.1` becomes `class Held: RATE = 0.1` and is read as `Held.RATE`, where nothing binds the variable again."""

    def kept(holder: str, name: str, value: ast.expr) -> ast.stmt:
        return ast.ClassDef(holder.title(), [], [], [ast.Assign([ast.Name(name, ast.Store())], value)], [])

    return _held(sources, kept, lambda holder, name: ast.Attribute(ast.Name(holder.title(), ast.Load()), name, ast.Load()))


@on_trees
def globals_in_a_dict(sources: Sources) -> int:
    """`RATE = 0.1` becomes `held = {"RATE": 0.1}` and is read as `held["RATE"]`, where nothing binds the variable again."""

    def kept(holder: str, name: str, value: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Name(holder, ast.Store())], ast.Dict([ast.Constant(name)], [value]))

    return _held(sources, kept, lambda holder, name: ast.Subscript(ast.Name(holder, ast.Load()), ast.Constant(name), ast.Load()))


def _held(sources: Sources, kept: Callable[[str, str, ast.expr], ast.stmt], read: Callable[[str, str], ast.expr]) -> int:
    """Keep each variable of a module that is bound once in a holder of its own."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for variable in list(module.scopes.module.variables.values()):
            statement = _only_assignment(module, variable)
            if statement is None or not variable.loads:
                continue
            holder = module.fresh(f"held{count + 1}")
            for name in variable.loads:
                module.put(name, replaces(read(holder, variable.name), name))
            at = module.tree.body.index(statement)
            module.tree.body[at] = replaces(kept(holder, variable.name, statement.value), statement)
            count += 1
    return count


def _only_assignment(module: Module, variable: Variable) -> ast.Assign | None:
    """The statement of the module's top level that alone binds a variable, which nothing declares or deletes."""
    binding = variable.only_binding
    statement = module.parents.get(binding) if binding is not None else None
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or statement not in module.tree.body:
        return None
    plain = statement.targets[0] is binding and len(variable.mentions) == 1 + len(variable.loads)
    return statement if plain and not variable.name.startswith("__") else None


@on_trees
def attributes_by_property(sources: Sources) -> int:
    """`self.rate`, which the constructor alone sets, becomes a property that returns `self.kept_rate`."""
    count = 0
    for module in sources.modules():
        for owner in [node for node in module.tree.body if isinstance(node, ast.ClassDef)]:
            for name, store in list(_set_once(sources, module, owner)):
                hidden = f"kept_{name}"
                getter = ast.parse(f"@property\ndef {name}(self):\n    return self.{hidden}").body[0]
                assert isinstance(getter, ast.FunctionDef)
                assert isinstance(getter.body[0], ast.Return)
                assert getter.body[0].value is not None
                # All reads are made there.
                reads = [node for node in sources.nodes() if isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Load)]
                replaces(getter.body[0].value, store, *reads)
                store.attr = hidden
                owner.body.append(getter)
                count += 1
    return count


def _set_once(sources: Sources, module: Module, owner: ast.ClassDef) -> Iterator[tuple[str, ast.Attribute]]:
    """The attributes of a plain class that one statement of the program sets, in the constructor, and the target there."""
    if owner.keywords or owner.decorator_list or any(ast.unparse(base) not in ("object", "tf.Module") for base in owner.bases):
        return
    stores: dict[str, list[ast.AST]] = {}
    for node in sources.nodes():
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            stores.setdefault(node.attr, []).append(node)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            stores.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.keyword) and node.arg:
            stores.setdefault(node.arg, []).append(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            stores.setdefault(node.value, []).append(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stores.setdefault(node.id, []).append(node)
    for method in [node for node in owner.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]:
        for statement in method.body:
            target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
            if isinstance(target, ast.Attribute) and is_self(module, target.value) and len(stores[target.attr]) == 1:
                yield target.attr, target


@on_trees
def results_in_a_dict(sources: Sources) -> int:
    """A function that is only called, and returns once, returns a dict with its result: `f(x)["value"]`."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for function in [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]:
            calls = only_called(module, function)
            returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
            last = function.body[-1]
            if not calls or function.decorator_list or returns != [last] or not isinstance(last, ast.Return) or last.value is None:
                continue
            if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function)):
                continue
            last.value = ast.Dict([ast.Constant("value")], [last.value])
            for call in calls:
                called = replaces(ast.Call(call.func, call.args, call.keywords), call)
                module.put(call, replaces(ast.Subscript(called, ast.Constant("value"), ast.Load()), call))
                module = Module(module.path, module.tree)
            count += 1
    return count


@on_trees
def arguments_in_a_tuple(sources: Sources) -> int:
    """A function that is only called, with all its arguments by position, takes them in one tuple, which it unpacks first."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for function in [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]:
            calls, parts = only_called(module, function), function.args
            names = [each.arg for each in parts.args]
            others = [*parts.defaults, *parts.kwonlyargs, parts.vararg, parts.kwarg]
            plain = all(len(call.args) == len(names) and not call.keywords for call in calls)
            if not calls or function.decorator_list or len(names) < 2 or any(others) or not plain:
                continue
            if any(isinstance(each, ast.Starred) for call in calls for each in call.args):
                continue
            packed = module.fresh("arguments")
            targets = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
            first = int(isinstance(function.body[0], ast.Expr) and isinstance(function.body[0].value, ast.Constant))
            function.body.insert(first, ast.Assign([targets], ast.Name(packed, ast.Load())))
            parts.args = [ast.arg(packed)]
            for call in calls:
                call.args = [ast.Tuple(call.args, ast.Load())]
            count += 1
    return count


@on_trees
def numbers_in_a_config(sources: Sources) -> int:
    """`range(10)` in a function becomes `range(config.limit_1)`, an attribute of an object of a dataclass with that default."""
    count = 0
    for module in sources.modules():
        fields: list[ast.stmt] = []
        config, kind = module.fresh("config"), module.fresh("Config")
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Constant) and type(each.value) is int]:
            around = list(module.around(node))
            in_function = any(isinstance(each, ast.FunctionDef) for each in around)
            apart = any(isinstance(each, (ast.arguments, ast.ClassDef)) for each in around) or any(
                node in ast.walk(decorator) for each in around if isinstance(each, ast.FunctionDef) for decorator in each.decorator_list
            )
            if isinstance(module.parents[node], ast.Call) and in_function and not apart:
                name = f"limit_{len(fields) + 1}"
                read = ast.Attribute(ast.Name(config, ast.Load()), name, ast.Load())
                count += module.put(node, replaces(read, node))
                fields.append(ast.AnnAssign(ast.Name(name, ast.Store()), ast.Name("int", ast.Load()), ast.Constant(node.value), 1))
        if fields:
            decorator = ast.parse("dataclasses.dataclass", mode="eval").body
            at = next((number for number, each in enumerate(module.tree.body) if isinstance(each, (ast.FunctionDef, ast.ClassDef))), 0)
            made = ast.parse(f"{config} = {kind}()").body[0]
            module.tree.body[at:at] = [ast.Import([ast.alias("dataclasses")]), ast.ClassDef(kind, [], [], fields, [decorator]), made]
    return count
