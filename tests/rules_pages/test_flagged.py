"""`check` reports the marked lines of the pages' programs and nothing else. Runs no TensorFlow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.rules_pages.blocks import Block, blocks
from tests.rules_pages.checked import findings

BLOCKS = blocks()
Marks = tuple[tuple[int, str], ...]


def reported(programs: Mapping[str, str], folder: Path) -> dict[str, Marks]:
    """The (line, code) pairs reported for each program, all of them checked in one run."""
    for title, text in programs.items():
        (folder / f"{title}.py").write_text(text, encoding="utf-8")
    found = defaultdict(list)
    for finding in findings(folder, "--pedantic"):
        found[Path(finding["path"]).stem].append((finding["range"]["start"]["line"], finding["code"]))
    return {title: tuple(sorted(found[title])) for title in programs}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Marks]:
    return reported({block.title: block.text for block in BLOCKS}, tmp_path_factory.mktemp("blocks"))


@pytest.fixture(scope="module")
def untraced(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Marks]:
    texts = {block.title: block.untraced for block in BLOCKS if block.untraced}
    return reported(texts, tmp_path_factory.mktemp("untraced"))


@pytest.mark.parametrize("block", [pytest.param(block, id=block.title) for block in BLOCKS])
def test_the_marked_lines_are_reported(block: Block, written: Mapping[str, Marks]) -> None:
    assert written[block.title] == block.marks


@pytest.mark.parametrize("block", [pytest.param(block, id=block.title) for block in BLOCKS if block.untraced])
def test_a_program_without_its_root_is_silent(block: Block, untraced: Mapping[str, Marks]) -> None:
    assert untraced[block.title] == ()
