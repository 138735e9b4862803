"""What the evaluation of one body may ask of the rest of the project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tflint_autograph.model.body import At, Expr
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.location import Span
from tflint_autograph.model.values import Callee, Value

Arguments = tuple[tuple[str | None, Value], ...]


class Scope(Protocol):
    """Answers about everything outside a body. `traced` says whether the asking body runs in the graph."""

    def span(self, path: str, at: At) -> Span:
        """A place of a file as findings and steps carry it."""

    def lookup(self, path: str, qualname: str, name: str, *, traced: bool, reader: str = "") -> Value:
        """A name as seen from the function `qualname`, or from the module: its own, an enclosing one's, a built-in.

        `reader` is the qualified name of the function inside it that reads the name, if one does.
        """

    def attribute(self, receiver: Value, attr: str, *, traced: bool, own: ClassKey | None = None) -> Value:
        """An attribute of a value; a method comes bound. `own` is its class where more is known of that than it says."""

    def own_class(self, path: str, qualname: str, name: str, cls: ClassKey) -> ClassKey | None:
        """The class of a method's own object, held under `name`, where `cls` is none below that; None elsewhere."""

    def is_of_class(self, cls: ClassKey, attr: str) -> bool:
        """Whether the body of a class, or of an ancestor, binds an attribute."""

    def lacks(self, cls: ClassKey, attr: str) -> bool:
        """Whether an object of a class has no such attribute, and the class a `__getattr__` that answers for it."""

    def is_module(self, cls: ClassKey) -> bool:
        """Whether the objects of a class are modules."""

    def base_of(self, one: ClassKey, other: ClassKey) -> ClassKey | None:
        """Which of two classes the other one derives from; None where neither does."""

    def mentions(self, path: str, word: str) -> bool:
        """Whether the word is in the code of a file."""

    def imported(self, path: str, dotted: str) -> Value:
        """What an import of the absolute `dotted` name written in the file `path` binds."""

    def definition(self, path: str, qualname: str, is_class: bool) -> Value:
        """A function or class of the file, decorators applied."""

    def annotated(self, annotation: Expr, path: str) -> Value | None:
        """What an annotation says of a value; None when it says nothing we know."""

    def promised(self, annotation: Expr, path: str) -> Value | None:
        """The value that a return annotation promises, for a function whose result is otherwise unknown."""

    def result(self, target: Callee, args: Arguments, *, traced: bool) -> Value:
        """What a call of a function of the project gives."""

    def call_method(self, receiver: Value, method: str, args: Arguments, *, traced: bool) -> Value:
        """What calling a method of an instance of a project class gives."""

    def keras_kind(self, cls: ClassKey) -> str:
        """`layer`, `model`, `metric`, ... for a project class that derives from one; empty otherwise."""

    def super_of(self, path: str, qualname: str, env: Mapping[str, Value]) -> Value:
        """What `super()` gives in the method `qualname`."""
