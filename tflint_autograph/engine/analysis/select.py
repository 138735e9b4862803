"""Applies the settings: which rules run, in which files, and with which severity. Imports no rule."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol, TypeVar

from tflint_autograph.config.errors import UsageError, closest, place
from tflint_autograph.config.options import ALL, DEFAULT
from tflint_autograph.config.settings import Settings
from tflint_autograph.model.finding import Finding
from tflint_autograph.model.levels import Confidence, Safety, Severity

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_PREFIX = re.compile(r"TFA\d{0,2}", re.IGNORECASE)
_CODE = re.compile(r"TFA\d{3,9}", re.ASCII)
_GROUPS = (ALL, DEFAULT)

LIBRARY = "library"
"""The profile of code that is called from outside of the project."""


class Selectable(Protocol):
    """The properties of a rule that selectors refer to."""

    @property
    def code(self) -> str:
        """The code, for instance `TFA101`."""

    @property
    def name(self) -> str:
        """The name, for instance `python-print`."""

    @property
    def default(self) -> bool:
        """Whether the rule is on by default."""


R = TypeVar("R", bound=Selectable)


def active(settings: Settings, rules: Iterable[R]) -> tuple[R, ...]:
    """Returns the rules that run: the most specific selector decides, and `ignore` wins a tie."""
    wanted = (*settings.select, *settings.extend_select)
    return tuple(rule for rule in rules if _precision(wanted, rule) > _precision(settings.ignore, rule))


def ignored_in(settings: Settings, path: str, rule: Selectable) -> bool:
    """Whether `per-file-ignores` turn the rule off in the file `path` (POSIX style, relative to the root)."""
    return any(
        _precision(selectors, rule) >= 0 and _matches(pattern, path) for pattern, selectors in settings.per_file_ignores
    )


def severity_of(settings: Settings, rule: Selectable) -> Severity | None:
    """Returns the severity the configuration sets for the rule by its most specific selector, or None."""
    given = [(_precision((selector,), rule), severity) for selector, severity in settings.severity]
    precision, severity = max(given, key=lambda pair: pair[0], default=(-1, None))
    return severity if precision >= 0 else None


def weighed(settings: Settings, findings: Iterable[Finding], rules: Iterable[Selectable]) -> Iterator[Finding]:
    """Yields the findings with the severities of the configuration and the confidences of its profile."""
    severities = {rule.code: severity_of(settings, rule) for rule in rules}
    for finding in findings:
        found = replace(finding, severity=severities.get(finding.code) or finding.severity)
        if settings.profile == LIBRARY and finding.needs_callers:
            found = replace(found, confidence=min(Confidence), excuse=finding.excuse or "true only if code outside of the project calls it again")
        yield found


def safety_of(settings: Settings, rule: Selectable, own: Safety) -> Safety:
    """Returns the safety the configuration sets for fixes of the rule. Suggestions stay suggestions."""
    safe, unsafe = _precision(settings.extend_safe_fixes, rule), _precision(settings.extend_unsafe_fixes, rule)
    if own is Safety.DISPLAY or safe == unsafe == -1:
        return own
    return Safety.SAFE if safe > unsafe else Safety.UNSAFE


def is_shown(settings: Settings, finding: Finding) -> bool:
    """Whether the finding reaches the minimum severity and confidence."""
    return finding.severity >= settings.min_severity and finding.confidence >= settings.min_confidence


def check_selectors(settings: Settings, known: Mapping[str, str]) -> None:
    """Raises UsageError for the first selector that matches none of the `known` rules (names by code), or if nothing is selected."""
    for option, entry, selector in _selectors(settings):
        if not _is_known(selector, known):
            where = place(option, settings.origin(option, entry))
            raise UsageError(f"unknown rule `{selector}` in {where}", suggestion(selector, known))
    if not settings.select and not settings.extend_select:
        # A run without a rule would call everything clean.
        where = place("select", settings.origin("select"))
        raise UsageError(f"{where} names no rule", "name rules, or leave it out to run the default ones")


def find(word: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the codes that a code, a name or a prefix stands for, ignoring case."""
    code = word.upper()
    if _PREFIX.fullmatch(word):
        return tuple(each for each in known if each.startswith(code))
    return tuple(each for each, name in known.items() if code == each or word.lower() == name)


def suggestion(word: str, known: Mapping[str, str]) -> str:
    """Returns a hint with the rule name most similar to `word`, or an empty string."""
    code = word.upper()
    found = _nearest(code, known) if _CODE.fullmatch(code) else closest(word, (*known, *known.values()))
    code = next((code for code, name in known.items() if found in (code, name)), "")
    return f"did you mean `{code}` ({known[code]})?" if code else ""


def _nearest(code: str, known: Iterable[str]) -> str:
    """Returns the known code with the longest common prefix, of several the closest number; empty if none has its first digit."""
    alike = {each: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(each, code, strict=False))) for each in known}
    near = [each for each, length in alike.items() if length > len("TFA")]
    return min(near, key=lambda each: (-alike[each], abs(int(each[3:]) - int(code[3:])), each), default="")


def _selectors(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Yields each selector with its option and the entry of the option that it is in."""
    yield from (("select", selector, selector) for selector in settings.select)
    yield from (("ignore", selector, selector) for selector in settings.ignore)
    yield from (("extend-select", selector, selector) for selector in settings.extend_select)
    yield from (("extend-safe-fixes", selector, selector) for selector in settings.extend_safe_fixes)
    yield from (("extend-unsafe-fixes", selector, selector) for selector in settings.extend_unsafe_fixes)
    yield from (("severity", selector, selector) for selector, _ in settings.severity)
    for pattern, selectors in settings.per_file_ignores:
        yield from (("per-file-ignores", pattern, selector) for selector in selectors)


def _is_known(selector: str, known: Mapping[str, str]) -> bool:
    return selector in _GROUPS or bool(find(selector, known))


def _precision(selectors: Iterable[str], rule: Selectable) -> int:
    """Returns the length of the longest selector that matches the rule, or -1. A name counts like its code."""
    return max((_fit(selector, rule) for selector in selectors), default=-1)


def _fit(selector: str, rule: Selectable) -> int:
    if selector == ALL or (selector == DEFAULT and rule.default):
        return 0
    if not find(selector, {rule.code: rule.name}):
        return -1
    return len(selector) if _PREFIX.fullmatch(selector) else len(rule.code)


def _matches(pattern: str, path: str) -> bool:
    positive = pattern.removeprefix("!")
    return _spec(positive).match_file(path) != pattern.startswith("!")


@functools.cache
def _spec(pattern: str) -> GitIgnoreSpec:
    # 40 ms that runs without such patterns need not pay.
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([pattern])


def ranked(hidden: Iterable[Finding]) -> list[Finding]:
    """Sorts hidden findings: those with an excuse come first, then those with the highest confidence and severity."""
    return sorted(hidden, key=lambda each: (not each.excuse, -each.confidence.rank, -each.severity.rank, each.sort_key()))
