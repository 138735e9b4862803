"""We and the linters we are compared with, each in a throw-away environment, and how each is called. Runs none of them."""

from __future__ import annotations

import subprocess
import venv
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SETS = {
    "small": ("gpflow-2.11.2",),
    "four": ("gpflow-2.11.2", "larq-0.14.0", "tf-agents-0.19.0", "trieste-4.6.1"),
    "all": (),
}
"""Packages of the corpus by set, () for every one."""

CHECKOUT = Path(__file__).parents[2]

PEERS = {
    "ruff": ("ruff",),
    "flake8": ("flake8", "flake8-bugbear"),
    "pylint": ("pylint",),
    "fixit": ("fixit",),
    "torchfix": ("torchfix",),
}


@dataclass(frozen=True, slots=True)
class Way:
    """One way to run one tool: on which sets, how often, whether it starts with its cache filled or a file edited.

    `command` makes the command line from the number of cores and the folder for a cache.
    """

    name: str
    tool: str
    command: Callable[[int, Path], tuple[str, ...]]
    sets: tuple[str, ...] = tuple(SETS)
    repeated: bool = True
    warm: bool = False
    edited: bool = False


OURS = ("-m", "tflint_autograph", "check", "--isolated", "--pedantic", "-v", "-f", "concise")
"""With all rules on, and everything shown that they say."""

WAYS = (
    Way("ours, cold", "", lambda cores, cache: (*OURS, "--no-cache", ".")),
    Way("ruff, cold", "ruff", lambda cores, cache: ("-m", "ruff", "check", "--isolated", "--no-cache", ".")),
    Way("ours, nothing changed", "", lambda cores, cache: (*OURS, "--cache-dir", str(cache), "."), warm=True),
    Way(
        "ruff, nothing changed", "ruff",
        lambda cores, cache: ("-m", "ruff", "check", "--isolated", "--cache-dir", str(cache), "."), warm=True,
    ),
    Way(
        "ruff T201, nothing changed", "ruff",
        lambda cores, cache: ("-m", "ruff", "check", "--isolated", "--select", "T201", "--cache-dir", str(cache), "."), warm=True,
    ),
    Way("ours, one file edited", "", lambda cores, cache: (*OURS, "--cache-dir", str(cache), "."), warm=True, edited=True),
    Way("flake8", "flake8", lambda cores, cache: ("-m", "flake8", "--isolated", "-q", "-j", str(cores), "."), repeated=False),
    Way(
        "pylint", "pylint", lambda cores, cache: ("-m", "pylint", "--recursive=y", "-j", str(cores), "."), ("small", "four"),
        repeated=False,
    ),
    Way("fixit", "fixit", lambda cores, cache: ("-m", "fixit", "lint", "."), ("small", "four"), repeated=False),
    Way("torchfix", "torchfix", lambda cores, cache: ("-m", "torchfix", "."), ("small", "four"), repeated=False),
)  # fmt: skip


@cache
def installed(tool: str, folder: Path) -> str:
    """The Python of an environment with the tool, made in `folder` when it is not there; for "" with what is in this checkout.

    We are installed as users have us, compiled: run from a checkout we would be compiled anew by every run where Python may
    write no byte code.
    """
    place = folder / (tool or "ours")
    python = place / "bin" / "python"
    is_new = not python.exists()
    if is_new:
        venv.create(place, with_pip=True)
    if is_new or not tool:
        subprocess.run([python, "-m", "pip", "install", "-q", "--compile", *PEERS.get(tool, (str(CHECKOUT),))], check=True)
    return str(python)
