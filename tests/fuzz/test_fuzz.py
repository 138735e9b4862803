"""Code nobody would write ends no run. Bounded in time: `python -m tests.fuzz` goes on for as long as one likes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.generated import modules
from tests.fuzz.literals import odd
from tests.fuzz.mutations import mutated
from tests.fuzz.probe import probe
from tests.fuzz.tangles import tangled
from tests.programs import settings_of
from tflint_autograph.engine.pipeline import check_paths

INPUTS = sorted((Path(__file__).parent / "inputs").iterdir())


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.name)
def test_inputs_that_are_hard_to_read_or_once_failed(path: Path) -> None:
    probe(path.read_bytes(), f"m{path.suffix}")


@pytest.mark.parametrize("seed", range(60))
def test_files_with_tokens_deleted_doubled_and_swapped(seed: int) -> None:
    probe(mutated(random.Random(seed)))


@pytest.mark.parametrize("seed", range(60))
def test_files_with_huge_and_odd_literals(seed: int) -> None:
    probe(odd(random.Random(seed)))


@given(st.deferred(modules))
@settings(max_examples=40, derandomize=True, suppress_health_check=list(HealthCheck))
def test_modules_made_from_the_grammar(text: str) -> None:
    probe(text.encode("utf-8", "replace"))


@pytest.mark.parametrize("seed", range(80, 120))
def test_what_is_computed_from_itself_is_no_deep_nesting(seed: int, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_bytes(tangled(random.Random(seed)))
    assert check_paths(settings_of(tmp_path, no_cache=True, select=("ALL",)), (str(tmp_path),), strict=True).problems == ()
