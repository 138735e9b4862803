"""The comparison of two reports: what counts as the same finding, what as changed, and what the exit code says."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.corpus.compare import Difference, compared, differences, main
from tests.programs import report_of
from tflint_autograph.report.document import render

Document = dict[str, Any]

SOURCE = """
    import random
    import tensorflow as tf

    @tf.function
    def step(x):
        print(x)
        print(x)
        return helper(x)

    def helper(x):
        return x * random.random()
    """


@pytest.fixture
def report(tmp_path: Path) -> Document:
    document: Document = json.loads(render(report_of(tmp_path, SOURCE)))
    assert [each["code"] for each in document["findings"]] == ["TFA101", "TFA101", "TFA110"]
    return document


def sorts(old: Document, new: Document) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.code, each.columns) for each in differences(old["findings"], new["findings"])]


def test_a_report_does_not_differ_from_itself(report: Document) -> None:
    assert compared(report, copy.deepcopy(report), 5) == ("no difference in 3 findings\n", 0)


def test_order_is_no_difference(report: Document) -> None:
    other = {**report, "findings": report["findings"][::-1]}
    assert compared(report, other, 0)[1] == 0


def test_findings_of_one_report_alone(report: Document) -> None:
    first, *rest = report["findings"]
    other = {**report, "findings": rest}
    assert differences(report["findings"], rest) == [Difference("TFA101", first, None)]
    assert differences(rest, report["findings"]) == [Difference("TFA101", None, first)]
    assert sorts(report, other) == [("TFA101", ("removed",))]


@pytest.mark.parametrize(
    ("key", "value", "column"),
    [
        ("confidence", "low", "confidence"),
        ("severity", "info", "severity"),
        ("message", "another", "message"),
        ("trace", [], "trace"),
        ("fix", None, "other"),
        ("function", "m.other", "other"),
        ("assumptions", ["a"], "other"),
        ("fingerprint", "0", "other"),
        ("range", {"start": {"line": 70, "column": 1}, "end": {"line": 70, "column": 9}}, "moved"),
    ],
)
def test_a_key_that_changed(report: Document, key: str, value: object, column: str) -> None:
    other = copy.deepcopy(report)
    other["findings"][0][key] = value
    assert sorts(report, other) == [("TFA101", (column,))]
    assert sorts(other, report) == [("TFA101", (column,))]


def test_a_message_brings_its_fingerprint_without_another_word(report: Document) -> None:
    other = copy.deepcopy(report)
    other["findings"][0].update(message="another", fingerprint="0")
    (found,) = differences(report["findings"], other["findings"])
    assert found.keys == ("message",)


def test_another_place_and_another_message_are_another_finding(report: Document) -> None:
    other = copy.deepcopy(report)
    other["findings"][2]["message"] = "another"
    other["findings"][2]["range"]["start"]["line"] += 9
    other["findings"][2]["range"]["end"]["line"] += 9
    assert sorts(report, other) == [("TFA110", ("removed",)), ("TFA110", ("added",))]


def test_equal_findings_of_one_place_are_counted(report: Document) -> None:
    twice = {**report, "findings": [report["findings"][0], *report["findings"]]}
    assert sorts(report, twice) == [("TFA101", ("added",))]


def test_the_partner_at_the_same_place_comes_first(report: Document) -> None:
    """Two findings of equal message: one that is gone is not taken for one that moved while its place is still taken."""
    gone = {**report, "findings": report["findings"][1:]}
    (found,) = differences(report["findings"], gone["findings"])
    assert found.old == report["findings"][0]


def test_the_text_counts_by_rule_and_lists_as_many_as_asked_for(report: Document) -> None:
    other = copy.deepcopy(report)
    for each in other["findings"]:
        each["confidence"] = "low"
    text, code = compared(report, other, 1)
    assert code == 1
    rows = [line.split() for line in text.splitlines()]
    assert rows[:4] == [
        ["rule", "old", "new", "confidence"], ["TFA101", "2", "2", "2"], ["TFA110", "1", "1", "1"], ["all", "3", "3", "3"],
    ]  # fmt: skip
    assert "  m.py:7:5 low " in text
    assert "m.py:8:5" not in text
    assert "  ... and 1 more" in text
    assert '      confidence: "high" -> "low"' in text


def test_problems_and_counts_differ_too(report: Document) -> None:
    other = copy.deepcopy(report)
    other["summary"]["traced"] = 0
    other["problems"] = [{**report["findings"][0], "message": "broken"}]
    text, code = compared(report, other, 0)
    assert code == 1
    assert "problems: + m.py:7:5 broken\nsummary: traced 2 -> 0\n" in text


def test_the_command(report: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, bad = (tmp_path / name for name in ("old.json", "new.json", "bad.json"))
    old.write_text(json.dumps(report))
    new.write_text(json.dumps({**report, "findings": report["findings"][:2]}))
    bad.write_text("[]")
    assert main([str(old), str(old)]) == 0
    assert main([str(old), str(new), "--show", "9"]) == 1
    assert main([str(old), str(new), "--only", "TFA101"]) == 0
    assert main([str(old), str(new), "--only", "TFA5,TFA11"]) == 1
    assert main([str(old), str(new), "--under", "other/"]) == 0
    assert "TFA110 removed: 1\n  m.py:12:16 " in capsys.readouterr().out
    assert main([str(old), str(bad)]) == 2
    assert main([str(old), str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.splitlines()[0] == f"{bad}: not a report of `check --output-format json`"
