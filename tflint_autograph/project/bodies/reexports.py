"""Finds, by name only, which files of a project re-export parts of TensorFlow. Does not evaluate values.

The result only selects the files to analyse: a false positive costs the time to read one more file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import ClassFact, FunctionFact, ModuleFacts
from tflint_autograph.model.mentions import is_identifier_char
from tflint_autograph.project.bodies.filled_modules import may_fill_itself
from tflint_autograph.project.bodies.globals_ import bindings
from tflint_autograph.project.bodies.walks import descendants, read_parts
from tflint_autograph.project.index.project import SourceProject
from tflint_autograph.tfapi.names import FRAMEWORKS

_FAR = 100
"""The maximum depth to which names assigned from names are followed."""

_WORD = re.compile(r"\w+")
_PART = re.compile(r"\s*\.\s*(\w+)")

Imported = tuple[str, frozenset[str]]
"""An absolute dotted name that a file imports, and the attribute names that the file uses."""


class Reexports:
    """Queries about the files read so far. Cyclic re-exports may need a second pass."""

    def __init__(self, project: SourceProject) -> None:
        self.project = project
        self._given: dict[tuple[str, str], bool] = {}
        self._filling: dict[str, bool] = {}
        self._words: dict[tuple[str, str], frozenset[str]] = {}

    def again(self) -> int:
        """Begins another pass, which may find more. Returns the number of re-exported names known so far."""
        self._given = {name: True for name, gives in self._given.items() if gives}
        return len(self._given)

    def reach(self, imported: Iterable[Imported], importer: str) -> bool:
        """Whether one of these imports may give a file a part of TensorFlow, or a class, function or dataset made from it."""
        return any(self._reaches(dotted, importer, words, _FAR) for dotted, words in imported)

    def _reaches(self, dotted: str, importer: str, words: frozenset[str], far: int) -> bool:
        index, parts = self.project.index, dotted.split(".")
        for length in range(len(parts), 0, -1):
            found = index.find(".".join(parts[:length]), importer)
            if found is not None:
                return any(self._gives(found, name, far) for name in ((parts[length],) if length < len(parts) else sorted(words)))
        return parts[0] in FRAMEWORKS or parts[0].startswith("tensorflow")

    def _gives(self, path: str, name: str, far: int) -> bool:
        asked = path, name
        if asked not in self._given:
            self._given[asked] = False  # meanwhile, as names may be assigned from each other
            facts = self.project.known(path)
            self._given[asked] = far > 0 and facts is not None and self._find(facts, name, far - 1)
        return self._given[asked]

    def _find(self, facts: ModuleFacts, name: str, far: int) -> bool:
        table = bindings(facts.body)
        if name in table:
            return any(self._binds(facts, name, statement, far) for statement in table[name])
        starred = (dict(each.names)["*"] for each in table.get("*", ()) if isinstance(each, ir.Import))
        if any(self._reaches(f"{dotted}.{name}", facts.path, frozenset(), far) for dotted in starred):
            return True
        if "__getattr__" in table and self._gives(facts.path, "__getattr__", far):
            return True
        return self._may_fill(facts) and any(self._gives(path, name, far) for path in self._inside(facts))

    def _may_fill(self, facts: ModuleFacts) -> bool:
        """Whether a module may set names of its own; kept, as it is asked for each name that it does not bind."""
        if facts.path not in self._filling:
            self._filling[facts.path] = may_fill_itself(facts)
        return self._filling[facts.path]

    def _inside(self, facts: ModuleFacts) -> list[str]:
        """Returns the files read so far below the folder of a package."""
        folder = facts.path.removesuffix("__init__.py")
        return [path for path in sorted(self.project.asked()) if path.startswith(folder) and path != facts.path] if facts.is_package else []

    def _binds(self, facts: ModuleFacts, name: str, statement: Statement, far: int) -> bool:
        """Whether a statement at the top of a file binds a name to a part of TensorFlow or something made from it."""
        if isinstance(statement, ir.Import):
            return self._reaches(dict(statement.names)[name], facts.path, frozenset(_behind(name, facts.text)), far)
        words = self._spelled(facts, name, statement)
        return not FRAMEWORKS.isdisjoint(words) or any(self._gives(facts.path, word, far) for word in sorted(words))

    def _spelled(self, facts: ModuleFacts, name: str, statement: Statement) -> frozenset[str]:
        """Returns the names of the file, and of TensorFlow and Keras, that occur in a definition or an assigned value."""
        asked = facts.path, getattr(statement, "qualname", "") or f"{name}:{statement.ordinal}"
        if asked not in self._words:
            if isinstance(statement, ir.Define):
                defined: tuple[FunctionFact | ClassFact, ...] = (*facts.functions, *facts.classes)
                own = [each for each in defined if each.qualname == statement.qualname]
                words = {word for each in own for word in _WORD.findall(facts.passage(each.at))}
                words |= {word for each in own for part in descendants(tuple([decorator for decorator, _ in each.decorators])) for word in _words(part)}
            else:
                words = {word for part in read_parts(statement) for word in _words(part)}
            self._words[asked] = frozenset(words).intersection((*bindings(facts.body), *FRAMEWORKS)) - {name}
        return self._words[asked]


def _behind(name: str, text: str) -> Iterator[str]:
    """Yields the attributes that a text reads of a name."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        part = None if is_identifier_char(text[at - 1 : at]) else _PART.match(text, end)
        if part is not None:
            yield part[1]
            end = part.end()
        at = text.find(name, end)


def _words(part: Expr) -> Iterable[str]:
    """Yields the names in an expression and in string constants that may name an import: `LazyLoader("tf", globals(), "tensorflow")`."""
    if isinstance(part, ir.Name):
        return (part.id,)
    return _WORD.findall(part.value) if isinstance(part, ir.Constant) and isinstance(part.value, str) else ()
