"""Arguments and decorators in other words."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import is_self, statements

_OF_TENSORFLOW = {
    "cond": ("pred", "true_fn", "false_fn"), "while_loop": ("cond", "body", "loop_vars"), "map_fn": ("fn", "elems"),
    "constant": ("value",), "Variable": ("initial_value",), "function": ("func",), "py_function": ("func", "inp", "Tout"),
    "reshape": ("tensor", "shape"), "cast": ("x", "dtype"), "zeros": ("shape",), "ones": ("shape",), "where": ("condition", "x", "y"),
    "print": (), "square": ("x",), "reduce_sum": ("input_tensor",), "reduce_mean": ("input_tensor",), "scan": ("fn", "elems"),
}  # fmt: skip
"""Leading parameters of functions of TensorFlow."""


@on_trees
def positional_as_keyword(sources: Sources) -> int:
    """`f(x, 1)` becomes `f(x=x, n=1)` where `f` is a function or method of the program."""
    count = 0
    for module in sources.modules():
        for call, names in called_with_names(module):
            if any(isinstance(each, ast.Starred) for each in call.args) or not 0 < len(call.args) <= len(names):
                continue
            count += _named(call, names)
    return count


@on_trees
def keyword_of_tensorflow(sources: Sources) -> int:
    """`tf.cond(c, f, g)` becomes `tf.cond(pred=c, true_fn=f, false_fn=g)`; likewise other functions of TensorFlow."""
    count = 0
    for module in sources.modules():
        for call in [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]:
            if isinstance(call.func, ast.Attribute) and _is_tensorflow(module, call.func.value):
                names = _OF_TENSORFLOW.get(call.func.attr, ())
                if 0 < len(call.args) <= len(names) and not any(isinstance(each, ast.Starred) for each in call.args):
                    count += _named(call, names)
    return count


def _is_tensorflow(module: Module, node: ast.expr) -> bool:
    binding = module.scopes.variable[node].only_binding if isinstance(node, ast.Name) else None
    return isinstance(binding, ast.alias) and binding.name == "tensorflow"


def _named(call: ast.Call, names: tuple[str, ...]) -> int:
    given = [replaces(ast.keyword(name, value), value) for name, value in zip(names, call.args, strict=False)]
    call.args, call.keywords = [], [*given, *call.keywords]
    replaces(call, call)
    return len(given)


@on_trees
def keyword_as_positional(sources: Sources) -> int:
    """`f(x, n=1)` becomes `f(x, 1)` where `f` is a function or method of the program."""
    count = 0
    for module in sources.modules():
        for call, names in called_with_names(module):
            while call.keywords and not any(isinstance(each, ast.Starred) for each in call.args):
                first = call.keywords[0]
                if len(call.args) >= len(names) or first.arg != names[len(call.args)]:
                    break
                call.args.append(call.keywords.pop(0).value)
                replaces(call, call)
                count += 1
    return count


@on_trees
def arguments_with_stars(sources: Sources) -> int:
    """`f(x, n=1)` becomes `f(*(x,), **{"n": 1})` where `f` is a function or method of the program."""
    count = 0
    for module in sources.modules():
        for call, _ in called_with_names(module):
            if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
                continue
            packed = [ast.Starred(ast.Tuple(call.args, ast.Load()), ast.Load())] if call.args else []
            named = ast.Dict([ast.Constant(each.arg) for each in call.keywords], [each.value for each in call.keywords])
            call.args, call.keywords = list[ast.expr](packed), [ast.keyword(None, named)] if call.keywords else []
            replaces(call, call)
            count += bool(call.args or call.keywords)
    return count


def called_with_names(module: Module) -> Iterator[tuple[ast.Call, tuple[str, ...]]]:
    """The calls of functions and methods of the module, with the parameters that arguments may be named by."""
    methods = _methods(module)
    for call in [node for node in ast.walk(module.tree) if isinstance(node, ast.Call)]:
        function: ast.AST | None = None
        if isinstance(call.func, ast.Name):
            function = module.scopes.variable[call.func].only_binding
        elif isinstance(call.func, ast.Attribute) and is_self(module, call.func.value):
            function = methods.get(call.func.attr)
        if isinstance(function, ast.FunctionDef) and _keeps_signature(function) and not function.args.posonlyargs:
            names = [each.arg for each in function.args.args]
            yield call, tuple(names if isinstance(call.func, ast.Name) else names[1:])


def _methods(module: Module) -> dict[str, ast.FunctionDef | None]:
    """The methods of the module whose names nothing else in it has."""
    found: dict[str, ast.FunctionDef | None] = {}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    found[each.name] = None if each.name in found else each
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            found[node.attr] = None
    return found


def _keeps_signature(function: ast.FunctionDef) -> bool:
    """Whether calls reach the function with its own parameters: no decorator but `tf.function`."""
    for decorator in function.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(called) not in ("tf.function", "staticmethod"):
            return False
    return not any(ast.unparse(each) == "staticmethod" for each in function.decorator_list)


@on_trees
def decorator_as_call(sources: Sources) -> int:
    """`@tf.function` above a function becomes `step = tf.function(step)` below it."""
    count = 0
    for module in sources.modules():
        for function in statements(module, ast.FunctionDef):
            assert isinstance(function, ast.FunctionDef)
            if function.decorator_list and _is_root(function.decorator_list[0]) and not _is_property(function):
                decorator = function.decorator_list.pop(0)
                keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                value = replaces(ast.Call(called, [ast.Name(function.name, ast.Load())], keywords), decorator)
                assignment = ast.Assign([ast.Name(function.name, ast.Store())], value)
                block = module.block(function)
                replaces(assignment, decorator, function)
                block.insert(block.index(function) + 1, assignment)
                count += 1
    return count


def _is_root(node: ast.expr) -> bool:
    """Whether it is `tf.function` or `tf.function(...)` without the function itself."""
    called = node.func if isinstance(node, ast.Call) else node
    return ast.unparse(called) == "tf.function" and not (isinstance(node, ast.Call) and node.args)


def _is_property(function: ast.FunctionDef) -> bool:
    """Whether a later decorator refers to the name, as setters of properties do."""
    return any(
        isinstance(each, ast.Attribute) and each.attr in ("setter", "getter") for each in function.decorator_list
    )


@on_trees
def call_as_decorator(sources: Sources) -> int:
    """`step = tf.function(step)` right below a function becomes `@tf.function` above it."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Assign):
            assert isinstance(node, ast.Assign)
            call, target = node.value, node.targets[0]
            if not isinstance(call, ast.Call) or ast.unparse(call.func) != "tf.function" or len(call.args) != 1:
                continue
            block = module.block(node)
            above = block[block.index(node) - 1] if block.index(node) else None
            named = isinstance(target, ast.Name) and ast.unparse(call.args[0]) == target.id and len(node.targets) == 1
            if (
                named
                and isinstance(above, ast.FunctionDef)
                and isinstance(target, ast.Name)
                and above.name == target.id
            ):
                decorator = ast.Call(call.func, [], call.keywords) if call.keywords else call.func
                above.decorator_list.insert(0, replaces(decorator, call))
                block.remove(node)
                count += 1
    return count


