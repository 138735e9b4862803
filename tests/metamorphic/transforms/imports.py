"""Imports in other words, with the same objects behind every use."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.locals import body_start

_TENSORFLOW = "tensorflow"


@on_trees
def import_renamed(sources: Sources) -> int:
    """`import tensorflow as tf` becomes `import tensorflow as tensors`; so do other imports of modules."""
    count = 0
    for module in sources.modules():
        for _, alias, names in _module_imports(module):
            bound = alias.asname or alias.name
            if "." not in bound:
                name = module.fresh(f"{bound}_module")
                alias.asname = name
                for node in names:
                    node.id = name
                count += 1
    return count


@on_trees
def import_whole(sources: Sources) -> int:
    """`import tensorflow as tf` becomes `import tensorflow`, and `tf.x` becomes `tensorflow.x`."""
    count = 0
    for module in sources.modules():
        for _, alias, names in _module_imports(module):
            root = alias.name.partition(".")[0]
            if alias.asname is None or root in module.scopes.names() - {alias.asname}:
                continue
            alias.asname = None
            for node in names:
                _become(node, ast.parse(alias.name, mode="eval").body)
            count += 1
    return count


@on_trees
def import_of_members(sources: Sources) -> int:
    """`tf.function` becomes `function` from `from tensorflow import function`; likewise what other modules define."""
    count, changed = 0, _set_attributes(sources)
    for module in sources.modules():
        for statement, alias, names in _module_imports(module):
            if alias.name not in (_TENSORFLOW, "numpy", "random", "time", "os", "math", "logging", "functools"):
                continue
            members: dict[str, str] = {}
            for node in names:
                owner = module.parents[node]
                if isinstance(owner, ast.Attribute) and isinstance(owner.ctx, ast.Load) and owner.attr not in changed:
                    name = members.setdefault(owner.attr, module.fresh(f"{alias.asname or alias.name}_{owner.attr}"))
                    _become(owner, ast.Name(name, ast.Load()))
            if members:
                taken = [ast.alias(member, name) for member, name in members.items()]
                at = module.tree.body.index(statement) + 1
                module.tree.body.insert(at, ast.ImportFrom(alias.name, taken, 0))
                count += 1
    return count


@on_trees
def import_of_version_two(sources: Sources) -> int:
    """`import tensorflow as tf` becomes `import tensorflow.compat.v2 as tf`."""
    count = 0
    for module in sources.modules():
        for _, alias, names in _module_imports(module):
            if alias.name == _TENSORFLOW and alias.asname and not _names_versions(module, names):
                alias.name = "tensorflow.compat.v2"
                count += 1
    return count


def _names_versions(module: Module, names: list[ast.Name]) -> bool:
    """Whether parts are used that only the package itself has."""
    used = {parent.attr for node in names if isinstance(parent := module.parents[node], ast.Attribute)}
    return bool(used & {"compat", "keras", "python", "Session"})


@on_trees
def import_that_may_fail(sources: Sources) -> int:
    """`import tensorflow as tf` stands in a `try`, with None in its place where there is no TensorFlow."""
    count = 0
    for module in sources.modules():
        for statement, alias, _ in _module_imports(module):
            if alias.name == _TENSORFLOW and len(statement.names) == 1:
                at = module.tree.body.index(statement)
                none = ast.Assign([ast.Name(alias.asname or alias.name, ast.Store())], ast.Constant(None))
                handler = ast.ExceptHandler(ast.Name("ImportError", ast.Load()), None, [none])
                module.tree.body[at] = ast.Try([statement], [handler], [], [])
                count += 1
    return count


@on_trees
def import_through_the_project(sources: Sources) -> int:
    """`import tensorflow as tf` becomes `from backend import tf`, from a module of the program that imports it."""
    count = 0
    for module in sources.modules():
        folder = PurePosixPath(module.path).parent
        in_package = any(PurePosixPath(path).name == "__init__.py" for path in sources.trees)
        for statement, alias, _ in _module_imports(module):
            if alias.name != _TENSORFLOW or len(statement.names) != 1:
                continue
            if folder.as_posix() != "." and not in_package:
                continue
            bound = alias.asname or alias.name
            at = module.tree.body.index(statement)
            level = 0 if folder.as_posix() == "." else 1
            module.tree.body[at] = ast.ImportFrom("backend_of_it", [ast.alias(bound)], level)
            sources.trees[(folder / "backend_of_it.py").as_posix()] = ast.Module([ast.Import([alias])], [])
            count += 1
    return count


@on_trees
def import_by_importlib(sources: Sources) -> int:
    """`import tensorflow as tf` becomes `tf = importlib.import_module("tensorflow")`."""
    count = 0
    for module in sources.modules():
        library = module.fresh("importlib")
        for statement, alias, _ in _module_imports(module):
            if alias.name in (_TENSORFLOW, "numpy") and len(statement.names) == 1:
                at = module.tree.body.index(statement)
                value = ast.parse(f"{library}.import_module({alias.name!r})", mode="eval").body
                bound = ast.Assign([ast.Name(alias.asname or alias.name, ast.Store())], value)
                module.tree.body[at : at + 1] = [ast.Import([ast.alias("importlib", None)]), bound]
                count += 1
    return count


@on_trees
def import_in_the_function(sources: Sources) -> int:
    """A function imports the modules that it uses itself, and again."""
    count = 0
    for module in sources.modules():
        for _, alias, names in _module_imports(module):
            bound = alias.asname or alias.name
            if "." in bound:
                continue
            functions = {id(each): each for each in (_function(module, node) for node in names) if each is not None}
            for function in functions.values():
                if bound not in module.scopes.of_node[function].declared:
                    function.body.insert(body_start(function), ast.Import([ast.alias(alias.name, alias.asname)]))
                    count += 1
    return count


def _function(module: Module, node: ast.Name) -> ast.FunctionDef | None:
    """The function in whose own scope a name is read."""
    scope = module.scopes.around[node]
    function = scope.node
    return function if isinstance(function, ast.FunctionDef) else None


def _module_imports(module: Module) -> Iterator[tuple[ast.Import, ast.alias, list[ast.Name]]]:
    """The imports of modules at the top of a file that nothing else binds, with every name that reads them."""
    for statement in list(module.tree.body):
        for alias in list(statement.names) if isinstance(statement, ast.Import) else ():
            variable = module.scopes.variable[alias]
            exported = any(mention.field == "names" for mention in variable.mentions)
            alone = variable.only_binding is alias and variable.scope is module.scopes.module and not exported
            if alone and (alias.asname is not None or "." not in alias.name):
                assert isinstance(statement, ast.Import)
                yield statement, alias, list(variable.loads)


def _set_attributes(sources: Sources) -> set[str]:
    nodes = (node for node in sources.nodes() if isinstance(node, ast.Attribute))
    return {node.attr for node in nodes if not isinstance(node.ctx, ast.Load)}


def _become(node: ast.expr, other: ast.expr) -> None:
    """Turn a node into another where it stands in the tree; it stands for what it was."""
    replaces(other, node)
    node.__class__ = other.__class__
    node.__dict__ = dict(other.__dict__)
