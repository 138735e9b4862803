"""Slices of a file: a function parsed alone has the places it has in the whole file."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider

from tests.snippets import STATEMENTS
from tflint_autograph.facts.scan import scan
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import FunctionFact, FunctionKey
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.source.text import split_lines
from tflint_autograph.traced.tree.pairs import paired, small
from tflint_autograph.traced.tree.slices import FunctionSlice, Places, cut, piece

FRAMES = (
    "def f(x):\n{4}\n",
    "import a\n\n\n@deco\n@deco(\n    1,\n)\ndef f(x: 'é', *y):\n{4}\n\n\nafter = 1\n",
    "class C:\n    '''é'''\n\n    @deco\n    def f(self):\n{8}\n\n    def g(self): pass\n",
    "class C:\n\tdef f(self):\n{t}\n",
    "async def f(x):\n{4}\n",
    "def outer():\n    def f(x):\n{8}\n    return f\n",
    "if a:\n  if b:\n    def f(x):\n{8}\n",
    "def f(\n    x,\n    y=1,\n):\n{4}\n",
)
LAMBDAS = (
    "f = lambda x: x + g(x)\n",
    "ds.map(lambda x: (x, x)).map(lambda y: y)\n",
    "ds.map(\n    lambda x: [\n        x,\n        g(x),\n    ],\n    1,\n)\n",
    "é = 'é'; f = lambda x: 'ü' + g(x)\n",
    "f = (lambda x:\n     g(x) +\n   1)\n",
    "f = lambda: (lambda y: y)(1)\n",
    "if 1:\n\tf = lambda x: x if x else [\n\t\t1]\n",
    "f = lambda x: '''a\nb''' + g(x)\n",
    "f(lambda x: x  # comment\n  , 1)\n",
)


def found_in(tree: cst.CSTNode, place: Callable[[cst.CSTNode], At]) -> list[tuple[str, str, At]]:
    """Kind, code and place of every expression and statement below a node."""
    kinds = (cst.BaseExpression, cst.BaseSmallStatement, cst.BaseCompoundStatement, cst.Arg, cst.CompFor, cst.Param)
    found = []
    waiting: list[cst.CSTNode] = [tree]
    while waiting:
        node = waiting.pop(0)
        waiting += node.children
        if isinstance(node, kinds):
            found.append((type(node).__name__, "", place(node)))
    return found


def whole(text: str) -> tuple[cst.Module, dict[int, At]]:
    """The places libcst gives when it parses the whole file."""
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    ranges = wrapper.resolve(PositionProvider)
    return wrapper.module, {
        id(node): At(span.start.line, span.start.column + 1, span.end.line, span.end.column + 1)
        for node, span in ranges.items()
    }


def functions(text: str) -> list[FunctionFact]:
    """Every function and lambda of a file."""
    module = scan(text, split_lines(text), "m.py", "m", False)
    project = SourceProject(ModuleIndex(["m.py"]), lambda path: module)
    names = [fact.qualname for fact in module.functions] + [each.fact.qualname for each in module.lambdas]
    found: dict[str, FunctionFact] = {}
    while names:
        lowered = project.lowered(FunctionKey("m.py", names.pop()))
        if lowered is not None and lowered.fact.qualname not in found:
            found[lowered.fact.qualname] = lowered.fact
            names += lowered.body.functions
    return list(found.values())


def check(text: str) -> None:
    module, expected = whole(text)
    nodes: dict[tuple[int, int], cst.CSTNode] = {}
    waiting: list[cst.CSTNode] = [module]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if isinstance(node, cst.FunctionDef):
            nodes[expected[id(node.name)][:2]] = node
        elif isinstance(node, cst.Lambda):
            nodes[expected[id(node)][:2]] = node
    facts = functions(text)
    assert facts

    def libcst(node: cst.CSTNode) -> At:
        return expected[id(node)]

    for fact in facts:
        part = cut(split_lines(text), fact)
        original = nodes[fact.header[:2]]
        assert isinstance(original, type(part.node))
        if isinstance(original, cst.FunctionDef):
            assert isinstance(part.node, cst.FunctionDef)
            assert found_in(part.node.body, Places(part).of) == found_in(original.body, libcst)
            assert found_in(part.node.params, Places(part).of) == found_in(original.params, libcst)
            check_pieces(text, fact, part, original.body, libcst)
        else:
            assert found_in(part.node, Places(part).of) == found_in(original, libcst)


def check_pieces(
    text: str, fact: FunctionFact, part: FunctionSlice, original: cst.BaseSuite, libcst: Callable[[cst.CSTNode], At]
) -> None:
    """Each statement of a function written out alone has the places it has in the whole file, too."""
    module, lines = scan(text, split_lines(text), "m.py", "m", False), split_lines(text)
    lowered = SourceProject(ModuleIndex(["m.py"]), lambda path: module).lowered(FunctionKey("m.py", fact.qualname))
    assert lowered is not None
    assert isinstance(part.node, cst.FunctionDef)
    first = lowered.body.statements[0].at
    for (node, statement), other in zip(paired(part.node.body, lowered.body.statements), small(original), strict=True):
        if not isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            places = Places(part, piece(lines, node, statement.at, first))
            assert node in places
            assert found_in(node, places.of) == found_in(other, libcst)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_places_of_functions(frame: str, statement: str) -> None:
    def moved(by: str) -> str:
        return "\n".join(by + line if line else line for line in statement.split("\n"))

    check(frame.replace("{4}", moved("    ")).replace("{8}", moved("        ")).replace("{t}", moved("\t\t")))


@pytest.mark.parametrize("text", LAMBDAS)
@pytest.mark.parametrize("frame", ["{0}", "x = 1\n\n{0}", "def f():\n    return 1\n\n{0}"])
def test_places_of_lambdas(text: str, frame: str) -> None:
    check(frame.replace("{0}", text))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = "class C:\n    def f(self, x):\n        y = [\n            g(x),\n        ]\n        return y\n"
    fact = functions(text.replace("\n", end))[0]
    part = cut(split_lines(text.replace("\n", end)), fact)
    assert fact.at == functions(text)[0].at
    assert found_in(part.node, Places(part).of)[-1][2] == At(4, 15, 4, 16)


def test_length_is_that_of_the_function() -> None:
    text = "import a\n\n@deco\ndef f(x):\n    y = 1\n    return y\n\n\ndef g(): pass\n"
    assert [cut(split_lines(text), fact).length for fact in sorted(functions(text), key=lambda f: f.at)] == [3, 1]


@pytest.mark.parametrize("indent", ["", "    "])
def test_a_backslash_before_an_empty_line(indent: str) -> None:
    head = "if a:\n" if indent else ""
    check(f"{head}{indent}def f(x):\n{indent}    return g(x) \\\n\nb = 1\n")


def test_form_feed_and_missing_line_end() -> None:
    check("x = 1\n\x0c\ndef f(x):\n    return g(x)")


@pytest.mark.parametrize("statement", ["return-x", "return{x}", "return(x)if(x)else-x", "return x if x else-x", "return not-x", "assert-x"])
def test_what_libcst_calls_invalid_is_cut_nevertheless(statement: str) -> None:
    text = f"def f(x):\n    {statement}\n"
    (fact,) = functions(text)
    assert cut(split_lines(text), fact).module.code.strip() == text.strip()
    assert cst.CSTNode.__post_init__.__name__ == "__post_init__"
