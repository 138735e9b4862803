"""Queries about module-level names, name by name, so that an edit of a module leaves the results of other names valid."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import At, Expr, Statement
from tflint_autograph.model.facts import ClassFact, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import identifiers
from tflint_autograph.project.bodies import globals_
from tflint_autograph.project.bodies.filled_modules import may_fill_itself
from tflint_autograph.project.bodies.walks import descendants, word_of
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.queries.query import query

_FROM = re.compile(r"\s*(?:from|import)\s+(\w[\w.]*)")


class Decorator(NamedTuple):
    """A decorator, the function or class it decorates, and the names and attributes that it mentions."""

    decorates: str
    expr: Expr
    at: At
    words: frozenset[str]
    is_class: bool = False


class ModuleReader(Protocol):
    """The facts of the files of a project."""

    @property
    def index(self) -> ModuleIndex:
        """The modules by their dotted names."""

    def module(self, path: str) -> ModuleFacts | None:
        """Returns the facts of a file, or None if it cannot be read."""


class ModuleNames:
    """Queries about the top level of the project's modules. A file that cannot be read has no names.

    Each reads only the file whose path is its first argument.
    """

    def __init__(self, project: ModuleReader) -> None:
        self.project = project
        self._by_word: dict[tuple[str, str], dict[str, list[int]]] = {}
        self._tables: dict[str, tuple[object, Mapping[str, Iterable[Decorator]]]] = {}

    @query
    def binding(self, path: str, name: str) -> tuple[Statement, ...]:
        """Returns the statements that bind a name."""
        module = self.project.module(path)
        return globals_.bindings(module.body).get(name, ()) if module is not None else ()

    def is_bound(self, path: str, name: str) -> bool:
        """Whether a statement binds a name."""
        return bool(self.binding(path, name))

    @query
    def in_force(self, path: str, name: str) -> tuple[Statement, ...]:
        """Returns the statements whose binding of a name functions may see."""
        module, bound = self.project.module(path), self.binding(path, name)
        return globals_.in_force(module.body, bound) if module is not None else ()

    @query
    def sole_value(self, path: str, name: str) -> Expr | None:
        """Returns the expression whose value a name always has: it is assigned once, by a statement that always runs, and never rebound.

        The same is true of each module-level name in the expression. None for any other name.
        """
        module = self.project.module(path)
        return globals_.sole_value(module, name) if module is not None else None

    @query
    def is_bound_in_turn(self, path: str, name: str) -> bool:
        """Whether a module binds the name by something other than imports and definitions, or defines it more than once."""
        module = self.project.module(path)
        return module is not None and globals_.is_bound_in_turn(module.body, name)

    @query
    def tensor_libraries(self, path: str) -> frozenset[str]:
        """Returns the names that a module binds only to TensorFlow, NumPy or parts of them."""
        module = self.project.module(path)
        return globals_.tensor_libraries(module.body) if module is not None else frozenset()

    @query
    def is_outside(self, path: str, name: str) -> bool:
        """Whether a name is bound only by imports from outside the project."""
        bound = self.binding(path, name)
        dotted = [target for each in bound if isinstance(each, ir.Import) for own, target in each.names if own == name]
        return len(dotted) == len(bound) > 0 and not any(self.is_inside(path, each) for each in dotted)

    def is_inside(self, path: str, dotted: str) -> bool:
        """Whether a dotted name, or a prefix of it, names a module of the project."""
        parts = dotted.split(".")
        return any(self.project.index.find(".".join(parts[:length]), path) is not None for length in range(len(parts), 0, -1))

    @query
    def imported_as(self, path: str, dotted: str) -> frozenset[str]:
        """Returns the names that unconditional imports bind to the object with this dotted name."""
        module = self.project.module(path)
        imports = (each for each in module.body.statements if isinstance(each, ir.Import)) if module is not None else ()
        return frozenset(name for each in imports for name, target in each.names if target == dotted)

    @query
    def within(self, around: FunctionKey) -> tuple[FunctionKey, ...]:
        """Returns a function of a module and the functions nested in it, in source order."""
        module = self.project.module(around.path)
        functions = module.functions if module is not None else ()
        return tuple(FunctionKey(around.path, each.qualname) for each in functions if f"{each.qualname}.".startswith(f"{around.qualname}."))

    @query
    def decorators(self, path: str, parent: str) -> tuple[Decorator, ...]:
        """Returns the decorators of everything defined in a function, or at module level if the name is empty."""
        return tuple(self._by_parent(path).get(parent, ()))

    def decorators_with(self, path: str, parent: str, words: frozenset[str]) -> tuple[Decorator, ...]:
        """Returns the `decorators` that mention one of the words."""
        every = self.decorators(path, parent)
        table = self._by_word.get((path, parent))
        if table is None:
            table = self._by_word[path, parent] = {}
            for number, each in enumerate(every):
                for word in each.words:
                    table.setdefault(word, []).append(number)
        return tuple(every[number] for number in sorted({number for word in words if word in table for number in table[word]}))

    @query
    def words_of_definitions(self, path: str, parent: str) -> frozenset[str]:
        """Returns the names and attributes in the decorators and class bodies of a function, or of the module level if `parent` is empty."""
        module = self.project.module(path)
        classes = [cls for cls in module.classes if cls.parent == parent] if module is not None else []
        found = {word for each in self.decorators(path, parent) for word in each.words}
        found.update(word for cls in classes for _, expr in cls.attributes for word in _words(expr))
        return frozenset(found)

    @query
    def may_fill_itself(self, path: str) -> bool:
        """Whether a module may set names of its own that no statement binds."""
        module = self.project.module(path)
        return module is not None and may_fill_itself(module)

    @query
    def imported_inside(self, path: str) -> frozenset[str]:
        """Returns the words in imports that are nested in functions, classes or blocks."""
        module = self.project.module(path)
        found = _imports_inside(module.text) if module is not None else ()
        return frozenset(word for each in found for word in identifiers(each))

    @query
    def modules_imported_inside(self, path: str) -> tuple[str, ...]:
        """Returns the dotted names behind `from` and `import` in imports that are nested in functions, classes or blocks."""
        module = self.project.module(path)
        found = map(_FROM.match, _imports_inside(module.text) if module is not None else ())
        return tuple(dict.fromkeys(each[1] for each in found if each is not None))

    def _by_parent(self, path: str) -> Mapping[str, Iterable[Decorator]]:
        """Maps each enclosing function of a module to the decorators in it."""
        module = self.project.module(path)
        functions = module.functions if module is not None else ()
        known = self._tables.get(path)
        if known is None or known[0] is not functions:
            found: defaultdict[str, list[Decorator]] = defaultdict(list)
            facts: tuple[FunctionFact | ClassFact, ...] = (*functions, *(module.classes if module is not None else ()))
            for fact in facts:
                is_class = isinstance(fact, ClassFact)
                found[fact.parent] += (Decorator(fact.qualname, expr, at, _words(expr), is_class) for expr, at in fact.decorators)
            known = self._tables[path] = functions, found
        return known[1]


def _imports_inside(text: str) -> Iterator[str]:
    """Yields the indented imports of a text, with their continuation lines. A string with the word `import` counts as well."""
    at = text.find("import")
    while at >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        while text[end - 1 : end] == "\\":
            end = text.find("\n", end + 1)
        if "(" in text[at:end]:
            end = text.find(")", at)
        if not text.startswith(("import", "from"), start):
            yield text[start : max(end, at)]
        elif ";" in text[start:end]:
            yield text[start:end]
        at = text.find("import", max(end, at + 1))


def _words(expr: Expr) -> frozenset[str]:
    return frozenset(word for part in descendants(expr) if (word := word_of(part)))
