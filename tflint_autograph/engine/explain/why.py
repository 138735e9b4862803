"""Answers "why is this traced": the call path from a root to a function. Runs no rule and prints nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.explain.passed import near
from tflint_autograph.engine.explain.targets import TargetPlace, candidates, find, shown_at
from tflint_autograph.engine.explain.untraced import Callers
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.location import Span
from tflint_autograph.model.trace import Step
from tflint_autograph.project.tracing.unconverted import Edge
from tflint_autograph.tfapi.assumptions import text_of
from tflint_autograph.tfapi.load import table
from tflint_autograph.tfapi.names import abbreviated

OTHERS = 3
"""Maximum number of other call paths that are listed; common helpers have hundreds."""


def why(settings: Settings, target: str) -> tuple[str, ...]:
    """Returns the lines that explain why `target` is traced, or why not.

    `target` is a file, `file:line` (in a notebook `file:cell 3:line`) or a dotted name, relative to the current folder. Raises UsageError
    if it matches no function, or several.
    """
    sought = TargetPlace.parse(target)
    whole = AnalysisRun(settings, (sought.path or str(settings.root),), None, strict=True)
    run = near(whole, candidates(whole, sought))
    answer = _Answer(run)
    found = find(run, sought)
    if found.outside:
        return (found.outside,)
    if found.overview:
        return tuple(answer.line(key) for key in found.keys) or (f"{target} contains no function",)
    trees = [list(answer.tree(key)) for key in found.keys]
    return tuple(line for number, tree in enumerate(trees) for line in (*([""] if number else []), *tree))


class _Answer:
    """The sentences about the functions of one run."""

    def __init__(self, run: AnalysisRun) -> None:
        self.files = run.files
        self.project = run.program.project
        self.tracing = run.program.tracing
        self.callers = Callers(run)

    def line(self, key: FunctionKey) -> str:
        """Returns one line about a function, for the overview of a file."""
        name, trace = self.project.display(key), self.tracing.traces.get(key)
        if trace is None:
            return f"{name} is not traced: {next(self.callers.reasons(key))}"
        through = " → ".join((trace.root, *self._chain(key)[:-1]))
        return f"{name} is traced (confidence {trace.confidence.value}): {through}"

    def tree(self, key: FunctionKey) -> Iterator[str]:
        """Yields the complete explanation for one function."""
        name, trace = self.project.display(key), self.tracing.traces.get(key)
        if trace is None:
            yield f"{name} is not traced"
            yield from (f"  {reason}" for reason in self.callers.reasons(key))
            return
        converted = "converted" if trace.converted else "not converted"
        yield f"{name} is traced (confidence {trace.confidence.value}, {converted} by AutoGraph)"
        yield from _branches(list(self._rows(key, trace.steps)))
        yield from (f"assumed: {text_of(name)}" for name in trace.assumptions)
        yield from (f"also through: {way}" for way in self._others(key))

    def _rows(self, key: FunctionKey, steps: Sequence[Step]) -> Iterator[tuple[str, str, str]]:
        """Yields text, place and source line of each step, the root last."""
        for step in reversed(steps[1:]):
            edge = self._edge(key, step)
            yield f"{edge.kind.passive} {self.project.display(edge.caller)}", self._place(step.span), self._source(step.span)
            key = edge.caller
        yield steps[0].text, self._place(steps[0].span), self._source(steps[0].span)

    def _edge(self, key: FunctionKey, step: Step) -> Edge:
        """Returns the call of the last step in the trace of `key`."""
        edges = self.tracing.edges[key].values()
        return next(
            edge
            for edge in sorted(edges, key=lambda edge: (edge.caller, edge.at))
            if edge.text == step.text and self.project.span(edge.caller.path, edge.at) == step.span
        )

    def _chain(self, key: FunctionKey) -> list[str]:
        """Returns the names of the functions from the root to `key`."""
        names = [self.project.display(key)]
        for step in reversed(self.tracing.traces[key].steps[1:]):
            key = self._edge(key, step).caller
            names.append(self.project.display(key))
        return names[::-1]

    def _others(self, key: FunctionKey) -> Iterator[str]:
        """Yields the other ways into a function: roots and callers."""
        steps, name = self.tracing.traces[key].steps, self.project.display(key)
        ways: dict[str, str] = {}
        for root in self.tracing.found.get(key, []):
            span = self.project.span(root.path, root.at)
            if (span, root.text) != (steps[-1].span, steps[-1].text):
                ways.setdefault(f"{root.word} → {name}", self._place(span))
        for edge in sorted(self.tracing.edges.get(key, {}).values(), key=lambda edge: (edge.caller, edge.at)):
            trace, span = self.tracing.traces.get(edge.caller), self.project.span(edge.caller.path, edge.at)
            chain = self._chain(edge.caller) if trace is not None else []
            if trace is not None and name not in chain and (span, edge.text) != (steps[-1].span, steps[-1].text):
                ways.setdefault(" → ".join((trace.root, *chain, name)), self._place(span))
        shown = list(ways.items())
        yield from (f"{way}   ({where})" for way, where in shown[:OTHERS])
        if len(shown) > OTHERS:
            yield f"{len(shown) - OTHERS} more"

    def _place(self, span: Span) -> str:
        return shown_at(self.files, span)

    def _source(self, span: Span) -> str:
        module = self.project.module(span.path)
        return module.lines[span.start.line - 1].strip() if module else ""


def _branches(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yields the rows as a tree with one branch, in columns."""
    labels = [f"{'    ' * depth}└── {words}" for depth, (words, _, _) in enumerate(rows)]
    width = max(len(label) for label in labels)
    column = max(len(where) for _, where, _ in rows)
    for label, (_, where, source) in zip(labels, rows, strict=True):
        yield f"{label:<{width}}   {where:<{column}}   {source}".rstrip()


def roots() -> tuple[str, ...]:
    """Returns the lines that list what begins a trace, what continues one and what leaves one, with headings."""
    found: dict[str, list[str]] = {"always": [], "inside": [], "never": []}
    for name, row in table("tracing")["calls"].items():
        found[row.split()[0]].append(abbreviated(name))
    for kind, methods in table("tracing")["methods"].items():
        for method, row in methods.items():
            found[row.split()[0]].append(f"{kind}.{method}")
    bases = table("keras")["bases"].items()
    keras = [f"{kind}: {row['traced']}" for kind, row in bases if row.get("traced")]
    headings = (
        ("traced by decorator or call:", found["always"]),
        ("methods Keras traces under fit, evaluate and predict:", keras),
        ("traced if the call is in traced code:", found["inside"]),
        ("never traced, run as eager code on every call:", found["never"]),
    )
    return tuple(line for heading, names in headings for line in (heading, *(f"  {name}" for name in sorted(names))))
