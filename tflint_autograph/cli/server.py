"""`tflint-autograph server`: the language server on standard input and output."""

from __future__ import annotations

import gc
from typing import NoReturn

import click

from tflint_autograph.cli.group import GroupedCommand
from tflint_autograph.config.errors import UsageError

_EXTRA = frozenset({"pygls", "lsprotocol", "cattrs", "attr", "attrs"})


@click.command(name="server", cls=GroupedCommand)
@click.option("--stdio", is_flag=True, help="Use standard input and output. This is the only channel; some clients pass the option")
def command(stdio: bool) -> NoReturn:
    """Run the language server for editors (LSP), on standard input and output.

    Needs the extra `lsp`: `python -m pip install "tflint-autograph[lsp]"`.
    """
    try:
        from tflint_autograph.lsp.serve import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        raise UsageError("the language server needs the extra `lsp`", 'install "tflint-autograph[lsp]"') from None
    gc.enable()  # it runs for hours
    serve()
