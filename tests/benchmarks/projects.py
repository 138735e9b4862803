"""Projects made to be large in one way each. Measures nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

HEADER = "import tensorflow as tf\n\n\n"
ROOT = "@tf.function\ndef {name}(x):\n{body}    return x\n\n\n"


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def files(root: Path, count: int) -> None:
    """`count` files in folders of a hundred, every tenth with a traced function, each importing the one before."""
    made = {}
    for number in range(count):
        before = f"from p{(number - 1) // 100}.m{number - 1} import plain as before\n" if number else ""
        traced = HEADER + ROOT.format(name="f", body="    print(x)\n") if number % 10 == 0 else ""
        made[f"p{number // 100}/m{number}.py"] = f"{before}{traced}def plain(x):\n    return x + {number}\n"
    _write(root, made)


def functions(root: Path, count: int) -> None:
    """`count` traced functions, fifty a file."""
    for start in range(0, count, 50):
        made = (
            ROOT.format(name=f"f{number}", body="    print(x)\n    x = x * 2\n") for number in range(start, start + 50)
        )
        _write(root, {f"m{start}.py": HEADER + "".join(made)})


def calls(root: Path, count: int) -> None:
    """`count` calls between traced functions, eight from each to others of the project."""
    size = max(count // 8, 1)
    imports = "from {module} import {names}\n"
    for start in range(0, size, 50):
        numbers = range(start, min(start + 50, size))
        called = {(number * 7 + step) % size for number in numbers for step in range(8)}
        outer = sorted(called - set(numbers))
        head = HEADER + "".join(imports.format(module=f"m{each // 50 * 50}", names=f"f{each}") for each in outer)
        body = (
            ROOT.format(
                name=f"f{number}", body="".join(f"    x += f{(number * 7 + step) % size}(x)\n" for step in range(8))
            )
            for number in numbers
        )
        _write(root, {f"m{start}.py": head + "".join(body)})


def chain(root: Path, count: int) -> None:
    """Functions of which each calls the next, the first of them traced."""
    made = (f"def f{number}(x):\n    return f{number + 1}(x)\n\n\n" for number in range(count))
    _write(root, {"m.py": f"{HEADER}@tf.function\n{''.join(made)}def f{count}(x):\n    print(x)\n    return x\n"})


def hierarchy(root: Path, depth: int) -> None:
    """Layers of which each is derived from the one before."""
    first = (
        "class C0(tf.keras.layers.Layer):\n    def call(self, x):\n        print(x)\n        return self.help(x)\n\n\n"
    )
    rest = (
        f"class C{number}(C{number - 1}):\n    def help(self, x):\n        return super().help(x)\n\n\n"
        for number in range(1, depth)
    )
    _write(root, {"m.py": HEADER + first + "".join(rest)})


def cycle(root: Path, count: int) -> None:
    """Modules that import each other in a ring and call around it."""
    code = "import tensorflow as tf\nfrom m{after} import f as after\n\n\n@tf.function\ndef f(x):\n    print(x)\n    return after(x)\n"
    _write(root, {f"m{number}.py": code.format(after=(number + 1) % count) for number in range(count)})


def notebooks(root: Path, count: int) -> None:
    """Notebooks of twenty cells, with one traced function each."""
    plain = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": f"y{each} = {each}\n"} for each in range(19)
    ]
    traced = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "source": HEADER + ROOT.format(name="f", body="    print(x)\n"),
    }
    text = json.dumps({"cells": [traced, *plain], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    _write(root, {f"n{number}.ipynb": text for number in range(count)})


def gigabyte(root: Path, megabytes: int) -> None:
    """Generated code: one file of half the size, the rest in files just below the limit, all of them with the word."""
    line = "TABLE_{} = ['tensorflow', 1.25, 2.5, 3.75, 5.0, 6.25, 7.5, 8.75, 10.0]  # generated\n"
    block = "".join(line.format(number) for number in range(11_000))
    root.mkdir(parents=True, exist_ok=True)
    with (root / "large.py").open("w", encoding="utf-8") as file:
        for _ in range(megabytes // 2):
            file.write(block)
    for number in range(megabytes // 2):
        (root / f"part{number}.py").write_text(f"NUMBER = {number}\n{block}", encoding="utf-8")


GROWING: dict[str, tuple[Callable[[Path, int], None], int]] = {
    "files": (files, 500),
    "traced functions": (functions, 200),
    "call edges": (calls, 800),
}
"""What grows, and the smallest size measured; each is doubled five times."""

LARGE: dict[str, tuple[Callable[[Path, int], None], int]] = {
    "20,000 files": (files, 20_000),
    "a chain of 10,000 calls": (chain, 10_000),
    "a hierarchy of 200 classes": (hierarchy, 200),
    "a ring of 1,000 modules": (cycle, 1_000),
    "500 notebooks": (notebooks, 500),
    "1 GB of generated code": (gigabyte, 1_000),
}
