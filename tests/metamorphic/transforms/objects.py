"""Classes in other words: constants of the class, constructors of dataclasses, methods as properties."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import is_self

_WHOLE = frozenset({"__dict__", "__slots__", "vars", "dir", "setattr", "delattr", "getattr", "hasattr"})
"""Names by which code sees all attributes of an object, or those that a value names."""

_PLAIN = ("object", "tf.Module")

_DECIDES = (
    ast.If, ast.For, ast.While, ast.IfExp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Assert, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Try, ast.FunctionDef, ast.Starred,
)  # fmt: skip
"""What AutoGraph may write anew, which it does in methods and not in properties."""

_OF_PYTHON = frozenset(name for kind in (list, dict, set, str, int, float, tuple, bytes) for name in dir(kind)) | {"numpy", "close", "read", "write"}


@on_trees
def constants_of_the_class(sources: Sources) -> int:
    """`self.rate = 0.1` in a constructor becomes `rate = 0.1` in the class, where objects are seen by their attributes alone."""
    count = 0
    for module in sources.modules() if not _sees_all(sources) else []:
        for owner, constructor in _constructors(module):
            for statement in list(constructor.body):
                target = _own_target(module, statement)
                if target is None or not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Constant):
                    continue
                if not _is_only_here(sources, owner, target) or _is_stored_before(constructor, statement, target.attr):
                    continue
                constructor.body.remove(statement)
                owner.body.insert(int(ast.get_docstring(owner) is not None), replaces(ast.Assign([ast.Name(target.attr, ast.Store())], statement.value), statement))
                count += 1
            constructor.body[:] = constructor.body or [ast.Pass()]
    return count


@on_trees
def constructor_as_dataclass(sources: Sources) -> int:
    """A class whose constructor keeps its parameters, and constants and empty containers, becomes a dataclass."""
    total = 0
    for module in sources.modules() if not _sees_all(sources) else []:
        count = 0
        for owner, constructor in _constructors(module):
            fields = _fields(module, constructor)
            bases = [each for each in module.tree.body if isinstance(each, ast.ClassDef) and owner.name in map(ast.unparse, each.bases)]
            methods = all(isinstance(each, ast.FunctionDef) for each in owner.body)
            if not fields or owner.bases or bases or not methods or any(_is_equality(each) for each in owner.body):
                continue
            owner.decorator_list.append(ast.parse("dataclasses.dataclass(eq=False)", mode="eval").body)
            owner.body[:] = [*fields, *(each for each in owner.body if each is not constructor)]
            count += 1
        if count:
            at = next(number for number, each in enumerate(module.tree.body) if isinstance(each, (ast.FunctionDef, ast.ClassDef)))
            module.tree.body[at:at] = [ast.Import([ast.alias("dataclasses")]), *ast.parse("from typing import Any").body]
        total += count
    return total


def _is_equality(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name in ("__eq__", "__hash__", "__repr__", "__setattr__", "__new__")


def _fields(module: Module, constructor: ast.FunctionDef) -> list[ast.stmt]:
    """The fields of a dataclass with this constructor; none where it does something else."""
    parts, fields, kept = constructor.args, list[ast.stmt](), list[str]()
    if parts.vararg or parts.kwarg or parts.kwonlyargs or parts.posonlyargs or not all(isinstance(each, ast.Constant) for each in parts.defaults):
        return []
    names, missing = [each.arg for each in parts.args[1:]], len(parts.args) - len(parts.defaults)
    for statement in constructor.body:
        target = _own_target(module, statement)
        if target is None or not isinstance(statement, ast.Assign) or target.attr in kept:
            return []
        kept.append(target.attr)
        value: ast.expr | None
        if isinstance(statement.value, ast.Name) and statement.value.id == target.attr and names[: 1 + len(fields)][-1:] == [target.attr]:
            place = len(fields) + 1 - missing
            value, hint = (parts.defaults[place] if place >= 0 else None), parts.args[len(fields) + 1].annotation
        elif len(fields) >= len(names) and (given := _kept(statement.value)) is not None:
            value, hint = given, None
        else:
            return []
        name = ast.Name(target.attr, ast.Store())
        fields.append(replaces(ast.AnnAssign(name, hint or ast.Name("Any", ast.Load()), value, 1), statement))
    return fields if len(fields) >= len(names) > 0 else []


def _kept(value: ast.expr) -> ast.expr | None:
    """What a field without a parameter is written as; None for a value that is no constant and no empty list or dict."""
    if isinstance(value, ast.Constant):
        return ast.Call(ast.parse("dataclasses.field", mode="eval").body, [], [ast.keyword("default", value), _INIT])
    kind = {"[]": "list", "{}": "dict"}.get(ast.unparse(value))
    return kind and ast.parse(f"dataclasses.field(default_factory={kind}, init=False)", mode="eval").body  # type: ignore[return-value]


_INIT = ast.keyword("init", ast.Constant(False))


@on_trees
def methods_by_property(sources: Sources) -> int:
    """A method that only reads, without parameters, is only called, and in which AutoGraph finds nothing to do, becomes a property."""
    count = 0
    defined = {node.name for node in sources.nodes() if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    owners = [node for node in sources.nodes() if isinstance(node, ast.ClassDef) and _is_plain(node)]
    for method in [node for owner in owners for node in owner.body if isinstance(node, ast.FunctionDef)]:
        calls = list(_calls_without_arguments(sources, method.name)) if _may_be_property(method, defined - {method.name}) else []
        for module, call in calls:
            module.put(call, replaces(call.func, call))
        if calls:
            method.decorator_list.append(ast.Name("property", ast.Load()))
            count += 1
    return count


def _calls_without_arguments(sources: Sources, name: str) -> Iterator[tuple[Module, ast.Call]]:
    """The calls `x.name()`; none where the program names it in another way, or more than once."""
    found, definitions, mentions = [], 0, 0
    for module in sources.modules():
        for node in ast.walk(module.tree):
            definitions += isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name
            mentions += name in (getattr(node, "attr", None), getattr(node, "id", None), getattr(node, "arg", None), getattr(node, "value", None))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name and not node.args and not node.keywords:
                found.append((module, node))
    if definitions == 1 and mentions == len(found):
        yield from found


def _may_be_property(method: ast.FunctionDef, defined: set[str]) -> bool:
    """Whether a method has no parameters, sets nothing, and does the same where AutoGraph does not write it anew."""
    nodes = [each for statement in method.body for each in ast.walk(statement)]
    called = {getattr(each.func, "attr", getattr(each.func, "id", "")) for each in nodes if isinstance(each, ast.Call)}
    own = method.name.startswith("__") or method.name in _OF_PYTHON or method.decorator_list
    alone = len(ast.unparse(method.args).split(",")) == 1 and not method.args.vararg and not method.args.kwarg and bool(method.args.args)
    reads = isinstance(method.body[-1], ast.Return) and not any(isinstance(getattr(each, "ctx", None), (ast.Store, ast.Del)) and not isinstance(each, ast.Name) for each in nodes)
    return alone and reads and not own and not any(isinstance(each, _DECIDES) for each in nodes) and not called & {*defined, "super", "print"}


def _is_plain(owner: ast.ClassDef) -> bool:
    return all(ast.unparse(base) in _PLAIN for base in owner.bases) and not owner.keywords and not owner.decorator_list


def _constructors(module: Module) -> Iterator[tuple[ast.ClassDef, ast.FunctionDef]]:
    """The plain classes of the top level with their constructors."""
    for owner in [node for node in module.tree.body if isinstance(node, ast.ClassDef) and _is_plain(node)]:
        for method in [node for node in owner.body if isinstance(node, ast.FunctionDef) and node.name == "__init__" and not node.decorator_list]:
            yield owner, method


def _own_target(module: Module, statement: ast.stmt) -> ast.Attribute | None:
    """The attribute of the object that a statement sets alone."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    return target if isinstance(target, ast.Attribute) and is_self(module, target.value) else None


