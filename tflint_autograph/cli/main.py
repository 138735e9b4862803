"""The console entry point and its commands, each imported on use."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from tflint_autograph import __version__
from tflint_autograph.cli.group import LazyGroup
from tflint_autograph.cli.output import complain, note, prepare_streams
from tflint_autograph.config.errors import UsageError

USAGE = 2
INTERRUPTED = 130

COMMANDS = {
    "check": "Find hazards in traced code",
    "clean": "Remove the cache",
    "completion": "Print the completion script of a shell",
    "confirm": "Run the functions with findings, and confirm or refute each",
    "config": "Show the effective settings and where each comes from",
    "explain": "Explain a rule, or list all rules",
    "init": "Add the configuration, the pre-commit hook and the CI job",
    "traces": "Run a program, and report why its functions were retraced",
    "server": "Run the language server for editors (LSP)",
    "why": "Explain why a function is traced, or why it is not",
}


@click.group(
    cls=LazyGroup,
    commands_help=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Find code that behaves differently in a TensorFlow graph than in eager Python.

    Begin with `tflint-autograph check` in the folder of your project.
    """
    if context.invoked_subcommand is None:
        from tflint_autograph.cli.overview import overview

        # Not 0: a build that forgets to say `check` must not pass.
        note(overview())
        context.exit(USAGE)


def run(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code: 0 clean, 1 findings, 2 not possible, 130 interrupted.

    click would exit with 1 for usage errors and interruptions, which reads as "findings".
    """
    prepare_streams()
    try:
        code = main.main(args=argv, prog_name="tflint-autograph", standalone_mode=False)
    except UsageError as error:
        complain(error.message, error.hint)
        return USAGE
    except click.ClickException as error:
        complain(error.format_message().rstrip("."))
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as error:
        from tflint_autograph.engine.analysis.internal_errors import is_interruption

        if is_interruption(error):
            return INTERRUPTED
        if sys.flags.dev_mode:
            raise
        from tflint_autograph.engine.analysis.internal_errors import described

        # A traceback would exit with 1, which reads as "findings".
        complain(described(error), "please report it; `python -X dev -m tflint_autograph ...` shows the traceback")
        return USAGE
    return code if isinstance(code, int) else 0


def console() -> NoReturn:
    """Runs the command line of this process and ends it.

    The objects of a command live until the end, so the cyclic garbage collector is turned off, also at exit, where it would take a sixth of
    a small run.
    """
    from tflint_autograph.processes.signals import orderly_end

    gc.disable()
    with orderly_end():
        code = run()
    gc.freeze()
    sys.exit(code)
