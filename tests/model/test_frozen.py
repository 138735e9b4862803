"""What leaves a run cannot be changed by who reads it."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from tests.report.sample_report import PRINT, sample


@pytest.mark.parametrize(
    ("thing", "name"),
    [(PRINT, "message"), (PRINT.span, "path"), (PRINT.fix, "title"), (PRINT.trace, "steps"), (sample(), "findings")],
)
def test_it_refuses_another_value(thing: object, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(thing, name, getattr(thing, name))
    with pytest.raises(FrozenInstanceError):
        delattr(thing, name)
    with pytest.raises(FrozenInstanceError):
        setattr(thing, f"{name}_of_mine", 1)


def test_it_can_be_copied_and_sent() -> None:
    assert copy.deepcopy(PRINT) == PRINT == pickle.loads(pickle.dumps(PRINT))
