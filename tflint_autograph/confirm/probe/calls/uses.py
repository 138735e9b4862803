"""Reads how the body of a function uses a parameter: what it is compared with, its keys, its attributes, its indices.

Calls nothing of the user's: only names of tables are looked up.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tflint_autograph.confirm.probe.calls.use import MOST, Use, sizes_of
from tflint_autograph.confirm.probe.state.attributes import attribute
from tflint_autograph.confirm.probe.state.holders import python_function

_DEEPEST = 3
"""Maximum number of calls that a parameter is followed through."""

_CONVERSIONS = ("numpy", "decode")
"""The methods that give the same value in another form: that of a tensor as array or bytes, and that of bytes as text."""

def uses(function: Any, names: Mapping[str, Any]) -> dict[str, Use]:
    """Returns the use of each parameter of a function or class, also where own functions get it; empty if it has no source.

    `names` are those of its module.
    """
    found = _parsed(inspect.getattr_static(function, "__init__") if isinstance(function, type) else function)
    if found is None:
        return {}
    node, is_bound = found
    own = getattr(inspect.unwrap(function), "__globals__", names)
    held = getattr(function, "__self__", None)
    reader = _Reader({**names, **own}, held, 0)
    read = reader.of(node, is_bound or isinstance(function, type))
    reader.read_kept(function if isinstance(function, type) else type(held))
    return read


def _parsed(function: Any) -> tuple[ast.FunctionDef, bool] | None:
    """Returns the definition of a function, and whether its first parameter is given already."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError, ValueError):  # built in, or typed in
        return None
    node = tree.body[0] if tree.body else None
    return (node, inspect.ismethod(function)) if isinstance(node, ast.FunctionDef) else None


