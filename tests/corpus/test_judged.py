"""The judged sample is sound as data. Looks at no package."""

from __future__ import annotations

from tests.corpus.judge import FIELDS, drawn, judged
from tflint_autograph.rules.catalogue import codes


def test_every_row_is_complete_and_names_a_rule() -> None:
    for each in judged():
        assert tuple(each) == FIELDS
        assert all(each.values())
        assert each["rule"] in codes()
        assert each["verdict"] in ("right", "wrong")
        assert each["line"].isdecimal()


def test_no_place_is_judged_twice() -> None:
    places = [(each["package"], each["path"], each["line"], each["rule"]) for each in judged()]
    assert len(places) == len(set(places))


def test_at_least_ninety_five_of_a_hundred_are_right() -> None:
    rows = judged()
    assert len(rows) >= 100
    assert sum(each["verdict"] == "right" for each in rows) >= 0.95 * len(rows)


def test_a_sample_takes_evenly_from_the_rules() -> None:
    made = [_finding("TFA101", line) for line in range(50)] + [_finding("TFA110", line) for line in range(3)]
    sample = drawn(made, 10, seed=1)
    assert [each[3] for each in sample] == ["TFA101"] * 7 + ["TFA110"] * 3
    assert sample == drawn(made, 10, seed=1)


def _finding(code: str, line: int) -> dict[str, object]:
    return {"path": "package-1.0/module.py", "range": {"start": {"line": line}}, "code": code}
