"""Functions, classes, attributes, parameters, local variables and files under other names."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from tests.metamorphic.scopes import Variable, all_arguments
from tests.metamorphic.transform import Module, OnTrees, Sources, on_trees

_READS_NAMES = frozenset(
    {"globals", "locals", "vars", "eval", "exec", "getattr", "setattr", "hasattr", "delattr", "__import__", "dir"}
)


def _rename(variables: Callable[[Module], Iterator[Variable]], wanted: Callable[[str], str]) -> OnTrees:
    """A transformation that gives variables other names, kept apart by numbers."""

    def renamed(sources: Sources) -> int:
        if _looks_up_names(sources) or len(sources.trees) > 1:
            return 0
        count = 0
        texts = _texts(sources)
        for module in sources.modules():
            taken = module.scopes.names()
            for variable in list(variables(module)):
                base = wanted(variable.name)
                number, name = 1, base
                while name in taken or keyword.iskeyword(name):
                    number += 1
                    name = f"{base}{number}"
                if variable.name not in texts and not variable.name.startswith("__"):
                    taken.add(name)
                    variable.rename(name)
                    count += 1
        return count

    return renamed


def _looks_up_names(sources: Sources) -> bool:
    """Whether the program finds names by their spelling."""
    for node in sources.nodes():
        if isinstance(node, ast.Name) and node.id in _READS_NAMES:
            return True
        if isinstance(node, ast.Attribute) and node.attr in ("__dict__", "__name__", "__getattr__", "__setattr__"):
            return True
        if isinstance(node, ast.FunctionDef) and node.name in ("__getattr__", "__getattribute__", "__setattr__"):
            return True
    return False


def _texts(sources: Sources) -> set[str]:
    """The strings of the program, which may be names."""
    found = set()
    for node in sources.nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value, *node.value.replace(".", " ").split()}
    return found


def _functions(module: Module) -> Iterator[Variable]:
    """Functions of the module and functions inside of functions."""
    for variable in module.scopes.all():
        owner = variable.scope.node
        if isinstance(variable.only_binding, ast.FunctionDef) and not isinstance(owner, ast.ClassDef):
            yield variable


def _classes(module: Module) -> Iterator[Variable]:
    for variable in module.scopes.all():
        if isinstance(variable.only_binding, ast.ClassDef) and not isinstance(variable.scope.node, ast.ClassDef):
            yield variable


def _globals(module: Module) -> Iterator[Variable]:
    """Variables of the module that hold values."""
    for variable in module.scopes.module.variables.values():
        if variable.bindings and all(isinstance(each, ast.Name) for each in variable.bindings):
            yield variable


def _local_variables(module: Module) -> Iterator[Variable]:
    for variable in module.scopes.all():
        if (
            variable.scope.is_function
            and variable.bindings
            and all(isinstance(each, ast.Name) for each in variable.bindings)
        ):
            yield variable


def _parameters(module: Module) -> Iterator[Variable]:
    """Parameters that no call names: of functions of which every use is a call, and not of methods that libraries call."""
    named = {node.arg for node in ast.walk(module.tree) if isinstance(node, ast.keyword)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef):
            scope = module.scopes.of_node[node]
            in_class = isinstance(module.parents[node], ast.ClassDef)
            for number, argument in enumerate(all_arguments(node.args)):
                if (
                    argument.arg in named
                    or argument.arg == "variables"
                    or (in_class and number and not _is_own(node.name))
                ):
                    continue
                if argument.arg not in scope.variables or node.args.kwarg or argument in node.args.kwonlyargs:
                    continue
                yield scope.variables[argument.arg]


def _is_own(name: str) -> bool:
    """Whether a method is the class's own by its name, so that no library calls it."""
    return name.startswith("_") and not name.endswith("__")


def _register(
    name: str, about: str, variables: Callable[[Module], Iterator[Variable]], wanted: Callable[[str], str]
) -> None:
    function = _rename(variables, wanted)
    function.__name__, function.__doc__ = name, about
    on_trees(function)


_SPELLED = {"été": "unicode", "__main__": "dunder_main", "_private": "private", "_f": "f"}
"""Names that are spelled otherwise in the name of a transformation."""

FUNCTION_NAMES = ("main", "train", "_f", "run_it", "setup", "test_it", "init", "été", "call", "build", "forward")
for _name in FUNCTION_NAMES:
    _register(
        f"functions_named_{_SPELLED.get(_name, _name)}", f"Functions are named `{_name}`, `{_name}2` and so on.",
        _functions, lambda _, wanted=_name: wanted,  # type: ignore[misc]
    )  # fmt: skip
_register("classes_renamed", "Classes are named `Thing`, `Thing2` and so on.", _classes, lambda _: "Thing")
_register("classes_named_like_tests", "Classes are named `TestIt`, `TestIt2` and so on.", _classes, lambda _: "TestIt")
_register(
    "globals_renamed", "Variables of the module are named `value`, `value2` and so on.", _globals, lambda _: "value"
)
_register(
    "globals_in_capitals", "Variables of the module are named in capitals.", _globals, lambda name: f"{name.upper()}_X"
)
_register("locals_renamed", "Local variables are named `v_`, `v_2` and so on.", _local_variables, lambda _: "v_")
_register("locals_in_unicode", "Local variables are named in Greek.", _local_variables, lambda _: "λ")
_register("parameters_renamed", "Parameters are named `arg_`, `arg_2` and so on.", _parameters, lambda _: "arg_")
_register("parameters_in_unicode", "Parameters are named in Greek.", _parameters, lambda _: "π")


