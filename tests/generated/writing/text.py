"""The text of modules and classes as it grows, and the marks of hazards in it. Decides nothing about meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

_MARK = re.compile(r"  #@(\d+)$")


def indented(lines: Iterable[str]) -> list[str]:
    """The lines one level deeper; at least `pass`."""
    return [f"    {line}" if line else line for line in lines] or ["    pass"]


def marked(lines: Sequence[str], number: int) -> list[str]:
    """The lines with the mark of this number at the end of each that has none."""
    return [line if not line or _MARK.search(line) else f"{line}  #@{number}" for line in lines]


@dataclass
class Module:
    """A file that is being written: its dotted name, its path, its imports and its top-level blocks in their order."""

    name: str
    path: str
    imports: dict[str, None] = field(default_factory=dict)
    blocks: list[list[str]] = field(default_factory=list)
    spelled: dict[tuple[str, str], str] = field(default_factory=dict)

    def needs(self, *lines: str) -> None:
        """Have these import statements in the module."""
        self.imports.update(dict.fromkeys(lines))

    def add(self, *lines: str) -> None:
        """Put a block below what there is."""
        self.blocks.append(list(lines))

    def rendered(self) -> tuple[str, dict[int, int]]:
        """The text without marks, and the number of the mark by line."""
        lines: list[str] = [*_in_order(self.imports)]
        before: list[str] = []
        for block in self.blocks:
            lines += [""] * (1 if len(block) == 1 and len(before) == 1 else 2) + block
            before = block
        marks: dict[int, int] = {}
        for number, line in enumerate(lines):
            if found := _MARK.search(line):
                lines[number] = line[: found.start()]
                marks[number + 1] = int(found[1])
        return "\n".join(lines) + "\n", marks


def _in_order(imports: Iterable[str]) -> list[str]:
    return sorted(imports, key=lambda line: (not line.startswith("from __future__"), line.startswith("from"), line))


@dataclass
class Class:
    """A class that is being written; `rendered` gives its text when all its methods are there."""

    name: str
    module: Module
    bases: str = ""
    decorators: list[str] = field(default_factory=list)
    parameters: str = ""
    init: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    methods: list[list[str]] = field(default_factory=list)
    is_keras: bool = False

    def method(self, *lines: str) -> None:
        """Add a method, decorators included."""
        self.methods.append(list(lines))

    def rendered(self) -> list[str]:
        """The lines of the class; its constructor calls that of its base, where there is one."""
        head = f"class {self.name}({self.bases}):" if self.bases else f"class {self.name}:"
        first = ["super().__init__()"] if self.bases and "Enum" not in self.bases else []
        made = [[f"def __init__(self{self.parameters}):", *indented([*first, *self.init])]] if self.init else []
        parts = [part for part in (self.body, *made, *self.methods) if part]
        inside: list[str] = []
        for part in parts:
            inside += ([""] if inside else []) + part
        return [*self.decorators, head, *indented(inside)]

    def finish(self) -> None:
        """Put the class into its module."""
        self.module.add(*self.rendered())
