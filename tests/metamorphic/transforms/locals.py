"""Names, attributes and methods reached through a local variable."""

from __future__ import annotations

import ast
import builtins

from tests.metamorphic.places import replaces
from tests.metamorphic.transform import Module, Sources, on_trees
from tests.metamorphic.values import Values, is_self, statements

_OWN_FRAME = frozenset(
    {"super", "locals", "globals", "vars", "dir", "eval", "exec", "breakpoint", "__import__", "__name__"}
)
_NOT_ALIASED = _OWN_FRAME | {"print"}
"""`print` means another thing under a second name: AutoGraph leaves `print(x)` alone and converts calls of anything else,
and its overload of `print` prints tensors in each run. The others look at the frame that calls them."""


@on_trees
def alias_of_a_name(sources: Sources) -> int:
    """A function gives modules, functions and builtins that it reads a local name first: `the_tf = tf`."""
    count, changed = 0, _attributes_set(sources)
    for module in sources.modules():
        for function in _functions(module):
            count += _aliased(module, function, changed)
    return count


def _functions(module: Module) -> list[ast.FunctionDef]:
    """Functions whose first statement may be a new one: no generators, none that sets directives of AutoGraph."""
    found = [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)]
    return [node for node in found if not _is_special(node)]


def _is_special(function: ast.FunctionDef) -> bool:
    inner = list(ast.walk(function))
    directives = any(isinstance(each, ast.Attribute) and each.attr == "set_loop_options" for each in inner)
    return directives or any(isinstance(each, (ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Match)) for each in inner)


def _attributes_set(sources: Sources) -> set[str]:
    """Every attribute the program sets: a module's name among them may change while a function runs."""
    nodes = (node for node in sources.nodes() if isinstance(node, ast.Attribute))
    return {node.attr for node in nodes if not isinstance(node.ctx, ast.Load)}


def _aliased(module: Module, function: ast.FunctionDef, changed: set[str]) -> int:
    scope = module.scopes.of_node[function]
    groups: dict[str, list[ast.Name]] = {}
    for node in ast.walk(function):
        read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and module.scopes.around.get(node) is scope
        if read and isinstance(node, ast.Name) and node.id not in changed and _is_fixed(module, node):
            groups.setdefault(node.id, []).append(node)
    aliases: list[ast.stmt] = []
    for name, nodes in groups.items():
        alias = module.fresh(f"the_{name}")
        original = replaces(ast.Name(name, ast.Load()), *nodes)
        aliases.append(ast.Assign([ast.Name(alias, ast.Store())], original))
        for node in nodes:
            node.id = alias
    at = body_start(function)
    function.body[at:at] = aliases
    return len(aliases)


def body_start(function: ast.FunctionDef) -> int:
    """Where the first statement stands that is no docstring and no declaration."""
    at = 1 if ast.get_docstring(function) is not None else 0
    while isinstance(function.body[at], (ast.Global, ast.Nonlocal)) and at < len(function.body) - 1:
        at += 1
    return at


def _is_fixed(module: Module, node: ast.Name) -> bool:
    """Whether a name is a builtin, or bound once at the top of the module by an import or a definition."""
    variable = module.scopes.variable[node]
    if module.scopes.is_builtin(node):
        return hasattr(builtins, node.id) and node.id not in _NOT_ALIASED
    binding = variable.only_binding
    if variable.scope is not module.scopes.module or binding is None or isinstance(binding, ast.Name):
        return False
    return module.scopes.around.get(binding) is module.scopes.module and _is_unconditional(module, binding)


def _is_unconditional(module: Module, node: ast.AST) -> bool:
    return module.parents.get(module.statement(node)) is module.tree


@on_trees
def alias_of_self(sources: Sources) -> int:
    """A method calls its object by a local name: `this = self`."""
    count = 0
    for module in sources.modules():
        name = module.fresh("this")
        for function in _functions(module):
            scope = module.scopes.of_node[function]
            nodes = [
                node
                for node in ast.walk(function)
                if is_self(module, node) and module.scopes.around[node] is scope and isinstance(node, ast.Name)
            ]
            if nodes and function.args.args and module.scopes.variable[nodes[0]].scope is scope:
                at, own = body_start(function), nodes[0].id
                for node in nodes:
                    node.id = name
                function.body.insert(at, ast.Assign([ast.Name(name, ast.Store())], ast.Name(own, ast.Load())))
                count += 1
    return count


