"""The programs that are transformed: fixtures, programs of the rules' pages, examples, and a folder of more programs.

Comments are taken out: some of them speak to the linter, and their places mean nothing in a text that is written anew.
"""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.rules import notation
from tests.rules_pages.blocks import blocks

_SHAPES = Path(__file__).with_name("shapes")
_EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True, slots=True)
class Program:
    """One project by its name; `files` are its texts by path."""

    name: str
    files: Mapping[str, str]


def always() -> Iterator[Program]:
    """The programs that the test suite transforms: those of the pages with findings, the examples and the shapes."""
    yield from (page for page in pages() if "-bad-" in page.name)
    yield from examples()
    yield from shapes()


def shapes() -> Iterator[Program]:
    """Programs written for these tests: hazards in many forms, so that every transformation finds something to change."""
    for path in sorted(_SHAPES.glob("*.py")):
        yield Program(f"shape/{path.stem}", {path.name: _read(path)})


def pages() -> Iterator[Program]:
    """The Bad and Good programs of every rule's page: `page/TFA101-bad-1`."""
    for block in blocks():
        yield Program(f"page/{block.title}", {"page.py": without_comments(block.text)})


def examples() -> Iterator[Program]:
    """The examples for the rules, and the project of several files."""
    for path in sorted(_EXAMPLES.glob("*/TFA*.py")):
        name = path.relative_to(_EXAMPLES).with_suffix("").as_posix()
        yield Program(f"example/{name}", {path.name: _read(path)})
    project = _EXAMPLES / "mnist_project"
    yield Program("example/mnist_project", {path.name: _read(path) for path in sorted(project.glob("*.py"))})


def fixtures() -> Iterator[Program]:
    """The fixtures of the rules; the files of a folder are one program."""
    files: dict[str, dict[str, str]] = {}
    for fixture in notation.fixtures():
        name = fixture.name.removesuffix(".py").partition("/")[0]
        group = f"{name}-folder" if "/" in fixture.name else name
        files.setdefault(group, {})[fixture.name] = without_comments(fixture.text)
    for name, texts in sorted(files.items()):
        yield Program(f"fixture/{name}", texts)


def more(folder: Path) -> Iterator[Program]:
    """Every Python file of a folder as a program, named `case/` and its stem; modules in folders below belong to each."""
    shared = {path.relative_to(folder).as_posix(): _read(path) for path in sorted(folder.glob("*/**/*.py"))}
    for path in sorted(folder.glob("*.py")):
        text = _read(path)
        used = {name: code for name, code in shared.items() if name.partition("/")[0] in text}
        yield Program(f"case/{path.stem}", {path.name: text, **used})


def without_comments(text: str) -> str:
    """The program with its comments cut off; everything else stays where it is."""
    lines = text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            lines[line - 1] = lines[line - 1][:column].rstrip()
    return "\n".join(lines)


def _read(path: Path) -> str:
    return without_comments(path.read_text(encoding="utf-8"))
