"""One run: from files to facts, traces, findings and a report."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.analysis.collector import uncollected
from tflint_autograph.engine.analysis.progress import Progress, untold
from tflint_autograph.engine.analysis.run import AnalysisRun
from tflint_autograph.engine.analysis.select import active, ignored_in, is_shown, ranked, weighed
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.locations.findings import placed
from tflint_autograph.engine.results import AnalysisResult, SuppressionResult
from tflint_autograph.model.baseline import Where
from tflint_autograph.model.directives import Comment
from tflint_autograph.model.finding import Finding, Problem
from tflint_autograph.model.fingerprint import with_fingerprints
from tflint_autograph.model.report import Report, Stats
from tflint_autograph.rules.catalogue import codes, known

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tflint_autograph.engine.analysis.components import Seen
    from tflint_autograph.engine.cache.component_results import ComponentCache
    from tflint_autograph.engine.cache.runs import RunCache
    from tflint_autograph.engine.workspace.excerpts import Sources
    from tflint_autograph.engine.workspace.import_components import Islands
    from tflint_autograph.engine.workspace.warm_state import WarmState


def check_paths(
    settings: Settings,
    paths: Sequence[str],
    *,
    stdin: tuple[str, bytes] | None = None,
    strict: bool = False,
    adoption: Adoption | None = None,
    executor: Executor | None = None,
    progress: Progress = untold,
    residents: WarmState | None = None,
    cache: RunCache | None = None,
) -> Report:
    """Checks `paths`, relative to the current folder, and returns the report. `stdin` (name, bytes) replaces a file.

    Raises UsageError if a path does not exist. An internal error becomes a problem of its file, unless `strict`, which tests use; then no
    cache is used either. Without `adoption` the baseline of the settings applies. An `executor` analyses as many shares as `settings.jobs`
    says; its workers need the same files in the same places, and it is not shut down. `progress` is told how far the run is. `residents`
    keep warm state between runs. `cache` is an open cache for these settings and paths.
    """
    run = Run(settings, paths, stdin, strict=strict, executor=executor, progress=progress, residents=residents, cache=cache)
    return run.report(adoption or Adoption(settings))


class Run(AnalysisRun):
    """One run over one set of paths, whose results become a report. `overlay` maps absolute paths to bytes that replace files."""

    seen: Seen | None = None

    @uncollected()
    def report(self, adoption: Adoption) -> Report:
        """Runs all phases and returns the report, or takes the result from the cache."""
        looked = self._result_cached()
        self.files.problems.update(looked.problems)
        said = sorted({*looked.found, *looked.comments})
        outcomes = [self._suppressed(path, looked.found.get(path, ()), looked.comments.get(path, ())) for path in said]
        shown = [finding for outcome in outcomes for finding in (*outcome.shown, *outcome.about_comments)]
        kept = [finding for finding in shown if is_shown(self.settings, finding)]
        hidden = [finding for finding in shown if not is_shown(self.settings, finding)]
        suppressed = [finding for outcome in outcomes for finding in outcome.suppressed]
        sifted = adoption.sift(kept, hidden, self._judges, self._absolute)
        problems = adoption.problems(self.files.problems.values(), self._absolute)
        return replace(
            self._composed(sifted.kept, suppressed, problems, looked),
            hidden=len(hidden), unchanged=sifted.unchanged, baseline=sifted.baseline,
            uncounted=self._uncounted(hidden, adoption),
        )  # fmt: skip

    def _uncounted(self, hidden: Sequence[Finding], adoption: Adoption) -> tuple[Finding, ...]:
        # File by file, as each file's text is read once, and without what no summary shows.
        named = (replace(each, labels=(), fix=None) for each in hidden if adoption.concerns(each, self._absolute))
        return tuple(ranked(placed(named, self.settings, self.files)))

    def _absolute(self, path: str) -> str:
        return self.files.absolute.get(path) or str(self.settings.root / path)

    def _judges(self, where: Where) -> bool:
        """Whether this run would find what a baseline counts there. Nothing is found in a deleted file."""
        if where.path not in self.files.wanted:
            return not os.path.lexists(self._absolute(where.path))
        if where.path in self.files.problems or where.path in self.bugs:
            return False
        return where.code in self._selected(where.path) or where.code not in codes()

    def _selected(self, path: str) -> list[str]:
        """Returns the codes of the rules that run in the file."""
        return [rule.code for rule in active(self.settings, known()) if not ignored_in(self.settings, path, rule)]

    def _result_cached(self) -> AnalysisResult:
        if self.strict or self.settings.no_cache or self.files.overlay:
            # The text that replaces a file differs each time.
            return self._dispatch()
        from tflint_autograph.engine.cache.runs import RunCache

        with self.phase("cache"):
            cache = self.cache or RunCache(self.settings, self.files)
            known = cache.load()
        if known is not None:
            return known
        looked = self._dispatch(cache)
        with self.phase("keeping"):
            asked = None if self.seen is None else {path for island in self.seen.values() for path in island.asked}
            cache.save(looked, asked)
        return looked

    def _dispatch(self, cache: RunCache | None = None) -> AnalysisResult:
        if self.executor is None or self.files.overlay:
            return self.analyse_project(cache=cache)
        from tflint_autograph.engine.analysis.cores import cores
        from tflint_autograph.engine.analysis.shards import spread

        jobs = self.settings.jobs
        with self.phase("shares"):
            paths = [os.path.abspath(path) for path in self.paths]
            return spread(self.executor, look_at_share, self.settings, paths, cores() if jobs == "auto" else int(jobs))

    def analyse_project(self, known: Islands | None = None, cache: RunCache | None = None) -> AnalysisResult:
        """Reads, traces and runs the rules. `known` are the import components, if known; `cache` has results of earlier runs."""
        if not self.files.named and not any(map(self.files.is_relevant, self.files.all())):
            # Importing the analysis takes longer than checking such a project.
            comments = self.comments({})
            return AnalysisResult({}, {**self.files.problems, **self.bugs}, comments, 0, 0, ())
        from tflint_autograph.engine.analysis.components import look, result

        self.seen = look(self, known, self._islands(cache))
        return result(self, self.seen)

    def _islands(self, cache: RunCache | None) -> ComponentCache | None:
        if cache is None:
            return None
        from tflint_autograph.engine.cache.component_results import ComponentCache

        return ComponentCache(cache)

    def _suppressed(self, path: str, findings: Sequence[Finding], comments: Sequence[Comment]) -> SuppressionResult:
        """Splits one file's findings by its comments."""
        if self.files.is_lost(path):
            return SuppressionResult(tuple(findings), (), ())
        own = [*weighed(self.settings, findings, known())]
        if not comments:
            return SuppressionResult(tuple(own), (), ())
        from tflint_autograph.engine.filtering.suppress import suppress

        return suppress(own, comments, path=path, known=codes(), selected=self._selected(path))

    def _composed(self, kept: list[Finding], suppressed: list[Finding], unsorted: Iterable[Problem], looked: AnalysisResult) -> Report:
        found = with_fingerprints((*placed(kept, self.settings, self.files), *placed(suppressed, self.settings, self.files)))
        shown = tuple(finding for finding in found if finding.suppressed is None)
        problems = sorted(unsorted, key=lambda each: each.span.sort_key())
        sources = self._sources(shown, problems) if shown or problems else ()
        return Report(
            shown, tuple(finding for finding in found if finding.suppressed is not None), tuple(problems),
            stats=self._stats(looked), paths=self.paths, excluded=(*self.settings.exclude, *self.settings.extend_exclude),
            sources=sources, notebooks=tuple(self.files.notebooks(sorted({path for (path, _), _ in sources}))),
            rule_url=self.settings.rule_url,
        )  # fmt: skip

    def _sources(self, findings: Iterable[Finding], problems: Iterable[Problem]) -> Sources:
        from tflint_autograph.engine.workspace.excerpts import excerpts

        return excerpts(self.files, findings, problems)

    def _stats(self, looked: AnalysisResult) -> Stats:
        return Stats(
            files=len(self.files.wanted), project_files=len(self.files.all()), relevant=looked.relevant, parsed=self.parsed,
            functions=looked.functions, traced=looked.traced, cst_lines=self.cst_lines, seconds=time.perf_counter() - self.started,
            roots=looked.roots, phases=tuple(self.phases), unresolved=looked.unresolved,
            limits=looked.limits,
        )  # fmt: skip


def look_at_share(settings: Settings, paths: Sequence[str], share: int, shares: int) -> AnalysisResult:
    """Returns the result for the files of share number `share`, from 0. Other processes import it by name."""
    from tflint_autograph.engine.analysis.shards import take

    run = Run(replace(settings, jobs="1"), paths, None)
    return run.analyse_project(take(run.files, settings, share, shares))
