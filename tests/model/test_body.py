"""Nodes are equal only to nodes of their own type."""

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr


def test_a_text_is_no_name() -> None:
    text: Expr = ir.Constant("x")
    name: Expr = ir.Name("x")
    assert text not in (name, ir.Name("y"))
    assert text in (ir.Constant("x"), name)
    assert len({text, name, ir.Constant("x"), ir.Name("x")}) == 2
