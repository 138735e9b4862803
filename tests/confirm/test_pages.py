"""The programs of the rules' pages under `confirm`: what Bad is flagged for is confirmed, Good shows no difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.confirm.confirmed import confirmed
from tests.rules_pages.blocks import Block, blocks
from tests.runtime.warm import warm_python
from tflint_autograph.confirm.compare import ObservedDifference
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CONTROL_SEED, SEED, Driver, Observation, Unit
from tflint_autograph.confirm.runner import Runner

pytestmark = pytest.mark.tensorflow

BAD = tuple(block for block in blocks() if block.bad)
GOOD = tuple(block for block in blocks() if not block.bad)
MODES = ("eager", "graph")

Verdicts = Mapping[str, Mapping[tuple[int, str], str]]


def written(folder: Path, programs: tuple[Block, ...]) -> Path:
    (folder / ".git").mkdir()
    for block in programs:
        (folder / f"{block.title}.py").write_text(block.text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    found: defaultdict[str, dict[tuple[int, str], str]] = defaultdict(dict)
    for finding in confirmed(written(tmp_path_factory.mktemp("bad"), BAD), "--isolated")["findings"]:
        place = finding["range"]["start"]["line"], finding["code"]
        found[Path(finding["path"]).stem][place] = finding["evidence"]["verdict"]
    return found


@pytest.fixture(scope="module")
def differences(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[ObservedDifference, ...]]:
    folder = written(tmp_path_factory.mktemp("good"), GOOD)
    titles = [block.title for block in GOOD]
    with closing(Runner(warm_python(), jobs=2)) as runner:
        seen = {one.id: one for one in runner.run(unit(folder, title, mode) for title in titles for mode in MODES)}
        assert all(one.ended == "" and one.calls[0].raised is None for one in seen.values())
        differing = [title for title in titles if pair(seen, title).differences]
        seen |= {one.id: one for one in runner.run(unit(folder, title, "control") for title in differing)}
    return {title: pair(seen, title).differences for title in titles}


def pair(seen: Mapping[str, Observation], title: str) -> Pair:
    return Pair(seen[f"{title} eager"], seen[f"{title} graph"], seen.get(f"{title} control"))


def unit(folder: Path, title: str, mode: str) -> Unit:
    file = str(folder / f"{title}.py")
    return Unit(
        f"{title} {mode}", file, title, (str(folder),), str(folder), Driver(), "graph" if mode == "graph" else "eager",
        (), 60.0, 4 << 30, seed=CONTROL_SEED if mode == "control" else SEED,
    )  # fmt: skip


@pytest.mark.parametrize("block", [pytest.param(block, id=block.title) for block in BAD])
def test_what_bad_is_flagged_for_is_confirmed(block: Block, verdicts: Verdicts) -> None:
    found = verdicts[block.title]
    assert found[min(place for place in found if place[1] == block.code)] == "confirmed"
    assert "refuted" not in found.values()


@pytest.mark.parametrize("block", [pytest.param(block, id=block.title) for block in GOOD])
def test_good_shows_no_difference(block: Block, differences: Mapping[str, tuple[ObservedDifference, ...]]) -> None:
    assert not differences[block.title]
