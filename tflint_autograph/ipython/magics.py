"""The magics of the extension: `%tflint`, `%%tflint` and `%%traces`."""

from __future__ import annotations

import ast
import sys
from typing import Any

from IPython.core.magic import Magics, cell_magic, line_cell_magic, magics_class

from tflint_autograph.ipython.table import running, show
from tflint_autograph.ipython.watcher import Watcher

_WORDS = "write `%tflint`, `%tflint off` or `%tflint on`"


@magics_class
class TflintMagics(Magics):
    """The magics, which use the watcher of their shell."""

    def __init__(self, shell: Any, watcher: Watcher) -> None:
        super().__init__(shell)
        self._shell = shell
        self._watcher = watcher

    @line_cell_magic
    def tflint(self, line: str, cell: str | None = None) -> Any:
        """`%tflint` shows all findings of the session, `%tflint off` and `%tflint on` switch the checking of every cell.

        `%%tflint` runs a cell and shows its findings, even if checking is off.
        """
        word = line.strip()
        if cell is not None:
            self._watcher.asked = True
            return self._run(cell)
        if word in ("off", "on"):
            self._watcher.on = word == "on"
        elif word:
            print(f"tflint: `%tflint {word}` means nothing: {_WORDS}", file=sys.stderr)
        else:
            self._watcher.whole()
        return None

    @cell_magic
    def traces(self, line: str, cell: str) -> Any:
        """Runs a cell and shows which functions TensorFlow traced in it, how often, why, and what to change."""
        from tflint_autograph.retracing.session import traces

        __tracebackhide__ = True
        report = traces()
        try:
            with report:
                return self._run(cell)
        finally:
            show(self._shell, report)

    def _run(self, cell: str) -> Any:
        """Runs a cell as without its magic. Returns the value of its last expression."""
        __tracebackhide__ = True
        # The line of the magic stays, so that every line has the number that its editor shows.
        source = f"\n{self._shell.transform_cell(cell)}"
        name = self._shell.compile.cache(source, running(self._shell), raw_code=source)
        tree = self._shell.transform_ast(self._shell.compile.ast_parse(source, name))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        # The cell is what is to run.
        exec(self._shell.compile(tree, name, "exec"), self._shell.user_ns)  # noqa: S102
        if last is None:
            return None
        return eval(self._shell.compile(ast.Expression(last.value), name, "eval"), self._shell.user_ns)
