"""Converts findings to subjects of proofs, and selects what is counted while they run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

from tflint_autograph.confirm.candidates import Functions
from tflint_autograph.confirm.gates import gates
from tflint_autograph.confirm.mutate_captured import changed_name, needs_writer
from tflint_autograph.confirm.protocol import Line, Watch
from tflint_autograph.confirm.statements import Statement, dotted_names, statement_at
from tflint_autograph.confirm.subject import Subject
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.proof import Proof, Provable
from tflint_autograph.model.runnable import Runnable
from tflint_autograph.source.text import split_lines

_NAME = re.compile(r"[A-Za-z_]\w*")


def subject_of(
    id: str, finding: Finding, module: Runnable, tree: ast.Module, rule: Provable, writer: tuple[str, str] = ("", "")
) -> Subject:  # fmt: skip
    """Returns the subject of a finding; `tree` is the syntax tree of its module, `writer` that of `writer_of`."""
    span = finding.span
    line = module.line(span.cell, span.start.line)
    statement = statement_at(tree, line)
    end = span.end.column - 1 if span.end.line == span.start.line else None
    whole = split_lines(module.text)[line - 1]
    text = whole[span.start.column - 1 : end]
    is_lambda = _is_in_lambda(tree, line, len(whole[: span.start.column - 1].encode()))
    name = changed_name(finding, rule.ways, statement, text, has_writer=bool(writer[1]))
    flagged = frozenset(_NAME.findall(text))
    raising = _raising(finding, module, tree, line)
    doubted = finding.trace is not None and finding.trace.confidence is Confidence.LOW
    proofs = (Proof.UNHEEDED,) if finding.at_change else rule.ways
    read = (name, *_read(text)) if Proof.STALE in proofs else ()
    return Subject(
        id, module.file, statement, proofs, finding.function, name, flagged, raising, rule.raises,
        is_doubted=doubted, writer=writer, is_of_unknown_kind=finding.confidence is Confidence.LOW, in_lambda=is_lambda,
        gates=gates(tree, statement.first), for_information=finding.severity is Severity.INFO, read=read,
    )  # fmt: skip


def _read(text: str) -> tuple[str, ...]:
    """Returns the dotted names in flagged code, which may be a part of an expression over several lines."""
    try:
        return dotted_names(ast.parse(text, mode="eval"))
    except (SyntaxError, ValueError):
        return tuple(_NAME.findall(text))


def _is_in_lambda(tree: ast.Module, line: int, column: int) -> bool:
    """Whether a place is in a lambda and in no other function; `column` counts bytes of UTF-8 from 0, as Python's syntax trees do."""
    found = [each for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and _holds(each, line, column)]
    return bool(found) and all(isinstance(each, ast.Lambda) for each in found)


def _holds(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, line: int, column: int) -> bool:
    return (node.lineno, node.col_offset) <= (line, column) < (node.end_lineno or 0, node.end_col_offset or 0)


def _raising(finding: Finding, module: Runnable, tree: ast.Module, line: int) -> Statement | None:
    """Returns the statement of the first label if the finding names a function and points at a call of it, or None."""
    if not finding.labels or finding.labels[0].span.path != finding.span.path:
        return None
    named = finding.function.rpartition(".")[2]
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name == named]
    if not functions or any(each.lineno <= line <= (each.end_lineno or 0) for each in functions):
        return None
    place = finding.labels[0].span
    return statement_at(tree, module.line(place.cell, place.start.line))


def writer_of(finding: Finding, rule: Provable, modules: Mapping[str, Runnable], functions: Mapping[str, Functions]) -> tuple[str, str]:
    """Returns the file and name of the function that its label says to change the value, where only that shows something; else empty."""
    for span in (label.span for label in finding.labels if label.span.path in functions and needs_writer(finding, rule.ways)):
        line = modules[span.path].line(span.cell, span.start.line)
        function = functions[span.path].around(line)
        if function is not None and functions[span.path].nested(line) is None:
            return modules[span.path].file, function.target
    return "", ""


def labelled(finding: Finding, modules: Mapping[str, Runnable]) -> frozenset[Line]:
    """Returns the lines the labels of a finding point at, if in one of these modules."""
    spans = [label.span for label in finding.labels if label.span.path in modules]
    return frozenset(Line(modules[span.path].file, modules[span.path].line(span.cell, span.start.line)) for span in spans)


def watches(subjects: Iterable[Subject]) -> Iterator[Watch]:
    """Yields what is counted: the statement of each subject, the first one in the body of a loop, and what a statement sets that a trace has read."""
    for each in subjects:
        is_added = Proof.DROPPED in each.proofs
        yield Watch(each.id, each.file, each.statement.first, each.statement.last, is_added, each.read, each.in_lambda)
        if each.statement.body[0]:
            yield Watch(f"{each.id}/body", each.file, *each.statement.body)
        if Proof.UNHEEDED in each.proofs and each.statement.writes:
            yield Watch(each.written, each.file, each.statement.first, each.statement.last, names=(each.statement.writes,))