class _Reader:
    """Reads one function. `held` is the object of a method, or None."""

    def __init__(self, names: Mapping[str, Any], held: Any, depth: int) -> None:
        self._names = names
        self._held = held
        self._depth = depth
        self._self = ""
        self._known: dict[str, Use] = {}
        self._kept: dict[str, Use] = {}
        self._own: dict[str, ast.FunctionDef] = {}
        self._looped: dict[str, tuple[Any, ...]] = {}

    def of(self, node: ast.FunctionDef, is_bound: bool) -> dict[str, Use]:
        """Returns the use of each parameter."""
        given = _parameters(node)[is_bound:]
        self._self = _parameters(node)[0] if is_bound else ""
        self._known = {name: Use() for name in given}
        self._own = {each.name: each for each in ast.walk(node) if isinstance(each, ast.FunctionDef) and each is not node}
        known = dict(self._known)
        for statement in node.body:
            for each in _in_order(statement):
                self._read(each)
        return known

    def read_kept(self, kind: type) -> None:
        """Adds how the methods of the class use the attributes that keep a parameter."""
        for each in vars(kind).values() if self._kept else ():
            called = python_function(each)
            parsed = _parsed(called) if inspect.isfunction(called) else None
            if parsed is not None and _parameters(parsed[0]):
                reader = _Reader(self._names, self._held, self._depth + 1)
                reader._kept = self._kept
                reader.of(parsed[0], True)

    def _read(self, node: ast.AST) -> None:
        if isinstance(node, ast.Compare):
            self._compared(node)
        elif isinstance(node, ast.Subscript):
            self._subscript(node)
        elif isinstance(node, ast.Call):
            self._called(node)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            self._assigned(node.targets[0], node.value)
        elif isinstance(node, (ast.For, ast.comprehension)):
            self._iterated(node.iter)
            self._bound(node.target, node.iter)
        elif isinstance(node, ast.While) and (counted := self._use(node.test)) is not None:
            counted.is_counted = True
        elif isinstance(node, ast.Match):
            subject = self._use(node.subject)
            for value in (each for case in node.cases for each in ast.walk(case.pattern) if isinstance(each, ast.MatchValue)):
                if subject is not None:
                    self._equals(subject, value.value)
        elif isinstance(node, ast.Attribute):
            self._use(node)

    def _use(self, node: ast.AST) -> Use | None:
        """Returns the use of an expression that is a parameter, or a part of one."""
        if isinstance(node, ast.Name):
            return self._known.get(node.id)
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == self._self and node.attr in self._kept:
                return self._kept[node.attr]
            owner = self._use(node.value)
            return None if owner is None else owner.attributes.setdefault(node.attr, Use())
        if isinstance(node, ast.Subscript) and (keys := self._keys(node.slice)):
            owner = self._use(node.value)
            if owner is None:
                return None
            shared = owner.keys.setdefault(keys[0], Use())
            for key in keys[1:]:
                owner.keys.setdefault(key, shared)
            return shared
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and type(node.slice.value) is int:
            owner = self._use(node.value)
            return None if owner is None else owner.contained()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CONVERSIONS:
            owner = self._use(node.func.value)
            return None if owner is None else owner.results.setdefault(node.func.attr, Use())
        return None

    def _keys(self, node: ast.expr) -> tuple[str, ...]:
        """Returns the texts that an index may be: a literal, or the elements of a literal that a loop goes through."""
        found = (node.value,) if isinstance(node, ast.Constant) else self._looped.get(node.id, ()) if isinstance(node, ast.Name) else ()
        return found if all(isinstance(each, str) for each in found) else ()

    def _compared(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, how, right in zip(sides, node.ops, sides[1:], strict=False):
            one, other = self._use(left), self._use(right)
            if isinstance(how, (ast.In, ast.NotIn)):
                if one is not None:
                    self._looked_up(one, right)
                elif other is not None and isinstance(left, ast.Constant) and isinstance(left.value, str):
                    other.keys.setdefault(left.value, Use())
            elif isinstance(how, (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
                is_ordered = not isinstance(how, (ast.Eq, ast.NotEq))
                for use, constant in ((one, right), (other, left)):
                    if use is not None:
                        self._equals(use, constant, is_ordered=is_ordered)

    def _equals(self, use: Use, node: ast.expr, *, is_ordered: bool = False) -> None:
        value = self._value(node)
        if is_ordered and type(value) in (int, float):
            use.compare(value + 1)
            use.compare(value - 1)
        use.compare(value)

    def _looked_up(self, use: Use, table: ast.expr) -> None:
        held = self._value(table)
        if isinstance(held, (dict, set, frozenset, tuple, list)):
            for value in list(held)[:MOST]:
                use.compare(value)

    def _subscript(self, node: ast.Subscript) -> None:
        use = self._use(node.slice)
        if use is not None and (isinstance(node.value, ast.Dict) or isinstance(self._value(node.value), dict)):
            self._looked_up(use, node.value)
        elif use is not None:
            use.is_index = True
        owner = self._use(node.value)
        if owner is None:
            return
        if self._keys(node.slice):
            self._use(node)
        else:
            owner.index(sizes_of(node.slice))
            owner.is_indexed |= isinstance(node.slice, ast.Name)

    def _called(self, node: ast.Call) -> None:
        called = self._use(node.func)
        if called is not None and (isinstance(node.func, ast.Name) or called in self._kept.values()):
            called.is_called = True
        self._joined(node)
        given = [each for each in node.args if self._use(each) is not None]
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("zip", "enumerate", "list", "tuple", "iter", "len", "sum", "max", "min", "sorted"):
            for each in given if name != "len" else ():
                self._iterated(each)
        elif name == "range" and name not in self._names:
            for each in given:
                self._counted(each)
        elif name in ("getattr", "hasattr") and len(node.args) > 1 and (use := self._use(node.args[1])) is not None:
            for method in _methods(node.args[0], self._value(node.args[0]), self._names):
                use.compare(method)
        elif name == "isinstance" and len(node.args) > 1 and (use := self._use(node.args[0])) is not None:
            tested = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
            found = (getattr(builtins, each.id, None) if isinstance(each, ast.Name) and each.id not in self._names else self._dynamic(each) for each in tested)
            use.kinds += [kind for kind in found if isinstance(kind, type)]
        elif isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop", "setdefault") and node.args:
            self._get(node.func.value, node.args[0])
        elif given or node.keywords:
            self._passed(node)

    def _joined(self, node: ast.Call) -> None:
        """Adds that a function of `tf.strings` gets texts, also in a list."""
        strings = getattr(sys.modules.get("tensorflow"), "strings", None)
        if strings is not None and isinstance(node.func, ast.Attribute) and self._dynamic(node.func.value) is strings:
            for each in (inner for given in node.args for inner in (given.elts if isinstance(given, (ast.List, ast.Tuple)) else [given])):
                if (use := self._use(each)) is not None:
                    use.compare("a")

    def _get(self, owner: ast.expr, key: ast.expr) -> None:
        """Reads a lookup: of a key in a parameter, or of a parameter in a table."""
        table, use = self._use(owner), self._use(key)
        if table is not None and isinstance(key, ast.Constant) and isinstance(key.value, str):
            table.keys.setdefault(key.value, Use())
        elif use is not None:
            self._looked_up(use, owner)

    def _passed(self, node: ast.Call) -> None:
        """Adds how a called function of the user uses the arguments."""
        if self._depth >= _DEEPEST:
            return
        below = self._below(node.func)
        if below is None:
            return
        parameters, found = below
        pairs: list[tuple[str, ast.expr]] = [*zip(parameters, node.args, strict=False), *((each.arg, each.value) for each in node.keywords if each.arg is not None)]
        for name, given in pairs:
            use = self._use(given)
            if use is not None and name in found:
                use.merge(found[name])

    def _below(self, func: ast.expr) -> tuple[list[str], dict[str, Use]] | None:
        """Returns the parameters of a called function of the user, and their use; None if it is not known."""
        if isinstance(func, ast.Name) and func.id in self._own:
            node = self._own[func.id]
            reader = _Reader(self._names, self._held, self._depth + 1)
            reader._own = self._own
            return _parameters(node), reader.of(node, False)
        held = self._value(func.value) if isinstance(func, ast.Attribute) else None
        called = python_function(self._value(func))
        if inspect.isfunction(called) and held is not None and not inspect.isclass(held) and not inspect.ismodule(held):
            called = types.MethodType(called, held)
        if not (inspect.isfunction(called) or inspect.ismethod(called)) or not _is_beside(called, self._names):
            return None
        parsed = _parsed(called)
        if parsed is None:
            return None
        node, is_bound = parsed
        names = {**self._names, **getattr(inspect.unwrap(called), "__globals__", {})}
        reader = _Reader(names, getattr(called, "__self__", None), self._depth + 1)
        return _parameters(node)[is_bound:], reader.of(node, is_bound)

    def _assigned(self, target: ast.expr, value: ast.expr) -> None:
        use = self._use(value)
        if use is None:
            return
        if isinstance(target, ast.Name) and target.id not in self._known:
            self._known[target.id] = use
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == self._self != "":
            self._kept.setdefault(target.attr, use)
        elif isinstance(target, (ast.Tuple, ast.List)) and not any(isinstance(each, ast.Starred) for each in target.elts):
            use.unpacked = max(use.unpacked, len(target.elts))

    def _counted(self, node: ast.expr) -> None:
        use = self._use(node)
        if use is not None:
            use.is_range = True

    def _iterated(self, node: ast.expr) -> None:
        use = self._use(node)
        if use is not None:
            use.is_iterated = True

    def _bound(self, target: ast.expr, iterated: ast.expr) -> None:
        """Adds the name that a loop gives to each element of a parameter or of a literal."""
        if not isinstance(target, ast.Name):
            return
        use, value = self._use(iterated), self._value(iterated)
        if use is not None:
            self._known.setdefault(target.id, use.contained())
        elif isinstance(value, (tuple, list)):
            self._looped[target.id] = tuple(value)[:MOST]

    def _dynamic(self, node: ast.expr) -> Any:
        """Returns a class by its dotted name, which packages may load late; or None."""
        if isinstance(node, ast.Attribute):
            return attribute(self._dynamic(node.value), node.attr)
        return self._names.get(node.id) if isinstance(node, ast.Name) else None

    def _value(self, node: ast.expr) -> Any:
        """Returns the value of a literal or a dotted name of the module, or None."""
        if isinstance(node, ast.Name):
            return self._held if node.id == self._self else self._names.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self._value(node.value)
            return inspect.getattr_static(owner, node.attr, None) if owner is not None else None
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, RecursionError):
            return tuple(ast.literal_eval(key) for key in node.keys if isinstance(key, ast.Constant)) if isinstance(node, ast.Dict) else None


def _parameters(node: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """Yields a node and what is in it, in source order."""
    yield node
    for each in ast.iter_child_nodes(node):
        yield from _in_order(each)


def _methods(node: ast.expr, held: Any, names: Mapping[str, Any]) -> Iterator[str]:
    """Yields the names of the public methods of an object, or of that which a call of a class would make."""
    if held is None and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        held = names.get(node.func.id)
    kind = held if isinstance(held, type) else type(held)
    if held is not None:
        for base in kind.__mro__[:-1]:
            if base.__module__ == names.get("__name__"):
                yield from (name for name, each in vars(base).items() if name[:2] != "__" and (callable(each) or hasattr(each, "__get__")))


def _is_beside(called: Callable[..., Any], names: Mapping[str, Any]) -> bool:
    """Whether a function comes from the module, or one of the same package."""
    own = str(names.get("__name__", "")).partition(".")[0]
    return (getattr(called, "__module__", None) or "").partition(".")[0] == own
