"""Find code that TensorFlow traces and that will not do in the graph what it says in Python."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflint_autograph.retracing.session import traces as traces

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """`traces`, imported when it is used: everything else of the package needs no more than this file."""
    if name == "traces":
        import importlib

        return importlib.import_module("tflint_autograph.retracing.session").traces
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
