"""Differences that are right: where a transformation really changes the meaning for one rule, and why."""

from __future__ import annotations

from dataclasses import dataclass

from tests.metamorphic.compared import Difference


@dataclass(frozen=True, slots=True)
class Exception_:
    """Findings of a rule that one transformation may change, with the reason; `program` limits it to one program, `sign` to new findings,
    `+`, or to lost ones, `-`.
    """

    transform: str
    code: str
    reason: str
    program: str = ""
    sign: str = ""


_REPEATED = "pytest takes the file for tests: nothing outside of the project calls its functions, and a test runs each a few times"
_OF_TEST = "the file is named like a test and has functions named so: what is found in it counts as low"
_STAND_INS = "what a test gives to a constructor stands in for the real thing, so that it is not followed to the methods that use it"

_FIRST_READ = "each function reports its first read of a value that changes: a later read is the first one of the helper it moves to"
_OF_A_CLASS = "what an attribute of a class keeps is TFA114's, which asks for a run before the change; a variable of the module is TFA113's"
_OF_AN_OBJECT = "another object of the dataclass may be made with another number"
_A_LINE_EACH = "AutoGraph finds a lambda by its line, and a function by its name"
_OF_A_LAMBDA = "AutoGraph passes what a nested function reads through a loop, and not what a lambda reads"
_ONE_RESULT = "the parts of a result are told apart where `return` writes them out: of one that comes from elsewhere they are one finding"
_OF_A_HELPER = "what a helper changes outside of the trace is TFA503's, in the helper: a graph loop around one of its calls adds nothing to that"
_ONLY_HERE = "what a caller leaves to its default another caller may pass: of a variable of the module it is known that nothing sets it"
_ONE_READ = "all reads of a property are made in its getter, where they are one finding"

EXCEPTIONS: tuple[Exception_, ...] = (
    Exception_("statement-as-helper", "TFA114", _FIRST_READ, "shape/hierarchy"),
    Exception_("statement-as-helper", "TFA503", _OF_A_HELPER, "fixture/TFA506"),
    Exception_("statement-as-helper", "TFA506", _OF_A_HELPER, "fixture/TFA506"),
    Exception_("value-as-helper", "TFA114", _FIRST_READ, "shape/hierarchy"),
    Exception_("value-as-helper", "TFA113", _FIRST_READ, "shape/configs"),
    Exception_("value-as-helper", "TFA113", _FIRST_READ, "fixture/TFA113", sign="+"),
    Exception_("value-as-helper", "TFA114", _FIRST_READ, "fixture/TFA114-folder", sign="+"),
    Exception_("statement-as-helper", "TFA114", _FIRST_READ, "fixture/TFA114-folder", sign="+"),
    Exception_("statement-as-helper", "TFA113", _FIRST_READ, "fixture/TFA503", sign="+"),
    Exception_("statement-as-helper", "TFA114", _FIRST_READ, "fixture/TFA503", sign="+"),
    Exception_("value-as-helper", "TFA113", _FIRST_READ, "fixture/TFA503"),
    Exception_("globals-in-a-class", "TFA113", _OF_A_CLASS),
    Exception_("globals-in-a-class", "TFA114", _OF_A_CLASS),
    Exception_("attributes-by-property", "TFA114", _ONE_READ, "fixture/TFA114", sign="-"),
    Exception_("numbers-in-a-config", "TFA401", _OF_AN_OBJECT),
    Exception_("numbers-in-a-config", "TFA102", _OF_AN_OBJECT, "fixture/TFA102"),
    Exception_("defaults-as-globals", "TFA211", _ONLY_HERE, "fixture/TFA211", sign="-"),
    Exception_("lambdas-as-functions", "TFA202", _A_LINE_EACH),
    Exception_("lambdas-as-functions", "TFA113", _OF_A_LAMBDA, "fixture/TFA113", sign="-"),
    *(
        Exception_(transform, "TFA311", _ONE_RESULT, "fixture/TFA311")
        for transform in ("body-as-helper", "body-as-method", "body-as-nested-function", "return-through-local")
    ),
    *(
        Exception_(transform, code, reason, program)
        for transform in ("file-named-conftest", "file-named-test-it")
        for reason, code, program in (
            (_REPEATED, "TFA402", ""),
            (_REPEATED, "TFA403", ""),
            (_REPEATED, "TFA404", ""),
            (_REPEATED, "TFA211", "fixture/TFA211"),
            (_OF_TEST, "TFA111", "fixture/TFA111"),
            (_REPEATED, "TFA114", "fixture/TFA114"),
            (_REPEATED, "TFA114", "fixture/TFA503"),
            (_REPEATED, "TFA405", "fixture/TFA405"),
            (_STAND_INS, "TFA103", "fixture/TFA103-folder"),
            (_STAND_INS, "TFA105", "fixture/TFA105"),
            (_STAND_INS, "TFA110", "fixture/TFA110-folder"),
            (_STAND_INS, "TFA401", "fixture/TFA401"),
            (_STAND_INS, "TFA503", "shape/callbacks"),
            (_STAND_INS, "TFA503", "fixture/TFA503"),
        )
    ),
)


def is_excepted(transform: str, program: str, difference: Difference) -> bool:
    """Whether a difference is right. Of several transformations in a row each may be the reason."""
    return any(
        each.code == difference.code
        and each.transform in transform.split()
        and each.program in ("", program)
        and each.sign in ("", difference.sign)
        for each in EXCEPTIONS
    )
