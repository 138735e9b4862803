"""Entry script for the user's Python, which need not have the linter installed."""

from __future__ import annotations

import sys
import types
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]


def main() -> None:
    """Makes this one package importable, without the folder it is installed in, and serves."""
    del sys.path[0]
    sys.dont_write_bytecode = True
    package = types.ModuleType(PACKAGE.name)
    package.__path__ = [str(PACKAGE)]
    sys.modules[PACKAGE.name] = package
    from tflint_autograph.confirm.probe.server import serve

    serve()


if __name__ == "__main__":
    main()
