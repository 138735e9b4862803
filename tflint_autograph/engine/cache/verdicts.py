"""The verdicts of `confirm`, reused as long as the files on the findings' call paths do not change. Runs nothing."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace

from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.cache import keys
from tflint_autograph.engine.cache.codec import Foreign, decode, encode
from tflint_autograph.engine.cache.runs import LEAST, folder
from tflint_autograph.engine.cache.store import Store
from tflint_autograph.model.finding import CONFIRMED, REFUTED, Evidence, Finding
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.record import record
from tflint_autograph.model.report import Report


@record
class CachedVerdict:
    """A verdict on the finding with this fingerprint; `code` is a digest of the files on its call path, `date` the day of the run."""

    fingerprint: str
    verdict: str
    text: str
    command: str
    date: str
    code: str


@record
class CachedVerdicts:
    """The verdicts of one project."""

    entries: tuple[CachedVerdict, ...]


class VerdictCache:
    """The cached verdicts of a project. Without a cache there are none."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._store = Store(folder(settings))
        self._name = keys.of_verdicts(settings)
        data = None if settings.no_cache else self._store.get(self._name)
        self._known = {each.fingerprint: each for each in _decoded(data)}
        self._files: dict[str, str] = {}

    def save(self, findings: Iterable[Finding], today: datetime.date | None = None) -> None:
        """Saves the verdicts of a run of `confirm`. A verdict of `not-run` does not replace an earlier one of the same code."""
        date = (today or datetime.date.today()).isoformat()
        for each in findings:
            code, evidence = self._code(each), each.evidence
            if evidence is not None and evidence.verdict in (CONFIRMED, REFUTED):
                self._known[each.fingerprint] = CachedVerdict(
                    each.fingerprint, evidence.verdict, evidence.text, evidence.command, date, code
                )
            elif each.fingerprint in self._known and self._known[each.fingerprint].code != code:
                del self._known[each.fingerprint]
        if not self._settings.no_cache:
            entries = tuple(self._known[name] for name in sorted(self._known))
            self._store.put(self._name, encode(CachedVerdicts(entries)), LEAST)

    def applied(self, report: Report) -> Report:
        """Returns the report with the verdicts on its findings. Refuted findings are moved out of it, unless all are shown."""
        findings = [self._with_verdict(each) for each in report.findings] if self._known else list(report.findings)
        if self._settings.pedantic:
            return replace(report, findings=tuple(findings))
        refuted = tuple(each for each in findings if each.evidence is not None and each.evidence.verdict == REFUTED)
        return replace(report, findings=tuple(each for each in findings if each not in refuted), refuted=refuted)

    def _with_verdict(self, finding: Finding) -> Finding:
        known = self._known.get(finding.fingerprint)
        if known is None or known.code != self._code(finding):
            return finding
        evidence = Evidence(known.verdict, f"{known.text}; run on {known.date}", known.command)
        confidence = Confidence.HIGH if known.verdict == CONFIRMED else finding.confidence
        excuse = f"refuted by `confirm` on {known.date}" if known.verdict == REFUTED else finding.excuse
        return replace(finding, evidence=evidence, confidence=confidence, excuse=excuse)

    def _code(self, finding: Finding) -> str:
        """Returns a digest of the files with the finding and with the steps of its trace, as they are on disk."""
        steps = finding.trace.steps if finding.trace is not None else ()
        paths = sorted({finding.span.path, *(step.span.path for step in steps)})
        for path in paths:
            if path not in self._files:
                self._files[path] = keys.of_file(str(self._settings.root / path))
        return keys.of_parts(f"{path}\0{self._files[path]}".encode("utf-8", "surrogatepass") for path in paths)


def _decoded(data: bytes | None) -> tuple[CachedVerdict, ...]:
    if data is None:
        return ()
    try:
        return decode(CachedVerdicts, data).entries
    except Foreign:
        return ()
