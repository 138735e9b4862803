"""Loads the extension into a shell and unloads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.ipython.watcher import Watcher

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_watchers: dict[int, Watcher] = {}


def load(shell: InteractiveShell) -> None:
    """Starts checking the cells of a shell. A shell that has the extension keeps it."""
    from tflint_autograph.ipython.magics import TflintMagics
    from tflint_autograph.retracing.session import recorder

    if id(shell) in _watchers:
        return
    watcher = _watchers[id(shell)] = Watcher(shell)
    shell.register_magics(TflintMagics(shell, watcher))
    watcher.start()
    # `%%traces` knows all calls of a function only where it was there when the function was made.
    recorder()
    shell.events.register("post_run_cell", watcher.ran)


def unload(shell: InteractiveShell) -> None:
    """Stops checking the cells of a shell."""
    watcher = _watchers.pop(id(shell), None)
    if watcher is not None:
        shell.events.unregister("post_run_cell", watcher.ran)
        shell.magics_manager.magics["line"].pop("tflint", None)
        for magic in ("tflint", "traces"):
            shell.magics_manager.magics["cell"].pop(magic, None)
