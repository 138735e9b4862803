"""Baselines: known findings, counted by file, rule and function, which are not shown again. Writes nothing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.settings import Settings
from tflint_autograph.config.toml import shown
from tflint_autograph.model.baseline import Baselined, Counts, Difference, Where
from tflint_autograph.model.finding import Finding

SCHEMA = "tflint-autograph-baseline/1"


def file_of(settings: Settings) -> Path | None:
    """Returns the path of the baseline, or None without one."""
    return settings.base("baseline") / settings.baseline if settings.baseline else None


def read(file: Path, *, may_lack: bool) -> Counts:
    """Returns the counts in the file; empty if it is missing and `may_lack`. Raises UsageError if it is no baseline."""
    name = shown(file, Path.cwd())
    try:
        document = json.loads(file.read_bytes())
    except FileNotFoundError:
        if may_lack:
            return {}
        raise UsageError(f"baseline {name} does not exist", "write it with `--update-baseline`") from None
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise UsageError(f"{name}:{error.lineno} is not JSON: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{name} is not a baseline: it is not JSON") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise UsageError(f'{name} is not a baseline: it has no `"schema": "{SCHEMA}"`')
    return dict(_counts(document.get("findings"), name))


def _counts(table: object, name: str) -> Iterator[tuple[Where, int]]:
    for path, rules in _items(table, "findings", name):
        for code, functions in _items(rules, path, name):
            for function, count in _items(functions, f"{path}: {code}", name):
                if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                    raise UsageError(f"{name} is not a baseline: `{path}: {code}: {function}` is not a count")
                yield Where(path, code, function), count


def _items(table: object, what: str, name: str) -> list[tuple[str, object]]:
    if not isinstance(table, dict):
        raise UsageError(f"{name} is not a baseline: `{what}` is not a table")
    return list(table.items())


def text(counts: Sequence[tuple[Where, int]]) -> str:
    """Returns the content of a baseline with these counts, sorted and without line numbers, so that moved code does not change it."""
    findings: dict[str, dict[str, dict[str, int]]] = {}
    for where, count in sorted(counts):
        findings.setdefault(where.path, {}).setdefault(where.code, {})[where.function] = count
    return json.dumps({"schema": SCHEMA, "findings": findings}, indent=2) + "\n"


def weigh(
    counts: Counts,
    shown_ones: Sequence[Finding],
    hidden_ones: Sequence[Finding],
    judges: Callable[[Where], bool],
) -> tuple[list[Finding], Baselined]:
    """Returns the new findings, and a summary of the others.

    `hidden_ones` are below the shown level: they are in no baseline, but a count that matches them is not called outdated. `judges` tells
    whether the run would have found what is at a place: counts of unselected rules and unread files are kept.
    """
    found = Counter(map(Where.of, shown_ones))
    all_found = found + Counter(map(Where.of, hidden_ones))
    surplus = [Difference(where, counts[where], n) for where, n in found.items() if 0 < counts.get(where, 0) < n]
    prunable = [Difference(where, n, all_found[where]) for where, n in counts.items() if judges(where) and all_found[where] < n]
    updated = Counter({where: min(n, all_found[where]) if judges(where) else n for where, n in counts.items()}) | found
    new = [finding for finding in shown_ones if found[Where.of(finding)] > counts.get(Where.of(finding), 0)]
    known = len(shown_ones) - len(new)
    return new, Baselined(known, _sorted(surplus), _sorted(prunable), tuple(sorted(updated.items())))


def _sorted(differences: list[Difference]) -> tuple[Difference, ...]:
    return tuple(sorted(differences, key=lambda each: each.where))
