"""The `json` format, against its schema and its promises."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from tests.report.report_strategies import reports
from tests.report.sample_report import APPEND, PRINT, UNUSED, assert_golden, one, sample, span
from tflint_autograph.model.finding import Edit, Finding, Fix, ProblemKind, Suppression
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.report import Report
from tflint_autograph.report import document

SCHEMA = json.loads(document.schema())
VALIDATOR = Draft202012Validator(SCHEMA)


def written(report: Report) -> dict[str, Any]:
    """The document of a report, read back and found to keep the schema."""
    read: dict[str, Any] = json.loads(document.render(report))
    VALIDATOR.validate(read)
    return read


def finding(given: Finding) -> dict[str, Any]:
    """The only finding of a document."""
    (read,) = written(one(with_fingerprints([given])[0]))["findings"]
    return dict(read)


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every description of an object in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "__version__", "0.0.0")
    written(sample())
    assert_golden("document.json", document.render(sample()))


def test_schema_is_a_schema_and_strict() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    described = list(objects(SCHEMA))
    assert len(described) > 8
    for schema in described:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


@pytest.mark.parametrize(
    ("words", "levels"),
    [
        (SCHEMA["$defs"]["finding"]["properties"]["severity"], Severity),
        (SCHEMA["$defs"]["finding"]["properties"]["confidence"], Confidence),
        (SCHEMA["$defs"]["fix"]["properties"]["safety"], Safety),
        (SCHEMA["$defs"]["problem"]["properties"]["kind"], ProblemKind),
    ],
)
def test_schema_knows_every_word(words: dict[str, Any], levels: Any) -> None:
    assert words["enum"] == [level.value for level in levels]


def test_an_empty_report_is_a_whole_document() -> None:
    assert document.render(Report(findings=())).endswith("}\n")
    read = written(Report(findings=()))
    assert read["findings"] == read["problems"] == []
    assert set(read["summary"].pop("limits").values()) == {0}
    assert set(read["summary"].values()) == {0}


def test_a_finding_without_anything_has_every_key() -> None:
    bare, rich = finding(UNUSED), finding(APPEND)
    assert list(bare) == list(rich)
    assert bare["trace"] == bare["labels"] == []
    assert bare["fix"] is bare["evidence"] is bare["suppressed"] is None


def test_places_are_plain_numbers_from_one() -> None:
    read = finding(replace(PRINT, span=span("nb.ipynb", 2, 3, 4, last=5, cell=6)))
    assert (read["path"], read["cell"]) == ("nb.ipynb", 6)
    assert read["range"] == {"start": {"line": 2, "column": 3}, "end": {"line": 5, "column": 4}}


def test_trace_starts_at_the_root() -> None:
    steps = finding(PRINT)["trace"]
    assert [step["message"].split("`")[1] for step in steps] == ["train.step", "train.step", "losses.total"]


def test_fix_names_its_safety_and_edits() -> None:
    assert finding(PRINT)["fix"] == {
        "title": "Use `tf.print`",
        "safety": "unsafe",
        "edits": [
            {
                "path": "pkg/helpers.py",
                "cell": None,
                "range": {"start": {"line": 6, "column": 5}, "end": {"line": 6, "column": 10}},
                "text": "tf.print",
            }
        ],
    }


def test_evidence_and_suppression_are_told() -> None:
    read = finding(replace(APPEND, suppressed=Suppression(span("a.py", 7, 1, 9), "on purpose")))
    assert read["evidence"] == {"verdict": "confirmed", "text": "1 element after 3 calls", "command": "python -c probe"}
    assert read["suppressed"]["reason"] == "on purpose"


def test_url_is_the_option_with_the_rule_put_in_or_nothing() -> None:
    assert finding(PRINT)["url"] is None
    (read,) = written(replace(one(with_fingerprints([PRINT])[0]), rule_url="https://docs.test/{code}#{name}"))["findings"]
    assert read["url"] == "https://docs.test/TFA101#python-print"


def test_the_words_under_the_caret_are_told() -> None:
    assert finding(PRINT)["note"] == "runs once per trace, not once per step"


def test_summary_counts_fixes_by_safety() -> None:
    def fixed(line: int, safety: Safety) -> Finding:
        where = span("a.py", line, 1, 2)
        return replace(PRINT, span=where, fix=Fix("Mend", (Edit(where, ""),), safety))

    findings = with_fingerprints([fixed(1, Safety.SAFE), fixed(2, Safety.UNSAFE), fixed(3, Safety.UNSAFE), UNUSED])
    summary = written(Report(findings=findings))["summary"]
    assert (summary["findings"], summary["fixable"], summary["fixable_unsafe"]) == (4, 1, 2)


def test_summary_tells_what_is_not_shown() -> None:
    assert written(sample())["summary"] == {
        "files": 214,
        "functions": 412,
        "traced": 37,
        "findings": 6,
        "fixable": 0,
        "fixable_unsafe": 1,
        "suppressed": 1,
        "hidden": 4,
        "baselined": 0,
        "unchanged": 0,
        "problems": 2,
        "limits": {"call_depth": 0, "caller_visits": 0, "loop_passes": 0, "recursion": 0},
        "exit_code": 1,
    }


@given(reports())
def test_any_report_survives_the_round_trip(report: Report) -> None:
    assert document.render(report).isascii()
    read = written(report)
    told = [
        (f["path"], f["cell"], f["range"]["start"]["line"], f["code"], f["message"], f["fingerprint"])
        for f in read["findings"]
    ]
    assert told == [
        (f.span.path, f.span.cell, f.span.start.line, f.code, f.message, f.fingerprint) for f in report.findings
    ]
    assert read["summary"]["problems"] == len(read["problems"]) == len(report.problems)
    spoken = [(p["kind"], p["help"], p["partial"]) for p in read["problems"]]
    assert sorted(spoken) == sorted((p.kind.value, p.hint, p.partial) for p in report.problems)


def test_equal_reports_give_equal_bytes_in_any_order() -> None:
    report = sample()
    shuffled = replace(report, findings=report.findings[::-1], problems=report.problems[::-1])
    assert document.render(shuffled) == document.render(report)
