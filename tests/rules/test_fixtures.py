"""Every fixture is reported exactly as it is drawn, and not at all without its tracing roots. Runs no TensorFlow."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.rules.notation import Fixture, Mark, fixtures
from tests.rules.untraced import spared, without_roots
from tests.rules_pages.checked import findings

FIXTURES = fixtures()
EACH = [pytest.param(fixture, id=fixture.name) for fixture in FIXTURES]
Reported = Mapping[str, tuple[Mark, ...]]


def reported(folder: Path, text_of: Callable[[Fixture], str]) -> Reported:
    """The findings in each fixture, all of them checked in one run."""
    for fixture in FIXTURES:
        path = folder / fixture.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(fixture), encoding="utf-8")
    lines = {fixture.name: fixture.text.split("\n") for fixture in FIXTURES}
    found: defaultdict[str, list[Mark]] = defaultdict(list)
    for finding in findings(folder, "--pedantic"):
        start, end = finding["range"]["start"], finding["range"]["end"]
        first = lines[finding["path"]][start["line"] - 1]
        stop = end["column"] if end["line"] == start["line"] else len(first.rstrip()) + 1
        mark = Mark(start["line"], start["column"], stop, finding["code"], finding["message"])
        found[finding["path"]].append(mark)
    return {name: tuple(sorted(marks)) for name, marks in found.items()}


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    return reported(tmp_path_factory.mktemp("traced"), lambda fixture: fixture.text)


@pytest.fixture(scope="module")
def untraced(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    return reported(tmp_path_factory.mktemp("untraced"), lambda fixture: without_roots(fixture.text))


@pytest.mark.parametrize("fixture", EACH)
def test_a_fixture_is_python(fixture: Fixture) -> None:
    ast.parse(fixture.text)


@pytest.mark.parametrize("fixture", EACH)
def test_a_fixture_is_reported_as_it_is_drawn(fixture: Fixture, traced: Reported) -> None:
    wrong = list(differences(fixture, traced.get(fixture.name, ())))
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)


@pytest.mark.parametrize("fixture", EACH)
def test_a_fixture_without_its_roots_is_silent(fixture: Fixture, untraced: Reported) -> None:
    spare = spared(fixture.text)
    left = [mark for mark in untraced.get(fixture.name, ()) if mark.code == fixture.code and mark.line not in spare]
    if left:
        shown = [_shown(fixture, mark, "~", "is reported without a root (say `# keeps-root` if it has one)") for mark in left]
        pytest.fail("\n\n".join(shown), pytrace=False)


def test_every_label_has_a_line(tmp_path: Path) -> None:
    for fixture in FIXTURES:
        path = tmp_path / fixture.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fixture.text, encoding="utf-8")
    labels = [(each["path"], label) for each in findings(tmp_path, "--pedantic") for label in each["labels"]]
    assert labels
    assert not [label for label in labels if not label[1]["range"]["start"]["line"]]


def test_every_fixture_draws_a_finding_of_its_rule() -> None:
    codes = {mark.code for fixture in FIXTURES for mark in fixture.of_sort("~") if mark.code == fixture.code}
    assert codes == {fixture.code for fixture in FIXTURES}


def differences(fixture: Fixture, found: tuple[Mark, ...]) -> Iterator[str]:
    """Every drawn line that is not true, and every finding that is not drawn, each shown with its code line."""
    judged = {fixture.code, *(mark.code for _, mark in fixture.marks)}
    left = Counter(mark for mark in found if mark.code in judged)
    for sort, text in (("~", "is not reported"), ("!", "this false alarm is gone: take the line away")):
        for mark in fixture.of_sort(sort):
            if left[mark] == 0:
                yield _shown(fixture, mark, sort, text)
            left[mark] -= 1
    misses = {(mark.line, mark.column, mark.code): mark for mark in fixture.of_sort("?")}
    for mark in sorted(mark for mark, count in left.items() if count > 0):
        if (mark.line, mark.column, mark.code) in misses:
            yield _shown(fixture, mark, "~", "this miss is found now: draw it so")
        elif mark.code == fixture.code or _shares_line(mark, fixture):
            yield _shown(fixture, mark, "~", "is reported and not drawn")


def _shares_line(mark: Mark, fixture: Fixture) -> bool:
    """Whether findings of another rule are drawn on this line: then they are to be complete there."""
    return any(drawn.line == mark.line and drawn.code == mark.code for _, drawn in fixture.marks)


def _shown(fixture: Fixture, mark: Mark, sort: str, text: str) -> str:
    line = fixture.text.split("\n")[mark.line - 1]
    return f"{fixture.name}:{mark.line}: {text}\n{line}\n{mark.drawn(sort)}"
