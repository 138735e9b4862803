"""The statements in which a name occurs."""

from __future__ import annotations

from tflint_autograph.facts.scan import scan
from tflint_autograph.project.bodies.uses import naming

TEXT = """
x = a
if x:
    y = [x for x in b]
    del y
for z in c:
    with x as w:
        pass
f(k="x")
f(k=x.shape)
"""


def ordinals(name: str) -> list[int]:
    body = scan(TEXT, tuple(TEXT.splitlines()), "m.py", "m", False).body
    return [statement.ordinal for statement in naming(body, name)]


def test_reads_bindings_and_texts_count() -> None:
    assert ordinals("x") == [0, 1, 2, 5, 7, 8]


def test_a_target_counts() -> None:
    assert ordinals("z") == [4]
    assert ordinals("w") == [5]
    assert ordinals("y") == [2, 3]


def test_what_is_nowhere_is_in_no_statement() -> None:
    assert ordinals("nowhere") == []
