"""Lines of keys and values in TOML, against texts whose values are their own lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.docs.documents import ROOT
from tflint_autograph.config.toml_lines import Keys, lines_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT = '''# a = 1
a = 2 # [
[project]  # b
"na.me" = 4
[ tool . "x.y" . 'z' ]
multi = """6
[tool.x]
k = "" """"" # "
literal = \'\'\'9
\\\'\'\'
list = [ # 11
  12, [13.5, 1e3,
    14],
  # no
  { k = 15, l.m = [15] }, 1979-05-27 07:32:00,
]
p . q = { r = "}17", s = ']' }
"\\"" = 18
[[rows]]
n = 20
[[rows]]
n = 22
'''


def paths(value: object, above: Keys = ()) -> Iterator[Keys]:
    """What leads to every value of a document but to the elements of arrays of tables."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*above, key)
        yield from paths(each, (*above, key))


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("a",), 2), (("project",), 3), (("project", "na.me"), 4), (("tool",), 5), (("tool", "x.y", "z"), 5),
        (("tool", "x.y", "z", "multi"), 6), (("tool", "x.y", "z", "literal"), 9), (("tool", "x.y", "z", "list"), 11),
        (("tool", "x.y", "z", "list", 0), 12), (("tool", "x.y", "z", "list", 1, 0), 12), (("tool", "x.y", "z", "list", 1, 2), 13),
        (("tool", "x.y", "z", "list", 2, "k"), 15), (("tool", "x.y", "z", "list", 2, "l", "m", 0), 15),
        (("tool", "x.y", "z", "list", 3), 15), (("tool", "x.y", "z", "p", "q", "s"), 17), (("tool", "x.y", "z", '"'), 18),
        (("rows", "n"), 20),
    ],
)  # fmt: skip
def test_lines(keys: Keys, line: int) -> None:
    assert lines_of(TEXT)[keys] == line
    assert lines_of(TEXT.replace("\n", "\r\n"))[keys] == line


@pytest.mark.parametrize("text", [TEXT.partition("[[rows]]")[0], (ROOT / "pyproject.toml").read_text().partition("\n[[")[0]])
def test_every_value_has_a_line(text: str) -> None:
    assert set(paths(tomllib.loads(text))) == set(lines_of(text))


@pytest.mark.parametrize("text", ["", "\n", "# x", "[a]", 'a = """', "= ]", "a = [{", "]", "[[[", "a.b", "a = 'x"])
def test_no_text_takes_for_ever_or_raises(text: str) -> None:
    lines_of(text)
