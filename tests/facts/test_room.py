"""What the files of a project say alike is one object: a project holds tens of thousands of these."""

from __future__ import annotations

from tflint_autograph.facts.scan import scan
from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ModuleFacts
from tflint_autograph.source.text import split_lines

TEXT = """\
MODE = "two words"

class Model:
    def call(self, x):
        return x
"""


def facts(path: str) -> ModuleFacts:
    return scan(TEXT, split_lines(TEXT), path, path.removesuffix(".py"), is_package=False)


def test_the_name_of_a_method_is_one_text_in_all_files() -> None:
    first, second = (facts(path).classes[0].methods[0][0] for path in ("a.py", "b.py"))
    assert first == "call"
    assert first is second


def mode(module: ModuleFacts) -> object:
    """What the file binds its one name to."""
    first = module.body.statements[0]
    assert isinstance(first, ir.Assign)
    assert isinstance(first.value, ir.Constant)
    return first.value.value


def test_a_constant_text_is_one_in_all_files() -> None:
    first, second = (mode(facts(path)) for path in ("a.py", "b.py"))
    assert first == "two words"
    assert first is second
