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
        self._using: dict[str, tuple[str, ...]] = {}
        self._fitting: dict[str, bool] = {}
        self._compiling: dict[str, frozenset[bool]] = {}

    def confidence(self, path: str) -> Confidence:
        """How sure it is that a `tf.function` of the file is traced: not when the file turns tracing off at its top."""
        return Confidence.LOW if path in self._eager_files else Confidence.HIGH

    def keras_confidence(self, cls: ClassKey, kind: str) -> Confidence:
        """How sure it is that Keras traces the methods of the class (FACTS keras_call_direct_ok, keras_run_eagerly_ok).

        Medium, as somebody will fit it. Low when all that is seen runs it eagerly: every `compile` in reach says
        `run_eagerly=True`, or nothing in reach fits a model and instances are called from plain Python.
        """
        users = self._users(cls.path)
        # The rarest evidence first: most classes are judged without a look at who fits models.
        eagerly = any(path in self._speaking_of_eager and True in self._compiles(path) for path in users)
        if eagerly and not any(False in self._compiles(path) for path in users):
            return Confidence.LOW
        if not self._is_spoken_of(cls) or cls not in self._called_directly(cls.path):
            return Confidence.MEDIUM
        return Confidence.MEDIUM if any(map(self._fits, users)) else Confidence.LOW

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

    def _sites(self, path: str, words: frozenset[str]) -> Iterator[CallSite]:
        """Calls of these methods on models in a file; what stands in no text is not looked for."""
        module = self.project.module(path)
        if module is None or not any(f".{word}(" in module.text for word in words):
            return
        spelled = re.compile(rf"\.(?:{'|'.join(sorted(words))})\(")
        for qualname in innermost(module.functions, module.lines_with(spelled, "(")):
            for site in self.analysis.eager(FunctionKey(path, qualname)).calls.values():
                if site.method in words and site.receiver is not None and not site.receiver.name and not site.receiver.module:
                    yield site

    def _fits(self, path: str) -> bool:
        """Whether code of the file fits, evaluates or predicts with a model."""
        if path not in self._fitting:
            self._fitting[path] = any(True for _ in self._sites(path, _RUNS))
        return self._fitting[path]

    def _compiles(self, path: str) -> frozenset[bool]:
        """For the calls of `compile` in the file, whether they say `run_eagerly=True`."""
        if path not in self._compiling:
            options = [site.argument(None, "run_eagerly") for site in self._sites(path, frozenset({"compile"}))]
            self._compiling[path] = frozenset(each is not None and each.const is True for each in options)
        return self._compiling[path]

    @cached_property
    def _speaking_of_eager(self) -> frozenset[str]:
        return frozenset(module.path for module in self.project.loaded() if "run_eagerly" in module.text)

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

    def _users(self, path: str) -> tuple[str, ...]:
        """The file, and all those that import it, directly or not."""
        if path not in self._using:
            waiting, seen = [path], {path}
            while waiting:
                for user in self._importers.get(waiting.pop(), ()):
                    if user not in seen:
                        seen.add(user)
                        waiting.append(user)
            self._using[path] = tuple(sorted(seen))
        return self._using[path]

    @cached_property
    def _importers(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for module in self.project.loaded():
            for target in dict.fromkeys(self._imports(module)):
                found.setdefault(target, []).append(module.path)
        return found

    def _imports(self, module: ModuleFacts) -> Iterator[str]:
        """The files of the project whose modules, or names of them, the top of a file imports."""
        for statements in bindings(module.body).values():
            for statement in statements:
                for _, dotted in getattr(statement, "names", ()):
                    target = self.project.index.find_imported(dotted, module.path)
                    if target:
                        yield target

    def _is_spoken_of(self, cls: ClassKey) -> bool:
        """Whether the file names the class but to define it, or calls a `self`: else nothing in it calls an instance."""
        module = self.project.module(cls.path)
        name = re.escape(cls.qualname.rpartition(".")[2])
        # Plain text first, what stands before it second: a search for anything else takes ten times as long.
        used = rf"{name}\b(?<!\w{name})(?<!class {name})(?<!super\({name})|self\((?<!\wself\()"
        return module is not None and any(re.search(part, module.text) for part in used.split("|"))

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
