"""The interface through which the evaluation of one body reads the rest of the project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from tflint_autograph.model.body import At, Call, Expr
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.location import Span
from tflint_autograph.model.values import Callee, Value

if TYPE_CHECKING:
    from tflint_autograph.project.index.classes import Classes
    from tflint_autograph.project.values.body_result import CallSite

Arguments = tuple[tuple[str | None, Value], ...]


class Scope(Protocol):
    """Resolves everything outside a body. `traced`: whether the reading body runs in the graph."""

    @property
    def classes(self) -> Classes:
        """Queries about the classes of the project."""

    def span(self, path: str, at: At) -> Span:
        """Converts a position in a file to a span for findings and provenance steps."""

    def lookup(self, path: str, qualname: str, name: str, *, traced: bool, reader: str = "") -> Value:
        """Returns the value of a name as seen from the function `qualname` or the module: local, enclosing, global or built-in.

        `reader` is the qualified name of the nested function that reads the name, if one does.
        """

    def attribute(self, receiver: Value, attr: str, *, traced: bool, own: ClassKey | None = None) -> Value:
        """Returns an attribute of a value, with methods bound. `own` is its class where that is known more precisely."""

    def looked_up(self, receiver: Value, *, traced: bool) -> Value:
        """Returns what an attribute of a value may be whose name is not known."""

    def own_class(self, path: str, qualname: str, name: str, cls: ClassKey) -> ClassKey | None:
        """Returns the class of a method's receiver, called `name`, if it is `cls` or a subclass; else None."""

    def made_in_class(self, cls: ClassKey, attr: str) -> Value | None:
        """Returns what the body of a class, or of an ancestor, binds to an attribute by a call, such as a descriptor; None for others."""

    def lacks(self, cls: ClassKey, attr: str) -> bool:
        """Whether an object of a class has no such attribute, and the class no `__getattr__` that could provide it."""

    def is_module(self, cls: ClassKey) -> bool:
        """Whether the objects of a class are modules."""

    def base_of(self, one: ClassKey, other: ClassKey) -> ClassKey | None:
        """Returns which of two classes the other one derives from, or None."""

    def mentions(self, path: str, word: str) -> bool:
        """Whether the word occurs in the code of a file."""

    def imported(self, path: str, dotted: str) -> Value:
        """Returns what an import of the absolute name `dotted` in the file `path` binds."""

    def definition(self, path: str, qualname: str, is_class: bool) -> Value:
        """Returns a function or class of the file with its decorators applied."""

    def annotated(self, annotation: Expr, path: str) -> Value | None:
        """Returns the value an annotation promises, or None."""

    def promised(self, annotation: Expr, path: str) -> Value | None:
        """Returns the value that a return annotation promises, for a function whose result is otherwise unknown."""

    def result(self, target: Callee, args: Arguments, *, traced: bool) -> Value:
        """Returns the result of calling a function of the project."""

    def called(self, key: FunctionKey, site: CallSite, implicit: Callee | None = None) -> None:
        """Tells that the body of a traced function makes a call, before its result is read. `implicit` is what the call runs implicitly."""

    def accessed(self, key: FunctionKey) -> str:
        """Returns the attribute that a method only returns, or an empty string."""

    def type_tests(self, target: Callee, args: Arguments) -> tuple[CallSite, ...]:
        """Returns the type tests of its argument that a function of the project returns the results of, as a call of it makes them."""

    def done_by(self, call: Call, target: Callee) -> Call | None:
        """Returns the method call on an argument that a function of the project does nothing but make, as the caller would write it, or None."""

    def giving(self, targets: tuple[Callee, ...]) -> tuple[Callee, ...]:
        """Returns those of the functions that a call may run whose result it gives: no wrapper that returns the result of another one."""

    def call_method(self, receiver: Value, method: str, args: Arguments, *, traced: bool) -> Value:
        """Returns the result of calling a method on an instance of a project class."""

    def keras_kind(self, cls: ClassKey) -> str:
        """Returns `layer`, `model`, `metric`, ... for a project class that derives from one, else an empty string."""

    def super_of(self, path: str, qualname: str, env: Mapping[str, Value]) -> Value:
        """Returns the value of `super()` in the method `qualname`."""
