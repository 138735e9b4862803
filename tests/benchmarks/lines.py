"""What a traced line costs with all rules on, and what of it each rule takes: `python -m tests.benchmarks.lines FOLDER`.

Processor microseconds a line of all traced functions, nested ones counted with the function around them too, and how
many of these lines are given to libcst. A rule's share is its reasons to look and its checks, calls of other rules' answers
included: of what is worked out once for several rules, the one that asks first pays. What nearly all of them ask for has
rows of its own: who imports whom, the values of the expressions, and the uses of traced functions. Each measurement adds about 0.2 us.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from tflint_autograph.config.options import ALL
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis import analyze, inspection, sites
from tflint_autograph.engine.analysis.prefilters import prefilter_for
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.pipeline import Run
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence, Severity
from tflint_autograph.rules.api import load
from tflint_autograph.rules.catalogue import Known
from tflint_autograph.traced.tree.function_view import FunctionView
from tflint_autograph.traced.tree.slices import cut

spent: Counter[str] = Counter()
"""Nanoseconds by rule, and by what is done for all rules."""


def timed(what: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work, its time noted."""

    @wraps(work)
    def done(*given: Any) -> Any:
        start = time.thread_time_ns()
        try:
            return work(*given)
        finally:
            spent[what] += time.thread_time_ns() - start

    return done


def walked(what: str, check: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """The same check, the time until each of its hits noted."""

    @wraps(check)
    def done(*given: Any) -> Iterator[Any]:
        return iter(timed(what, lambda: list(check(*given)))())

    return done


def watched() -> None:
    """Note the time of all rules from here on."""
    for rule in load():
        for table in (rule.checks, rule.sites):
            for checks in table.values():
                checks[:] = [walked(rule.name, check) for check in checks]

    def known(rule: Known) -> Callable[..., Any]:
        return timed(rule.name, prefilter_for(rule))

    class Valued(FunctionView):
        """A function view whose expressions are valued before any rule asks."""

        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            timed("values", lambda: self.seen)()

    for module, name, work in (
        (inspection, "prefilter_for", known), (inspection, "FunctionView", Valued), (analyze, "cut", timed("libcst", cut)),
        (sites, "uses_of", timed("uses", sites.uses_of)),
    ):  # fmt: skip
        setattr(module, name, work)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("folder", type=Path)
    root = parser.parse_args().folder.resolve()
    watched()
    lines = Counter[str]()
    length = inspection._length

    def counted(run: AnalysisRun, key: Any) -> int:
        lines["traced"] += (own := length(run, key))
        return own

    inspection._length = counted
    settings = Settings(
        root=root, no_cache=True, jobs="1", select=(ALL,), min_severity=min(Severity), min_confidence=min(Confidence)
    )
    run = Run(settings, (str(root),), None)
    inspect = inspection.inspect

    def whole(run: Run, found: dict[str, list[Finding]]) -> None:
        timed("importers", run.program.analysis.importing.importers)()
        inspect(run, found)

    inspection.inspect = timed("everything", whole)
    stats = run.report(Adoption(run.settings)).stats
    count = lines["traced"]
    print(f"{stats.traced:,} traced functions, {count:,} lines, {stats.cst_lines:,} of them given to libcst")
    for what, nanoseconds in spent.most_common():
        print(f"{what:32} {nanoseconds / 1e9:7.2f} s {nanoseconds / 1e3 / max(count, 1):7.2f} us a traced line")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
