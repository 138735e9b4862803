"""Infers the Keras version that code is written for from its imports, calls and settings. Reads no requirements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionFact, FunctionKey, ModuleFacts
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.bodies.globals_ import imports, imports_of
from tflint_autograph.project.bodies.uses import keywords_given
from tflint_autograph.project.bodies.walks import descendants, dotted_path, spelled_in
from tflint_autograph.project.index.modules import Joined
from tflint_autograph.project.queries.query import query
from tflint_autograph.tfapi import keras
from tflint_autograph.tfapi.names import keras_generation

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.body_result import CallSite


_BACKENDS = ("torch", "jax")
"""The packages other than TensorFlow with which Keras 3 runs (`keras.src.backend.config`)."""


@dataclass(frozen=True)
class KerasMethod:
    """A method of a class that derives from `base`, which has the dotted name `base_name`: a class of Keras, or `tf.Module`."""

    key: FunctionKey
    name: str
    base: keras.KerasBase
    base_name: str
    versions: KerasVersions

    @property
    def generation(self) -> int:
        """The Keras version, 2 or 3, that runs the method."""
        return self.versions.generation(self.base_name, self.key.path)

    def is_converted(self, generation: int | None = None) -> bool:
        """Whether AutoGraph converts the method where Keras calls it, with the version that runs it or the one given."""
        return self.base.kind == "module" or self.base.converts(self.name, generation or self.generation)

    def is_converted_direct(self, generation: int | None = None) -> bool:
        """Whether AutoGraph converts the method where converted code calls it by its name."""
        return self.base.kind == "module" or self.base.converts_direct(self.name, generation or self.generation)


class KerasVersions:
    """Queries about the files read before the first query."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def generation(self, name: str, path: str) -> int:
        """Returns the Keras version, 2 or 3, behind an import path in a file."""
        found = keras_generation(name, self.analysis.tensorflow)
        return 2 if found == 3 and path in self.files_of_keras_2() else found

    def method(self, key: FunctionKey) -> KerasMethod | None:
        """Returns what a function is to Keras, or None if it is no method of a class that derives from one of Keras or from `tf.Module`."""
        fact, owner = self.analysis.project.function(key), self.analysis.project.owner(key)
        found = self.analysis.classes.keras(owner) if owner is not None else None
        return KerasMethod(key, fact.name, *found, self) if fact is not None and found is not None else None

    def is_traced(self, name: str) -> bool:
        """Whether TensorFlow may run a class of Keras behind an import path: `keras` itself has other backends, which trace nothing."""
        return not name.startswith("keras.") or not self._has_other_backend()

    @query
    def _has_other_backend(self) -> bool:
        """Whether the code that uses Keras imports PyTorch or JAX as well, and no file of the project imports TensorFlow."""
        found = {(each.partition(".")[0], is_test(module.path)) for module in self.analysis.project.loaded() for each in imports(module.body)}
        packages = {package for package, _ in found}
        return "tensorflow" not in packages and any((package, False) in found for package in _BACKENDS)

    @query
    def files_of_keras_2(self) -> frozenset[str]:
        """The files of those import components and packages in which some code needs Keras 2: one environment runs what belongs together."""
        needing = frozenset(module.path for module in self.analysis.project.mentioning(keras.words_of_2()) if self._needs_2(module))
        if not needing:
            return needing
        outermost = self.analysis.project.index.outermost
        packages = set(map(outermost, needing))
        parts = [{*part, *map(outermost, part)} for part in self._run_together()]
        found = {path for part in parts if not packages.isdisjoint(part) for path in part}
        return frozenset(each.path for each in self.analysis.project.loaded() if each.path in found or outermost(each.path) in found)

    def _run_together(self) -> Iterator[tuple[str, ...]]:
        """Yields the files that imports connect, also those in functions."""
        joined, index = Joined(), self.analysis.project.index
        for part in self.analysis.importing.parts():
            for path in part:
                joined.join(path, part[0])
                inside = (index.find_imported(each, path) for each in self.analysis.names.modules_imported_inside(path))
                for target in filter(None, inside):
                    joined.join(path, target)
        yield from joined.sets()

    def _needs_2(self, module: ModuleFacts) -> bool:
        """Whether the code of a file works with Keras 2 alone. An import under a condition or in a `try` is a choice."""
        index, top = self.analysis.project.index, module.body.statements
        dotted = (each for statement in top if isinstance(statement, ir.Import) for each in imports_of(statement))
        if any(keras.is_of_2(each) and index.find_imported(each, module.path) is None for each in dotted):
            return True
        mentioning = partial(self.analysis.project.functions_mentioning, module.path)
        if any(map(_turns_back, top)) or any(map(self._names_2, mentioning(keras.words_of_2()))):
            return True
        if any(fact.owner and self._defines_2(module.path, fact) for fact in module.functions):
            return True
        if any(map(self._names_first, mentioning(keras.named_first_in_2()))):
            return True
        return any(map(self._gives_2, mentioning(keras.arguments_of_2() | keras.metric_methods_of_2())))

    def _defines_2(self, path: str, method: FunctionFact) -> bool:
        """Whether a method overrides one that Keras 2 alone calls."""
        is_metric = method.name in keras.metric_methods_of_2() and self.analysis.keras_kind(ClassKey(path, method.owner)) == "metric"
        return is_metric or method.name in keras.attributes_of_2()

    def _names_2(self, key: FunctionKey) -> bool:
        """Whether a function, or the top of a file, spells out a member of Keras that Keras 3 does not have."""
        spelled = [part for part in spelled_in(self.analysis.project.body(key).statements) if isinstance(part, ir.Attribute)]
        if any(part.attr in keras.attributes_of_2() for part in spelled):
            return True
        paths = set(map(dotted_path, spelled))
        return any(keras.is_of_2(name) for path in paths if path for name in self._meant(key.path, path))

    def _names_first(self, key: FunctionKey) -> bool:
        """Whether a method of a Keras class calls one of its object with a name as first argument: `self.add_weight("kernel", shape=[3])`."""
        fact, owner = self.analysis.project.function(key), self.analysis.project.owner(key)
        if fact is None or owner is None or not self.analysis.keras_kind(owner):
            return False
        own = {f"{fact.receiver}.{method}" for method in keras.named_first_in_2()}
        made = (part for part in spelled_in(self.analysis.project.body(key).statements) if isinstance(part, ir.Call) and part.args)
        return any(dotted_path(call.func) in own and _is_text(call.args[0]) for call in made)

    def _meant(self, file: str, path: str) -> Iterator[str]:
        """Yields the full dotted name for a path, by the imports of a file:

        `tensorflow.keras.experimental` for `tf.keras.experimental`.
        """
        head, _, rest = path.partition(".")
        for statement in self.analysis.names.binding(file, head):
            if isinstance(statement, ir.Import):
                yield from (f"{dotted}.{rest}" for name, dotted in statement.names if name == head)

    def _gives_2(self, key: FunctionKey) -> bool:
        """Whether a call in a function gives an optimizer an argument that Keras 3 refuses, or is of a method that its metrics do not have."""
        body = self.analysis.project.body(key)
        methods = any(isinstance(part, ir.Attribute) and part.attr in keras.metric_methods_of_2() for part in spelled_in(body.statements))
        if not methods and keywords_given(body).isdisjoint({*keras.words_of_2(), "**"}):
            return False
        return any(map(_is_for_2, self.analysis.eager_calls(key).calls.values()))


