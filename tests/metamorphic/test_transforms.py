"""Each transformation does what its examples in `examples.txt` show, and leaves alone what they say it leaves alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.metamorphic.transforms  # noqa: F401 - registers them
from tests.metamorphic.programs import Program
from tests.metamorphic.transform import TRANSFORMS, Sources, apply

_EXAMPLES = Path(__file__).with_name("examples.txt").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^(?P<words>[^\n]*)\n\n```python\n(?P<code>.*?)```$", re.MULTILINE | re.DOTALL)
_RENAMES = frozenset(
    name for name in TRANSFORMS if re.match("(functions|classes|globals|locals|parameters|attributes|file)[-_]", name)
)
"""Transformations that differ from one with an example by the name they give."""


def examples() -> Iterator[tuple[str, str, dict[str, str]]]:
    """The transformation, the program, and the files it becomes; none where it is left alone."""
    for section in re.split("^## ", _EXAMPLES, flags=re.MULTILINE)[1:]:
        name, _, rest = section.partition("\n")
        before, *after = _BLOCK.finditer("\n" + rest)
        yield name, before["code"], {_path(block["words"]): block["code"] for block in after}


def _path(words: str) -> str:
    """The file named in front of a program; `m.py` where none is."""
    match = re.search("`(.*)`", words)
    return match[1] if match else "m.py"


@pytest.mark.parametrize(("name", "before", "after"), list(examples()), ids=[name for name, _, _ in examples()])
def test_a_transformation_does_what_its_example_shows(name: str, before: str, after: dict[str, str]) -> None:
    transformed = apply(TRANSFORMS[name], Sources(Program("example", {"m.py": before})))
    files = transformed.files if transformed is not None else {}
    assert {path: text.replace("\r\n", "\n") for path, text in files.items()} == after


def test_every_transformation_has_an_example() -> None:
    shown = {name for name, _, after in examples() if after}
    assert shown <= TRANSFORMS.keys()
    assert TRANSFORMS.keys() - shown <= _RENAMES


def test_lines_end_as_on_windows() -> None:
    transformed = apply(TRANSFORMS["carriage-returns"], Sources(Program("example", {"m.py": "x = 1\ny = 2\n"})))
    assert transformed is not None
    assert transformed.files == {"m.py": "x = 1\r\ny = 2\r\n"}