@on_trees
def attributes_renamed(sources: Sources) -> int:
    """Attributes that methods set on `self`, and that no class or library has, are named `field`, `field2` and so on."""
    return _attributes(sources, "field")


@on_trees
def attributes_private(sources: Sources) -> int:
    """Such attributes are named `_x`, `_x2` and so on."""
    return _attributes(sources, "_x")


def _attributes(sources: Sources, wanted: str) -> int:
    if _looks_up_names(sources):
        return 0
    names = _own_attributes(sources)
    others = {node.attr for node in sources.nodes() if isinstance(node, ast.Attribute)}
    new: dict[str, str] = {}
    number = 1
    for name in sorted(names):
        while (fresh := wanted if number == 1 else f"{wanted}{number}") in others:
            number += 1
        new[name] = fresh
        number += 1
    for node in sources.nodes():
        if isinstance(node, ast.Attribute) and node.attr in new:
            node.attr = new[node.attr]
    return len(new)


def _own_attributes(sources: Sources) -> set[str]:
    """Attributes that only plain classes of the program set, each on its own `self`, and that no string names.

    One that is called on something else may be a method that an object of a library has: `rng.normal()`.
    """
    found: set[str] = set()
    barred = _texts(sources) | _of_modules(sources)
    for node in sources.nodes():
        if isinstance(node, ast.ClassDef):
            plain = all(ast.unparse(base) in ("object", "tf.Module") for base in node.bases) and not node.keywords
            inside = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute) and _is_set_on_self(each)}
            (found if plain and not node.decorator_list else barred).update(inside)
            barred |= {each.name for each in node.body if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
            barred |= {each.id for statement in node.body for each in _class_level(statement)}
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and not _is_set_on_self(node):
            barred.add(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not _is_self(node.func.value):
            barred.add(node.func.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            barred.add(node.arg)
    return {name for name in found - barred if not name.startswith("__") and name not in _OF_MODULES}


def _of_modules(sources: Sources) -> set[str]:
    """Attributes read of what an import binds, and of attributes of that."""
    found = set()
    for module in sources.modules():
        for node in ast.walk(module.tree):
            root = node
            while isinstance(root, ast.Attribute):
                root = root.value
            variable = module.scopes.variable.get(root)
            if (
                isinstance(node, ast.Attribute)
                and variable
                and any(isinstance(each, ast.alias) for each in variable.bindings)
            ):
                found.add(node.attr)
    return found


_OF_MODULES = frozenset({"name", "variables", "trainable_variables", "submodules", "trainable"})


def _is_set_on_self(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and not isinstance(node.ctx, ast.Load)
        and _is_self(node.value)
    )


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _class_level(statement: ast.stmt) -> Iterator[ast.Name]:
    """The names that a statement of a class mentions, outside of its methods."""
    if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.Name))


@on_trees
def methods_renamed(sources: Sources) -> int:
    """Methods of plain classes that are only called, as `x.m(...)`, are named `run_0`, `run_1` and so on."""
    if _looks_up_names(sources):
        return 0
    nodes = list(sources.nodes())
    methods: dict[str, list[ast.FunctionDef]] = {}
    barred = _texts(sources) | _of_modules(sources)
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            plain = all(ast.unparse(base) in ("object", "tf.Module") for base in node.bases) and not node.decorator_list
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    methods.setdefault(each.name, []).append(each)
                    barred |= set() if plain else {each.name}
                else:
                    barred |= {part.id for part in ast.walk(each) if isinstance(part, ast.Name)}
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            barred.add(node.attr)
    own = {name for name in methods if name not in barred and not name.startswith("__") and name not in _OF_MODULES}
    own -= _used_elsewhere(nodes, own)
    new = {name: f"run_{number}" for number, name in enumerate(sorted(own))}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in new:
            node.attr = new[node.attr]
        elif isinstance(node, ast.FunctionDef) and node in methods.get(node.name, []) and node.name in new:
            node.name = new[node.name]
    return len(new)


def _used_elsewhere(nodes: list[ast.AST], names: set[str]) -> set[str]:
    """Names that an attribute of a library has, too: `append` is a method of lists."""
    libraries = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Constant, ast.List))
    }
    known = {each for kind in (list, dict, set, str, tuple, int, float, object) for each in dir(kind)}
    tensors = {
        "numpy",
        "shape",
        "dtype",
        "assign",
        "assign_add",
        "map",
        "batch",
        "read",
        "write",
        "stack",
        "update_state",
        "result",
        "fit",
    }
    return names & (
        libraries
        | known
        | tensors
        | {"call", "build", "predict", "compile", "train_step", "submit", "info", "random", "normal"}
    )


FILE_NAMES = ("main", "train", "test_it", "setup", "_private", "run_all", "conftest", "été", "__main__", "utils")
for _name in FILE_NAMES:

    def _renamed(sources: Sources, wanted: str = _name) -> int:
        if len(sources.trees) != 1:
            return 0
        ((path, tree),) = sources.trees.items()
        sources.trees.clear()
        sources.trees[PurePosixPath(path).with_name(f"{wanted}.py").as_posix()] = tree
        return 1

    _renamed.__name__ = f"file_named_{_SPELLED.get(_name, _name)}"
    _renamed.__doc__ = f"The file is named `{_name}.py`."
    on_trees(_renamed)
