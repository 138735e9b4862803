"""Keys that stand for functions which the source does not contain."""

from __future__ import annotations

from tflint_autograph.model.facts import ClassKey, FunctionKey


def constructor_of(cls: ClassKey) -> FunctionKey:
    """Returns the key that stands for a generated constructor, which assigns arguments to fields."""
    return FunctionKey(cls.path, f"{cls.qualname}.__init__")


def adding_to(cls: ClassKey) -> FunctionKey:
    """Returns the key that stands for the methods that add to containers of an object."""
    return FunctionKey(cls.path, f"{cls.qualname}.<adding>")
