"""Finds the settings with which a project decides whether Keras runs its models eagerly: `compile(run_eagerly=self.config.debug)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey
from tflint_autograph.model.paths import is_test
from tflint_autograph.project.bodies.walks import spelled_in, targets, walk, word_of
from tflint_autograph.project.execution_mode.eagerly import RUN_EAGERLY
from tflint_autograph.project.index.project import body_of
from tflint_autograph.project.queries.memoize import memoised

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis


class EagerSettings:
    """Queries about the files read before the first query. A setting is the name of an attribute that `compile` gets for `run_eagerly`."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    @memoised
    def names(self) -> frozenset[str]:
        """The settings of the project."""
        project, words = self.analysis.project, frozenset({RUN_EAGERLY})
        keys = (key for module in project.mentioning(words) for key in project.functions_mentioning(module.path, words))
        bodies = (body_of(project, key) for key in keys)
        return frozenset(name for body in bodies if body is not None for name in _passed(body))

    def need(self, cls: ClassKey) -> bool:
        """Whether all code that creates an object of the class, or of one derived from it, turns a setting on first. Tests do not count."""
        if not self.names():
            return False
        made = {cls, *self.analysis.classes.descendants().get(cls, ())}
        makers = [*self._makers(made)]
        return bool(makers) and all(map(self._turns_on, makers))

    def _makers(self, made: set[ClassKey]) -> Iterator[FunctionKey]:
        project = self.analysis.project
        words = project.aliases(frozenset(each.qualname.rpartition(".")[2] for each in made))
        for module in project.mentioning(words):
            for key in project.functions_mentioning(module.path, words) if not is_test(module.path) else ():
                body, scope = body_of(project, key), "" if key.qualname == MODULE else key.qualname
                parts = (part for part in spelled_in(body.statements) if isinstance(part, ir.Call)) if body is not None else ()
                called = (part.func for part in parts if word_of(part.func) in words)
                if any(self.analysis.evaluate_at_definition(key.path, scope, each).klass in made for each in called):
                    yield key

    def _turns_on(self, key: FunctionKey) -> bool:
        body, names = body_of(self.analysis.project, key), self.names()
        assigned = (each for each in walk(body.statements) if isinstance(each, ir.Assign)) if body is not None else ()
        switched = (target for each in assigned if each.value == ir.Constant(True) for target in targets(each))
        return any(isinstance(target, ir.Attribute) and target.attr in names for target in switched)


def _passed(body: ir.Body) -> Iterator[str]:
    """Yields the names of the attributes that calls of `compile` get for `run_eagerly`."""
    for part in spelled_in(body.statements):
        if isinstance(part, ir.Call) and word_of(part.func) == "compile":
            given = (each.value for each in part.args if each.keyword == RUN_EAGERLY)
            yield from (value.attr for value in given if isinstance(value, ir.Attribute))
