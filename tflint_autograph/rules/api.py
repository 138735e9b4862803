"""Defines what a rule is: a file with a page, a `Rule` and checks registered on it.

With what its page and its hits consist of, and what its checks are given, a rule needs from the rest of the linter only tables (`tfapi`),
fixes (`fixes`), and what is known of traced functions (`traced`) and of the whole program (`traced.program`).
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NewType, TypeVar

import libcst as cst

from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey, Lowered
from tflint_autograph.model.finding import Finding, Fix, Label
from tflint_autograph.model.levels import Confidence, Safety, Severity
from tflint_autograph.model.location import Span
from tflint_autograph.model.proof import ErrorKind, Proof
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Trace
from tflint_autograph.model.values import NO_TENSOR, NOTHING, UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.rules.catalogue import Known, known
from tflint_autograph.tfapi.assumptions import limit_of, text_of, weakest
from tflint_autograph.traced.program import FunctionCreation, RootCall, RootCalls, Use
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.point import EnclosingScope
from tflint_autograph.traced.tree.states import StaleRead

__all__ = [
    "NOTHING",
    "NO_TENSOR",
    "UNKNOWN",
    "Advice",
    "At",
    "Callee",
    "Check",
    "ClassKey",
    "Confidence",
    "EnclosingScope",
    "ErrorKind",
    "Expr",
    "Fix",
    "FunctionCreation",
    "FunctionKey",
    "Help",
    "Hit",
    "Kind",
    "Label",
    "Lowered",
    "Node",
    "Origin",
    "Proof",
    "RootCall",
    "RootCalls",
    "Rule",
    "Safety",
    "Severity",
    "Span",
    "Statement",
    "TracedFunction",
    "Use",
    "Value",
    "load",
    "rule_of",
]

Node = TypeVar("Node", bound=cst.CSTNode)
Check = Callable[[Any, TracedFunction], "Iterator[Hit]"]

SiteUse = TypeVar("SiteUse", bound=Use | StaleRead)
SiteCheck = Callable[[Any, RootCalls], "Iterator[Hit]"]

Help = NewType("Help", str)
"""The help text of a finding, created only by `Advice`."""


class Advice:
    """A help text of a rule with placeholders; created by `Rule.advises`, so that tests know all of them."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, **words: str) -> Help:
        """Returns the help of one finding: the text with these words filled in."""
        return Help(self.text.format(**words))


@record
class Hit:
    """The result of a check: the node (or, without a tree, the position) to point at, and the texts.

    `message` is the header, `note` the text under the caret, `help` an imperative that names the replacement. `severity` replaces the
    rule's own, and `excuse` says in the summary why it is lower. `confidence` is this hit's part of the combined confidence. `trace`
    replaces the function's best one, if the hit only applies on another call path. `inside` is the function of the position if a check of
    uses points into the traced function. `fix` are the edits, if any. `needs_callers`: it only applies if code outside the project calls a
    public function repeatedly. `under`: the version of Keras under which alone it applies, which the message then says. `assumptions` are
    the ids of what it rests on without proof beside the call path (`tfapi/assumptions.toml`), which limit the confidence.
    """

    node: cst.CSTNode | At
    message: str
    note: str = ""
    help: Help = Help("")
    severity: Severity | None = None
    confidence: Confidence = Confidence.HIGH
    labels: tuple[Label, ...] = ()
    trace: Trace | None = None
    inside: FunctionKey | None = None
    fix: Fix | None = None
    excuse: str = ""
    needs_callers: bool = False
    under: str = ""
    assumptions: tuple[str, ...] = ()

    @property
    def full_message(self) -> str:
        """The message with the condition under which it is true, which every output format shows."""
        return f"{self.message} under {self.under}" if self.under else self.message

    def finding(
        self, rule: Rule, span: Span, function: str, trace: Trace, doubt: Callable[[], str], assumed: tuple[str, ...] = (), *, at_change: bool = False
    ) -> Finding:  # fmt: skip
        """Returns the finding at a place of a function; see `weighed`."""
        confidence, excuse, assumptions = self.weighed(rule, trace, doubt, assumed)
        return Finding(
            rule.code, rule.name, self.full_message, span, self.severity or rule.severity, confidence, function, trace, self.note,
            self.labels, self.help, self.fix, excuse=excuse, needs_callers=self.needs_callers, at_change=at_change, assumptions=assumptions,
        )  # fmt: skip

    def weighed(
        self, rule: Rule, trace: Trace, doubt: Callable[[], str], assumed: tuple[str, ...] = ()
    ) -> tuple[Confidence, str, tuple[str, ...]]:
        """Returns the confidence of the finding, its excuse, and the ids of its assumptions, those of its function among them.

        The confidence is the least of rule, call path, hit and assumptions. The excuse is that of the hit, or what `doubt` says of its place,
        which makes it low, or the assumption that does.
        """
        assumptions = tuple(dict.fromkeys((*trace.assumptions, *assumed, *self.assumptions)))
        known = min(rule.confidence, trace.confidence, self.confidence)
        limit = min((known, *map(limit_of, assumptions)))
        if self.excuse or known is Confidence.LOW:
            return limit, self.excuse, assumptions
        excuse = doubt() or (f"low confidence: it is assumed that {text_of(weakest(assumptions))}" if limit is Confidence.LOW else "")
        return (Confidence.LOW if excuse else limit), excuse, assumptions


