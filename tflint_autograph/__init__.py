"""Find code that TensorFlow traces and that will not do in the graph what it says in Python."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tflint_autograph.retracing.session import traces as traces

__version__ = "0.1.0"


_ELSEWHERE = {
    "traces": ("tflint_autograph.retracing.session", "traces"),
    "load_ipython_extension": ("tflint_autograph.ipython.extension", "load"),
    "unload_ipython_extension": ("tflint_autograph.ipython.extension", "unload"),
}
"""What is imported when it is used: everything else of the package needs no more than this file."""


def __getattr__(name: str) -> object:
    """`traces`, and what IPython asks for at `%load_ext tflint_autograph`."""
    if name in _ELSEWHERE:
        import importlib

        module, attribute = _ELSEWHERE[name]
        return getattr(importlib.import_module(module), attribute)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
