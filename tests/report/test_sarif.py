"""The `sarif` format, against the standard's schema, a stricter one and what its readers rely on."""

from __future__ import annotations

import json
import sys
import types
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from tests import schemas
from tests.report.report_strategies import NOTEBOOK, reports
from tests.report.sample_report import APPEND, PRINT, PROBLEMS, RANDOM, assert_golden, one, sample, span
from tests.report.sarif_schema import SCHEMA
from tflint_autograph.model.finding import Edit, Finding, Fix, ProblemKind, Suppression
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.levels import Safety, Severity
from tflint_autograph.model.report import Report
from tflint_autograph.report import sarif
from tflint_autograph.report.sarif import rules
from tflint_autograph.rules.api import Rule, load

VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def written(report: Report) -> dict[str, Any]:
    """The only run of the document of a report, which keeps both schemas."""
    document = json.loads(sarif.render(report))
    VALIDATOR.validate(document)
    schemas.validator(schemas.SARIF).validate(document)
    run: dict[str, Any] = document["runs"][0]
    return run


def result(finding: Finding, *lines: str) -> dict[str, Any]:
    (only,) = written(one(with_fingerprints([finding])[0], *lines))["results"]
    return dict(only)


def test_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    page = types.ModuleType("rules.python_print", "`print` runs once.\n\n## Why it matters\nIt says nothing later.\n")
    monkeypatch.setitem(sys.modules, "rules.python_print", page)
    rule = Rule("rules.python_print", code="TFA101", severity=Severity.WARNING, proof=())
    monkeypatch.setattr(rules, "load", lambda: (rule,))
    monkeypatch.setattr(sarif, "__version__", "0.0.0")
    written(sample())
    assert_golden("sarif.json", sarif.render(sample()))


@settings(max_examples=50)
@given(reports())
def test_any_report_keeps_the_schema(report: Report) -> None:
    written(report)


def test_every_rule_is_described_by_its_page() -> None:
    described = written(Report(findings=()))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in described] == [rule.code for rule in load()]
    by_code = {rule["id"]: rule for rule in described}
    printed = by_code["TFA101"]
    assert printed["name"] == "PythonPrint"
    assert "```python" in printed["help"]["markdown"]
    assert "## Why it matters" in printed["help"]["markdown"]
    assert {rule.code: rule.default for rule in load()} == {
        code: rule["defaultConfiguration"]["enabled"] for code, rule in by_code.items()
    }


def test_trace_is_a_code_flow_from_the_root_to_the_hazard() -> None:
    (flow,) = result(PRINT)["codeFlows"]
    steps = flow["threadFlows"][0]["locations"]
    files = [step["location"]["physicalLocation"]["artifactLocation"]["uri"] for step in steps]
    assert files == ["pkg/train.py", "pkg/train.py", "pkg/losses.py", "pkg/helpers.py"]
    assert [step["nestingLevel"] for step in steps] == [0, 1, 2, 3]


def test_fix_is_a_replacement_and_one_to_look_at_is_none() -> None:
    (fix,) = result(PRINT)["fixes"]
    assert fix["description"]["text"].startswith("Use `tf.print` (unsafe: ")
    (change,) = fix["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 6, "startColumn": 5, "endLine": 6, "endColumn": 10},
            "insertedContent": {"text": "tf.print"},
        }
    ]
    assert PRINT.fix
    assert "fixes" not in result(replace(PRINT, fix=replace(PRINT.fix, safety=Safety.DISPLAY)))


def test_labels_are_related_locations_the_message_links_to() -> None:
    read = result(APPEND)
    (related,) = read["relatedLocations"]
    assert read["message"]["text"].endswith(f"[`seen` is made outside the traced function]({related['id']}).")
    assert "Confirmed: 1 element after 3 calls." in read["message"]["text"]
    assert read["properties"]["evidence"]["verdict"] == "confirmed"


def test_the_words_under_the_caret_are_told_without_a_trace_too() -> None:
    assert result(replace(PRINT, trace=None))["message"]["text"] == (
        "Python `print` runs only while tracing. Runs once per trace, not once per step. Use `tf.print`."
    )


def test_a_message_that_looks_like_a_link_is_none() -> None:
    text = result(replace(PRINT, message="calls `table[0](1)`"))["message"]["text"]
    assert r"table\[0\](1)" in text


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("a b/é%.py", {"uri": "a%20b/%C3%A9%25.py", "uriBaseId": "%SRCROOT%"}),
        ("a:b.py", {"uri": "a%3Ab.py", "uriBaseId": "%SRCROOT%"}),
        ("/tmp/a.py", {"uri": "file:///tmp/a.py"}),
        ("C:/a b.py", {"uri": "file:///C:/a%20b.py"}),
    ],
)
def test_addresses(path: str, location: dict[str, str]) -> None:
    read = result(replace(PRINT, span=span(path, 1, 1, 2)))
    assert read["locations"][0]["physicalLocation"]["artifactLocation"] == location


def test_a_notebook_is_placed_in_its_json_text() -> None:
    edit = Edit(span("nb.ipynb", 2, 5, 8, cell=1), 'f("b",\n  é)')
    finding = replace(
        RANDOM, span=span("nb.ipynb", 2, 1, 9, cell=1), trace=None, fix=Fix("Mend", (edit,), Safety.SAFE)
    )
    read = written(replace(one(with_fingerprints([finding])[0]), notebooks=(("nb.ipynb", NOTEBOOK),)))["results"][0]
    assert read["message"]["text"].startswith("cell 1, line 2: ")
    row = NOTEBOOK.decode().split("\n")[1]
    region = read["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["endLine"]) == (2, 2)
    assert row[region["startColumn"] - 1 : region["endColumn"] - 1] == r'x.é(\"a\")'
    (change,) = read["fixes"][0]["artifactChanges"][0]["replacements"]
    deleted = change["deletedRegion"]
    mended = row[: deleted["startColumn"] - 1] + change["insertedContent"]["text"] + row[deleted["endColumn"] - 1 :]
    cells = json.loads(NOTEBOOK.decode().replace(row, mended))["cells"]
    assert "".join(cells[0]["source"]).split("\n")[1:3] == ['x.é(f("b",', "  é))"]


def test_a_suppression_is_told() -> None:
    (told,) = result(replace(PRINT, suppressed=Suppression(span("a.py", 7, 1, 9), "on purpose")))["suppressions"]
    assert (told["kind"], told["justification"]) == ("inSource", "on purpose")


def test_problems_are_notifications_and_only_ours_are_failures() -> None:
    (invocation,) = written(Report(findings=(), problems=PROBLEMS))["invocations"]
    assert [note["descriptor"]["id"] for note in invocation["toolExecutionNotifications"]] == ["encoding", "syntax"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (True, 1)
    broken = replace(PROBLEMS[0], kind=ProblemKind.IO)
    (invocation,) = written(Report(findings=(), problems=(broken,)))["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)


def test_the_worst_comes_first() -> None:
    levels = [entry["level"] for entry in written(sample())["results"]]
    assert levels == sorted(levels, key=["error", "warning", "note"].index)
