"""Imports what forked processes share."""

from __future__ import annotations

import gc
import importlib

from tflint_autograph.processes.deferred import deferred


def import_before_forks(*names: str) -> None:
    """Imports modules for the processes that will be forked from this one.

    No collection of garbage looks at what is imported: neither now, a fifth of the time that TensorFlow takes, nor in a forked process.
    What Keras draws plots with, another fifth, is imported when it is used. Raises ImportError.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        with deferred("matplotlib", "pyplot", "patches"):
            for name in names:
                importlib.import_module(name)
        gc.freeze()
    finally:
        if was_on:
            gc.enable()
