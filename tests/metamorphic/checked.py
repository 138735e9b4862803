"""What the tests of this folder share: the programs as they are, and what is wrong with one transformation of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import pytest

import tests.metamorphic.transforms  # noqa: F401 - registers them
from tests.metamorphic import known
from tests.metamorphic.compared import counted
from tests.metamorphic.net import Original, original, results
from tests.metamorphic.programs import Program
from tests.metamorphic.transform import TRANSFORMS

MANY = 100
"""Programs that a transformation fits at least which asks nothing of a program."""

FEW = 2
"""Programs that every transformation fits at least."""

WIDE = frozenset({
    "unparse", "brackets-over-lines", "argument-a-line", "no-spaces", "wide-spaces", "trailing-commas", "one-line-bodies",
    "backslashes", "tabs", "one-blank", "comments-between", "carriage-returns", "redundant-brackets", "import-renamed",
    "import-whole", "import-of-members", "import-of-version-two", "import-that-may-fail", "import-through-the-project",
    "import-by-importlib", "import-in-the-function", "statements-of-no-effect", "assignments-of-no-effect", "docstrings",
    "bodies-in-a-context", "future-imports", "hints-that-say-nothing", "globals-renamed", "globals-in-capitals", "parameters-renamed",
    "parameters-in-unicode", "positional-as-keyword", "keyword-of-tensorflow", "decorator-as-call", "decorator-by-name", "decorator-with-empty-call",
    "body-as-helper", "body-as-nested-function", "body-as-method", "module-code-in-main", "value-as-helper", "alias-of-a-name",
    "return-through-local",
})  # fmt: skip
"""Transformations that ask nothing of a program, or nearly nothing."""


def names(*groups: str) -> list[str]:
    """The transformations of some groups."""
    return [name for name, each in TRANSFORMS.items() if each.group in groups]


TURNS = {"file-named-": 10, "functions-named-": 4}
"""Families of transformations that differ by a name: each takes one of so many programs, in turn."""


@cache
def originals(programs: Callable[[], Iterable[Program]]) -> tuple[Original, ...]:
    """Programs with their findings, worked out once in a process."""
    return tuple(original(each) for each in programs())


def agree(name: str, programs: Callable[[], Iterable[Program]], fewest: int | None = None) -> None:
    """Fail when a transformation makes a difference that is not known, when a known one is gone, and when it fits too few."""
    before = _in_turn(name, originals(programs))
    done = list(results(TRANSFORMS[name], before))
    found = {(name, rule, each.program): text for each in done for rule, text in counted(each.differences).items()}
    wrong = list(known.wrong(found, known.load(), [name], [each.program.name for each in before]))
    if wrong:
        details = [f"    {each.program}: {difference}" for each in done for difference in each.differences]
        help_ = f"`python -m tests.metamorphic --only {name} --show 99 --keep FOLDER` writes the programs; `--update` the list"
        pytest.fail("\n".join([*wrong, *details, help_]), pytrace=False)
    assert len(done) >= (fewest or (MANY if name in WIDE else FEW))


def _in_turn(name: str, before: tuple[Original, ...]) -> tuple[Original, ...]:
    """The programs for a transformation: all, or those of its turn."""
    for family, turns in TURNS.items():
        if name.startswith(family):
            number = [each for each in TRANSFORMS if each.startswith(family)].index(name)
            return before[number % turns :: turns]
    return before
