"""Runs the cells of a notebook one after the other as the program of this process. Does not display results."""

from __future__ import annotations

import json
import linecache
import os
import sys
import types


def main() -> None:
    """Runs the cells in the open file whose descriptor is the first argument; the second is the notebook."""
    descriptor, path, *rest = sys.argv[1:]
    with open(int(descriptor), encoding="utf-8") as file:
        cells = json.load(file)
    folder = os.path.dirname(path)
    sys.argv[:] = [path, *rest]
    sys.path[0] = folder
    # As Jupyter does
    os.chdir(folder)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    for number, text in cells:
        name = f"{path}:cell {number}"
        # AutoGraph reads the source of what it converts
        linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
        exec(compile(text, name, "exec"), vars(module))  # noqa: S102 - the cells are what is to run


if __name__ == "__main__":
    main()
