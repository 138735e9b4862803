"""What is worked out once for a function is the same as worked out each time."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from tests.programs import settings_of
from tests.rules.notation import fixtures
from tests.snippets import EXPRESSIONS
from tflint_autograph.engine.pipeline import check_paths
from tflint_autograph.model.report import Report
from tflint_autograph.project.interpreter.caching_evaluator import CachingEvaluator
from tflint_autograph.project.interpreter.expressions import Evaluator
from tflint_autograph.traced.graph.conditions import Numbering
from tflint_autograph.traced.tree.expressions import CstLowering
from tflint_autograph.traced.tree.mutations import brief, written


def checked(root: Path) -> Report:
    return check_paths(settings_of(root, no_cache=True, select=("ALL",), jobs="1"), (str(root),), strict=True)


def test_the_values_of_all_expressions_of_the_fixtures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for fixture in fixtures():
        path = tmp_path / fixture.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fixture.text, encoding="utf-8")
    remembered = checked(tmp_path)
    monkeypatch.setattr(CachingEvaluator, "evaluate", Evaluator.evaluate)
    monkeypatch.setattr(CachingEvaluator, "inside", Evaluator.inside)
    assert checked(tmp_path).findings == remembered.findings
    assert remembered.findings


def test_expressions_have_one_number_where_they_are_written_alike() -> None:
    numbering, lowering = Numbering(), CstLowering({}, {}, frozenset())
    # Parsed twice, so that no two of them are one object.
    numbers = [[numbering.of(lowering.expr(cst.parse_expression(text))) for text in EXPRESSIONS] for _ in range(2)]
    assert numbers[0] == numbers[1]
    again = [lowering.expr(cst.parse_expression(text)) for text in EXPRESSIONS]
    for one, number in zip(again, numbers[0], strict=True):
        for other, its in zip(again, numbers[0], strict=True):
            if number != its:
                assert one != other or repr(one) != repr(other)


@pytest.mark.parametrize("text", [*EXPRESSIONS, "f(" * 40 + "x" + ")" * 40, "x" + "[0]" * 11, "a" * 30, "a" * 31, "(((a)))"])
@pytest.mark.parametrize("longest", [1, 10, 30])
def test_the_code_of_an_expression_is_brief_or_left_out(text: str, longest: int) -> None:
    node = cst.parse_expression(text)
    whole = written(node)
    assert brief(node, longest) == (whole if len(whole) <= longest else None)
