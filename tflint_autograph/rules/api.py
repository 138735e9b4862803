"""What a rule is: a file with a page, a `Rule` and checks registered on it. Knows no rule by name."""

from __future__ import annotations

import functools
import importlib
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NewType, TypeVar

import libcst as cst

from tflint_autograph.model.body import At
from tflint_autograph.model.error_kind import ErrorKind
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.finding import Fix, Label
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.model.proof import Proof
from tflint_autograph.model.record import record
from tflint_autograph.model.trace import Trace
from tflint_autograph.project.callsites.root_calls import RootCalls, Use
from tflint_autograph.rules.catalogue import Known, known
from tflint_autograph.traced.tree.function import TracedFunction

if TYPE_CHECKING:
    from tflint_autograph.rules.page import Page

Node = TypeVar("Node", bound=cst.CSTNode)
Check = Callable[[Any, TracedFunction], "Iterator[Hit]"]

Kind = TypeVar("Kind", bound=Use)
SiteCheck = Callable[[Any, RootCalls], "Iterator[Hit]"]

Help = NewType("Help", str)
"""What a finding tells its reader to write; only `Advice` makes one."""


class Advice:
    """An instruction of a rule, with places for the words that differ; `Rule.advises` makes one, so that tests know them all."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, **words: str) -> Help:
        """The help of one finding: the instruction with these words in its places."""
        return Help(self.text.format(**words))


@record
class Hit:
    """What a check found: the node, or where there is no tree the place, to point at, and the words to say.

    `message` is the header, `note` is under the caret, `help` names the replacement as an imperative.
    `severity` replaces the rule's own, and `excuse` says why it is less, in words for the summary; `confidence` is this hit's share of the composed confidence. `trace` replaces the
    function's best one, where the hit only holds on another way to it. `inside` is the function of the place where a
    check of uses points into the traced function instead of at the use. `fix` are the edits that mend it, where there are any.
    `needs_callers` says that it holds only if code outside of the project calls a public function, and again.
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


class Rule:
    """A rule, named after its module: `python_print` is `python-print`.

    `proof` are the ways in which `confirm` can show that a finding of the rule holds, `raises` the kinds of exceptions
    that show it. `when` names what a function must
    have before the checks look into it, in `rules.triggers`; without one they look into every traced function.
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
        """Register a check for nodes of these types."""

        def register(check: Callable[[Node, TracedFunction], Iterator[Hit]]) -> Callable[[Node, TracedFunction], Iterator[Hit]]:
            for kind in kinds:
                self.checks[kind].append(check)
            return check

        return register

    def site(
        self, *kinds: type[Kind]
    ) -> Callable[[Callable[[Kind, RootCalls], Iterator[Hit]]], Callable[[Kind, RootCalls], Iterator[Hit]]]:
        """Register a check for uses of traced functions, in eager code too; its hits point at places."""

        def register(check: Callable[[Kind, RootCalls], Iterator[Hit]]) -> Callable[[Kind, RootCalls], Iterator[Hit]]:
            for kind in kinds:
                self.sites[kind].append(check)
            return check

        return register

    def advises(self, text: str) -> Advice:
        """Register an instruction; `{name}` in it is a place for a word of the code.

        Each must have a program in `tests/advice` that follows it.
        """
        self.advice.append(Advice(text))
        return self.advice[-1]

    @functools.cached_property
    def page(self) -> Page:
        """The rule's page, from its module's docstring."""
        from tflint_autograph.rules.page import parse  # findings are shown without

        return parse(sys.modules[self.module].__doc__ or "")


@functools.cache
def rule_of(rule: Known) -> Rule:
    """Import a rule."""
    found = importlib.import_module(f"{__package__}.{rule.name.replace('-', '_')}").rule
    assert isinstance(found, Rule)
    return found


@functools.cache
def load() -> tuple[Rule, ...]:
    """Import every rule; the rules in the order of their codes."""
    return tuple(map(rule_of, known()))
