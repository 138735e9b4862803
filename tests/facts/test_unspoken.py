"""Of a text all that is only said in it is left out, and everything else stands where it did."""

from __future__ import annotations

import ast

import pytest

from tflint_autograph.facts.scan import scan
from tflint_autograph.source.text import split_lines


def kept(text: str) -> str:
    return scan(text, split_lines(text), "m.py", "m", is_package=False).text


@pytest.mark.parametrize(("text", "left"), [
    ('"""One\n\ntwo."""\nx = 1\n', '""\n\n\nx = 1\n'),
    ('def f():\n    r"""One."""\n    return 1\n', 'def f():\n    ""\n    return 1\n'),
    ("def f(): 'é' 'ü'\n", 'def f(): ""\n'),
    ("class C:\n    x = 1\n    '''\n    said\n    '''\n", 'class C:\n    x = 1\n    ""\n\n\n'),
    ("# one\nx = 1  # two\n    # three\n#four", "\nx = 1  # two\n\n\n"),
    ("x = (\n    # one\n    1)\n", "x = (\n\n    1)\n"),
    ("x = 1; 'é' \\\n 'ü'\n", 'x = 1; ""\n\n'),
])  # fmt: skip
def test_what_is_only_said_is_left_out(text: str, left: str) -> None:
    assert kept(text) == left


@pytest.mark.parametrize("text", [
    "", "\n\n", "x = '''\n# no comment\n'''\n", 'x = """\n# no comment"""\n', "x = 'a\\\n# no comment'\n", "'said'; x = 1\n",
    "...\n", "1\n", "x = [\n'''a''']\n# kept, as far as can be told\n", "f'''\n{x}\n'''\n",
])  # fmt: skip
def test_nothing_else_is(text: str) -> None:
    assert kept(text) == text


def test_code_keeps_its_place() -> None:
    text = '#!/bin/sh\n"""Said\nof é."""\n\nclass C:\n    # é\n    """Said."""\n    def f(self):\n        """Said\n\n        twice."""\n        # f(x)\n        return g("é", x)  # here\n'
    before, after = (ast.parse(each).body[-1] for each in (text, kept(text)))
    places = [[(type(node), getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) for node in ast.walk(tree)] for tree in (before, after)]
    assert places[0] == places[1]
    assert [node.name for node in ast.walk(after) if hasattr(node, "name")] == ["C", "f"]
