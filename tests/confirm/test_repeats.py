"""What generated calls prove that are repeated with numbers at the edges of what tensors may hold."""

from __future__ import annotations

from typing import Literal

import pytest

from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CallObservation, Driver, Observation, Raised
from tflint_autograph.confirm.repeats import is_refused
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.error_kind import ErrorKind

ERROR = Raised("UnboundLocalError", "no value", (), (), "no value")


def subject(*kinds: ErrorKind) -> Subject:
    return Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0)), (), "m.step", raises=frozenset(kinds))


def pair(raised: Raised | None) -> Pair:
    eager = Observation("", "", (CallObservation(raised, None, {}, ""),))
    return Pair(eager, eager)


@pytest.mark.parametrize(
    ("vary", "raised", "kind", "refused"),
    [
        ("zero", ERROR, ErrorKind.LOOP, True),
        ("negative", ERROR, ErrorKind.LOOP, True),
        ("zero", ERROR, ErrorKind.ASSERTION, False),
        ("zero", None, ErrorKind.LOOP, False),
        ("values", ERROR, ErrorKind.LOOP, False),
    ],
)
def test_errors_of_eager_code_at_an_edge_prove_nothing(
    vary: Literal["values", "zero", "negative"], raised: Raised | None, kind: ErrorKind, refused: bool
) -> None:
    assert is_refused(subject(kind), Task("/m.py", Driver(vary=vary)), pair(raised)) is refused
