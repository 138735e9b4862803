"""The `json` format, `tflint-autograph-traces/1`, described by `schema.json` next to this file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tflint_autograph import __version__
from tflint_autograph.retracing.places import path, split
from tflint_autograph.retracing.records import Line, Parameter
from tflint_autograph.retracing.report import Group, Made, Report, StaticFinding, Traced
from tflint_autograph.retracing.signature import leaves
from tflint_autograph.retracing.text import headline

SCHEMA = "tflint-autograph-traces/1"


def schema() -> str:
    """Returns the JSON schema of the document."""
    return Path(__file__).with_name("schema.json").read_text(encoding="utf-8")


def render(report: Report) -> str:
    """Returns the report as a JSON document."""
    return json.dumps(document(report), indent=1) + "\n"


def document(report: Report) -> dict[str, Any]:
    """Returns the report as plain data."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "program": list(report.program),
        "ended": report.ended,
        "python": report.python,
        "tensorflow": report.tensorflow,
        "functions": [_function(each, report.seconds) for each in report.functions],
        "notes": list(report.notes),
        "summary": {
            "functions": len(report.functions),
            "traces": report.traces,
            "retraces": sum(each.retraces for each in report.functions),
            "seconds": round(report.seconds, 6),
            "tracing_seconds": round(report.tracing, 6),
        },
    }


def _function(each: Traced, seconds: float) -> dict[str, Any]:
    return {
        "name": each.name,
        **_file(each.file),
        "line": each.line,
        "own": each.is_own,
        "under": _line(each.under),
        "calls": each.calls,
        "objects": each.objects,
        "traces": each.traces,
        "seconds": round(each.seconds, 6),
        "share": round(each.seconds / seconds, 6) if seconds else 0.0,
        "remaining": each.remaining,
        "input_signature": each.signature or None,
        "reasons": [_group(group) for group in each.groups],
        "details": [_made(made) for made in each.made],
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "kind": group.reason.kind,
        "arguments": list(group.reason.paths),
        "message": headline(group),
        "text": group.reason.text,
        "values": list(group.values),
        "count": len(group.made),
        "seconds": round(group.seconds, 6),
        "traces": [made.index for made in group.made],
        "at": _line(group.line),
        "remedy": group.remedy.text,
        "remaining": group.remaining,
        "finding": _finding(group.finding),
    }


def _finding(found: StaticFinding | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "code": found.code, "message": found.message, **_file(found.at.file), "line": found.at.line,
        "help": found.help or None, "fix": found.fix or None,
    }  # fmt: skip


def _made(made: Made) -> dict[str, Any]:
    trace = made.trace
    return {
        "trace": made.index,
        "object": trace.function,
        "start": round(trace.start, 6),
        "thread": trace.thread,
        "seconds": None if trace.seconds is None else round(trace.seconds, 6),
        "own_seconds": round(trace.own_seconds, 6),
        "autograph_seconds": round(trace.converting, 6),
        "xla_seconds": None if trace.xla is None else round(trace.xla, 6),
        "operations": trace.operations,
        "memory": trace.memory,
        "error": trace.error,
        "reason": made.reason.kind if made.reason is not None else None,
        "at": _line(trace.line),
        "stack": [_line(line) for line in trace.stack],
        "signature": _signature(made, trace.signature),
        "relaxed": None if trace.traced is None else _signature(made, trace.traced),
    }


def _signature(made: Made, parameters: tuple[Parameter, ...]) -> dict[str, str]:
    return {leaf.path: leaf.text for leaf in leaves(parameters, made.function)}


def _line(line: Line | None) -> dict[str, Any] | None:
    return None if line is None else {**_file(line.file), "line": line.line, "function": line.function}


def _file(file: str) -> dict[str, Any]:
    name, cell = split(file)
    return {"path": path(name), "cell": cell}
