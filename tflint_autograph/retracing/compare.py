"""What has changed since an earlier report: functions whose traces are more, fewer or new. Runs nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tflint_autograph.config.errors import UsageError
from tflint_autograph.report.summary import counted
from tflint_autograph.retracing.document import SCHEMA, document
from tflint_autograph.retracing.report import Report

_Key = tuple[str, str, int]


def read(file: str) -> Mapping[str, Any]:
    """An earlier report. Raises UsageError for a file that is none."""
    try:
        found = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise UsageError(f"{file} is no report of traces", "write one with `traces --output-format json -o FILE`")
    return found


def changes(old: Mapping[str, Any], report: Report) -> Iterator[str]:
    """A line for each function whose traces or reasons have changed, and one for the whole."""
    new = document(report)
    before, after = _functions(old), _functions(new)
    found = [line for key in dict.fromkeys((*after, *before)) for line in _changed(before.get(key), after.get(key))]
    yield from found or ["No function has other traces than before."]
    totals = [each["summary"] for each in (old, new)]
    traces = " -> ".join(str(each["traces"]) for each in totals)
    seconds = " -> ".join(f"{each['tracing_seconds']:.2f}" for each in totals)
    yield f"compared: {traces} traces, {seconds} s of tracing"


def _functions(found: Mapping[str, Any]) -> dict[_Key, Mapping[str, Any]]:
    """The functions by name and file, in the order of their lines: an edit above moves them."""
    functions: dict[_Key, Mapping[str, Any]] = {}
    for each in sorted(found["functions"], key=lambda one: (one["line"], (one["under"] or {}).get("line", 0))):
        index = sum(key[:2] == (each["name"], each["path"]) for key in functions)
        functions[each["name"], each["path"], index] = each
    return functions


def _changed(old: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> Iterator[str]:
    if now is None:
        if old is not None:
            yield f"`{old['name']}` ({old['path']}) is traced no more: {counted(old['traces'], 'trace')} before"
        return
    where = f"`{now['name']}` ({now['path']}:{now['line']})"
    if old is None:
        yield f"{where} is new: {counted(now['traces'], 'trace')}"
        return
    if old["traces"] != now["traces"]:
        yield f"{where} has {counted(now['traces'], 'trace')}, {old['traces']} before"
    known = {(each["kind"], *each["arguments"]) for each in old["reasons"]}
    shown = {(each["kind"], *each["arguments"]) for each in now["reasons"]}
    for each in now["reasons"]:
        if (each["kind"], *each["arguments"]) not in known:
            yield f"  new: {each['message']}"
    for each in old["reasons"]:
        if (each["kind"], *each["arguments"]) not in shown:
            yield f"  gone: {each['message']}"
