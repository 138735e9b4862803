"""The pictures of the documentation: the output of real commands, drawn by rich as SVG."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tests.docs.documents import run

PICTURES = {"check.svg": "tflint-autograph check helpers.py"}
"""Each picture, and the command that it shows, run in FOLDER."""
FOLDER = "examples/mnist_project"
WIDTH = 104


def picture(name: str) -> str:
    """The SVG of a picture."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False)
    console.print(Text.assemble(("$ ", "dim"), (PICTURES[name], "bold")))
    console.print(Text.from_ansi(output(name)))
    svg = console.export_svg(title=FOLDER, unique_id=Path(name).stem)
    # A font from elsewhere would be loaded by whoever opens the picture.
    return re.sub(r"\s*@font-face \{.*?\}\n", "\n", svg, flags=re.DOTALL)


def output(name: str) -> str:
    """What the command of a picture writes, with its colors."""
    return run(f"{PICTURES[name]} --color always", FOLDER).stdout


def words(svg: str) -> list[str]:
    """The text of a picture, line by line, as a reader of it sees it."""
    lines = re.findall(r"<text [^>]*>(.*?)</text>", svg)
    return " ".join(html.unescape(line).replace("\xa0", " ") for line in lines).split()
