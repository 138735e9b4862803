"""The output of `tflint-autograph` without a command: what `check` would read, and the first commands to try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tflint_autograph import __version__
from tflint_autograph.config.settings import Settings
from tflint_autograph.report.summary import counted


def overview() -> tuple[str, ...]:
    """Returns the lines. Raises UsageError if the configuration cannot be read."""
    from tflint_autograph.cli.options import settings_for
    from tflint_autograph.engine.workspace.files import Files

    settings = settings_for((), {})
    files = Files(settings, (str(settings.root),), None)
    named = sum(map(files.is_relevant, files.all()))
    return tuple(_lines(settings, len(files.all()), named))


def _lines(settings: Settings, files: int, named: int) -> Iterator[str]:
    yield f"tflint-autograph {__version__}: finds code that behaves differently in a TensorFlow graph than in eager Python"
    yield ""
    yield f"Project: {settings.root}"
    yield f"Configuration: {settings.config_file or 'none, defaults are used'}"
    if not files:
        yield "No Python files here. Change to the folder of your project."
    else:
        yield f"`check` would read {counted(files, 'Python file')} and notebooks; {named} of them {'names' if named == 1 else 'name'} tensorflow or keras."
    yield ""
    yield "Start here:"
    yield from _aligned(
        (
            ("tflint-autograph check", "report what behaves differently when it is traced"),
            ("tflint-autograph why FILE:LINE", "say why a line is traced, or why it is not"),
            ("tflint-autograph explain", "list the rules")
            if settings.config_file
            else ("tflint-autograph init", "add the configuration and a pre-commit hook"),
        )
    )
    yield ""
    yield "All commands: tflint-autograph --help"


def _aligned(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max(len(left) for left, _ in rows)
    for left, right in rows:
        yield f"  {left.ljust(width)}   {right}"
