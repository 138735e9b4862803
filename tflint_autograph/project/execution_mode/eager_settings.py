"""Finds the settings with which a project decides whether Keras runs its models eagerly: `compile(run_eagerly=self.config.debug)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.project.bodies.walks import spelled_in, targets, walk, word_of
from tflint_autograph.project.execution_mode.eagerly import RUN_EAGERLY
from tflint_autograph.project.queries.query import query

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


class EagerSettings:
    """Queries about the files read before the first query. A setting is the name of an attribute that `compile` gets for `run_eagerly`."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    @query
    def names(self) -> frozenset[str]:
        """The settings of the project."""
        project = self.analysis.project
        return frozenset(name for key in project.all_mentioning(frozenset({RUN_EAGERLY})) for name in _passed(project.body(key)))

    def need(self, cls: ClassKey) -> bool:
        """Whether all code that creates an object of the class, or of one derived from it, turns a setting on first. Tests do not count."""
        if not self.names():
            return False
        made = {cls, *self.analysis.classes.subclasses(cls)}
        creators = [*self._creators(made)]
        return bool(creators) and all(map(self._turns_on, creators))

    def _creators(self, made: set[ClassKey]) -> Iterator[FunctionKey]:
        project = self.analysis.project
        words = project.aliases(frozenset(each.qualname.rpartition(".")[2] for each in made))
        for key in project.all_mentioning(words, tests=False):
            scope = "" if key.qualname == MODULE else key.qualname
            parts = (part for part in spelled_in(project.body(key).statements) if isinstance(part, ir.Call))
            called = (part.func for part in parts if word_of(part.func) in words)
            if any(self.analysis.evaluate_at_definition(key.path, scope, each).klass in made for each in called):
                yield key

    def _turns_on(self, key: FunctionKey) -> bool:
        assigned = (each for each in walk(self.analysis.project.body(key).statements) if isinstance(each, ir.Assign))
        switched = (target for each in assigned if each.value == ir.Constant(True) for target in targets(each))
        return any(isinstance(target, ir.Attribute) and target.attr in self.names() for target in switched)


def _passed(body: ir.Body) -> Iterator[str]:
    """Yields the names of the attributes that calls of `compile` get for `run_eagerly`."""
    for part in spelled_in(body.statements):
        if isinstance(part, ir.Call) and word_of(part.func) == "compile":
            given = (each.value for each in part.args if each.keyword == RUN_EAGERLY)
            yield from (value.attr for value in given if isinstance(value, ir.Attribute))