def _sees_all(sources: Sources) -> bool:
    """Whether the program looks at all attributes of an object, or by a name that is a value."""
    return any({getattr(node, "attr", ""), getattr(node, "id", "")} & _WHOLE for node in sources.nodes())


def _is_stored_before(constructor: ast.FunctionDef, statement: ast.Assign, name: str) -> bool:
    """Whether a constructor sets an attribute before a statement, or loops and calls stand before it, which may."""
    before = constructor.body[: constructor.body.index(statement)]
    nodes = [each for one in before for each in ast.walk(one)]
    called = any(isinstance(each, ast.Call) and "super" not in ast.unparse(each.func) for each in nodes)
    return called or any(isinstance(each, ast.Attribute) and each.attr == name for each in nodes)


def _is_only_here(sources: Sources, owner: ast.ClassDef, target: ast.Attribute) -> bool:
    """Whether no other class of the program has an attribute of the name, and none sets or deletes it on a class."""
    classes = {node.name for node in sources.nodes() if isinstance(node, ast.ClassDef)}
    inside = set(ast.walk(owner))
    for node in sources.nodes():
        if isinstance(node, ast.Attribute) and node.attr == target.attr:
            stored = not isinstance(node.ctx, ast.Load)
            if isinstance(node.ctx, ast.Del) or ast.unparse(node.value) in classes or (stored and ast.unparse(node.value) == "self" and node not in inside):
                return False
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == target.attr:
            return False
        elif isinstance(node, ast.ClassDef | ast.Assign | ast.AnnAssign) and node is not owner:
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if any(isinstance(each, ast.Name) and each.id == target.attr for each in targets):
                return False
    return True
