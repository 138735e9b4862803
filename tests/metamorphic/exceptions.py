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


_REPEATED = "pytest takes the file for tests: nothing outside of the project calls its functions, and a test runs each a few times"
_OF_TEST = "the file is named like a test and has functions named so: what is found in it counts as low"
_STAND_INS = "what a test gives to a constructor stands in for the real thing, so that it is not followed to the methods that use it"

_FIRST_READ = "each function reports its first read of a value that changes: a later read is the first one of the helper it moves to"
_OF_A_CLASS = "what an attribute of a class keeps is TFA114's, which asks for a run before the change; a variable of the module is TFA113's"
_OF_AN_OBJECT = "another object of the dataclass may be made with another number"
_A_LINE_EACH = "AutoGraph finds a lambda by its line, and a function by its name"

EXCEPTIONS: tuple[Exception_, ...] = (
    Exception_("statement-as-helper", "TFA114", _FIRST_READ, "shape/hierarchy"),
    Exception_("value-as-helper", "TFA114", _FIRST_READ, "shape/hierarchy"),
    Exception_("value-as-helper", "TFA113", _FIRST_READ, "shape/configs"),
    Exception_("value-as-helper", "TFA113", _FIRST_READ, "fixture/TFA503"),
    Exception_("globals-in-a-class", "TFA113", _OF_A_CLASS),
    Exception_("globals-in-a-class", "TFA114", _OF_A_CLASS),
    Exception_("numbers-in-a-config", "TFA401", _OF_AN_OBJECT),
    Exception_("lambdas-as-functions", "TFA202", _A_LINE_EACH),
    *(
        Exception_(transform, code, reason, program)
        for transform in ("file-named-conftest", "file-named-test-it")
        for reason, code, program in (
            (_REPEATED, "TFA402", ""),
            (_REPEATED, "TFA403", ""),
            (_REPEATED, "TFA404", ""),
            (_OF_TEST, "TFA111", "fixture/TFA111"),
            (_STAND_INS, "TFA103", "fixture/TFA103-folder"),
            (_STAND_INS, "TFA110", "fixture/TFA110-folder"),
            (_STAND_INS, "TFA503", "shape/callbacks"),
        )
    ),
)


def is_excepted(transform: str, program: str, difference: Difference) -> bool:
    """Whether a difference is right. Of several transformations in a row each may be the reason."""
    return any(
        each.code == difference.code and each.transform in transform.split() and each.program in ("", program)
        for each in EXCEPTIONS
    )
