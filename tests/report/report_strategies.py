"""Reports of any content, for property tests. Their places need not exist in their sources."""

from __future__ import annotations

from hypothesis import strategies as st

from tflint_autograph.model.edits import collide
from tflint_autograph.model.finding import Edit, Evidence, Finding, Fix, Label, Problem, ProblemKind, Suppression
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.report import Report, Stats
from tflint_autograph.model.trace import Step, Trace

WORDS = st.text(max_size=20) | st.text(st.characters(categories=["Cc", "Cs", "Cf", "Zl", "Zp", "Mn", "Lo"]), max_size=5)
PATHS = st.sampled_from(["a.py", "b c.py", "nb.ipynb"]) | st.text(
    st.characters(exclude_characters="\0"), min_size=1, max_size=9
)
POSITIONS = st.builds(Position, st.integers(1, 5), st.integers(1, 300))
SPANS = st.builds(
    lambda path, ends, cell: Span(path, min(ends), max(ends), cell),
    PATHS,
    st.tuples(POSITIONS, POSITIONS),
    st.none() | st.integers(1, 3),
)
STEPS = st.builds(Step, SPANS, WORDS)
TRACES = st.builds(
    Trace, WORDS, st.lists(STEPS, min_size=1, max_size=8).map(tuple), st.booleans(), st.sampled_from(Confidence)
)
LABELS = st.lists(st.builds(Label, SPANS, WORDS), max_size=3).map(tuple)
EDITS = (
    st.lists(st.builds(Edit, SPANS, WORDS), max_size=2)
    .filter(lambda edits: len(edits) < 2 or not collide(*edits))
    .map(tuple)
)
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(["TFA101", "TFA503", "TFA901"]),
    name=st.sampled_from(["python-print", "outer-mutation"]),
    message=WORDS,
    span=SPANS,
    severity=st.sampled_from(Severity),
    confidence=st.sampled_from(Confidence),
    function=WORDS,
    trace=st.none() | TRACES,
    note=WORDS,
    labels=LABELS,
    help=WORDS,
    fix=st.none() | st.builds(Fix, WORDS, EDITS, st.sampled_from(Safety)),
    evidence=st.none() | st.builds(Evidence, st.sampled_from(["confirmed", "refuted", "not-run"]), WORDS, WORDS),
    suppressed=st.none() | st.builds(Suppression, SPANS, WORDS),
)
PROBLEMS = st.builds(Problem, st.sampled_from(ProblemKind), WORDS, SPANS, WORDS, st.booleans())
SOURCES = st.dictionaries(
    st.tuples(PATHS, st.none() | st.integers(1, 3)),
    st.lists(WORDS | st.text(min_size=90), max_size=5).map(tuple),
    max_size=4,
)
NOTEBOOK = b"""{"cells": [
 {"cell_type": "code", "source": ["import x\\n", "x.\xc3\xa9(\\"a\\")\\n", "y"]},
 {"cell_type": "markdown", "source": "# one"}, {"cell_type": "code", "source": "a\\nb\\n\\nc"}]}
"""


def reports() -> st.SearchStrategy[Report]:
    """Reports with up to four findings of one list, so that equal ones occur."""
    count = st.integers(0, 3)
    return st.builds(
        Report,
        findings=st.lists(FINDINGS, max_size=4).map(with_fingerprints),
        suppressed=st.lists(FINDINGS, max_size=2).map(with_fingerprints),
        problems=st.lists(PROBLEMS, max_size=2).map(tuple),
        hidden=count,
        stats=st.builds(Stats, files=count, relevant=count, traced=count, functions=count),
        excluded=st.lists(WORDS, max_size=2).map(tuple),
        sources=SOURCES.map(lambda sources: tuple(sources.items())),
        notebooks=st.sampled_from([(), (("nb.ipynb", NOTEBOOK),)]),
    )
