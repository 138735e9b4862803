"""How a program is written besides what it does: spellings of imports, docstrings, hints, and code that is never traced."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.generated.writing.program import Program
from tests.generated.writing.text import Module

_TF = re.compile(r"(?<![\w.\"'])tf\.")
_DEF = re.compile(r"^( *)def (\w+)\(([^()]*)\):(?=$|  #@)")
_IMPORT = "import tensorflow as tf"

Style = Callable[[Program, Module], None]


def apply(program: Program) -> None:
    """Give each module its style, and the program some code besides."""
    spelling = program.pick(tuple(_SPELLINGS)) if program.chance(0.4) else "plain"
    program.chosen["import"] = spelling
    for module in list(program.modules):
        if _IMPORT in module.imports:
            _SPELLINGS[spelling](program, module)
    for module in program.modules:
        if program.chance(0.3):
            _document(program, module)
        if program.chance(0.3):
            module.blocks.insert(0, list(program.rng.choice(_ASIDES)))
            module.needs(*_NEEDED)


def _plain(program: Program, module: Module) -> None:
    return


def _respell(module: Module, name: str, line: str) -> None:
    """Write `name.` for `tf.` in the module, which has this import instead."""
    module.imports = {each: None for each in module.imports if each != _IMPORT} | {line: None}
    module.blocks = [[_TF.sub(f"{name}.", each) for each in block] for block in module.blocks]


def _whole(program: Program, module: Module) -> None:
    _respell(module, "tensorflow", "import tensorflow")


def _alias(program: Program, module: Module) -> None:
    _respell(module, "tff", "import tensorflow as tff")


def _version_two(program: Program, module: Module) -> None:
    _respell(module, "tf", "import tensorflow.compat.v2 as tf")


def _tried(program: Program, module: Module) -> None:
    del module.imports[_IMPORT]
    module.blocks.insert(0, ["try:", f"    {_IMPORT}", "except ImportError:", "    tf = None"])


def _by_name(program: Program, module: Module) -> None:
    del module.imports[_IMPORT]
    module.needs("import importlib")
    module.blocks.insert(0, ['tf = importlib.import_module("tensorflow")'])


def _backend(program: Program, module: Module) -> None:
    """`from backend import tf`, a module of the project."""
    name = f"{program.package}.backend" if program.package else "backend"
    if not any(each.name == name for each in program.modules):
        made = Module(name, f"{name.replace('.', '/')}.py")
        made.needs(_IMPORT)
        program.modules.append(made)
    if module.name == name:
        return
    del module.imports[_IMPORT]
    module.needs(f"from {name} import tf")


_SPELLINGS: dict[str, Style] = {
    "plain": _plain,
    "tensorflow": _whole,
    "tff": _alias,
    "compat.v2": _version_two,
    "try": _tried,
    "importlib": _by_name,
    "backend": _backend,
}


def _document(program: Program, module: Module) -> None:
    """Give functions docstrings and hints."""
    for block in module.blocks:
        for number in range(len(block) - 1, -1, -1):
            found = _DEF.match(block[number])
            if found is None or not program.chance(0.5):
                continue
            block.insert(
                number + 1, f'{found[1]}    """{program.names.word().capitalize()} of the {program.names.word()}."""'
            )
            if found[3] and "=" not in found[3] and "*" not in found[3]:
                hinted = ", ".join(
                    each if each in ("self", "cls", "this") or ":" in each else f"{each}: object"
                    for each in found[3].split(", ")
                )
                block[number] = block[number].replace(f"({found[3]})", f"({hinted})", 1)


_NEEDED = ("import random", "import time", "import logging")
_ASIDES = (
    ["def report_progress(done, whole):", '    print(f"{done} of {whole}")', "    return done / whole"],
    [
        "class RunLog:",
        "    def __init__(self):",
        "        self.rows = []",
        "",
        "    def add(self, row):",
        "        self.rows.append(row)",
        "        print(row)",
    ],
    ["def jitter(seconds):", "    time.sleep(seconds * random.random())"],
    ["_SEEN = {}", "", "", "def remember(key):", "    _SEEN[key] = time.time()", '    logging.info("seen %s", key)'],
    ["def read_rows(path):", "    with open(path) as source:", "        return [line.split() for line in source]"],
    ["def seed_all(seed):", "    random.seed(seed)"],
)
"""Code that nothing calls, or eager code alone."""
