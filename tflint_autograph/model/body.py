"""The body of one function as plain data, without a syntax tree.

Only calls, comprehensions and other expressions that a trace or label may point at have a position. Every statement has an ordinal, counted
from 0 in source order over the whole body, by which libcst statements are matched with these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from typing_extensions import Self, dataclass_transform

    @dataclass_transform(frozen_default=True)
    class Node:
        """A named tuple. Type checkers compare those structurally, which takes them seconds where they hold each other."""

        def __iter__(self) -> Iterator[Any]: ...
        def _replace(self, **changes: Any) -> Self: ...

else:
    Node = NamedTuple


class At(NamedTuple):
    """The position of a piece of code: 1-based lines, 1-based code-point columns, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def begins_after(self, other: At) -> bool:
        """Whether this code begins where the other one has ended."""
        return self[:2] >= other[2:]

    def begins_in(self, other: At) -> bool:
        """Whether this code begins in the other one."""
        return other[:2] <= self[:2] < other[2:]


class Name(Node):
    id: str


class Attribute(Node):
    value: Expr
    attr: str
    at: At


class Argument(Node):
    """An argument of a call. `keyword` is None for a positional argument, `*` and `**` for unpacked ones."""

    value: Expr
    keyword: str | None


class Call(Node):
    func: Expr
    args: tuple[Argument, ...]
    at: At


class Constant(Node):
    """A literal. `is_literal` makes it another tuple than the name of the same spelling: nodes are compared as tuples."""

    value: object
    is_literal: bool = True


class Display(Node):
    """A list, tuple or set display; `type` is the built-in's name."""

    type: str
    items: tuple[Expr, ...]


class Mapping(Node):
    """A dict display; a key is None where another mapping is unpacked."""

    keys: tuple[Expr | None, ...]
    values: tuple[Expr, ...]


class Clause(Node):
    target: Expr
    iterable: Expr
    conditions: tuple[Expr, ...]


class Comprehension(Node):
    """A comprehension. `type` is list, set, dict or generator; a dict has a `key` besides its `element`."""

    type: str
    element: Expr
    key: Expr | None
    clauses: tuple[Clause, ...]


class Lambda(Node):
    qualname: str


class Subscript(Node):
    value: Expr
    item: Expr


class Slice(Node):
    """A slice. `places` says for each part which bound it is: 0 the first, 1 the last, 2 the step."""

    parts: tuple[Expr, ...]
    places: tuple[int, ...] = ()


class Operation(Node):
    """An operator with its operands: `+`, `-`, `not`, `and`, `or`, `<`, `is`, `in`, ...; comparisons may be chained."""

    operators: tuple[str, ...]
    operands: tuple[Expr, ...]


class Conditional(Node):
    test: Expr
    body: Expr
    orelse: Expr


class Starred(Node):
    value: Expr


class Walrus(Node):
    target: Name
    value: Expr


class Text(Node):
    """An f-string, as the expressions in it."""

    parts: tuple[Expr, ...]


class Yield(Node):
    """A `yield`; `each`: of each element, by `yield from`."""

    value: Expr
    each: bool = False


class Await(Node):
    value: Expr


Expr: TypeAlias = Name | Attribute | Call | Constant | Display | Mapping | Comprehension | Lambda | Subscript | Slice | Operation | Conditional | Starred | Walrus | Text | Yield | Await  # fmt: skip


class Assign(Node):
    """An assignment. `value` is None for a bare annotation; an annotated assignment has one target."""

    ordinal: int
    at: At
    targets: tuple[Expr, ...]
    value: Expr | None
    annotation: Expr | None


class Augment(Node):
    ordinal: int
    at: At
    target: Expr
    operator: str
    value: Expr


class Delete(Node):
    ordinal: int
    at: At
    targets: tuple[Expr, ...]


class Evaluate(Node):
    """An expression as a statement."""

    ordinal: int
    at: At
    value: Expr


class Return(Node):
    ordinal: int
    at: At
    value: Expr | None


class Raise(Node):
    ordinal: int
    at: At
    values: tuple[Expr, ...]


class Assert(Node):
    ordinal: int
    at: At
    test: Expr
    message: Expr | None


class Declare(Node):
    """A `global` or `nonlocal` statement."""

    ordinal: int
    at: At
    scope: str
    names: tuple[str, ...]


class Import(Node):
    """The names bound by an import, each with its absolute dotted target; `*` for a star import.

    `deep` are the modules that `import pkg.sub` loads besides binding `pkg`.
    """

    ordinal: int
    at: At
    names: tuple[tuple[str, str], ...]
    deep: tuple[str, ...] = ()


class Jump(Node):
    """`pass`, `break` or `continue`."""

    ordinal: int
    at: At
    word: str


class Define(Node):
    """A nested function or class; its content is a separate fact called `qualname`.

    `at` ends where its body begins, so that edits inside do not change the enclosing body.
    """

    ordinal: int
    at: At
    name: str
    qualname: str
    decorated: bool
    is_class: bool


class If(Node):
    ordinal: int
    at: At
    test: Expr
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class For(Node):
    ordinal: int
    at: At
    target: Expr
    iterable: Expr
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class While(Node):
    ordinal: int
    at: At
    test: Expr
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class With(Node):
    """A `with` statement. `items` are pairs of context expression and target."""

    ordinal: int
    at: At
    items: tuple[tuple[Expr, Expr | None], ...]
    body: tuple[Statement, ...]


class Handler(Node):
    type: Expr | None
    name: str | None
    body: tuple[Statement, ...]


class Try(Node):
    ordinal: int
    at: At
    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[Statement, ...]
    final: tuple[Statement, ...]


class Case(Node):
    """A case of a `match`. `names` are bound by its pattern, `reads` are the values and classes it compares with.

    `target` binds the names that get parts of the subject by position, like an assignment; None if there are none.
    """

    names: tuple[str, ...]
    target: Expr | None
    reads: tuple[Expr, ...]
    guard: Expr | None
    body: tuple[Statement, ...]


class Match(Node):
    ordinal: int
    at: At
    subject: Expr
    cases: tuple[Case, ...]


Statement: TypeAlias = Assign | Augment | Delete | Evaluate | Return | Raise | Assert | Declare | Import | Jump | Define | If | For | While | With | Try | Match  # fmt: skip


class Body(Node):
    """The content of one function, module or lambda (whose only statement is a Return).

    `bound`: names its own scope binds. `shared`: names it declares `global` or `nonlocal`, each with that word. `kinds`: names of the node
    classes above that occur in it, `attributes`: the attribute names it uses, and `names`: the plain ones, without duplicates, as tuples
    since sets take three times the memory. `generator`: it yields. `functions`: nested functions and lambdas. `returns`: the return
    annotation. `dotted`: names that are read as dotted names where they are called or have attributes or items.
    """

    statements: tuple[Statement, ...]
    bound: frozenset[str]
    shared: tuple[tuple[str, str], ...]
    kinds: frozenset[str]
    names: tuple[str, ...]
    attributes: tuple[str, ...]
    generator: bool
    functions: tuple[str, ...]
    returns: Expr | None = None
    dotted: tuple[tuple[str, str], ...] = ()


NO_BODY = Body((), frozenset(), (), frozenset(), (), (), False, ())
"""The body of what is missing or cannot be read."""
