"""Python's search for cycles rests during a run, and is as it was afterwards."""

from __future__ import annotations

import gc

import pytest

from tflint_autograph.engine.analysis.collector import uncollected


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_rests_in_the_block_and_is_put_back(on: bool) -> None:
    was_on = gc.isenabled()
    (gc.enable if on else gc.disable)()
    try:
        with uncollected():
            assert not gc.isenabled()
        assert gc.isenabled() is on
    finally:
        (gc.enable if was_on else gc.disable)()


def test_an_error_puts_it_back_too() -> None:
    assert gc.isenabled()
    with pytest.raises(KeyError), uncollected():
        raise KeyError
    assert gc.isenabled()