class Rule:
    """A rule, named after its module: `python_print` is `python-print`.

    `proof` are the ways in which `confirm` can prove a finding, `raises` the kinds of exceptions that prove it. `when` says in the
    words of `engine.analysis.prefilters` what the checks look for; without it they examine every traced function.
    """

    def __init__(
        self,
        module: str,
        *,
        code: str,
        severity: Severity,
        proof: tuple[Proof, ...],
        raises: tuple[ErrorKind, ...] = (),
        when: str = "",
        confidence: Confidence = Confidence.HIGH,
        default: bool = True,
    ) -> None:
        self.module = module
        self.code = code
        self.name = module.rpartition(".")[2].replace("_", "-")
        self.severity = severity
        self.proof = proof
        self.raises = frozenset(raises)
        self.when = when
        self.confidence = confidence
        self.default = default
        self.advice: list[Advice] = []
        self.checks: defaultdict[type[cst.CSTNode], list[Check]] = defaultdict(list)
        self.sites: defaultdict[type, list[SiteCheck]] = defaultdict(list)

    def __call__(
        self, *kinds: type[Node]
    ) -> Callable[[Callable[[Node, TracedFunction], Iterator[Hit]]], Callable[[Node, TracedFunction], Iterator[Hit]]]:
        """Registers a check for nodes of these types."""

        def register(check: Callable[[Node, TracedFunction], Iterator[Hit]]) -> Callable[[Node, TracedFunction], Iterator[Hit]]:
            for kind in kinds:
                self.checks[kind].append(check)
            return check

        return register

    def site(
        self, *kinds: type[SiteUse]
    ) -> Callable[[Callable[[SiteUse, RootCalls], Iterator[Hit]]], Callable[[SiteUse, RootCalls], Iterator[Hit]]]:
        """Registers a check for uses of traced functions, also in eager code, or for changes of what Keras has traced.

        Its hits point at positions.
        """

        def register(check: Callable[[SiteUse, RootCalls], Iterator[Hit]]) -> Callable[[SiteUse, RootCalls], Iterator[Hit]]:
            for kind in kinds:
                self.sites[kind].append(check)
            return check

        return register

    def advises(self, text: str) -> Advice:
        """Registers a help text; `{name}` in it is a placeholder.

        Each must have a program in `tests/advice` that follows it.
        """
        self.advice.append(Advice(text))
        return self.advice[-1]

    @functools.cached_property
    def page(self) -> Page:
        """The rule's page, from its module's docstring."""
        return parse(sys.modules[self.module].__doc__ or "")


@functools.cache
def rule_of(rule: Known) -> Rule:
    """Imports a rule."""
    found = importlib.import_module(f"{__package__}.{rule.name.replace('-', '_')}").rule
    assert isinstance(found, Rule)
    return found


@functools.cache
def load() -> tuple[Rule, ...]:
    """Imports every rule and returns them sorted by code."""
    return tuple(map(rule_of, known()))


_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@record
class Page:
    """A summary sentence (without full stop) and the sections below it, each (heading, Markdown)."""

    summary: str
    sections: tuple[tuple[str, str], ...]

    @property
    def markdown(self) -> str:
        """Returns all sections with their headings."""
        return "\n".join(f"## {heading}\n\n{text.strip()}\n" for heading, text in self.sections)

    def section(self, heading: str) -> str:
        """Returns the Markdown under `heading`, or an empty string."""
        return dict(self.sections).get(heading, "")

    def blocks(self, heading: str) -> tuple[str, ...]:
        """Returns the Python programs under `heading`."""
        return tuple(_BLOCK.findall(self.section(heading)))


def parse(docstring: str) -> Page:
    """Splits a rule's docstring into its summary and its `## ` sections."""
    first, *rest = _HEADING.split(docstring.strip() + "\n")
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Page(first.strip().rstrip("."), tuple((heading.strip(), text.strip("\n")) for heading, text in pairs))
