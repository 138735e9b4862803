"""Explains why a function is not traced: who calls it or passes it on, and what happens to it there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.explain.targets import functions, shown_at
from tflint_autograph.model.body import At
from tflint_autograph.model.facts import MODULE, FunctionKey, ModuleFacts
from tflint_autograph.model.record import record
from tflint_autograph.project.interpreter.called import callables, run_by
from tflint_autograph.project.tracing.unresolved import Resolved, Unresolved, decorators
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.tfapi.tracing import When, tracing_call, tracing_method

SHOWN = 4
"""Maximum number of callers and places that are listed; common helpers have hundreds."""


@record
class FunctionUse:
    """One place where a function is called, or passed to something; then `word` is the spelling of that."""

    caller: FunctionKey
    at: At
    word: str = ""
    escape: bool = False
    inside: bool = False


class Callers:
    """Queries about how eager code uses the functions of the project."""

    def __init__(self, run: AnalysisRun) -> None:
        self.files = run.files
        self.program = run.program
        self.project = run.program.project
        self.analysis = run.program.analysis
        self.traces = run.program.tracing.traces

    def reasons(self, key: FunctionKey) -> Iterator[str]:
        """Yields why a function is not traced: one sentence per place, at least one."""
        fact = self.project.function(key)
        own = list(self._own(key))
        if fact is not None and fact.is_async:
            own.append("it is a coroutine, which TensorFlow does not trace")
        uses = self._uses.get(key, [])
        yield from own
        for use in uses[:SHOWN]:
            yield self._sentence(use)
        if len(uses) > SHOWN:
            yield f"{len(uses) - SHOWN} more places like these"
        if not uses and not own:
            yield "called by nothing in the project"
        yield from (self._unresolved(each) for each in decorators(self.analysis, key) if each.resolved is Resolved.OWN)

    def _unresolved(self, decorator: Unresolved) -> str:
        where = shown_at(self.files, self.project.span(decorator.path, decorator.at))
        mend = f"; if it traces, name `{decorator.name}` in `extra-roots`" if decorator.name else ""
        return f"decorated with `{decorator.written}` ({where}): {decorator.meaning}{mend}"

    def _own(self, key: FunctionKey) -> Iterator[str]:
        """Yields reasons found in the function itself, or in its class."""
        fact = self.project.function(key)
        for name in sorted(self.analysis.decorator_names(key)) if fact is not None else ():
            row = tracing_call(name)
            if row is not None and row.when is When.NEVER:
                yield f"decorated with `{row.root}`: runs as eager code on every call"
        yield from (self._unresolved(each) for each in decorators(self.analysis, key) if each.resolved is not Resolved.OWN)
        method = self.analysis.keras_versions.method(key)
        if method is not None and method.base.all_eager:
            yield f"a method of a `{method.base_name}`, which Keras runs as eager code"

    def _sentence(self, use: FunctionUse) -> str:
        where = shown_at(self.files, self.project.span(use.caller.path, use.at))
        caller = self.project.display(use.caller)
        if use.escape:
            return f"passed to `{use.word}` ({where}): runs as eager code on every call"
        if use.word and not use.inside:
            return f"passed to `{use.word}` ({where}): not a known tracing function"
        verb = f"passed to `{use.word}` by" if use.word else "called by"
        if use.caller.qualname == MODULE:
            return f"{verb} module level code ({where}), which is never traced"
        if use.caller in self.traces:
            return f"{verb} {caller} ({where}), which is traced, in a place that only eager code reaches"
        known = self._uses.get(use.caller)
        return f"{verb} {caller} ({where}), which is " + ("not traced" if known else "called by nothing in the project")

    @cached_property
    def _uses(self) -> dict[FunctionKey, list[FunctionUse]]:
        """All uses of each function, ordered by place."""
        for path in self.files.all():
            self.project.module(path)
        found: defaultdict[FunctionKey, dict[FunctionUse, None]] = defaultdict(dict)
        for module in self.project.loaded():
            keys = [FunctionKey(module.path, MODULE), *(key for key, _ in functions(self.project, module))]
            for caller in keys:
                flow = self.analysis.eager_functions.full_result(caller)
                for site in flow.calls.values():
                    for key, use in self._of_call(caller, site, module):
                        found[key][use] = None
                for at, key in flow.implicit_calls:
                    found[key][FunctionUse(caller, at)] = None
        return {key: sorted(uses, key=lambda use: (use.caller, use.at)) for key, uses in found.items()}

    def _of_call(self, caller: FunctionKey, site: CallSite, module: ModuleFacts) -> Iterator[tuple[FunctionKey, FunctionUse]]:
        called = run_by(self.analysis, site.func, traced=False, constructs=True)
        for target in called:
            if target.key != caller:
                yield target.key, FunctionUse(caller, site.at)
        row = tracing_call(site.func.name) if site.func.name else None
        if row is None and site.receiver is not None:
            receiver = site.receiver
            kind = self.analysis.keras_kind(receiver.cls) if receiver.cls else receiver.type or receiver.kind.value
            row = tracing_method(kind, site.method)
        if called or site.func.callees or canonical(site.func.name) == "functools.partial":
            return
        escape = row is not None and row.when is When.NEVER
        word = row.root if row is not None else _written(site, module)
        for _, value in site.args:
            for target in callables(value, self.analysis, each=True):
                yield target.key, FunctionUse(caller, site.at, word, escape, row is not None and not escape)


def _written(site: CallSite, module: ModuleFacts) -> str:
    """Returns the called expression as spelled, `executor.submit`; for a chain of calls its last method."""
    text = module.lines[site.at.line - 1][site.at.column - 1 :].partition("(")[0]
    return text if not site.method or text.endswith("." + site.method) else f".{site.method}"
