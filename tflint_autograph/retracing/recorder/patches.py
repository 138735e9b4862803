"""The places where TensorFlow is patched, by version. No patch is on the stack while user code runs, so tracebacks show none.

TensorFlow looks up a trace in a cache for each call and adds new traces; in between it enters a `trace.Trace`. Patching these three
suffices: what `lookup` did not find is traced between `__enter__` and `__exit__`, and added.
"""

from __future__ import annotations

import gc
import inspect
import sys
import time
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Any

from tflint_autograph.retracing.recorder.recorder import Recorder, caller

_BUILDING = "tf.function-graph_building"


def watch_cache(module: Any, recorder: Recorder) -> None:
    """Patches `FunctionCache`, which looks up and adds traces."""
    cls = module.FunctionCache
    lookup, add = cls.lookup, cls.add
    slots, counts = recorder.slots, recorder.counts
    type_first = list(inspect.signature(lookup).parameters)[1] == "function_type"

    def looked_up(self: Any, first: Any, second: Any = None) -> Any:
        found = lookup(self, first, second)
        if found is None:
            kind, context = (first, second) if type_first else (second, first)
            _safely(recorder, recorder.missed, self, kind, context)
        else:
            counts[slots.get(id(self), 0)] += 1
        return found

    def added_function(self: Any, fn: Any, context: Any = None) -> None:
        before = len(self._primary)
        add(self, fn, context)
        _safely(recorder, recorder.added, fn.function_type, fn, len(self._primary) > before)

    def added_by_type(self: Any, context: Any, function_type: Any, concrete_fn: Any) -> None:
        before = len(self._primary)
        add(self, context, function_type, concrete_fn)
        _safely(recorder, recorder.added, function_type, concrete_fn, len(self._primary) > before)

    cls.lookup = looked_up
    cls.add = added_function if type_first else added_by_type


class _Building:
    """Replaces the `trace.Trace` around the building of a graph."""

    def __init__(self, recorder: Recorder, inner: Any) -> None:
        self._recorder = recorder
        self._inner = inner

    def __enter__(self) -> Any:
        frame = caller(1)
        _safely(self._recorder, self._recorder.begin, frame, lambda: _traced_by(frame))
        return self._inner.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> Any:
        _safely(self._recorder, self._recorder.end, kind)
        return self._inner.__exit__(kind, error, where)


def _traced_by(frame: Any) -> Any:
    """Returns the Python function that the frame of TensorFlow traces."""
    holder = frame.f_locals.get("tracing_options") or frame.f_locals.get("self")
    return getattr(holder, "python_function", None)


class _Traces:
    """Replaces the module `trace` where graphs are built."""

    def __init__(self, recorder: Recorder, module: Any) -> None:
        self._recorder = recorder
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def Trace(self, name: str, **metadata: Any) -> Any:
        """Returns a `trace.Trace`, a recording one around the building of a graph."""
        inner = self._module.Trace(name, **metadata)
        return _Building(self._recorder, inner) if name == _BUILDING else inner


def watch_tracing(module: Any, recorder: Recorder) -> None:
    """Patches the module that builds graphs: `tracing_compilation`, before TensorFlow 2.14 `tracing_compiler`."""
    module.trace = _Traces(recorder, module.trace)


def watch_functions(module: Any, recorder: Recorder) -> None:
    """Patches `Function`: where objects are created, for which instance, and how long XLA takes."""
    cls = module.Function
    key = cls._get_key_for_call_stats

    # Called last when one is made; nothing of the user's runs in it
    def made(self: Any) -> Any:
        cache = getattr(self, "_function_cache", self)
        _safely(recorder, recorder.created, self, cache, caller(2))
        return key(self)

    cls._get_key_for_call_stats = made
    if hasattr(cls, "_compiler"):
        _watch_compilers(cls, recorder)
    _watch_methods(module, recorder)
    _watch_xla(module, recorder)
    if hasattr(sys.modules.get("tensorflow"), "function"):
        _adopt(cls, recorder)


def _adopt(cls: Any, recorder: Recorder) -> None:
    """Registers the functions created before recording started: their calls are counted, and their options known."""
    for function in [each for each in gc.get_objects() if type(each) is cls]:
        recorder.created(function, getattr(function, "_function_cache", function), None)
        for name in ("_variable_creation_fn", "_no_variable_creation_fn"):
            cache = getattr(getattr(function, name, None), "_function_cache", None)
            if cache is not None:
                recorder.belongs(cache, function, creating=name == "_variable_creation_fn")