@on_trees
def module_through_local(sources: Sources) -> int:
    """`np.random.rand()` becomes `random = np.random` at the start of the function and `random.rand()`."""
    count, changed = 0, _attributes_set(sources)
    for module in sources.modules():
        for function in _functions(module):
            scope = module.scopes.of_node[function]
            made: dict[str, str] = {}
            owners: dict[str, list[ast.AST]] = {}
            for node in list(ast.walk(function)):
                owner = node.value if isinstance(node, ast.Attribute) else None
                if not isinstance(owner, ast.Attribute) or not isinstance(owner.value, ast.Name):
                    continue
                root = owner.value
                if module.scopes.around.get(root) is not scope or owner.attr in changed or not _is_module(module, root):
                    continue
                text = ast.unparse(owner)
                made.setdefault(text, module.fresh(f"{owner.attr}_of_{root.id}"))
                owners.setdefault(text, []).append(owner)
                assert isinstance(node, ast.Attribute)
                node.value = replaces(ast.Name(made[text], ast.Load()), owner)
            at = body_start(function)
            function.body[at:at] = [_read(name, text, owners[text]) for text, name in made.items()]
            count += len(made)
    return count


def _read(name: str, text: str, owners: list[ast.AST]) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], replaces(ast.parse(text, mode="eval").body, *owners))


def _is_module(module: Module, node: ast.Name) -> bool:
    """Whether a name is an imported library, which has its submodules from the start."""
    binding = module.scopes.variable[node].only_binding
    if not isinstance(binding, ast.alias) or not _is_unconditional(module, binding):
        return False
    statement = module.statement(binding)
    return isinstance(statement, ast.Import) and binding.name in ("tensorflow", "numpy", "keras", "os")


@on_trees
def method_through_local(sources: Sources) -> int:
    """`self.items.append(x)` becomes `append = self.items.append` and `append(x)`."""
    count, values = 0, Values(sources)
    for module in sources.modules():
        for node in statements(module, ast.Expr):
            assert isinstance(node, ast.Expr)
            call = node.value
            if (
                not isinstance(call, ast.Call)
                or not isinstance(call.func, ast.Attribute)
                or not _may_precede(module, node)
            ):
                continue
            owner = call.func.value
            if values.is_list(module, owner) or values.is_dict(module, owner):
                name = module.fresh(f"{call.func.attr}_{count + 1}")
                block = module.block(node)
                bound = replaces(ast.Assign([ast.Name(name, ast.Store())], call.func), node)
                call.func = replaces(ast.Name(name, ast.Load()), call.func)
                block.insert(block.index(node), bound)
                replaces(node, node)
                replaces(call, call)
                count += 1
    return count


def _may_precede(module: Module, node: ast.stmt) -> bool:
    """Whether a new local variable may be bound in front of a statement."""
    function = next(
        (each for each in module.around(node) if isinstance(each, (ast.FunctionDef, ast.Lambda, ast.ClassDef))), None
    )
    return isinstance(function, ast.FunctionDef) and not _is_special(function)


