"""Differences that are right: where a transformation really changes the meaning for one rule, and why."""

from __future__ import annotations

from dataclasses import dataclass

from tests.metamorphic.compared import Difference


@dataclass(frozen=True, slots=True)
class Exception_:
    """Findings of a rule that one transformation may change, with the reason; `program` limits it to one program."""

    transform: str
    code: str
    reason: str
    program: str = ""


_IN_A_TEST = "pytest takes the file for tests: nothing outside of the project calls its functions, and a test runs each a few times"

EXCEPTIONS: tuple[Exception_, ...] = tuple(
    Exception_(transform, code, _IN_A_TEST)
    for transform in ("file-named-conftest", "file-named-test-it")
    for code in ("TFA403", "TFA404")
)


def is_excepted(transform: str, program: str, difference: Difference) -> bool:
    """Whether a difference is right. Of several transformations in a row each may be the reason."""
    return any(
        each.code == difference.code and each.transform in transform.split() and each.program in ("", program)
        for each in EXCEPTIONS
    )
