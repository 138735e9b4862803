"""The files of a project as facts, each read when somebody asks. Works nothing out about them."""

from __future__ import annotations

from bisect import insort
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from functools import lru_cache

from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.body import At, Body
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
from tflint_autograph.project.index.aliases import aliases_in
from tflint_autograph.project.index.modules import ModuleIndex
from tflint_autograph.project.index.texts import call_lines, called
from tflint_autograph.project.queries.memoize import memoized_per_program
from tflint_autograph.source.text import split_lines

Lower = Callable[[ModuleFacts, FunctionFact], tuple[Lowered, ...]]
"""Gives a function of a module with its body, and the functions and lambdas inside it."""

MOST = 8_000
"""Lines of the functions whose bodies are kept: a large project asks for ten times as many, most of them once."""

_MANY = 16
"""Names: for fewer a text is looked through faster once for each than once for all its words."""

_LAMBDA = ".<locals>.<lambda"
_MAKERS = frozenset({"__init__"})
"""Methods that set attributes of their objects before anything is traced."""


class SourceProject:
    """Facts by file. `load` gives the facts of a path, or None where the file cannot be read or parsed.

    `read` gives the text that the facts of a path were taken of, and nothing where it cannot be had any more.
    `too_deep` are the files with a function that is nested too deeply to be lowered or followed: it is taken for absent.
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
        self._lowered: dict[FunctionKey, Lowered] = {}
        self._recent: OrderedDict[FunctionKey, tuple[FunctionKey, ...]] = OrderedDict()
        self._held = 0
        """The lines of these."""
        self._lasting: set[FunctionKey] = set()
        self._bound: dict[FunctionKey, frozenset[str] | None] = {}
        self._dotted: dict[FunctionKey | ClassKey, str] = {}
        self.too_deep: set[str] = set()
        self._aliases: defaultdict[str, set[str]] = defaultdict(set)
        self._indexed: set[str] = set()
        self._mentioning: defaultdict[str, list[str]] = defaultdict(list)
        self._functions_mentioning: dict[tuple[str, frozenset[str], frozenset[str], Mention], tuple[ModuleFacts, tuple[FunctionKey, ...]]] = {}
        self._sought: set[str] = set()
        self._callers: defaultdict[str, list[str]] = defaultdict(list)
        self._setting: defaultdict[str, list[str]] = defaultdict(list)
        self._resetting: set[str] = set()

    def module(self, path: str) -> ModuleFacts | None:
        """The facts of a file, read now if they were not before."""
        return self.facts(path)

    def facts(self, path: str) -> ModuleFacts | None:
        """The same for this class and those that derive from it."""
        if path not in self._modules:
            facts = self._modules[path] = self._load(path)
            if facts is not None:
                self._functions.update({FunctionKey(path, fact.qualname): fact for fact in facts.functions})
                self._classes.update({ClassKey(path, fact.qualname): fact for fact in facts.classes})
                self._remember(path, facts.lambdas)
                # Now, as later it takes ten times as long to look at every function of a project again.
                for word, name in aliases_in(facts):
                    self._aliases[word].add(name)
                for name in {name for fact in facts.functions if fact.sets for name in fact.sets}.union(facts.sets):
                    insort(self._setting[name], path)
                self._resetting.update(*(fact.stores for fact in facts.functions if fact.stores and fact.name not in _MAKERS))
        return self._modules[path]

    def lines(self, path: str) -> tuple[str, ...]:
        """The lines of a file with its docstrings and comments; without, where it has changed since its facts were taken."""
        facts = self.facts(path)
        if facts is None:
            return ()
        text = self._text(path)
        return split_lines(text) if hash(text) == facts.scanned else facts.lines

    def loaded(self) -> tuple[ModuleFacts, ...]:
        """The files read so far, in the order of their paths."""
        return tuple(facts for _, facts in sorted(self._modules.items()) if facts is not None)

    def known(self, path: str) -> ModuleFacts | None:
        """The facts of a file that has been read already."""
        return self._modules.get(path)

    def asked(self) -> frozenset[str]:
        """The files somebody asked for, those without facts too."""
        return frozenset(self._modules)

    def _remember(self, path: str, found: Iterable[Lowered]) -> tuple[FunctionKey, ...]:
        keys = []
        for lowered in found:
            key = FunctionKey(path, lowered.fact.qualname)
            self._functions.setdefault(key, lowered.fact)
            self._lowered[key] = lowered
            keys.append(key)
        return tuple(keys)

    def keep(self, key: FunctionKey) -> None:
        """Keep the body of a function for good: what is known of the traced ones refers to it."""
        around = self._around(key)
        self._lasting.add(around)
        if self._recent.pop(around, None) is not None:
            self._held -= self._length(around)

    def _around(self, key: FunctionKey) -> FunctionKey:
        """The function whose text the body of a function is taken from: for a lambda the one around it."""
        around = key.qualname.partition(_LAMBDA)[0]
        return key if around == key.qualname else FunctionKey(key.path, around)

    def _used(self, key: FunctionKey) -> None:
        """Note that a body has been asked for."""
        around = key if key in self._recent or _LAMBDA not in key.qualname else self._around(key)
        if around in self._recent:
            self._recent.move_to_end(around)

    def _let_go(self) -> None:
        """Let go of the bodies that have not been asked for the longest time, lest all of them be held at once."""
        while self._held > MOST and len(self._recent) > 1:
            key, inside = self._recent.popitem(last=False)
            self._held -= self._length(key)
            for old in inside:
                del self._lowered[old]

    def _length(self, key: FunctionKey) -> int:
        """The number of lines of a function."""
        at = self._functions[key].at
        return at.end_line - at.line + 1

    def lowered(self, key: FunctionKey) -> Lowered | None:
        """A function with its body; for a lambda the function around it is lowered."""
        # The lambdas of a file that stand in no function come with its facts.
        module = self.facts(key.path) if key not in self._lowered else None
        if key not in self._lowered:
            around = self._around(key)
            if around != key:
                SourceProject.lowered(self, around)
                return self._lowered.get(key)
            fact = self._functions.get(key)
            if fact is None or module is None:
                return None
            try:
                inside = self._remember(key.path, self._lower(module, fact))
                if key not in self._lasting:
                    self._recent[key] = inside
                    self._held += self._length(key)
                    self._let_go()
            except RecursionError:
                self.too_deep.add(key.path)
                return None
        self._used(key)
        return self._lowered[key]

    def bound(self, key: FunctionKey) -> frozenset[str] | None:
        """The names that a function binds, known when its body has been let go; None where there is none.

        Every name in a nested function asks for those of the functions around it.
        """
        if key not in self._bound:
            lowered = SourceProject.lowered(self, key)
            self._bound[key] = lowered.body.bound if lowered is not None else None
        return self._bound[key]

    def function(self, key: FunctionKey) -> FunctionFact | None:
        """A def or lambda of the project."""
        found = self._functions.get(key)
        if found is not None:
            return found
        self.facts(key.path)
        if key not in self._functions and _LAMBDA in key.qualname:
            SourceProject.lowered(self, key)
        return self._functions.get(key)

    def cls(self, key: ClassKey) -> ClassFact | None:
        """A class of the project."""
        self.facts(key.path)
        return self._classes.get(key)

    def classes(self) -> tuple[ClassKey, ...]:
        """The classes of the files read so far."""
        return tuple(sorted(self._classes))

    def call_lines(self, path: str, names: frozenset[str], foreign: frozenset[str] = frozenset()) -> list[int]:
        """The 1-based lines of a file on which something of one of the names seems to be called, ascending.

        Not what is a part of something that has one of the `foreign` names there.
        """
        module = self.module(path)
        return call_lines(module.text, names, foreign) if module is not None else []

    def called(self, path: str) -> frozenset[str]:
        """The names of what seems to be called in a file."""
        module = self.module(path)
        return called(module.text) if module is not None else frozenset()

    def identifiers(self, path: str) -> frozenset[str]:
        """The words in the code of a file that may be identifiers."""
        module = self.module(path)
        return identifiers(module.text) if module is not None else frozenset()

    def mentions(self, path: str, name: str) -> bool:
        """Whether the code of a file mentions a name."""
        module = self.module(path)
        return module is not None and bool(module.lines_mentioning(name))

    def functions_mentioning(self, path: str, names: frozenset[str], how: Mention = ANY) -> tuple[FunctionKey, ...]:
        """The innermost functions of a file whose code mentions one of the names so, and the module, in the order of the file.

        Other names for it count as well, however they are mentioned.
        """
        module = self.module(path)
        if module is None:
            return ()
        others = self.aliases(names) - names
        if len(names) > _MANY:
            words = self.identifiers(path)
            names, others = names & words, others & words
        # Projects have functions of the same name in many files, and each is asked for in all of them.
        asked = path, names, others, how
        known = self._functions_mentioning.get(asked)
        if known is None or known[0] is not module:
            found = {line for name in names for line in module.lines_mentioning(name, how)}
            lines = sorted(found.union(*map(module.lines_mentioning, others)))
            inside = innermost(module.functions, lines) if lines else ()
            known = self._functions_mentioning[asked] = module, tuple(FunctionKey(path, qualname) for qualname in inside)
        return known[1]

    def mentioning(self, names: frozenset[str]) -> tuple[ModuleFacts, ...]:
        """The files read so far whose code mentions one of the names, or another name for it, in the order of their paths."""
        paths = self._paths_mentioning(names)
        return tuple(facts for path in paths if (facts := self.facts(path)) is not None)

    def _paths_mentioning(self, names: frozenset[str]) -> tuple[str, ...]:
        # Thousands of names are asked for, and a file is read now and then.
        for path in [path for path in self._modules if path not in self._indexed]:
            self._indexed.add(path)
            for name in self.identifiers(path):
                self._mentioning[name].append(path)
        return tuple(sorted({path for name in SourceProject.aliases(self, names) for path in self._mentioning.get(name, ())}))

    def aliases(self, names: frozenset[str]) -> frozenset[str]:
        """The names, and all other names that the files read so far give to something that is called so."""
        found, waiting = set(names), list(names)
        while waiting:
            more = self._aliases[name] - found if (name := waiting.pop()) in self._aliases else ()
            found.update(more)
            waiting += more
        return frozenset(found)

    def calling(self, names: frozenset[str]) -> tuple[ModuleFacts, ...]:
        """The files read so far in which something of one of the names seems to be called, in the order of their paths."""
        # Thousands of names are asked for, and a file is read now and then.
        if len(self._sought) < len(self._modules):
            self._seek()
        paths = sorted(path for name in names for path in self._callers.get(name, ()))
        return tuple(facts for path in dict.fromkeys(paths) if (facts := self.facts(path)) is not None)

    def _seek(self) -> None:
        for path in [path for path in self._modules if path not in self._sought]:
            self._sought.add(path)
            for name in self.called(path):
                self._callers[name].append(path)

    def setting(self, name: str) -> tuple[str, ...]:
        """The files read so far in which something sets an attribute of this name of another object, in their order."""
        return tuple(self._setting[name]) if name in self._setting else ()

    def resets(self, name: str) -> bool:
        """Whether a method in the files read so far, other than one that makes the object, sets such an attribute of its object."""
        return name in self._resetting

    def span(self, path: str, at: At) -> Span:
        """A place of a file as findings carry it."""
        return _span(path, at)

    def display(self, key: FunctionKey | ClassKey) -> str:
        """The dotted name a user would write."""
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


def body_of(project: SourceProject, key: FunctionKey) -> Body | None:
    """What a function runs, or a module does at its top; None for what is not there."""
    if key.qualname == MODULE:
        module = project.module(key.path)
        return module.body if module is not None else None
    lowered = project.lowered(key)
    return lowered.body if lowered is not None else None


@memoized_per_program(2048)
def _span(path: str, at: At) -> Span:
    """A place as findings carry it; each is asked for whenever the function around it is followed."""
    return Span(path, Position(at.line, at.column), Position(at.end_line, at.end_column))
