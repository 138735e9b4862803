"""How the messages of exceptions are shortened."""

from __future__ import annotations

import pytest

from tflint_autograph.confirm.shortening import shortened


@pytest.mark.parametrize(
    ("text", "most", "told"),
    [
        ("short", 10, "short"),
        ("It is not allowed. You can try the following: if you", 40, "It is not allowed."),
        ("See v2.16. It is long", 20, "See v2.16."),
        ("no. sentence that ends within the given length", 30, "no. sentence that ends ..."),
        ("words without any end of a sentence", 20, "words without ..."),
        ("x" * 30, 20, "x" * 16 + " ..."),
    ],
)
def test_whole_sentences_else_whole_words_are_left(text: str, most: int, told: str) -> None:
    assert shortened(text, most) == told
    assert len(told) <= most
