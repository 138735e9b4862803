"""What Python's own parser takes of a run: `python -m tests.benchmarks.floor FOLDER`.

FOLDER is checked in this process without a cache, with all rules on, and every text that is given to `ast.parse` is kept.
Then the same texts are parsed again, once without a look at what comes out and once with one look at each node. Prints
processor seconds of each: no linter that works on Python's syntax trees, and reads what this one reads, takes less.
"""

from __future__ import annotations

import argparse
import ast
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import patch

from tflint_autograph.cli.main import run
from tflint_autograph.engine.analysis.collector import uncollected


def checked(folder: Path) -> list[str]:
    """The texts that a run over the folder parses."""
    texts: list[str] = []
    parse = ast.parse

    def kept(text: str) -> ast.Module:
        texts.append(text)
        return parse(text)

    os.chdir(folder)
    with patch("ast.parse", kept):
        run(["check", "--isolated", "--pedantic", "--no-cache", "-j", "1", "-q", "--output-file", os.devnull, "."])
    return texts


def parsed(texts: Sequence[str], look: Callable[[ast.Module], None]) -> None:
    """Parse each text; what cannot be parsed has been said to be broken in the run."""
    for text in texts:
        try:
            tree = ast.parse(text)
        except (SyntaxError, RecursionError, ValueError):
            continue
        look(tree)


def unseen(tree: ast.Module) -> None:
    """Do nothing with a tree."""


def seen(tree: ast.Module) -> None:
    """Come to each node once, as cheaply as Python can."""
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AST):
            for name in node._fields:
                part = getattr(node, name)
                waiting.extend(part) if isinstance(part, list) else waiting.append(part)


def spent(work: Callable[[], object]) -> float:
    """Processor seconds of some work, Python's collector held back as it is in a run."""
    start = time.process_time()
    with uncollected():
        work()
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    texts: list[str] = []
    whole = spent(lambda: texts.extend(checked(folder)))
    lines = sum(text.count("\n") for text in texts)
    print(f"{len(texts):,} texts of {lines:,} lines in all")
    print(f"the whole run         {whole:6.2f} s")
    print(f"parsing               {spent(lambda: parsed(texts, unseen)):6.2f} s")
    print(f"parsing, and one look {spent(lambda: parsed(texts, seen)):6.2f} s")


if __name__ == "__main__":
    main()
