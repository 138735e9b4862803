"""What is reported follows the code when the body of a traced function is moved, and goes with the root of its trace.

Runs no TensorFlow, and one check for each transform over all programs.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.metamorphic import moves
from tests.metamorphic.follows import Seen, programs, seen
from tests.metamorphic.moves import Changed, Transform
from tests.rules.untraced import without_roots

PROGRAMS = programs()
Reported = Mapping[str, tuple[Seen, ...]]

MOVES = (
    moves.moves_into_a_helper,
    moves.moves_into_a_method,
    moves.moves_into_a_nested_function,
    moves.moves_into_another_module,
)
FEWEST = 20
"""Programs that every transform fits at least."""

OF_THE_ROOT = frozenset({"TFA217", "TFA311"})
"""Rules about what the root itself gives back, which say nothing of a helper."""

OF_THE_CALL = OF_THE_ROOT | {"TFA113", "TFA309", "TFA402", "TFA403", "TFA404", "TFA405", "TFA504"}
"""Rules about the calls of a `tf.function`: what they pass, give back, or find changed. The dataset here is made and never read again."""

OF_ANOTHER = OF_THE_ROOT | {"TFA309", "TFA502", "TFA508"}
"""Rules whose trace is that of another function than the one the finding is in, such as the root that an unbuilt layer is passed to."""

OF_ARRAYS = {("TFA302", "TFA302"), ("TFA504", "TFA302")}
"""Methods of arrays that eager code passes. The elements of a dataset are tensors, eagerly as well."""

OF_ARGUMENTS = {("TFA203", "TFA203"), ("TFA401", "TFA203"), ("TFA401", "TFA401")}
"""What an argument of a `tf.function` may be, its callers alone say; a helper that iterates what may be a list expects one. The lengths that
a signature states are those of the root."""

KNOWN = {"maps_a_dataset": OF_ARRAYS} | {each.__name__: OF_ARGUMENTS for each in MOVES}
"""Programs and rules for which a transform makes a difference: `OF_ARRAYS`, `OF_ARGUMENTS`."""


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    return seen(tmp_path_factory.mktemp("before"), PROGRAMS)


@pytest.fixture(scope="module")
def untraced(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    texts = {name: without_roots(text) for name, text in PROGRAMS.items()}
    return seen(tmp_path_factory.mktemp("untraced"), texts)


@pytest.mark.parametrize("transform", MOVES)
def test_what_is_reported_follows_with_a_longer_trace(transform: Transform, before: Reported, tmp_path: Path) -> None:
    changed = apply(transform)
    after = seen(tmp_path, files(changed))
    assert len(changed) >= FEWEST
    agree(transform, changed, without(before, OF_THE_ROOT), without(after, OF_THE_ROOT))
    assert [name for name, each in changed.items() if not longer(transform, name, each, before, after)] == []


@pytest.mark.parametrize("transform", MOVES)
def test_nothing_new_is_reported_without_the_root(transform: Transform, untraced: Reported, tmp_path: Path) -> None:
    changed = apply(transform)
    texts = {name: without_roots(text) for name, text in files(changed).items()}
    assert list(differences(changed, untraced, seen(tmp_path, texts))) == []


def test_what_is_reported_follows_into_a_dataset(before: Reported, tmp_path: Path) -> None:
    changed = apply(moves.maps_a_dataset)
    after = seen(tmp_path, files(changed))
    assert len(changed) >= FEWEST
    agree(moves.maps_a_dataset, changed, without(before, OF_THE_CALL), without(after, OF_THE_CALL))


def apply(transform: Transform) -> dict[str, Changed]:
    """The programs the transform fits, transformed."""
    results = {name: transform(name, ast.parse(text)) for name, text in PROGRAMS.items()}
    return {name: changed for name, changed in results.items() if changed is not None}


def files(changed: Mapping[str, Changed]) -> dict[str, str]:
    """All files of the transformed programs."""
    return {name: text for each in changed.values() for name, text in each.files.items()}


def without(reported: Reported, codes: frozenset[str]) -> Reported:
    """What is reported by other rules than these."""
    return {name: tuple(each for each in found if each.code not in codes) for name, found in reported.items()}


def agree(transform: Transform, changed: Iterable[str], before: Reported, after: Reported) -> None:
    """Fail when something is reported on one side only, and when a difference that is known is gone."""
    found = list(differences(changed, before, after))
    known = KNOWN.get(transform.__name__, set())
    wrong = [
        f"{name}: {sign}{count} {code} {text}" for name, sign, count, code, text in found if (name, code) not in known
    ]
    wrong += [f"{name}: {code} follows now" for name, code in known - {(name, code) for name, _, _, code, _ in found}]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def differences(changed: Iterable[str], before: Reported, after: Reported) -> Iterator[tuple[str, str, int, str, str]]:
    """What is reported on one side only: the program, `-` or `+`, how often, the code and the message."""
    for name in changed:
        old, new = (Counter(finding.said for finding in side.get(name, ())) for side in (before, after))
        for sign, more in (("-", old - new), ("+", new - old)):
            yield from ((name, sign, count, *said) for said, count in sorted(more.items()))


def longer(transform: Transform, name: str, changed: Changed, before: Reported, after: Reported) -> bool:
    """Whether the traces are longer by a step for each finding in a body that was moved."""
    unlike = OF_ANOTHER | {code for program, code in KNOWN.get(transform.__name__, ()) if program == name}
    old, new = (without(side, unlike).get(name, ()) for side in (before, after))
    moved = sum(finding.function in changed.moved and finding.steps > 0 for finding in old)
    return sum(finding.steps for finding in new) >= sum(finding.steps for finding in old) + moved
