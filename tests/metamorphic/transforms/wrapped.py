"""Functions and objects in other hands: wrapped by a decorator, made by a factory, written as a lambda, handed on as a default."""

from __future__ import annotations

import ast

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.transforms.classes import only_called
from tests.metamorphic.transforms.helpers import OF_FRAME

_WRAPPER = """
def {name}(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper
"""


@on_trees
def helpers_with_a_wrapper(sources: Sources) -> int:
    """A function that is only called gets a decorator of the module, which hands the arguments on."""
    return _wraps(sources, decorated=False)


@on_trees
def traced_functions_with_a_wrapper(sources: Sources) -> int:
    """A traced function that is only called gets one more decorator above, which hands the arguments on."""
    return _wraps(sources, decorated=True)


def _wraps(sources: Sources, *, decorated: bool) -> int:
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        functions = [each for each in _only_called_functions(module) if bool(each.decorator_list) is decorated]
        if not functions:
            continue
        name = module.fresh("handing_on")
        wrapper = ast.parse(_WRAPPER.format(name=name)).body[0]
        at = min(module.tree.body.index(each) for each in functions)
        module.tree.body[at:at] = [ast.Import([ast.alias("functools")]), wrapper]
        for function in functions:
            function.decorator_list.insert(0, ast.Name(name, ast.Load()))
        count += len(functions)
    return count


def _only_called_functions(module: Module) -> list[ast.FunctionDef]:
    """The functions of the module that are only called, have at most the decorator `tf.function`, and do not name their frame."""
    return [
        node
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef)
        and only_called(module, node)
        and all(ast.unparse(each).startswith("tf.function") for each in node.decorator_list)
        and not any(isinstance(each, ast.Name) and each.id in {node.name, *OF_FRAME} for each in ast.walk(node))
        and not any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.Global)) for each in ast.walk(node))
    ]


@on_trees
def functions_by_a_factory(sources: Sources) -> int:
    """A function that is only called is made by another one: `f = make_f()`, where `make_f` defines and returns it."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for function in _only_called_functions(module):
            maker = module.fresh(f"make_{function.name}")
            result = ast.Return(ast.Name(function.name, ast.Load()))
            made = ast.parse(f"{function.name} = {maker}()").body[0]
            factory = ast.FunctionDef(maker, ast.arguments([], [], None, [], [], None, []), [function, result], [])
            at = module.tree.body.index(function)
            module.tree.body[at : at + 1] = [factory, made]
            count += 1
    return count


@on_trees
def functions_as_defaults(sources: Sources) -> int:
    """A function of the module that another one calls becomes the default of a parameter there: `def train(data, step=step)`."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        functions = [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]
        called = {each.name: each for each in _only_called_functions(module)}
        for number, function in enumerate(functions):
            if function.decorator_list or function.args.vararg or function.args.kwarg or not only_called(module, function):
                continue
            before = {each.name for each in functions[:number]}
            own = {
                node.id
                for node in ast.walk(function)
                if isinstance(node, ast.Name) and node.id in called.keys() & before
                and module.scopes.variable[node].scope is module.scopes.module
                and module.scopes.around[node].node is function
            }  # fmt: skip
            for name in sorted(own):
                function.args.kwonlyargs.append(ast.arg(name))
                function.args.kw_defaults.append(ast.Name(name, ast.Load()))
                count += 1
    return count


@on_trees
def objects_by_a_factory(sources: Sources) -> int:
    """`net = Net(3)` becomes `net = make_net(3)`, with a function that returns the object, where the class is only called."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for owner in [node for node in module.tree.body if isinstance(node, ast.ClassDef) and not node.decorator_list]:
            variable = module.scopes.variable[owner]
            calls = [module.parents[name] for name in variable.loads]
            only = all(isinstance(call, ast.Call) and call.func is name for call, name in zip(calls, variable.loads, strict=True))
            if not calls or not only or variable.only_binding is not owner or len(variable.mentions) != 1 + len(calls):
                continue
            maker = module.fresh(f"make_{owner.name.lower()}")
            function, made = _making(maker, owner)
            replaces(made, *calls)
            for name in variable.loads:
                module.put(name, replaces(ast.Name(maker, ast.Load()), name))
            module.tree.body.insert(module.tree.body.index(owner) + 1, function)
            count += 1
    return count


def _making(name: str, owner: ast.ClassDef) -> tuple[ast.FunctionDef, ast.Call]:
    """A function that makes an object of a class from the arguments that its constructor takes, as far as the class shows them."""
    constructor = next((each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
    head = given = "*args, **kwargs"
    if constructor is not None and not any((constructor.args.vararg, constructor.args.kwarg, constructor.args.posonlyargs)):
        own = ast.parse(ast.unparse(constructor)).body[0]
        assert isinstance(own, ast.FunctionDef)
        arguments = own.args
        arguments.args = arguments.args[1:]
        head = ast.unparse(arguments)
        given = ", ".join([*(each.arg for each in arguments.args), *(f"{each.arg}={each.arg}" for each in arguments.kwonlyargs)])
    function = ast.parse(f"def {name}({head}):\n    return {owner.name}({given})").body[0]
    assert isinstance(function, ast.FunctionDef)
    made = next(node for node in ast.walk(function) if isinstance(node, ast.Call))
    return function, made


@on_trees
def lambdas_as_functions(sources: Sources) -> int:
    """A lambda in a statement of a function or module becomes a function that is defined in front of the statement."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Lambda)]:
            around = list(module.around(node))
            inner = next(each for each in around if isinstance(each, ast.stmt))
            between = around[: around.index(inner)]
            apart = any(isinstance(each, (ast.Lambda, ast.comprehension, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)) for each in between)
            if apart or not isinstance(inner, (ast.Expr, ast.Assign, ast.Return)) or isinstance(module.parents[inner], ast.ClassDef):
                continue
            if any(isinstance(each, (ast.Yield, ast.NamedExpr)) for each in ast.walk(node)):
                continue
            name = module.fresh(f"function_{count + 1}")
            function = replaces(ast.FunctionDef(name, node.args, [replaces(ast.Return(node.body), node.body)], []), node)
            if not module.put(node, replaces(ast.Name(name, ast.Load()), node)):
                continue
            block = module.block(inner)
            block.insert([each is inner for each in block].index(True), function)
            count += 1
    return count


@on_trees
def functions_as_lambdas(sources: Sources) -> int:
    """A function of the module that only returns, and is only called, becomes a lambda with a name: `half = lambda x: x / 2`."""
    count = 0
    for module in sources.modules() if len(sources.trees) == 1 else []:
        for function in _only_called_functions(module):
            only = function.body[0]
            if function.decorator_list or len(function.body) > 1 or not isinstance(only, ast.Return) or only.value is None:
                continue
            if any(isinstance(each, ast.Lambda) for each in ast.walk(only)):
                continue
            for each in ast.walk(function.args):
                if isinstance(each, ast.arg):
                    each.annotation = None
            value = ast.Lambda(function.args, only.value)
            at = module.tree.body.index(function)
            module.tree.body[at] = ast.Assign([ast.Name(function.name, ast.Store())], value)
            count += 1
    return count
