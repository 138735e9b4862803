"""`tflint-autograph completion`: prints the completion script for a shell. Installs nothing."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tflint_autograph.cli.completing import words
from tflint_autograph.cli.group import HintingCommand
from tflint_autograph.cli.output import say
from tflint_autograph.config.errors import UsageError, did_you_mean

PROGRAM = "tflint-autograph"
VARIABLE = "_TFLINT_AUTOGRAPH_COMPLETE"
SHELLS = ("bash", "fish", "zsh")


@click.command(name="completion", cls=HintingCommand)
@click.argument("shell", metavar="|".join(SHELLS), shell_complete=words(*SHELLS))
def command(shell: str) -> int:
    """Print the script that completes commands, options and rules in a shell.

    bash: eval "$(tflint-autograph completion bash)" in ~/.bashrc, zsh: the same with zsh in ~/.zshrc, fish:
    tflint-autograph completion fish > ~/.config/fish/completions/tflint-autograph.fish
    """
    kind = get_completion_class(shell) if shell in SHELLS else None
    if kind is None:
        raise UsageError(f"unknown shell `{shell}`", did_you_mean(shell, SHELLS) or f"choose from {', '.join(SHELLS)}")
    from tflint_autograph.cli.main import main

    script = kind(main, {}, PROGRAM, VARIABLE).source()
    # A list of rules has commas in it; click's script for fish would stop at the first.
    say(script.replace('string split ","', 'string split -m 1 ","') if shell == "fish" else script)
    return 0
