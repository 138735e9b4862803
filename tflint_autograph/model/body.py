"""The body of one function as plain data: what the analysis needs of the syntax, without a syntax tree.

Expressions carry no position but for calls, comprehensions and the like that a trace or a label may point at; every
statement has an ordinal (`ordinal`, counted from 0 in source order over the whole body), which is how libcst's statements
are matched with these.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class At(NamedTuple):
    """First and last place of a piece of code: 1-based lines, 1-based code-point columns, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Name(NamedTuple):
    id: str


class Attribute(NamedTuple):
    value: Expr
    attr: str
    at: At


class Argument(NamedTuple):
    """`keyword` is None for a positional argument, `*` and `**` for unpacked ones."""

    value: Expr
    keyword: str | None


class Call(NamedTuple):
    func: Expr
    args: tuple[Argument, ...]
    at: At


class Constant(NamedTuple):
    value: object


class Display(NamedTuple):
    """A list, tuple or set written out; `type` is the built-in's name."""

    type: str
    items: tuple[Expr, ...]


class Mapping(NamedTuple):
    """A dict written out; a key is None where another mapping is unpacked."""

    keys: tuple[Expr | None, ...]
    values: tuple[Expr, ...]


class Clause(NamedTuple):
    target: Expr
    iterable: Expr
    conditions: tuple[Expr, ...]


class Comprehension(NamedTuple):
    """`type` is list, set, dict or generator; a dict's `key` stands beside its `element`."""

    type: str
    element: Expr
    key: Expr | None
    clauses: tuple[Clause, ...]


class Lambda(NamedTuple):
    qualname: str


class Subscript(NamedTuple):
    value: Expr
    item: Expr


class Slice(NamedTuple):
    parts: tuple[Expr, ...]


class Operation(NamedTuple):
    """An operator with its operands: `+`, `-`, `not`, `and`, `or`, `<`, `is`, `in`, ...; comparisons are chained."""

    operators: tuple[str, ...]
    operands: tuple[Expr, ...]


class Conditional(NamedTuple):
    test: Expr
    body: Expr
    orelse: Expr


class Starred(NamedTuple):
    value: Expr


class Walrus(NamedTuple):
    target: Name
    value: Expr


class Text(NamedTuple):
    """An f-string: the expressions in it."""

    parts: tuple[Expr, ...]


class Yield(NamedTuple):
    value: Expr


class Await(NamedTuple):
    value: Expr


Expr: TypeAlias = Name | Attribute | Call | Constant | Display | Mapping | Comprehension | Lambda | Subscript | Slice | Operation | Conditional | Starred | Walrus | Text | Yield | Await  # fmt: skip


class Assign(NamedTuple):
    """`value` is None for a bare annotation; an annotated assignment has one target."""

    ordinal: int
    at: At
    targets: tuple[Expr, ...]
    value: Expr | None
    annotation: Expr | None


class Augment(NamedTuple):
    ordinal: int
    at: At
    target: Expr
    operator: str
    value: Expr


class Delete(NamedTuple):
    ordinal: int
    at: At
    targets: tuple[Expr, ...]


class Evaluate(NamedTuple):
    """An expression as a statement."""

    ordinal: int
    at: At
    value: Expr


class Return(NamedTuple):
    ordinal: int
    at: At
    value: Expr | None


class Raise(NamedTuple):
    ordinal: int
    at: At
    values: tuple[Expr, ...]


class Assert(NamedTuple):
    ordinal: int
    at: At
    test: Expr
    message: Expr | None


class Declare(NamedTuple):
    """`global` or `nonlocal`."""

    ordinal: int
    at: At
    scope: str
    names: tuple[str, ...]


class Import(NamedTuple):
    """Names bound by an import, each with the absolute dotted target; `*` for a star import.

    `deep` are the modules that `import pkg.sub` reads, which binds `pkg`.
    """

    ordinal: int
    at: At
    names: tuple[tuple[str, str], ...]
    deep: tuple[str, ...] = ()


class Jump(NamedTuple):
    """`pass`, `break` or `continue`."""

    ordinal: int
    at: At
    word: str


class Define(NamedTuple):
    """A nested function or class; what it holds is a fact of its own, called `qualname`.

    `at` ends where its body begins: a line more in there changes nothing of what is around.
    """

    ordinal: int
    at: At
    name: str
    qualname: str
    decorated: bool
    is_class: bool


class If(NamedTuple):
    ordinal: int
    at: At
    test: Expr
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class For(NamedTuple):
    ordinal: int
    at: At
    target: Expr
    iterable: Expr
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class While(NamedTuple):
    ordinal: int
    at: At
    test: Expr
    body: tuple[Statement, ...]
    orelse: tuple[Statement, ...]


class With(NamedTuple):
    """`items` are pairs of context expression and target."""

    ordinal: int
    at: At
    items: tuple[tuple[Expr, Expr | None], ...]
    body: tuple[Statement, ...]


class Handler(NamedTuple):
    type: Expr | None
    name: str | None
    body: tuple[Statement, ...]


class Try(NamedTuple):
    ordinal: int
    at: At
    body: tuple[Statement, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[Statement, ...]
    final: tuple[Statement, ...]


class Case(NamedTuple):
    """`names` are what its pattern binds, `reads` the values and classes the pattern compares with.

    `target` binds the names that take parts of the subject by their places, as an assignment would; None without any.
    """

    names: tuple[str, ...]
    target: Expr | None
    reads: tuple[Expr, ...]
    guard: Expr | None
    body: tuple[Statement, ...]


class Match(NamedTuple):
    ordinal: int
    at: At
    subject: Expr
    cases: tuple[Case, ...]


Statement: TypeAlias = Assign | Augment | Delete | Evaluate | Return | Raise | Assert | Declare | Import | Jump | Define | If | For | While | With | Try | Match  # fmt: skip


class Body(NamedTuple):
    """Everything in one function, module or lambda (whose one statement is a Return).

    `bound` are the names its own scope binds, `shared` the names it declares `global` or `nonlocal`, each with that
    word. `kinds` are the names of the classes above that occur in it, `attributes` the attribute names it uses and
    `names` the plain ones, each once: a set of them would take three times the room. `generator` says that it yields.
    `functions` are the nested functions and lambdas. `returns` is the annotation of what it returns.
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
