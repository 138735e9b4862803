"""Methods as functions, functions as methods, and classes in two parts."""

from __future__ import annotations

import ast
from itertools import pairwise

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import is_self

_OF_CLASS = frozenset({"super", "__class__", "locals", "vars"})


@on_trees
def method_as_function(sources: Sources) -> int:
    """A method that only `self.m(...)` calls becomes a function of the module that takes the object: `m_of(self, ...)`."""
    count, mentioned = 0, _attribute_counts(sources)
    for module in sources.modules():
        for owner in [node for node in module.tree.body if isinstance(node, ast.ClassDef)]:
            for method in [node for node in owner.body if isinstance(node, ast.FunctionDef)]:
                calls = _own_calls(module, owner, method)
                only = mentioned.get(method.name) == len(calls) and len(owner.body) > 1 and _is_plain(owner)
                if not _is_free(method) or not calls or not only:
                    continue
                name = module.fresh(f"{method.name}_of")
                for call in calls:
                    assert isinstance(call.func, ast.Attribute)
                    call.args.insert(0, call.func.value)
                    call.func = replaces(ast.Name(name, ast.Load()), call.func)
                    replaces(call, call)
                owner.body.remove(method)
                method.name = name
                module.tree.body.insert(module.tree.body.index(owner), method)
                count += 1
    return count


def _is_plain(owner: ast.ClassDef) -> bool:
    """Whether no library calls methods of the class by their names."""
    return all(ast.unparse(base) in ("object", "tf.Module") for base in owner.bases) and not owner.keywords


def _attribute_counts(sources: Sources) -> dict[str, int]:
    """How often each attribute is named; strings that say its name and definitions beside the first count as well."""
    counts: dict[str, int] = {}
    defined: set[str] = set()
    for node in sources.nodes():
        name = node.attr if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = node.name if node.name in defined else None
            defined.add(node.name)
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    return counts


def _own_calls(module: Module, owner: ast.ClassDef, method: ast.FunctionDef) -> list[ast.Call]:
    """The calls `self.m(...)` in the class."""
    return [
        node
        for node in ast.walk(owner)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == method.name
        and is_self(module, node.func.value)
    ]


def _is_free(method: ast.FunctionDef) -> bool:
    """Whether a method is no part of a protocol, has no decorators and names nothing that depends on its class."""
    if method.decorator_list or not method.args.args or method.name.startswith("__"):
        return False
    nodes = list(ast.walk(method))
    names = any(isinstance(each, ast.Name) and each.id in _OF_CLASS for each in nodes)
    private = any(
        isinstance(each, ast.Attribute) and each.attr.startswith("__") and not each.attr.endswith("__")
        for each in nodes
    )
    generator = any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in nodes)
    return not names and not private and not generator


@on_trees
def function_as_method(sources: Sources) -> int:
    """A function that is only called becomes a method of an object of the module: `helpers.f(...)`."""
    count = 0
    for module in sources.modules():
        if len(sources.trees) > 1:
            continue
        for function in [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]:
            calls = only_called(module, function)
            if not calls or function.decorator_list or _names_frame(function):
                continue
            holder, kind = module.fresh(f"{function.name}_holder"), module.fresh(f"Holder{count + 1}")
            method = function.name
            function.args.args.insert(0, ast.arg(module.fresh("holder_self")))
            for call in calls:
                owner = ast.Name(holder, ast.Load())
                call.func = replaces(ast.Attribute(owner, method, ast.Load()), call.func)
                replaces(call, call)
            at = module.tree.body.index(function)
            made = ast.parse(f"{holder} = {kind}()").body[0]
            module.tree.body[at : at + 1] = [ast.ClassDef(kind, [], [], [function], []), made]
            count += 1
    return count


def only_called(module: Module, function: ast.FunctionDef) -> list[ast.Call]:
    """The calls of a function; none when something else is done with it, or when it has positional-only parameters."""
    variable = module.scopes.variable[function]
    calls = [module.parents[node] for node in variable.loads]
    only = all(
        isinstance(call, ast.Call) and call.func is node for call, node in zip(calls, variable.loads, strict=True)
    )
    if variable.only_binding is not function or not only or function.args.posonlyargs:
        return []
    if len(variable.mentions) != 1 + len(calls):
        return []
    return [call for call in calls if isinstance(call, ast.Call)]