def _watch_compilers(cls: Any, recorder: Recorder) -> None:
    """Patches both compilers of a `Function` before TensorFlow 2.14, each with its own cache."""
    compiler = cls._compiler

    def compiled(self: Any, fn: Any) -> Any:
        result = compiler(self, fn)
        is_first = self._variable_creation_fn is None
        _safely(recorder, partial(recorder.belongs, result._function_cache, self, creating=is_first))
        return result

    cls._compiler = compiled


def _watch_methods(module: Any, recorder: Recorder) -> None:
    holder = module if hasattr(module, "class_method_to_instance_method") else module.tracing_compiler
    bind = holder.class_method_to_instance_method

    def bound(original_function: Any, instance: Any) -> Any:
        result = bind(original_function, instance)
        function = getattr(result, "_decorated_target", result)
        caches = (getattr(each, "_function_cache", each) for each in (function, original_function))
        _safely(recorder, recorder.bound, *caches, instance)
        return result

    holder.class_method_to_instance_method = bound


def _watch_xla(module: Any, recorder: Recorder) -> None:
    plain = module.OptionalXlaContext

    class Watched(plain):  # type: ignore[misc, valid-type]
        def __enter__(self) -> Any:
            self.before = recorder.last_trace()
            return super().__enter__()

        def __exit__(self, *error: object) -> Any:
            if error[0] is None:
                _safely(recorder, recorder.ran, self.before)
            return super().__exit__(*error)

    def watch() -> None:
        module.OptionalXlaContext = Watched

    # Each call passes through it: not before there is something to compile
    recorder.when_compiled(watch)


def watch_conversion(module: Any, recorder: Recorder) -> None:
    """Patches AutoGraph's `api` to measure conversions."""
    convert = module._convert_actual

    def converted(entity: Any, program_ctx: Any) -> Any:
        started = time.monotonic()
        try:
            return convert(entity, program_ctx)
        finally:
            recorder.converted(time.monotonic() - started)

    module._convert_actual = converted


def watch_generated(module: Any, recorder: Recorder) -> None:
    """Patches AutoGraph's `loader` to learn the source maps of generated code."""
    load = module.load_ast

    def loaded(*args: Any, **kwargs: Any) -> Any:
        result = load(*args, **kwargs)
        if result[2]:
            _safely(recorder, recorder.lines.learn, result[0].__file__, result[2])
        return result

    module.load_ast = loaded


def watch_version(module: Any, recorder: Recorder) -> None:
    """Records the version of TensorFlow."""
    recorder.write_head({"record": "tensorflow", "version": str(module.VERSION)})


def _safely(recorder: Recorder, do: Callable[..., Any], *args: Any) -> None:
    """Runs recorder code. Its exceptions are recorded and never reach the user's program."""
    try:
        do(*args)
    except Exception:  # noqa: BLE001 - whatever it is, the program goes on
        recorder.failed()


_CORE = "tensorflow.core.function.polymorphism"
_EAGER = "tensorflow.python.eager.polymorphic_function"
_AUTOGRAPH = "tensorflow.python.autograph"

PATCHES: dict[str, tuple[str, Callable[[Any, Recorder], None]]] = {
    f"{_CORE}.function_cache": ("calls", watch_cache),
    f"{_EAGER}.tracing_compilation": ("traces", watch_tracing),
    f"{_EAGER}.tracing_compiler": ("traces", watch_tracing),
    f"{_EAGER}.polymorphic_function": ("functions", watch_functions),
    f"{_AUTOGRAPH}.impl.api": ("conversion", watch_conversion),
    f"{_AUTOGRAPH}.pyct.loader": ("generated", watch_generated),
    "tensorflow.python.framework.versions": ("version", watch_version),
}
"""The patches by TensorFlow module, applied after its import, each with a name."""


def patches(recorder: Recorder) -> dict[str, Callable[[Any], None]]:
    """Returns the patches by module; each records whether it could be applied."""
    return {name: _told(word, patch, recorder) for name, (word, patch) in PATCHES.items()}


def _told(word: str, patch: Callable[[Any, Recorder], None], recorder: Recorder) -> Callable[[Any], None]:
    def apply(module: Any) -> None:
        try:
            patch(module, recorder)
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            recorder.write_head({"record": "patch", "word": word, "error": f"{type(error).__name__}: {error}"})
        else:
            recorder.write_head({"record": "patch", "word": word, "error": None})

    return apply