def _is_for_2(site: CallSite) -> bool:
    """Whether a call gives an optimizer an argument that Keras 3 refuses, or is of a method that its metrics do not have."""
    given = any(word is not None and keras.is_argument_of_2(site.func.name, word) for word, _ in site.args)
    return given or (site.receiver is not None and keras.is_method_of_2(site.receiver.factory, site.method))


def _is_text(argument: ir.Argument) -> bool:
    """Whether an argument is given by its place, and written as a text."""
    value = argument.value
    return argument.keyword is None and (isinstance(value, ir.Text) or (isinstance(value, ir.Constant) and isinstance(value.value, str)))


def _turns_back(statement: ir.Statement) -> bool:
    """Whether a statement sets the variable of the environment that brings Keras 2 back: an assignment, or a call such as `setdefault`."""
    if isinstance(statement, ir.Assign):
        parts = tuple(descendants((*statement.targets, statement.value)))
    else:
        parts = tuple(descendants(statement.value)) if isinstance(statement, ir.Evaluate) else ()
    texts = [part.value for part in parts if isinstance(part, ir.Constant)]
    return any(map(keras.brings_2_back, texts)) and not _ON.isdisjoint(map(str, texts))


_ON = frozenset({"1", "true", "True"})


def has_own(analysis: Analysis, cls: ClassKey, word: str) -> bool:
    """Whether the class overrides a method without calling the one of Keras."""
    key = analysis.classes.method(cls, word)
    return key is not None and not _leads_above(analysis, key, word, frozenset())


def _leads_above(analysis: Analysis, key: FunctionKey, word: str, seen: frozenset[FunctionKey]) -> bool:
    """Whether a method calls the overridden one of a base outside the project, directly or through bases in the project."""
    for site in analysis.eager_calls(key).calls.values() if key not in seen else ():
        base = site.receiver if site.method == word else None
        if base is None or not (base.type == "builtins.super" or base.name or base.klass is not None):
            continue
        above = [target.key for target in site.func.callees]
        if not above or any(_leads_above(analysis, each, word, seen | {key}) for each in above):
            return True
    return False
