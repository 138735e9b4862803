"""The Bad programs of the pages with their fixes applied: TensorFlow and Python agree on them, and `check` is silent."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.fixes.applied import Applied, applied, is_fixable
from tests.rules_pages.blocks import blocks
from tests.runtime.harness import Observation, differs, observe
from tflint_autograph.model.edits import spliced, splices

BAD = {block.title: block for block in blocks() if block.bad}
FIXABLE = (
    "TFA101-bad-1",
    "TFA101-bad-2",
    "TFA106-bad-1",
    "TFA106-bad-2",
    "TFA110-bad-1",
    "TFA110-bad-2",
    "TFA111-bad-1",
    "TFA202-bad-3",
    "TFA208-bad-1",
    "TFA215-bad-1",
    "TFA216-bad-1",
    "TFA301-bad-1",
    "TFA301-bad-3",
    "TFA301-bad-4",
    "TFA303-bad-2",
    "TFA304-bad-1",
    "TFA304-bad-2",
    "TFA304-bad-3",
    "TFA308-bad-1",
    "TFA401-bad-1",
    "TFA402-bad-1",
    "TFA402-bad-2",
    "TFA504-bad-1",
    "TFA504-bad-2",
    "TFA507-bad-1",
    "TFA507-bad-2",
)
"""The programs in which a finding of their own rule has a fix that is applied."""

RETRACED = ("TFA402-bad-1", "TFA402-bad-2")
"""Programs that print how often they were traced: as a graph once, eagerly never."""


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Applied]:
    return applied({title: block.text for title, block in BAD.items()}, tmp_path_factory.mktemp("fixed"))


@pytest.fixture(scope="module")
def seen(fixed: Mapping[str, Applied]) -> Mapping[str, Observation]:
    return observe({title: fixed[title].text for title in FIXABLE})


def test_the_fixable_programs_are_known(fixed: Mapping[str, Applied]) -> None:
    assert tuple(title for title, block in BAD.items() if block.code in fixed[title].fixable) == FIXABLE


@pytest.mark.parametrize("title", BAD)
def test_a_fix_leaves_nothing_to_fix_and_makes_no_new_finding(title: str, fixed: Mapping[str, Applied]) -> None:
    assert (fixed[title].left, fixed[title].new) == ((), ())


@pytest.mark.parametrize("title", FIXABLE)
def test_check_is_silent_on_a_fixed_program(title: str, fixed: Mapping[str, Applied]) -> None:
    assert [finding.message for finding in fixed[title].after] == []


def test_a_fix_for_display_is_python(fixed: Mapping[str, Applied]) -> None:
    shown = set()
    for title, each in fixed.items():
        for finding in each.before:
            if finding.fix is not None and not is_fixable(finding):
                compile(spliced(BAD[title].text, splices(BAD[title].text, finding.fix.edits)), title, "exec")
                shown.add(finding.code)
    assert shown == {"TFA102", "TFA103", "TFA113", "TFA207", "TFA301", "TFA303", "TFA501", "TFA502", "TFA503", "TFA506"}


def test_applying_again_changes_nothing(fixed: Mapping[str, Applied], tmp_path_factory: pytest.TempPathFactory) -> None:
    again = applied({title: each.text for title, each in fixed.items()}, tmp_path_factory.mktemp("again"))
    assert {title: each.text for title, each in again.items()} == {title: each.text for title, each in fixed.items()}


@pytest.mark.tensorflow
@pytest.mark.parametrize("title", FIXABLE)
def test_a_fixed_program_is_the_same_under_tensorflow(title: str, seen: Mapping[str, Observation]) -> None:
    assert seen[title].graph.exception == "", seen[title].graph.message
    if title in RETRACED:
        assert len({trace.function for trace in seen[title].graph.traces}) == len(seen[title].graph.traces) > 0
    else:
        assert differs(seen[title]) is None
