"""Compares a report with an earlier one: functions with more, fewer or new traces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tflint_autograph.config.errors import UsageError
from tflint_autograph.report.summary import counted
from tflint_autograph.retracing.document import SCHEMA, document
from tflint_autograph.retracing.places import place, with_cell
from tflint_autograph.retracing.records import Line
from tflint_autograph.retracing.report import Report

_Key = tuple[str, str, int]
_HINT = "write one with `traces --output-format json -o FILE`"


def read(file: str) -> Mapping[str, Any]:
    """Returns an earlier report. Raises UsageError if the file is not one."""
    try:
        found = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise UsageError(f"{file} is not a report of traces", _HINT)
    try:
        # Read as it will be when the program is over
        list(_compared(found, found))
    except (KeyError, TypeError, AttributeError):
        raise UsageError(f"{file} is not a whole report of traces", _HINT) from None
    return found


def changes(old: Mapping[str, Any], report: Report) -> Iterator[str]:
    """Yields a line for each function whose traces or reasons have changed, and one for the totals."""
    yield from _compared(old, document(report))


def _compared(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    before, after = _functions(old), _functions(new)
    found = [line for key in dict.fromkeys((*after, *before)) for line in _changed(before.get(key), after.get(key))]
    yield from found or ["No function's traces have changed."]
    totals = [each["summary"] for each in (old, new)]
    traces = " -> ".join(str(each["traces"]) for each in totals)
    seconds = " -> ".join(f"{each['tracing_seconds']:.2f}" for each in totals)
    yield f"compared: {traces} traces, {seconds} s of tracing"


def _functions(found: Mapping[str, Any]) -> dict[_Key, Mapping[str, Any]]:
    """Returns the functions by name and file, in line order, since edits move lines."""
    functions: dict[_Key, Mapping[str, Any]] = {}
    for each in sorted(found["functions"], key=_order):
        index = sum(key[:2] == (each["name"], each["path"]) for key in functions)
        functions[each["name"], each["path"], index] = each
    return functions


def _order(found: Mapping[str, Any]) -> tuple[int, int, int]:
    return found["cell"] or 0, found["line"], (found["under"] or {}).get("line", 0)


def _changed(old: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> Iterator[str]:
    if now is None:
        if old is not None:
            yield f"{_named(old)} is no longer traced: {counted(old['traces'], 'trace')} before"
        return
    if old is None:
        yield f"{_named(now)} is new: {counted(now['traces'], 'trace')}"
        return
    reasons = [f"  new: {text}" for text in _beyond(now, old)] + [f"  gone: {text}" for text in _beyond(old, now)]
    if old["traces"] != now["traces"]:
        yield f"{_named(now)} has {counted(now['traces'], 'trace')}, {old['traces']} before"
    elif reasons:
        yield f"{_named(now)} has {counted(now['traces'], 'trace')} as before, for other reasons"
    yield from reasons


def _named(found: Mapping[str, Any]) -> str:
    """Returns a function with its place; for one of a library, with the user's line that led to it."""
    at = found["under"] or found
    where = place(Line(with_cell(at["path"], at["cell"]), at["line"]))
    return f"`{found['name']}` ({'under ' if found['under'] else ''}{where})"


def _beyond(found: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    """Yields the messages of the reasons that only the first has."""
    known = {(each["kind"], *each["arguments"]) for each in other["reasons"]}
    yield from (each["message"] for each in found["reasons"] if (each["kind"], *each["arguments"]) not in known)
