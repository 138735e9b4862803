"""The first configuration of a project: what `init` adds to pyproject.toml, pre-commit and CI.

Each function takes the text of a file, empty for a new one, and returns it with the addition. A file that already mentions the linter is
returned unchanged. If an addition might break the layout, CannotAdd is raised, with what to add by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from tflint_autograph import __version__
from tflint_autograph.config.errors import UsageError
from tflint_autograph.config.toml import inline

NAME = "tflint-autograph"

TABLE = f"""\
[tool.{NAME}]
# Every key and its value: `{NAME} config`. Every rule: `{NAME} explain`.
min-severity = "warning"    # or "info", "error"
min-confidence = "medium"   # or "low", "high"
"""

GITHUB = """\
name: tflint-autograph

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install "{requirement}"
      - run: tflint-autograph check --output-format github
"""

GITLAB = """\
tflint-autograph:
  image: python:3.12
  script:
    - python -m pip install "{requirement}"
    - tflint-autograph check --output-format gitlab --output-file gl-code-quality-report.json
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
"""


class CannotAdd(Exception):
    """Raised if the addition has to be made by hand; `lines` is what to add."""

    def __init__(self, reason: str, lines: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lines = lines


def with_table(text: str, has_table: bool) -> str:
    """Returns the text of a pyproject.toml with the linter's table added; unchanged if `has_table`."""
    if has_table:
        return text
    added = _below(text, TABLE)
    try:
        inline(added)
    except UsageError:
        raise CannotAdd("it writes `tool` in a way that leaves no room for another table", TABLE) from None
    return added


def with_hook(text: str, address: str) -> str:
    """Returns the text of a .pre-commit-config.yaml with the hook added to its repositories.

    `address` is that of the linter's repository. Without one the hook runs the installed command.
    """
    if NAME in text:
        return text
    entry = _hook(address)
    if not text.strip():
        return "repos:\n" + _indented(entry, 2)
    lines = text.splitlines(keepends=True)
    end = _end_of_list(lines, "repos:")
    if end is None:
        raise CannotAdd("its list `repos` is not written as one entry on each line", "repos:\n" + _indented(entry, 2))
    first = next(line for line in lines[_key(lines, "repos:") + 1 :] if line.lstrip().startswith("- "))
    if not lines[end - 1].endswith("\n"):
        lines[end - 1] += "\n"
    addition = _with_ends_of(text, _indented(entry, len(first) - len(first.lstrip())))
    return "".join([*lines[:end], addition, *lines[end:]])


def with_github(text: str, address: str) -> str:
    """Returns the text of a separate GitHub Actions workflow."""
    return text or GITHUB.format(requirement=_requirement(address))


def with_gitlab(text: str, address: str) -> str:
    """Returns the text of a .gitlab-ci.yml with a job added."""
    job = GITLAB.format(requirement=_requirement(address))
    if NAME in text:
        return text
    if any(line.startswith(("---", "...", "{")) for line in text.splitlines()):
        raise CannotAdd("it has several documents, or is written as JSON", job)
    return _below(text, job)


def _requirement(address: str) -> str:
    return f"{NAME} @ git+{address}" if address else NAME


def _hook(address: str) -> str:
    if address:
        return f"- repo: {address}\n  rev: v{__version__}\n  hooks:\n    - id: {NAME}\n"
    return (
        f"- repo: local\n  hooks:\n    - id: {NAME}\n      name: {NAME}\n      entry: {NAME} check --force-exclude\n"
        "      language: system\n      types_or: [python, jupyter]\n      require_serial: true\n"
    )


def _below(text: str, addition: str) -> str:
    """Returns the text with the addition at its end, after an empty line."""
    return text.rstrip() + _with_ends_of(text, f"\n\n{addition}") if text.strip() else addition


def _with_ends_of(text: str, addition: str) -> str:
    """Returns the addition with the line ends of the text."""
    return addition.replace("\n", "\r\n") if "\r\n" in text else addition


def _indented(text: str, width: int) -> str:
    return "".join(f"{' ' * width}{line}" for line in text.splitlines(keepends=True))


def _key(lines: Sequence[str], key: str) -> int:
    return next(number for number, line in enumerate(lines) if line.rstrip() == key)


def _end_of_list(lines: Sequence[str], key: str) -> int | None:
    """Returns the line after the last entry of the block sequence of a top-level key, or None."""
    if not any(line.rstrip() == key for line in lines):
        return None
    start = _key(lines, key) + 1
    end = start
    for number, line in enumerate(lines[start:], start):
        if line.strip() and not line.startswith((" ", "-", "#")):
            break
        if line.strip() and not line.startswith("#"):
            end = number + 1
    return end if any(line.lstrip().startswith("- ") for line in lines[start:end]) else None
