"""Bodies of functions: places, names, lambdas, imports, and that libcst sees the same statements."""

from __future__ import annotations

import libcst as cst
import pytest

from tests.snippets import STATEMENTS
from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Body, Statement
from tflint_autograph.model.facts import ClassFact, FunctionFact, Lowered, ModuleFacts
from tflint_autograph.source.text import split_lines
from tflint_autograph.traced.tree.pairs import CstStatement, blocks, elif_of, paired
from tflint_autograph.traced.tree.slices import cut


def facts(text: str, module: str = "pkg.m", *, is_package: bool = False) -> ModuleFacts:
    return scan(text, split_lines(text), "pkg/m.py", module, is_package)


def lowered(text: str, qualname: str = "f", **options: bool) -> dict[str, Lowered]:
    module = facts(text, **options)  # type: ignore[arg-type]
    fact = next(fact for fact in module.functions if fact.qualname == qualname)
    return {each.fact.qualname: each for each in lower(module, fact)}


def body_of(text: str, qualname: str = "f") -> Body:
    return lowered(text, qualname)[qualname].body


def indented(text: str, by: str) -> str:
    """The statement moved to the right, the insides of strings with it."""
    return "\n".join(by + line if line else line for line in text.split("\n"))


def every(statements: tuple[Statement, ...]) -> list[Statement]:
    found: list[Statement] = []
    for statement in statements:
        found.append(statement)
        found += every(getattr(statement, "body", ()))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            found += every(part.body)
        found += every(getattr(statement, "orelse", ())) + every(getattr(statement, "final", ()))
    return found


def pairs(node: CstStatement, statement: Statement) -> list[tuple[CstStatement, Statement]]:
    found = [(node, statement)]
    for _, block, inside in blocks(node, statement):
        for pair in paired(block, inside):
            found += pairs(*pair)
    other = elif_of(node, statement)
    return found + (pairs(*other) if other else [])


_SAME = {
    ir.Assign: (cst.Assign, cst.AnnAssign), ir.Augment: (cst.AugAssign,), ir.Delete: (cst.Del,), ir.Evaluate: (cst.Expr,),
    ir.Return: (cst.Return,), ir.Raise: (cst.Raise,), ir.Assert: (cst.Assert,), ir.Declare: (cst.Global, cst.Nonlocal),
    ir.Import: (cst.Import, cst.ImportFrom), ir.Jump: (cst.Pass, cst.Break, cst.Continue), ir.Define: (cst.FunctionDef, cst.ClassDef),
    ir.If: (cst.If,), ir.For: (cst.For,), ir.While: (cst.While,), ir.With: (cst.With,), ir.Try: (cst.Try, cst.TryStar),
    ir.Match: (cst.Match,),
}  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize(
    "frame",
    [
        "def f(x):\n{1}\n",
        "async def f(x):\n{1}\n",
        "class C:\n    def f(self):\n{2}\n",
        "@deco\ndef f(x):\n{1}\n",
        "def f(x):\n    a0 = 0\n{1}\n    z0 = 0\n",
    ],
)
def test_libcst_sees_the_same_statements(statement: str, frame: str) -> None:
    text = frame.replace("{1}", indented(statement, "    ")).replace("{2}", indented(statement, "        "))
    module = facts(text)
    fact = next(fact for fact in module.functions if fact.name == "f")
    body = lower(module, fact)[0].body
    node = cut(module.lines, fact).node
    assert isinstance(node, cst.FunctionDef)
    found = [pair for one in paired(node.body, body.statements) for pair in pairs(*one)]
    assert all(isinstance(one, _SAME[type(other)]) for one, other in found)
    assert sorted(other.ordinal for _, other in found) == [each.ordinal for each in every(body.statements)]
    assert [each.ordinal for each in every(body.statements)] == list(range(len(found)))


def test_places_are_those_of_the_file() -> None:
    text = "import a\n\n\nclass C:\n    @deco\n    def f(self, é):\n        é = self.g(\n            é)\n        return 'ü' + h(é)\n"
    fact = next(fact for fact in facts(text).functions)
    assert (fact.first, fact.at, fact.header) == (5, At(6, 5, 9, 26), At(6, 9, 6, 10))
    assign, back = body_of(text, "C.f").statements
    assert assign.at == At(7, 9, 8, 15)
    assert back.at == At(9, 9, 9, 26)
    assert isinstance(back, ir.Return)
    assert isinstance(back.value, ir.Operation)
    call = back.value.operands[1]
    assert isinstance(call, ir.Call)
    assert call.at == At(9, 22, 9, 26)


def test_lambdas_are_functions_of_their_own() -> None:
    found = lowered("def f(x):\n    g = lambda a: lambda b: a + b\n    return [lambda: x]\n")
    assert list(found) == [
        "f",
        "f.<locals>.<lambda 2:9>",
        "f.<locals>.<lambda 3:13>",
        "f.<locals>.<lambda 2:9>.<locals>.<lambda 2:19>",
    ]
    inner = found["f.<locals>.<lambda 2:9>.<locals>.<lambda 2:19>"]
    assert inner.fact.parent == "f.<locals>.<lambda 2:9>"
    assert inner.fact.at == At(2, 19, 2, 34)
    assert inner.body.bound == {"b"}
    assert found["f"].body.functions == ("f.<locals>.<lambda 2:9>", "f.<locals>.<lambda 3:13>")


