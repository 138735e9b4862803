"""What files turn off at their top: tracing, themselves or through a function of the project, or all of TensorFlow 2. Knows no Keras models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Value
from tflint_autograph.project.answers.remembered import memoised
from tflint_autograph.project.usage.telling import SWITCHES, VERSION_1
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.values.flow import CallSite

_WORDS = frozenset(name.rpartition(".")[2] for name in SWITCHES)

Wrappers = dict[FunctionKey, str]
"""Functions of the project that switch tracing on or off, by the parameter that says which."""


class Switched:
    """Answers about the files read when this is first asked."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis

    def confidence(self, path: str) -> Confidence:
        """How sure it is that a `tf.function` of the file is traced in place of running eagerly.

        Not when the file turns tracing off at its top, or goes back to version 1, where all of Python runs once, to build a graph.
        """
        return Confidence.LOW if path in self.eager_files() or path in self.files_of_version_1() else Confidence.HIGH

    @memoised
    def eager_files(self) -> frozenset[str]:
        """The files that turn tracing off at their top."""
        return frozenset(_eager_files(self.analysis))

    @memoised
    def files_of_version_1(self) -> frozenset[str]:
        """The files that turn eager execution off at their top, or lie in a package that does."""
        return frozenset(_files_of_version_1(self.analysis))


def _eager_files(analysis: Analysis) -> Iterator[str]:
    """The files whose top turns tracing off."""
    switching = [module.path for module in analysis.project.mentioning(_WORDS)]
    wrappers = {key: name for path in switching for key, name in _wrappers(analysis, path)}
    words = _WORDS.union(key.qualname for key in wrappers) if switching else _WORDS
    for module in analysis.project.mentioning(words) if switching else ():
        if _is_switched_off(analysis, module.path, wrappers):
            yield module.path


def _wrappers(analysis: Analysis, path: str) -> Iterator[tuple[FunctionKey, str]]:
    """The functions at the top of a file that hand a parameter of theirs to the switch."""
    around = analysis.project.functions_mentioning(path, _WORDS)
    for key in (each for each in around if each.qualname != MODULE and "." not in each.qualname):
        for site in analysis.eager(key).calls.values():
            said = _said(site)
            if said is not None and said.parameter:
                yield key, said.parameter


def _said(site: CallSite) -> Value | None:
    """What a call of TensorFlow's own switch is given."""
    return site.argument(0, "run_eagerly") if canonical(site.func.name) in SWITCHES else None


def _is_switched_off(analysis: Analysis, path: str, wrappers: Wrappers) -> bool:
    """Whether the top of the file turns tracing off, and calls no `tf.function` before, nor after it is on again."""
    off, ever = False, False
    sites = analysis.eager(FunctionKey(path, MODULE)).calls
    for site in map(sites.__getitem__, sorted(sites)):
        said = _said(site) or _told(analysis, site, wrappers)
        if said is not None and said.const in (True, False):
            off = said.const is True
            ever = ever or off
        elif not off and any(target.through == "tensorflow.function" for target in site.func.targets):
            return False
    return ever


def _told(analysis: Analysis, site: CallSite, wrappers: Wrappers) -> Value | None:
    """What a call tells a function of the project that switches."""
    targets = site.func.targets
    name = wrappers.get(targets[0].key) if len(targets) == 1 else None
    fact = analysis.project.function(targets[0].key) if name is not None else None
    if fact is None or name is None:
        return None
    return bind(fact, targets[0], site.args).get(name) or analysis.unpassed.left(targets[0].key, name)


def _files_of_version_1(analysis: Analysis) -> Iterator[str]:
    """The files that turn eager execution off at their top, or lie in a package that does."""
    words = frozenset(name.rpartition(".")[2] for name in VERSION_1)
    turning = [module.path for module in analysis.project.mentioning(words) if _goes_back(analysis, module.path)]
    yield from turning
    packages = tuple(path.removesuffix("__init__.py") for path in turning if path.endswith("/__init__.py"))
    if packages:
        yield from (module.path for module in analysis.project.loaded() if module.path.startswith(packages))


def _goes_back(analysis: Analysis, path: str) -> bool:
    """Whether the top of the file turns eager execution off."""
    sites = analysis.eager(FunctionKey(path, MODULE)).calls.values()
    return any(canonical(site.func.name) in VERSION_1 for site in sites)