@on_trees
def owner_through_local(sources: Sources) -> int:
    """`self.items.append(x)` becomes `owner = self.items` and `owner.append(x)`; likewise where something is set."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Expr, ast.Assign):
            assert isinstance(node, (ast.Expr, ast.Assign))
            place = _owner(module, node)
            if place is not None and _may_precede(module, node):
                name = module.fresh(f"owner_{count + 1}")
                block = module.block(node)
                bound = ast.Assign([ast.Name(name, ast.Store())], place.value)
                place.value = replaces(ast.Name(name, ast.Load()), place.value)
                block.insert(block.index(node), replaces(bound, node))
                replaces(node, node)
                count += 1
    return count


def _owner(module: Module, node: ast.Expr | ast.Assign) -> ast.Attribute | ast.Subscript | None:
    """The place whose owner is an attribute of `self` that the statement reads before anything else."""
    place: ast.expr | None = None
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        place = node.value.func
    elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, (ast.Name, ast.Constant)):
        place = node.targets[0]
    if not isinstance(place, (ast.Attribute, ast.Subscript)):
        return None
    owner = place.value
    return place if isinstance(owner, ast.Attribute) and is_self(module, owner.value) else None


@on_trees
def argument_through_local(sources: Sources) -> int:
    """`f(g(x))` becomes `value = g(x)` and `f(value)` where the statement does nothing before it."""
    count = 0
    for module in sources.modules():
        for node in statements(module, ast.Expr, ast.Return, ast.Assign):
            assert isinstance(node, (ast.Expr, ast.Return, ast.Assign))
            call = node.value
            if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Call):
                continue
            if not _is_chain(call.func) or not _may_precede(module, node) or _sets_first(node):
                continue
            name = module.fresh(f"value_{count + 1}")
            block = module.block(node)
            bound = replaces(ast.Assign([ast.Name(name, ast.Store())], call.args[0]), node)
            call.args[0] = replaces(ast.Name(name, ast.Load()), call.args[0])
            block.insert(block.index(node), bound)
            replaces(node, node)
            replaces(call, call)
            count += 1
    return count


def _is_chain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_chain(node.value))


def _sets_first(node: ast.stmt) -> bool:
    """Whether the names of a target might be taken for the value; targets are evaluated after the value."""
    return isinstance(node, ast.Assign) and not all(isinstance(each, ast.Name) for each in node.targets)


@on_trees
def attributes_by_getattr(sources: Sources) -> int:
    """`self.rate` becomes `getattr(self, "rate")` where a method reads the whole attribute, and neither calls it nor goes into it."""
    count = 0
    for module in sources.modules():
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Attribute)]:
            parent = module.parents[node]
            goes_on = isinstance(parent, (ast.Attribute, ast.Subscript)) or (isinstance(parent, ast.Call) and parent.func is node)
            if not isinstance(node.ctx, ast.Load) or goes_on or node.attr.startswith("__") or not is_self(module, node.value):
                continue
            read = replaces(ast.Call(ast.Name("getattr", ast.Load()), [node.value, ast.Constant(node.attr)], []), node)
            count += module.put(node, read)
    return count


@on_trees
def text_by_format(sources: Sources) -> int:
    """`f"{x} of {n:.2f}"` becomes `"{} of {:.2f}".format(x, n)`, where no part is formatted by another."""
    count = 0
    for module in sources.modules():
        texts = [each for each in ast.walk(module.tree) if isinstance(each, ast.JoinedStr)]
        for node in [each for each in texts if not isinstance(module.parents[each], ast.FormattedValue)]:
            template, values = "", []
            for part in node.values:
                if isinstance(part, ast.Constant):
                    template += str(part.value).replace("{", "{{").replace("}", "}}")
                elif isinstance(part, ast.FormattedValue) and _is_plain_format(part):
                    spec = "".join(str(each.value) for each in part.format_spec.values) if isinstance(part.format_spec, ast.JoinedStr) else ""  # type: ignore[attr-defined]
                    template += "{" + (f"!{chr(part.conversion)}" if part.conversion > 0 else "") + (f":{spec}" if spec else "") + "}"
                    values.append(part.value)
            if values and len(values) == sum(isinstance(part, ast.FormattedValue) for part in node.values):
                text = ast.Attribute(ast.Constant(template), "format", ast.Load())
                count += module.put(node, replaces(ast.Call(text, values, []), node))
    return count


def _is_plain_format(part: ast.FormattedValue) -> bool:
    spec = part.format_spec
    return spec is None or (isinstance(spec, ast.JoinedStr) and all(isinstance(each, ast.Constant) for each in spec.values))


@on_trees
def numbers_by_name(sources: Sources) -> int:
    """`range(10)` becomes `range(LIMIT)` with `LIMIT = 10` above, for numbers as arguments in functions that bind no global."""
    count = 0
    for module in sources.modules():
        constants: list[ast.stmt] = []
        for node in [each for each in ast.walk(module.tree) if isinstance(each, ast.Constant) and type(each.value) is int]:
            parent = module.parents[node]
            in_function = any(isinstance(each, (ast.FunctionDef, ast.Lambda)) for each in module.around(node))
            in_body = not any(isinstance(each, (ast.arguments, ast.ClassDef)) or _decorates(node, each, module) for each in module.around(node))
            if isinstance(parent, ast.Call) and in_function and in_body:
                name = module.fresh(f"LIMIT_{len(constants) + 1}")
                constants.append(ast.Assign([ast.Name(name, ast.Store())], ast.Constant(node.value)))
                count += module.put(node, replaces(ast.Name(name, ast.Load()), node))
        at = next((number for number, each in enumerate(module.tree.body) if isinstance(each, (ast.FunctionDef, ast.ClassDef))), 0)
        module.tree.body[at:at] = constants
    return count


def _decorates(node: ast.AST, around: ast.AST, module: Module) -> bool:
    """Whether a node is in a decorator of a function."""
    inside = [node, *module.around(node)]
    return isinstance(around, ast.FunctionDef) and any(each in inside for each in around.decorator_list)
