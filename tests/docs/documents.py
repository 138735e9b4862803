"""The documents of the repository and the commands in them."""

from __future__ import annotations

import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCS = ROOT / "docs"

BLOCK = re.compile(r"^([ ]*)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)


@functools.cache
def documents() -> dict[Path, str]:
    """The text of README.md and of every page of the site that is written by hand."""
    return {path: path.read_text(encoding="utf-8") for path in (README, *sorted(DOCS.rglob("*.md")))}


def prose(text: str) -> str:
    """A document without its code blocks."""
    return BLOCK.sub("", text)


def blocks(language: str, page: str = "") -> tuple[str, ...]:
    """The code blocks of one language, in all documents or in one page of `docs/`."""
    texts = [documents()[DOCS / page]] if page else list(documents().values())
    found = (match for text in texts for match in BLOCK.finditer(text))
    return tuple(re.sub(rf"^{match[1]}", "", match[3], flags=re.MULTILINE) for match in found if match[2] == language)


def readme_blocks(language: str) -> tuple[str, ...]:
    """The code blocks of one language in README.md."""
    return tuple(match[3] for match in BLOCK.finditer(documents()[README]) if match[2] == language)


def executed() -> tuple[tuple[str, str], ...]:
    """The commands whose output is shown as it is, each with its folder: those behind the `$` of the console blocks."""
    return tuple(dict.fromkeys(pair for block in blocks("console") for pair in in_folders(block)))


def in_folders(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, and the folder that the last `cd` before each leads to."""
    folder = ""
    for command in COMMAND.findall(block):
        if command.startswith("cd "):
            folder = command.removeprefix("cd ")
        yield command, folder


def mentioned() -> tuple[str, ...]:
    """Every other command line of ours: in text blocks, in shell blocks and between backticks."""
    lines = [line for block in blocks("text") for line in COMMAND.findall(block)]
    lines += [part for block in blocks("sh") for line in block.splitlines() for part in line.split("&&")]
    lines += [line for text in documents().values() for line in re.findall(r"`(tflint-autograph [^`\n]+)`", prose(text))]
    stripped = (line.partition("  #")[0].strip() for line in lines)
    return tuple(dict.fromkeys(line for line in stripped if line.startswith("tflint-autograph ")))


_copies = tempfile.TemporaryDirectory()


@functools.cache
def copied(folder: str) -> Path:
    """A copy of a folder of the repository: a project of its own, so that a run analyses nothing else."""
    return Path(shutil.copytree(ROOT / folder, Path(tempfile.mkdtemp(dir=_copies.name), Path(folder).name), ignore=shutil.ignore_patterns(".*_cache", "__pycache__")))


@functools.cache
def run(command: str, folder: str = "") -> subprocess.CompletedProcess[str]:
    """Run a `tflint-autograph` command line, once, at the root of the repository or in a copy of one of its folders.

    stderr follows stdout.
    """
    program, *arguments = shlex.split(command)
    assert program == "tflint-autograph"
    unset = ("NO_COLOR", "FORCE_COLOR", "TFLINT_AUTOGRAPH_OUTPUT_FORMAT")
    environ = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        [sys.executable, "-m", "tflint_autograph", *arguments],
        cwd=copied(folder) if folder else ROOT,
        env=environ | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
