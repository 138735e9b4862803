"""What is written to a cache comes back as it was, and nothing else comes back at all."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.report_strategies import FINDINGS
from tflint_autograph.engine.cache.codec import Foreign, decode, encode
from tflint_autograph.engine.results import AnalysisResult
from tflint_autograph.model.directives import Comment, Directive, DirectiveKind
from tflint_autograph.model.finding import Finding, Problem, ProblemKind
from tflint_autograph.model.location import Position, Span

PLACE = Position(1, 1)
PROBLEM = Problem(ProblemKind.SYNTAX, "invalid syntax", Span("a\udc80.py", PLACE, PLACE, cell=3), "mend it")
DIRECTIVE = Directive(DirectiveKind.IGNORE, ("TFA101",), PLACE, Position(1, 9), (PLACE, Position(2, 1)), alone=True)
COMMENTS = (Comment(DIRECTIVE, 1, 3),)
LOOKED = AnalysisResult({"b.py": ()}, {"a.py": PROBLEM}, {"b.py": COMMENTS}, 2, 7, (("tf.function", 3),))


@given(FINDINGS)
def test_findings_come_back(finding: Finding) -> None:
    assert decode(Finding, encode(finding)) == finding


def test_a_result_comes_back() -> None:
    assert decode(AnalysisResult, encode(LOOKED)) == LOOKED


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(Foreign):
        decode(AnalysisResult, json.dumps(data).encode())


@pytest.mark.parametrize("place", range(6))
def test_a_part_of_another_type_is_refused(place: int) -> None:
    raw = json.loads(encode(LOOKED))
    for wrong in (None, True, 1.5, "x", [[1]], {"a": 1}):
        with pytest.raises(Foreign):
            decode(AnalysisResult, json.dumps([*raw[:place], wrong, *raw[place + 1 :]]).encode())


def test_no_pickle_is_loaded() -> None:
    with pytest.raises(Foreign):
        decode(AnalysisResult, pickle.dumps(LOOKED))
