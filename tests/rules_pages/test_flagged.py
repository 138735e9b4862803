"""`check` reports the marked lines of the pages' programs and nothing else. Runs no TensorFlow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.rules_pages.blocks import Block, blocks

BLOCKS = blocks()
Marks = tuple[tuple[int, str], ...]


def check(programs: Mapping[str, str], folder: Path) -> dict[str, Marks]:
    """The (line, code) pairs reported for each program, all of them checked in one run."""
    for title, text in programs.items():
        (folder / f"{title}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "tflint_autograph", "check", "--isolated", "--pedantic", "--output-format", "json"]
    run = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    reported = defaultdict(list)
    for finding in json.loads(run.stdout)["findings"]:
        reported[Path(finding["path"]).stem].append((finding["range"]["start"]["line"], finding["code"]))
    return {title: tuple(sorted(reported[title])) for title in programs}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Marks]:
    return check({block.title: block.text for block in BLOCKS}, tmp_path_factory.mktemp("blocks"))


@pytest.fixture(scope="module")
def untraced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Marks]:
    texts = {block.title: block.untraced for block in BLOCKS if block.untraced}
    return check(texts, tmp_path_factory.mktemp("untraced"))


@pytest.mark.parametrize("block", [pytest.param(block, id=block.title) for block in BLOCKS])
def test_the_marked_lines_are_reported(block: Block, written: Mapping[str, Marks]) -> None:
    assert written[block.title] == block.marks


@pytest.mark.parametrize("block", [pytest.param(block, id=block.title) for block in BLOCKS if block.untraced])
def test_a_program_without_its_root_is_silent(block: Block, untraced: Mapping[str, Marks]) -> None:
    assert untraced[block.title] == ()
