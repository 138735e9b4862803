"""How the project runs its models: fitted by Keras, called as plain Python, or with functions run eagerly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.facts import MODULE, ClassKey, FunctionKey, ModuleFacts
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import Kind
from tflint_autograph.project.globals_ import bindings
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.flow import CallSite

_RUNS = frozenset({"fit", "evaluate", "predict", "train_on_batch", "test_on_batch", "predict_on_batch"})


class Running:
    """Evidence from the eager code of the files read when this is first asked."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.project = analysis.project

    def confidence(self, path: str) -> Confidence:
        """How sure it is that a `tf.function` of the file is traced: not when the file turns tracing off at its top."""
        return Confidence.LOW if path in self._eager_files else Confidence.HIGH

    def keras_confidence(self, cls: ClassKey, kind: str) -> Confidence:
        """How sure it is that Keras traces the methods of the class (FACTS keras_call_direct_ok, keras_run_eagerly_ok).

        Medium, as somebody will fit it. Low when all that is seen runs it eagerly: every `compile` in reach says
        `run_eagerly=True`, or nothing in reach fits a model and instances are called from plain Python.
        """
        # The rarest evidence first: most classes are judged without a look at who fits models.
        if cls.path in self._reach(self._compiled_eagerly) and cls.path not in self._reach(self._compiled):
            return Confidence.LOW
        if not self._is_spoken_of(cls) or cls not in self._called_directly(cls.path):
            return Confidence.MEDIUM
        return Confidence.MEDIUM if cls.path in self._reach(self._fitted) else Confidence.LOW

    def jitted(self, cls: ClassKey) -> bool:
        """Whether a `compile` of an instance of the class says `jit_compile=True` (FACTS keras_call_tf_print_fit_jit)."""
        return cls in self._jitted

    @cached_property
    def _jitted(self) -> frozenset[ClassKey]:
        found = set()
        for module in self.project.loaded():
            if "jit_compile" not in module.text:
                continue
            for qualname in module.candidates:
                for site in self.analysis.eager(FunctionKey(module.path, qualname)).calls.values():
                    option = site.argument(None, "jit_compile")
                    made = site.receiver.cls if site.receiver is not None and site.method == "compile" else None
                    if made is not None and option is not None and option.const is True:
                        found.add(made)
        return frozenset(found)

    def _sites(self, words: frozenset[str]) -> Iterator[tuple[str, CallSite]]:
        """Calls of these methods on models, with their files; what stands in no text is not looked for."""
        spelled = re.compile(rf"\.(?:{'|'.join(sorted(words))})\(")
        for module in self.project.loaded():
            for qualname in innermost(module.functions, module.lines_with(spelled, "(")):
                for site in self.analysis.eager(FunctionKey(module.path, qualname)).calls.values():
                    if site.method not in words or site.receiver is None or site.receiver.name or site.receiver.module:
                        continue
                    yield module.path, site

    @cached_property
    def _fitted(self) -> frozenset[str]:
        return frozenset(path for path, _ in self._sites(_RUNS))

    @cached_property
    def _compiles(self) -> tuple[tuple[str, bool], ...]:
        """The files with calls of `compile`, and whether the call says `run_eagerly=True`."""
        found = ((path, site.argument(None, "run_eagerly")) for path, site in self._sites(frozenset({"compile"})))
        return tuple((path, option is not None and option.const is True) for path, option in found)

    @cached_property
    def _compiled(self) -> frozenset[str]:
        return frozenset(path for path, on in self._compiles if not on)

    @cached_property
    def _compiled_eagerly(self) -> frozenset[str]:
        if not any("run_eagerly" in module.text for module in self.project.loaded()):
            return frozenset()
        return frozenset(path for path, on in self._compiles if on)

    @cached_property
    def _eager_files(self) -> frozenset[str]:
        found = set()
        for module in self.project.loaded():
            if "run_functions_eagerly" not in module.text:
                continue
            for site in self.analysis.eager(FunctionKey(module.path, MODULE)).calls.values():
                first = site.argument(0, "run_eagerly")
                if canonical(site.func.name) in _SWITCHES and first is not None and first.const is True:
                    found.add(module.path)
        return frozenset(found)

    def _reach(self, paths: frozenset[str]) -> frozenset[str]:
        """The files, and all those of the project they import, directly or not."""
        known = self.__dict__.setdefault("_reached", {})
        if paths not in known:
            waiting, seen = list(paths), set(paths)
            while waiting:
                for path in self._imports(waiting.pop()):
                    if path not in seen:
                        seen.add(path)
                        waiting.append(path)
            known[paths] = frozenset(seen)
        result: frozenset[str] = known[paths]
        return result

    def _imports(self, path: str) -> list[str]:
        loaded = {module.path: module for module in self.project.loaded()} if "_by_path" not in self.__dict__ else {}
        by_path: dict[str, ModuleFacts] = self.__dict__.setdefault("_by_path", loaded)
        module = by_path.get(path)
        found = []
        for statements in bindings(module.body).values() if module else ():
            for statement in statements:
                for _, dotted in getattr(statement, "names", ()):
                    target = self.project.index.find_imported(dotted, path)
                    if target:
                        found.append(target)
        return found

    def _is_spoken_of(self, cls: ClassKey) -> bool:
        """Whether the file names the class but to define it, or calls a `self`: else nothing in it calls an instance."""
        module = self.project.module(cls.path)
        name = re.escape(cls.qualname.rpartition(".")[2])
        used = re.compile(rf"(?<!class )(?<!super\()\b{name}\b|\bself\(")
        return module is not None and used.search(module.text) is not None

    def _called_directly(self, path: str) -> frozenset[ClassKey]:
        """The classes of which some function or the top of the file calls an instance as plain Python."""
        known: dict[str, frozenset[ClassKey]] = self.__dict__.setdefault("_direct", {})
        if path not in known:
            module = self.project.module(path)
            found = set()
            names = [fact.qualname for fact in module.functions if self._is_plain(path, fact.qualname)] if module else []
            for qualname in (MODULE, *names):
                for site in self.analysis.eager(FunctionKey(path, qualname)).calls.values():
                    if site.func.cls is not None and site.func.kind is Kind.OBJECT:
                        found.add(site.func.cls)
            known[path] = frozenset(found)
        return known[path]

    def _is_plain(self, path: str, qualname: str) -> bool:
        """Neither decorated nor a method of a class Keras knows."""
        fact = self.project.function(FunctionKey(path, qualname))
        if fact is None or fact.decorators:
            return False
        return not fact.owner or not self.analysis.keras_kind(ClassKey(path, fact.owner))


_SWITCHES = frozenset({"tensorflow.config.run_functions_eagerly", "tensorflow.config.experimental_run_functions_eagerly"})
