"""The output formats. Renderers are imported on use."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from enum import Enum

from tflint_autograph.model.record import record
from tflint_autograph.model.report import Report


class Base(Enum):
    """The folder that the paths of a format are relative to."""

    FOLDER = "current folder"
    PROJECT = "root of the project"
    REPOSITORY = "root of the repository"


@record
class _Format:
    """`module` has the renderer; `purpose` says who reads it."""

    module: str
    base: Base
    purpose: str


_FORMATS = {
    "full": _Format("full", Base.FOLDER, "people: code, chain, help"),
    "concise": _Format("concise", Base.FOLDER, "editors, `grep`: a line a finding"),
    "grouped": _Format("grouped", Base.FOLDER, "people: by file and function, the chain once"),
    "html": _Format("html", Base.FOLDER, "people with a browser: one page, by file, with filters"),
    "json": _Format("document", Base.PROJECT, "programs"),
    "sarif": _Format("sarif", Base.REPOSITORY, "GitHub code scanning, SARIF viewers of editors"),
    "github": _Format("github", Base.REPOSITORY, "GitHub Actions: annotations"),
    "gitlab": _Format("gitlab", Base.REPOSITORY, "GitLab: Code Quality report"),
    "junit": _Format("junit", Base.FOLDER, "Jenkins, Azure Pipelines and others that list tests"),
    "rdjson": _Format("rdjson", Base.FOLDER, "reviewdog: review comments with suggestions"),
    "agent": _Format("agent", Base.FOLDER, "coding agents: all of a finding on one line"),
}

FORMATS: tuple[str, ...] = tuple(_FORMATS)


def base(name: str) -> Base:
    """Returns what the paths of a member of `FORMATS` are relative to."""
    return _FORMATS[name].base


def purpose(name: str) -> str:
    """Returns who reads a member of `FORMATS`, and what for."""
    return _FORMATS[name].purpose


def render(name: str, report: Report, *, color: bool, unicode: bool = True, quiet: bool = False, links: bool = False) -> str:
    """Returns the report in the format `name`, a member of `FORMATS`. Raises ValueError for any other name.

    `color`, `unicode`, `quiet` and `links` only matter to formats for terminals; those for machines never change.
    """
    if name == "full":
        from tflint_autograph.report import full

        return full.render(report, color=color, unicode=unicode, quiet=quiet, links=links)
    if name == "grouped":
        from tflint_autograph.report import grouped

        return grouped.render(report, unicode=unicode)
    if name not in _FORMATS:
        raise ValueError(f"no output format `{name}`")
    module = importlib.import_module(f"tflint_autograph.report.{_FORMATS[name].module}")
    renderer: Callable[[Report], str] = module.render
    return renderer(report)
