"""Names are resolved to the variables Python takes them for."""

from __future__ import annotations

import ast
import symtable

import pytest

from tests.metamorphic.scopes import Scopes, Variable

SOURCES = [
    "x = 1\ndef f():\n    return x\n",
    "x = 1\ndef f(x):\n    def g():\n        nonlocal x\n        x = 2\n    return x\n",
    "x = 1\ndef f():\n    global x\n    x += 1\n    def g():\n        return x\n",
    "x = 1\nclass C:\n    x = 2\n    def f(self):\n        return x\n",
    "x = 1\ny = [x for x in range(x) if x]\n",
    "def f():\n    return [(y := x) for x in z], y\n",
    "def f(a, /, b, *c, d=1, **e):\n    return lambda x: a + x\n",
    "import a.b, c as d\nfrom e import f as g\ntry:\n    pass\nexcept E as h:\n    print(h, a, d, g)\n",
    "def f(x):\n    match x:\n        case [a, *b] if a: return b\n        case {'k': c, **d}: return c, d\n        case e: return e\n",
]


@pytest.mark.parametrize("source", SOURCES)
def test_every_scope_binds_what_python_says_it_binds(source: str) -> None:
    scopes = Scopes(ast.parse(source))
    bound = {name for scope in scopes.of_node.values() for name, each in scope.variables.items() if each.bindings}
    assert bound == _bound(symtable.symtable(source, "m.py", "exec"))


def _bound(table: symtable.SymbolTable) -> set[str]:
    own = {
        each.get_name()
        for each in table.get_symbols()
        if each.is_assigned() or each.is_parameter() or each.is_imported()
    }
    inner = {name for child in table.get_children() for name in _bound(child)}
    return {name for name in own | inner if not name.startswith(".")}


def variable(source: str, name: str, number: int = 0) -> Variable:
    scopes = Scopes(ast.parse(source))
    found = [each for each in scopes.all() if each.name == name and each.bindings]
    return found[number]


@pytest.mark.parametrize(
    ("source", "name", "result"),
    [
        (SOURCES[0], "x", "n = 1\n\ndef f():\n    return n"),
        (SOURCES[1], "x", "n = 1\n\ndef f(x):\n\n    def g():\n        nonlocal x\n        x = 2\n    return x"),
        (SOURCES[2], "x", "n = 1\n\ndef f():\n    global n\n    n += 1\n\n    def g():\n        return n"),
        (SOURCES[3], "x", "n = 1\n\nclass C:\n    x = 2\n\n    def f(self):\n        return n"),
        (SOURCES[4], "x", "n = 1\ny = [x for x in range(n) if x]"),
    ],
)
def test_a_variable_is_renamed_at_every_mention_and_nowhere_else(source: str, name: str, result: str) -> None:
    tree = ast.parse(source)
    Scopes(tree).module.variables[name].rename("n")
    assert ast.unparse(tree) == result


def test_a_closure_variable_is_renamed_with_its_declarations() -> None:
    tree = ast.parse(SOURCES[1])
    found = [each for each in Scopes(tree).all() if each.name == "x" and each.scope.is_function]
    found[0].rename("n")
    assert ast.unparse(tree) == "x = 1\n\ndef f(n):\n\n    def g():\n        nonlocal n\n        n = 2\n    return n"


def test_builtins_are_bound_nowhere() -> None:
    tree = ast.parse("len = 1\nprint(len, max)\n")
    scopes = Scopes(tree)
    names = {node.id: node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assert {name for name, node in names.items() if scopes.is_builtin(node)} == {"print", "max"}


def test_what_binds_a_variable_is_known() -> None:
    assert isinstance(variable("import a as b\nb\n", "b").only_binding, ast.alias)
    assert isinstance(variable("def f(): pass\n", "f").only_binding, ast.FunctionDef)
    assert variable("x = 1\nx = 2\n", "x").only_binding is None
