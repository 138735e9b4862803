"""The variables of a module: which scope each name belongs to, where it is bound and where it is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(slots=True, eq=False)
class Mention:
    """A node that holds the name of a variable in one of its fields; `index` is the position in a list of names."""

    node: ast.AST
    field: str
    index: int | None = None

    def rename(self, name: str) -> None:
        """Write another name."""
        if self.index is None:
            setattr(self.node, self.field, name)
        else:
            getattr(self.node, self.field)[self.index] = name


@dataclass(slots=True, eq=False)
class Variable:
    """A name in one scope. `bindings` are the nodes that bind it, `loads` the names that read it."""

    name: str
    scope: Scope
    mentions: list[Mention] = field(default_factory=list)
    bindings: list[ast.AST] = field(default_factory=list)
    loads: list[ast.Name] = field(default_factory=list)

    def rename(self, name: str) -> None:
        """Rename it at every mention."""
        for mention in self.mentions:
            mention.rename(name)

    @property
    def only_binding(self) -> ast.AST | None:
        """The node that binds it where there is just one."""
        return self.bindings[0] if len(self.bindings) == 1 else None


@dataclass(slots=True, eq=False)
class Scope:
    """A module, class, function, lambda or comprehension."""

    node: ast.AST
    parent: Scope | None
    variables: dict[str, Variable] = field(default_factory=dict)
    declared: dict[str, str] = field(default_factory=dict)

    @property
    def is_function(self) -> bool:
        return isinstance(self.node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, *_COMPREHENSIONS))

    def chain(self) -> Iterator[Scope]:
        """The scope and those around it, from the inside out."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


class Scopes:
    """All scopes of a module."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope(tree, None)
        self.of_node: dict[ast.AST, Scope] = {tree: self.module}
        """The scope a node opens."""
        self.around: dict[ast.AST, Scope] = {}
        """The scope each name, definition and statement stands in."""
        self.variable: dict[ast.AST, Variable] = {}
        """The variable of each name and argument, and of each definition."""
        self._mentions: list[tuple[Scope, str, Mention, bool]] = []
        for statement in tree.body:
            self._visit(statement, self.module)
        for binding in (True, False):  # names are bound before any is resolved
            for scope, name, mention, binds in self._mentions:
                if binds is binding:
                    self._resolve(scope, name, mention, binds)

    def all(self) -> Iterator[Variable]:
        """Every variable of the module; of builtins those that are mentioned, in no scope of their own."""
        for scope in self.of_node.values():
            yield from scope.variables.values()

    def is_builtin(self, name: ast.Name) -> bool:
        """Whether nothing in the module binds the name."""
        return not self.variable[name].bindings

    def names(self) -> set[str]:
        """Every name that is mentioned."""
        return {name for _, name, _, _ in self._mentions}

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        self.around[node] = scope
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            self._function(node, scope)
        elif isinstance(node, ast.ClassDef):
            self._class(node, scope)
        elif isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, scope)
        elif isinstance(node, ast.NamedExpr):
            self._visit(node.value, scope)
            self._visit(node.target, next(each for each in scope.chain() if not isinstance(each.node, _COMPREHENSIONS)))
        else:
            self._bind(node, scope)
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope)

    def _bind(self, node: ast.AST, scope: Scope) -> None:
        """Note the names that the node itself holds."""
        if isinstance(node, ast.Name):
            self._mention(scope, node.id, Mention(node, "id"), not isinstance(node.ctx, ast.Load))
        elif isinstance(node, ast.alias) and node.name != "*":
            name = node.asname or node.name.partition(".")[0]
            self._mention(scope, name, Mention(node, "asname" if node.asname else "name"), True)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for number, name in enumerate(node.names):
                scope.declared[name] = "global" if isinstance(node, ast.Global) else "nonlocal"
                self._mention(scope, name, Mention(node, "names", number), False)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self._mention(scope, node.name, Mention(node, "name"), True)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._mention(scope, node.rest, Mention(node, "rest"), True)

    def _function(self, node: Function, scope: Scope) -> None:
        if not isinstance(node, ast.Lambda):
            self._mention(scope, node.name, Mention(node, "name"), True)
            for outer in (*node.decorator_list, *([node.returns] if node.returns else [])):
                self._visit(outer, scope)
        inner = self.of_node[node] = Scope(node, scope)
        arguments = node.args
        for default in (*arguments.defaults, *(each for each in arguments.kw_defaults if each)):
            self._visit(default, scope)
        for argument in all_arguments(arguments):
            self._mention(inner, argument.arg, Mention(argument, "arg"), True)
            if argument.annotation:
                self._visit(argument.annotation, scope)
        for child in node.body if isinstance(node.body, list) else [node.body]:
            self._visit(child, inner)

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        self._mention(scope, node.name, Mention(node, "name"), True)
        for outer in (*node.decorator_list, *node.bases, *node.keywords):
            self._visit(outer, scope)
        inner = self.of_node[node] = Scope(node, scope)
        for statement in node.body:
            self._visit(statement, inner)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, scope: Scope) -> None:
        inner = self.of_node[node] = Scope(node, scope)
        for number, part in enumerate(node.generators):
            self._visit(part.iter, inner if number else scope)
            for child in (part.target, *part.ifs):
                self._visit(child, inner)
        for child in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self._visit(child, inner)

    def _mention(self, scope: Scope, name: str, mention: Mention, binds: bool) -> None:
        self._mentions.append((scope, name, mention, binds))
        if binds and name not in scope.declared:
            scope.variables.setdefault(name, Variable(name, scope))

    def _resolve(self, scope: Scope, name: str, mention: Mention, binds: bool) -> None:
        variable = self._lookup(scope, name)
        variable.mentions.append(mention)
        self.variable.setdefault(mention.node, variable)
        if binds:
            variable.bindings.append(mention.node)
        elif isinstance(mention.node, ast.Name):
            variable.loads.append(mention.node)

    def _lookup(self, scope: Scope, name: str) -> Variable:
        declared = scope.declared.get(name)
        if declared == "global":
            return self.module.variables.setdefault(name, Variable(name, self.module))
        for around in scope.chain():
            if around is scope and declared == "nonlocal":
                continue
            if around is not scope and isinstance(around.node, ast.ClassDef):
                continue
            if name in around.variables and around.declared.get(name) is None:
                return around.variables[name]
            if around.declared.get(name) == "global":
                break
        return self.module.variables.setdefault(name, Variable(name, self.module))


def all_arguments(arguments: ast.arguments) -> list[ast.arg]:
    """Every parameter, in the order of the signature."""
    extra = [each for each in (arguments.vararg,) if each], [each for each in (arguments.kwarg,) if each]
    return [*arguments.posonlyargs, *arguments.args, *extra[0], *arguments.kwonlyargs, *extra[1]]
