"""Which calls are repeated: with another value of a name, on new objects, and with numbers at the edges of what tensors may hold."""

from __future__ import annotations

from typing import Literal

import pytest

from tflint_autograph.confirm.execution import Task
from tflint_autograph.confirm.pair import Pair
from tflint_autograph.confirm.protocol import CallObservation, Driver, Hits, Observation, Raised, Traced
from tflint_autograph.confirm.repeats import CHANGED, Repeats, is_refused
from tflint_autograph.confirm.statements import Statement
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.proof import ErrorKind, Proof

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


def called(traced: tuple[Traced, ...] = ()) -> Pair:
    seen = Observation("", "", (CallObservation(None, 1, {}, ""),) * 4, hits=(Hits("0", (0, 0, 0, 0), (0, 1, 1, 1), {}),), traced=traced)
    return Pair(seen, seen)


def test_a_name_is_changed_in_several_calls() -> None:
    reads = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0)), (Proof.STALE,), "m.step", "self.rate")
    repeats, tasks = Repeats(), [Task("/m.py", Driver(str(number), ("1",))) for number in range(CHANGED + 1)]
    for task in tasks:
        repeats.keep(reads, task, called())
    assert [repeats.changeable([reads], number, again=False)[0][1] for number in range(CHANGED)] == tasks[:CHANGED]
    assert repeats.changeable([reads], CHANGED, again=False) == []


def test_what_a_constructor_makes_is_called_on_new_objects_once_something_is_traced() -> None:
    makes = Subject("0", "/m.py", Statement(7, 7, 7, (), (0, 0)), (Proof.REMADE,), "m.Client.__init__")
    shared, untraced, own = (Task("/m.py", Driver("Client.train", ("1",), holder=each)) for each in ("client", "Client(1)", "Client(2)"))
    repeats, trace = Repeats(), (Traced(1, "step", 4, ()),)
    repeats.keep(makes, shared, called(trace))
    repeats.keep(makes, untraced, called())
    assert repeats.varied([makes]) == ()
    repeats.keep(makes, own, called(trace))
    assert [(each.driver.holder, each.driver.vary) for each in repeats.varied([makes])] == [("Client(2)", "objects")]
