"""The facts of a project's files, each read on demand. Computes nothing about them."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache

from tflint_autograph.facts.lower import lower
from tflint_autograph.model.body import NO_BODY, At, Body
from tflint_autograph.model.facts import (
    MODULE,
    ClassFact,
    ClassKey,
    FunctionFact,
    FunctionKey,
    Lowered,
    ModuleFacts,
    display_name,
)
from tflint_autograph.model.location import Position, Span
from tflint_autograph.model.mentions import ANY, Mention, identifiers
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.reachable import reachable
from tflint_autograph.project.index.aliases import aliases_in
from tflint_autograph.project.index.lowered_bodies import LoweredBodies, function_around
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.words import WordSearch
from tflint_autograph.project.queries.memoize import memoised
from tflint_autograph.project.queries.query import query
from tflint_autograph.source.text import split_lines

Lower = Callable[[ModuleFacts, FunctionFact], tuple[Lowered, ...]]
"""Returns a function of a module with its body, and the functions and lambdas nested in it."""

_MANY = 16
"""Number of names from which looking up all words of a text at once is faster than searching for each name."""

_FEW = 64
"""Maximum number of files with a name in which a look-up is faster than a search of the text."""

_MAKERS = frozenset({"__init__"})
"""Methods that set attributes of their objects before anything is traced."""


class SourceProject:
    """The facts of a project by file. `load` returns the facts of a path, or None if the file cannot be read or parsed.

    `read` returns the text from which the facts of a path were taken, or an empty text if it has changed. `too_deep` are the files with a
    function that is nested too deeply to be lowered; such a function is treated as missing.
    """

    def __init__(
        self, index: ModuleIndex, load: Callable[[str], ModuleFacts | None], lower: Lower = lower,
        read: Callable[[str], str] = lambda path: "",
    ) -> None:  # fmt: skip
        self.index = index
        self._load = load
        self._lower = lower
        self._text = lru_cache(maxsize=4)(read)
        self._modules: dict[str, ModuleFacts | None] = {}
        self._functions: dict[FunctionKey, FunctionFact] = {}
        self._classes: dict[ClassKey, ClassFact] = {}
        self.bodies = LoweredBodies()
        self._dotted: dict[FunctionKey | ClassKey, str] = {}
        self.too_deep: set[str] = set()
        self._aliases: defaultdict[str, set[str]] = defaultdict(set)
        self._with_aliases: dict[frozenset[str], frozenset[str]] = {}
        self._indexed: set[str] = set()
        self._mentioning: defaultdict[str, list[str]] = defaultdict(list)
        self._functions_with: dict[WordSearch, tuple[ModuleFacts, tuple[FunctionKey, ...]]] = {}
        self._setting: defaultdict[str, list[str]] = defaultdict(list)
        self._resetting: set[str] = set()

    def module(self, path: str) -> ModuleFacts | None:
        """Returns the facts of a file, which is read now if necessary; None if it cannot be."""
        return self.facts(path)

    def facts(self, path: str) -> ModuleFacts | None:
        """Implements `module` for this class and its subclasses."""
        if path not in self._modules:
            facts = self._modules[path] = self._load(path)
            if facts is not None:
                self._functions.update({FunctionKey(path, fact.qualname): fact for fact in facts.functions})
                self._classes.update({ClassKey(path, fact.qualname): fact for fact in facts.classes})
                self._functions.update({FunctionKey(path, each.fact.qualname): each.fact for each in facts.lambdas})
                self.bodies.add_lasting(path, facts.lambdas)
                # Now, as later it takes ten times as long to look at every function of a project again.
                for word, name in aliases_in(facts):
                    self._aliases[word].add(name)
                self._with_aliases.clear()
                for name in {name for fact in facts.functions if fact.sets for name in fact.sets}.union(facts.sets):
                    insort(self._setting[name], path)
                self._resetting.update(*(fact.stores for fact in facts.functions if fact.stores and fact.name not in _MAKERS))
        return self._modules[path]

    def lines(self, path: str) -> tuple[str, ...]:
        """Returns the lines of a file with docstrings and comments, or without them if the file has changed since."""
        facts = self.facts(path)
        if facts is None:
            return ()
        text = self._text(path)
        return split_lines(text) if hash(text) == facts.scanned else facts.lines

    def loaded(self) -> tuple[ModuleFacts, ...]:
        """Returns the files read so far, in path order."""
        return tuple(facts for _, facts in sorted(self._modules.items()) if facts is not None)

    def known(self, path: str) -> ModuleFacts | None:
        """Returns the facts of a file if it was read already, else None."""
        return self._modules.get(path)

    def count(self) -> int:
        """Returns the number of files that were requested so far."""
        return len(self._modules)

    def asked(self) -> frozenset[str]:
        """Returns all requested files, including those without facts."""
        return frozenset(self._modules)

    def lowered(self, key: FunctionKey) -> Lowered | None:
        """Returns a function with its body, or None. For a lambda the enclosing function is lowered."""
        known = self.bodies.get(key)
        # The lambdas of a file outside of functions come with its facts.
        module = self.facts(key.path) if known is None else None
        if module is None:
            return known
        around = function_around(key)
        fact = self._functions.get(around)
        if fact is not None and self.bodies.get(around) is None:
            try:
                found = self._lower(module, fact)
            except RecursionError:
                self.too_deep.add(key.path)
                return None
            for each in found:
                self._functions.setdefault(FunctionKey(key.path, each.fact.qualname), each.fact)
            self.bodies.add(around, found)
        return self.bodies.get(key)

    def body(self, key: FunctionKey) -> Body:
        """Returns the body of a function, or of a module's top level; `NO_BODY` if there is none."""
        if key.qualname == MODULE:
            module = self.module(key.path)
            return module.body if module is not None else NO_BODY
        lowered = self.lowered(key)
        return lowered.body if lowered is not None else NO_BODY

    @query
    def bound(self, key: FunctionKey) -> frozenset[str] | None:
        """Returns the names that a function binds, known even after its body was released; None if there is no such function.

        Every name in a nested function queries the enclosing functions.
        """
        lowered = SourceProject.lowered(self, key)
        return lowered.body.bound if lowered is not None else None

    def function(self, key: FunctionKey) -> FunctionFact | None:
        """Returns a def or lambda of the project, or None."""
        found = self._functions.get(key)
        if found is not None:
            return found
        self.facts(key.path)
        if key not in self._functions and function_around(key) != key:
            SourceProject.lowered(self, key)
        return self._functions.get(key)

    def owner(self, key: FunctionKey) -> ClassKey | None:
        """Returns the class that a function is a method of, or None."""
        fact = self.function(key)
        return ClassKey(key.path, fact.owner) if fact is not None and fact.owner else None

    def cls(self, key: ClassKey) -> ClassFact | None:
        """Returns a class of the project, or None."""
        self.facts(key.path)
        return self._classes.get(key)

    def classes(self) -> tuple[ClassKey, ...]:
        """Returns the classes of the files read so far."""
        return tuple(sorted(self._classes))

    def identifiers(self, path: str) -> frozenset[str]:
        """Returns the words in the code of a file that may be identifiers."""
        module = self.module(path)
        return identifiers(module.text) if module is not None else frozenset()

    def mentions(self, path: str, name: str) -> bool:
        """Whether the code of a file mentions a name."""
        module = self.module(path)
        return module is not None and bool(module.lines_mentioning(name))

    def functions_mentioning(self, path: str, names: frozenset[str], how: Mention = ANY) -> tuple[FunctionKey, ...]:
        """Returns the innermost functions of a file, and the module, whose code mentions one of the names as `how` says.

        They are in source order. Aliases of the names count as well.
        """
        module = self.module(path)
        if module is None:
            return ()
        others = self.aliases(names) - names
        if len(names) > _MANY:
            words = self.identifiers(path)
            names, others = names & words, others & words
        elif not any(self.may_mention(path, name) for name in (*names, *others)):
            return ()
        return self.functions_with(WordSearch(path, names, others, how))

    def all_mentioning(self, names: frozenset[str], how: Mention = ANY, *, tests: bool = True) -> Iterator[FunctionKey]:
        """Yields what `functions_mentioning` returns for each of the files read so far, without `tests` for those that are no tests."""
        for module in self.mentioning(names):
            if tests or not is_test(module.path):
                yield from self.functions_mentioning(module.path, names, how)

    def functions_with(self, words: WordSearch) -> tuple[FunctionKey, ...]:
        """Returns the innermost functions of a file, and the module, that mention one of the words, in source order."""
        facts = self.facts(words.path)
        if facts is None:
            return ()
        # Projects have functions of the same name in many files, and each is searched in all of them.
        known = self._functions_with.get(words)
        if known is None or known[0] is not facts:
            known = self._functions_with[words] = facts, words.found(facts, facts.lines_mentioning)
        return known[1]

    def may_mention(self, path: str, name: str) -> bool:
        """Whether the code of a file may mention a name: not if few files mention it, and this file is not one of them."""
        few = self._mentioning.get(name, ()) if path in self._indexed else None
        return few is None or len(few) > _FEW or path in few

    def mentioning(self, names: frozenset[str]) -> tuple[ModuleFacts, ...]:
        """Returns the files read so far whose code mentions one of the names or an alias, in path order."""
        paths = self._paths_mentioning(names)
        return tuple(facts for path in paths if (facts := self.facts(path)) is not None)

    def _paths_mentioning(self, names: frozenset[str]) -> tuple[str, ...]:
        # Thousands of names are searched, while files are rarely read.
        for path in [path for path in self._modules if path not in self._indexed]:
            self._indexed.add(path)
            for name in self.identifiers(path):
                self._mentioning[name].append(path)
        return tuple(sorted({path for name in SourceProject.aliases(self, names) for path in self._mentioning.get(name, ())}))

    def aliases(self, names: frozenset[str]) -> frozenset[str]:
        """Returns the names, and all aliases that the files read so far bind to something with one of the names."""
        known = self._with_aliases.get(names)
        if known is None:
            known = self._with_aliases[names] = frozenset(reachable(names, lambda name: self._aliases.get(name, ())))
        return known

    def setting(self, name: str) -> tuple[str, ...]:
        """Returns the files read so far that set an attribute of this name on an object other than `self`."""
        return tuple(self._setting[name]) if name in self._setting else ()

    def resets(self, name: str) -> bool:
        """Whether a method in the files read so far, other than a constructor, sets the attribute on its own object."""
        return name in self._resetting

    def span(self, path: str, at: At) -> Span:
        """Converts a position in a file to a span as findings have it."""
        return _span(path, at)

    def display(self, key: FunctionKey | ClassKey) -> str:
        """Returns the dotted name that a user would write."""
        known = self._dotted.get(key)
        if known is None:
            known = self._dotted[key] = self._display(key)
        return known

    def _display(self, key: FunctionKey | ClassKey) -> str:
        module = self.facts(key.path)
        dotted = module.module if module else key.path
        if key.qualname == MODULE:
            return dotted
        parts = [part for part in key.qualname.split(".") if part != "<locals>"]
        return ".".join([dotted, *map(display_name, parts)])


@memoised(2048)
def _span(path: str, at: At) -> Span:
    """Converts a position to a span. Memoised, since positions are converted whenever their function is followed."""
    return Span(path, Position(at.line, at.column), Position(at.end_line, at.end_column))
