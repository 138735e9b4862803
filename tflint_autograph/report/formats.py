"""Which output formats there are; a renderer is imported when it is used. Writes nothing to a stream."""

from __future__ import annotations

from tflint_autograph.model.report import Report

FORMATS: tuple[str, ...] = ("full", "concise", "json")


def render(name: str, report: Report, *, color: bool, unicode: bool = True, quiet: bool = False) -> str:
    """The report in the format called `name`, a member of `FORMATS`; raises ValueError for any other name.

    `color`, `unicode` and `quiet` matter to `full` alone: the other formats are for machines and never change.
    """
    match name:
        case "full":
            from tflint_autograph.report import full

            return full.render(report, color=color, unicode=unicode, quiet=quiet)
        case "concise":
            from tflint_autograph.report import concise

            return concise.render(report)
        case "json":
            from tflint_autograph.report import document

            return document.render(report)
    raise ValueError(f"no output format `{name}`")
