"""Where a text mentions an identifier is told from its words, whatever its layout."""

from __future__ import annotations

import pytest

from tflint_autograph.model.mentions import ANY, ATTRIBUTE, Mention, MentionIndex, identifiers, lines_mentioning


def test_identifiers_are_the_words_of_a_text() -> None:
    assert identifiers("a.b(c_1)='é' + x2\n\ty") == {"a", "b", "c_1", "'é'".strip("'"), "x2", "y"}


@pytest.mark.parametrize("text", ["f(1)", "x = f", "g(f=1)", "f . a", "'f'", "x.f", "(f\n)", "class A(f): pass", "undef f", "de\tf"])
def test_a_name_is_mentioned(text: str) -> None:
    assert lines_mentioning(f"\n{text}\n", "f") == [2]


@pytest.mark.parametrize("text", ["ff", "f1", "_f", "éf", "def f(x): pass", "class f: pass", "def \\\n  f(): pass", "async def  f(): pass"])
def test_a_name_is_not_mentioned(text: str) -> None:
    assert lines_mentioning(f"\n{text}\n", "f") == []


@pytest.mark.parametrize("text", ["x.f", "x . f", "x.\\\nf", "(x\n.f)", "(x.  # said\nf)", "getattr(x, 'f')"])
def test_an_attribute_may_be_looked_up(text: str) -> None:
    assert lines_mentioning(text, "f", ATTRIBUTE) == [text.count("\n") + 1]


@pytest.mark.parametrize("text", ["f", "f(x)", "x(f)", "x\nf"])
def test_a_plain_name_is_no_attribute(text: str) -> None:
    assert lines_mentioning(text, "f", ATTRIBUTE) == []


def test_each_line_is_named_once() -> None:
    assert lines_mentioning("f f\n\nf.f()\ng\ndef f(): return f", "f") == [1, 3, 5]


@pytest.mark.parametrize("text", ["f()", "g(x=f)", "f == 1", "x.f", "other.tf.f", "tf.x(f)", "f <= 1", "x = f", "f\n"])
def test_a_name_is_read(text: str) -> None:
    assert lines_mentioning(text, "f", Mention(read=True, foreign=frozenset({"tf"}))) == [1]


@pytest.mark.parametrize("text", ["f = 1", "x.f=1", "g(f=x)", "tf.f", "tf.nn.f(x)", "f \\\n= 1"])
def test_a_name_is_not_read(text: str) -> None:
    assert lines_mentioning(text, "f", Mention(read=True, foreign=frozenset({"tf"}))) == []


TEXT = """def f(x): return f
class f: pass
y = self.f(f=1); f.g = f
tf.f(f"f", 'f')  # f
ff, f_, _f, éf = f.f, a.  # more
  f, f \\
  .f
f == 1 and f = 2
*f, f*f
def \\
 f(): pass
"""


@pytest.mark.parametrize("how", [ANY, ATTRIBUTE, Mention(read=True), Mention(as_attribute=True, read=True, foreign=frozenset({"tf", "self"}))])
def test_an_index_finds_the_lines_that_a_search_finds(how: Mention) -> None:
    index = MentionIndex(TEXT)
    for name in (*identifiers(TEXT), "f.", "*", "é", "pass", "missing"):
        assert index.lines_mentioning(name, how) == lines_mentioning(TEXT, name, how)
