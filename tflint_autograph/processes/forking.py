"""Imports what forked processes share."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import sys

from tflint_autograph.processes.deferred import deferred

_PLOTS = "matplotlib", "pyplot", "patches"
"""The package that Keras imports for its plots, a fifth of the start of TensorFlow, and the modules of it."""


def import_before_forks(*names: str) -> None:
    """Imports modules for the processes that will be forked from this one.

    No collection of garbage looks at what is imported: neither now, a fifth of the time that TensorFlow takes, nor in a forked process.
    What Keras draws plots with is imported when it is used. Raises ImportError.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        with deferred(*_PLOTS):
            for name in names:
                importlib.import_module(name)
        gc.freeze()
    finally:
        if was_on:
            gc.enable()


def has_plots() -> bool:
    """Whether this process has imported what Keras draws plots with."""
    return f"{_PLOTS[0]}.{_PLOTS[1]}" in sys.modules


def import_plots() -> None:
    """Imports it, so that processes forked from now on need not. A module of the user's with that name is left to them."""
    if importlib.util.find_spec(_PLOTS[0]) is not None:
        importlib.import_module(f"{_PLOTS[0]}.{_PLOTS[1]}")
        gc.freeze()