def _names_frame(function: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id in (*_OF_CLASS, "globals") for each in ast.walk(function))


@on_trees
def class_with_base(sources: Sources) -> int:
    """A class is split: its constructor stays, its methods are those of a new base class."""
    return _split(sources, lambda node: node.name != "__init__")


@on_trees
def constructor_in_base(sources: Sources) -> int:
    """A class is split: its methods stay, its constructor is that of a new base class."""
    return _split(sources, lambda node: node.name == "__init__")


def _split(sources: Sources, goes: object) -> int:
    assert callable(goes)
    count = 0
    for module in sources.modules():
        for owner in [node for node in module.tree.body if isinstance(node, ast.ClassDef)]:
            methods = [node for node in owner.body if isinstance(node, ast.FunctionDef)]
            moved = [node for node in methods if goes(node)]
            if not moved or len(moved) == len(methods) or not _may_split(module, owner):
                continue
            name = module.fresh(f"{owner.name}Base")
            base = ast.ClassDef(name, owner.bases, [], list[ast.stmt](moved), [])
            owner.bases = [ast.Name(name, ast.Load())]
            owner.body = [node for node in owner.body if node not in moved]
            module.tree.body.insert(module.tree.body.index(owner), base)
            count += 1
    return count


def _may_split(module: Module, owner: ast.ClassDef) -> bool:
    """Whether no part of a class depends on which class it is written in."""
    if owner.keywords or owner.decorator_list:
        return False
    own = {node.name for node in owner.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {
        node.id
        for each in owner.body
        for node in ast.walk(each)
        if isinstance(node, ast.Name) and isinstance(each, ast.Assign)
    }
    for node in ast.walk(owner):
        if isinstance(node, ast.Name) and (node.id in ("__class__", owner.name)):
            return False
        if isinstance(node, ast.Attribute) and node.attr.startswith("__") and not node.attr.endswith("__"):
            return False
        reads_own = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and module.scopes.around.get(node)
        if reads_own and module.scopes.around[node].node is owner and isinstance(node, ast.Name) and node.id in own:
            return False
    return not any(isinstance(node, ast.AnnAssign) for node in owner.body) and not _has_mixed_bases(owner)


def _has_mixed_bases(owner: ast.ClassDef) -> bool:
    return any(
        isinstance(base, ast.Starred) or ast.unparse(base).endswith(("ExtensionType", "NamedTuple", "Enum"))
        for base in owner.bases
    )


@on_trees
def functions_in_a_class(sources: Sources) -> int:
    """Functions that are only called become static methods of a class: `Functions.f(...)`."""
    count = 0
    for module in sources.modules():
        if len(sources.trees) > 1:
            continue
        for function in [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]:
            calls = only_called(module, function)
            if not calls or function.decorator_list or _names_frame(function):
                continue
            kind = module.fresh(f"Functions{count + 1}")
            for call in calls:
                call.func = replaces(ast.Attribute(ast.Name(kind, ast.Load()), function.name, ast.Load()), call.func)
                replaces(call, call)
            function.decorator_list.append(ast.Name("staticmethod", ast.Load()))
            at = module.tree.body.index(function)
            module.tree.body[at] = ast.ClassDef(kind, [], [], [function], [])
            count += 1
    return count


@on_trees
def super_with_arguments(sources: Sources) -> int:
    """`super().step()` becomes `super(Net, self).step()`, as in Python 2, in a class of the top level."""
    count = 0
    for module in sources.modules():
        for call in [each for each in ast.walk(module.tree) if isinstance(each, ast.Call)]:
            if not isinstance(call.func, ast.Name) or call.func.id != "super" or call.args:
                continue
            around = list(module.around(call))
            method, owner = next(((one, two) for one, two in pairwise(around) if isinstance(two, ast.ClassDef)), (None, None))
            is_plain = isinstance(method, ast.FunctionDef) and not method.decorator_list and bool(method.args.args)
            first = next((each for each in around if isinstance(each, (ast.FunctionDef, ast.Lambda))), None)
            if not is_plain or first is not method or owner not in module.tree.body:
                continue
            assert isinstance(method, ast.FunctionDef)
            assert isinstance(owner, ast.ClassDef)
            call.args = [ast.Name(owner.name, ast.Load()), ast.Name(method.args.args[0].arg, ast.Load())]
            count += 1
    return count