@pytest.mark.parametrize(
    ("statement", "module", "is_package", "target"),
    [
        ("import a.b", "pkg.m", False, ("a", "a")),
        ("import a.b as c", "pkg.m", False, ("c", "a.b")),
        ("from a import b", "pkg.m", False, ("b", "a.b")),
        ("from . import b", "pkg.m", False, ("b", "pkg.b")),
        ("from . import b", "pkg", True, ("b", "pkg.b")),
        ("from .x import b as c", "pkg.m", False, ("c", "pkg.x.b")),
        ("from .. import b", "pkg.sub.m", False, ("b", "pkg.b")),
        ("from ..x import b", "pkg.sub", True, ("b", "pkg.x.b")),
        ("from a import *", "pkg.m", False, ("*", "a")),
        ("from .a import *", "pkg.m", False, ("*", "pkg.a")),
    ],
)
def test_imports_are_absolute(statement: str, module: str, is_package: bool, target: tuple[str, str]) -> None:
    (found,) = facts(statement + "\n", module, is_package=is_package).body.statements
    assert isinstance(found, ir.Import)
    assert found.names == (target,)


def test_import_beyond_the_top_is_no_error() -> None:
    (found,) = facts("from ... import b\n", "m").body.statements
    assert isinstance(found, ir.Import)


@pytest.mark.parametrize(
    ("code", "bound"),
    [
        ("x = 1", {"x"}),
        ("x.y = z[0] = 1", set()),
        ("a, *b = c", {"a", "b"}),
        ("for i in x: pass", {"i"}),
        ("with a as b: pass", {"b"}),
        ("import a.b, c as d", {"a", "d"}),
        ("def g(): y = 1", {"g"}),
        ("class C: y = 1", {"C"}),
        ("try: pass\n    except E as e: pass", {"e"}),
        ("if (n := 1): pass", {"n"}),
        ("[i for i in x]", set()),
        ("[(n := i) for i in x]", {"n"}),
        ("lambda v: (w := v)", set()),
        ("global x; x = 1", set()),
        ("del x", {"x"}),
        ("match v:\n        case [a, *b] | {'k': a, **b}: pass", {"a", "b"}),
        ("x: int", {"x"}),
    ],
)
def test_names_a_body_binds(code: str, bound: set[str]) -> None:
    assert body_of(f"def f(p):\n    {code}\n").bound == {"p", *bound}


@pytest.mark.parametrize(
    ("code", "generator"),
    [("yield", True), ("yield from x", True), ("lambda: (yield)", False), ("def g(): yield", False)],
)
def test_generators(code: str, generator: bool) -> None:
    assert body_of(f"def f(x):\n    {code}\n").generator is generator


def test_qualified_names_and_owners() -> None:
    text = "class A:\n    class B:\n        def m(self):\n            class C:\n                def n(self):\n                    def o(): pass\nif 1:\n    def p(): pass\n"
    found = {fact.qualname: (fact.parent, fact.owner) for fact in facts(text).functions}
    assert found == {
        "A.B.m": ("", "A.B"),
        "A.B.m.<locals>.C.n": ("A.B.m", "A.B.m.<locals>.C"),
        "A.B.m.<locals>.C.n.<locals>.o": ("A.B.m.<locals>.C.n", ""),
        "p": ("", ""),
    }


@pytest.mark.parametrize(
    "code", ["def f(): pass", "async def f(): pass", "class d: pass", "class  s(f): pass", "async  def  ef(f): pass"]
)
def test_header_is_the_name(code: str) -> None:
    module = facts(f"{code}\n")
    fact: FunctionFact | ClassFact = module.functions[0] if module.functions else module.classes[0]
    line, column, _, end = fact.header
    assert module.lines[line - 1][column - 1 : end - 1] == fact.name
    assert code[: column - 1].split()[-1] in ("def", "class")


def test_module_of_a_large_table() -> None:
    text = "TABLE = [" + ", ".join(str(i) for i in range(1000)) + "]\n"
    (found,) = facts(text).body.statements
    assert isinstance(found, ir.Assign)
    assert found.value == ir.Display("list", ())


def test_names_stand_once_each_in_the_order_of_the_text() -> None:
    body = body_of("def f(x):\n    y = g(x.b, x.a)\n    return y.b, x\n")
    assert body.names == ("g", "x", "y")
    assert body.attributes == ("b", "a")


def test_a_name_is_one_object_outside_of_functions_alone() -> None:
    """A rule asks what a name was where it stands in a function; nobody asks that of a module."""
    module = facts("def f(x):\n    x = x\n\na = b\na = b\n")
    outside = [each.value for each in module.body.statements if isinstance(each, ir.Assign)]
    assert outside[0] is outside[1]
    inside = lower(module, module.functions[0])[0].body.statements[0]
    assert isinstance(inside, ir.Assign)
    assert inside.value == inside.targets[0]
    assert inside.value is not inside.targets[0]


@pytest.mark.parametrize(
    ("pattern", "target"),
    [
        ("n", ir.Name("n")),
        ("_", None),
        ("1 | 2", None),
        ("[1, x] as n", ir.Name("n")),
        ("{'k': n}", None),
        ("a, (_, *rest)", ir.Display("tuple", (
            ir.Name("a"), ir.Display("tuple", (ir.Constant(...), ir.Starred(ir.Name("rest")))),
        ))),
    ],
)  # fmt: skip
def test_what_a_pattern_binds_by_its_place(pattern: str, target: ir.Expr | None) -> None:
    statement = body_of(f"def f(v):\n    match v:\n        case {pattern}: pass\n").statements[0]
    assert isinstance(statement, ir.Match)
    assert statement.cases[0].target == target
