"""Which pieces of a body are equal."""

from __future__ import annotations

from tflint_autograph.model import body as ir


def test_a_text_is_not_the_name_of_the_same_letters() -> None:
    assert ir.Constant("labels") != ir.Name("labels")
    assert ir.Constant("labels") == ir.Constant("labels")
    assert ir.Name("labels") not in (ir.Constant("labels"), ir.Constant(None))