@on_trees
def decorator_with_empty_call(sources: Sources) -> int:
    """`@tf.function` becomes `@tf.function()`."""
    count = 0
    for module in sources.modules():
        for function in statements(module, ast.FunctionDef):
            assert isinstance(function, ast.FunctionDef)
            for number, decorator in enumerate(function.decorator_list):
                if ast.unparse(decorator) == "tf.function":
                    function.decorator_list[number] = replaces(ast.Call(decorator, [], []), decorator)
                    count += 1
    return count


@on_trees
def decorator_as_partial(sources: Sources) -> int:
    """`@tf.function(jit_compile=True)` becomes `@functools.partial(tf.function, jit_compile=True)`."""
    count = 0
    for module in sources.modules():
        name = module.fresh("functools")
        changed = 0
        for function in statements(module, ast.FunctionDef):
            assert isinstance(function, ast.FunctionDef)
            for number, decorator in enumerate(function.decorator_list):
                if isinstance(decorator, ast.Call) and _is_root(decorator) and decorator.keywords:
                    made = ast.parse(f"{name}.partial", mode="eval").body
                    partial = ast.Call(made, [decorator.func], decorator.keywords)
                    function.decorator_list[number] = replaces(partial, decorator)
                    changed += 1
        if changed:
            after = max(
                (at for at, each in enumerate(module.tree.body, 1) if isinstance(each, (ast.Import, ast.ImportFrom))),
                default=0,
            )
            alias = ast.alias("functools", None if name == "functools" else name)
            module.tree.body.insert(after, ast.Import([alias]))
        count += changed
    return count


@on_trees
def decorator_by_name(sources: Sources) -> int:
    """`@tf.function` becomes `@traced`, with `traced = tf.function` above."""
    count = 0
    for module in sources.modules():
        name = module.fresh("traced")
        found = [
            (function, number)
            for function in statements(module, ast.FunctionDef)
            if isinstance(function, ast.FunctionDef)
            for number, decorator in enumerate(function.decorator_list)
            if ast.unparse(decorator) == "tf.function"
        ]
        for function, number in found:
            assert isinstance(function, ast.FunctionDef)
            function.decorator_list[number] = replaces(ast.Name(name, ast.Load()), function.decorator_list[number])
        if found:
            after = max(
                at for at, each in enumerate(module.tree.body, 1) if isinstance(each, (ast.Import, ast.ImportFrom))
            )
            module.tree.body.insert(after, ast.parse(f"{name} = tf.function").body[0])
        count += len(found)
    return count
