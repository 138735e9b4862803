"""Runs programs one after the other in one mode, in a forked process, and restores what they share between them."""

from __future__ import annotations

import ast
import importlib
import json
import logging
import os
import random
import re
import shutil
import signal
import sys
import time
import traceback
import types
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from tests.generated.running.pipelines import call_as_python
from tests.generated.running.protocol import Asked, Seen
from tests.generated.running.stand_ins import StandIns, is_called_by
from tests.generated.running.state import States
from tflint_autograph.confirm.messages import parsed, plain
from tflint_autograph.confirm.probe.replaying.modes import hold_objects

_NOISE = re.compile(
    r"^(WARNING:|INFO:|[IWEF]\d{4} |\d{4}-\d\d-\d\d |/.*Warning: |  warnings\.warn|To silence this|Cause: |Please report|All log messages before absl)"
)
_BY_AUTOGRAPH = re.compile(r"autograph.(impl|operators).|__autograph_generated")
_ENDED = "__locals_at_the_end__"


class OutOfTime(BaseException):
    """A program took longer than it may."""


class Caught(AbstractContextManager["Caught"]):
    """Keeps the exception that ends a block, whatever it is: that is what we are here to see."""

    error: BaseException | None = None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        self.error = error
        return True


class Child:
    """What is shared by the programs that one process runs."""

    def __init__(self, mode: str, root: str, work: Path) -> None:
        self.mode = mode
        self.work = work
        self.stand_ins = StandIns(root)
        self.states = States(root)
        self.traces: list[tuple[str, int]] = []
        self.logged: list[str] = []
        self.warned: list[str] = []
        self.locals: dict[str, Any] = {}
        self._environment = dict(os.environ)
        self._path = list(sys.path)

    def prepare(self) -> None:
        """Put everything in place that is the same for all programs of the process."""
        tf: Any = importlib.import_module("tensorflow")
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(self.work / name, os.O_CREAT | os.O_RDWR | os.O_APPEND), number)
        sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
        sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
        self.stand_ins.install()
        self._record_traces()
        self._record_logs()
        signal.signal(signal.SIGALRM, _out_of_time)
        if self.mode == "eager":
            tf.data.experimental.enable_debug_mode()
            call_as_python(self.states.is_own_function)
            hold_objects()

    def run(self, asked: Asked, seconds: float) -> Seen:
        """Run one program from its file."""
        self._reset()
        folder = self.work / "run"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        os.chdir(folder)
        out, err = self.work / "stdout", self.work / "stderr"
        started = time.monotonic()
        at = out.stat().st_size, err.stat().st_size
        with self._modules():
            error = self._executed(asked, seconds)
            sys.stdout.flush()
            sys.stderr.flush()
            seen = Seen(
                type(error).__name__ if error else "", str(error or "")[:2000], self._line(error), _text(out, at[0]), _text(err, at[1]),
                tuple(self.logged), tuple(self.warned), tuple(self.stand_ins.events), self._process(folder), _files(folder), self.states.described(self.locals),
                tuple(self.traces), time.monotonic() - started,
            )  # fmt: skip
        os.chdir(self.work)
        return seen

    def _executed(self, asked: Asked, seconds: float) -> BaseException | None:
        path = Path(asked.folder) / asked.script
        main = types.ModuleType("__main__")
        vars(main).update({"__file__": str(path), "__builtins__": __builtins__, _ENDED: self.locals.update})
        sys.modules["__main__"] = main
        sys.path.insert(0, asked.folder)
        sys.argv = [str(path)]
        signal.setitimer(signal.ITIMER_REAL, seconds)
        with Caught() as caught:
            exec(compile(_telling(path, asked.entries), str(path), "exec"), vars(main))  # noqa: S102 - the program is what is to run
        signal.setitimer(signal.ITIMER_REAL, 0)
        return caught.error

    def _process(self, folder: Path) -> tuple[str, ...]:
        """What the program did to the environment, the folder, the path and the arguments."""
        changed = {name: value for name, value in os.environ.items() if self._environment.get(name) != value}
        gone = [name for name in self._environment if name not in os.environ]
        at = os.path.relpath(os.getcwd(), folder)
        return (
            *(f"{name}={value}" for name, value in sorted(changed.items())),
            *gone,
            at,
            *sys.path[: -len(self._path)],
            *sys.path[-1:],
            *sys.argv[1:],
        )

    def _line(self, error: BaseException | None) -> str:
        frames = traceback.extract_tb(error.__traceback__) if error else []
        own = [frame for frame in frames if self.states.is_own_file(frame.filename)]
        return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""

    def _reset(self) -> None:
        tf: Any = importlib.import_module("tensorflow")
        keras: Any = importlib.import_module("keras")
        numpy: Any = importlib.import_module("numpy")
        tf.config.run_functions_eagerly(self.mode == "eager")
        keras.backend.clear_session()
        random.seed(7)
        numpy.random.seed(7)
        tf.random.set_seed(7)
        self.stand_ins.reset()
        for record in (self.traces, self.logged, self.warned, self.locals):
            record.clear()
        os.environ.clear()
        os.environ.update(self._environment)
        sys.path[:] = self._path
        logging.root.handlers[:] = []
        logging.root.setLevel(logging.WARNING)
        logging.getLogger("tensorflow").handlers[:] = [logging.NullHandler()]
        logging.getLogger("tensorflow").propagate = False

    @contextmanager
    def _modules(self) -> Iterator[None]:
        """Forget the modules that come in here, and what they did to warnings and streams."""
        before, main = set(sys.modules), sys.modules["__main__"]
        streams = sys.stdout, sys.stderr
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            setattr(warnings, "showwarning", self._warned)  # noqa: B010
            yield
        sys.stdout, sys.stderr = streams
        sys.modules["__main__"] = main
        for name in set(sys.modules) - before:
            if self.states.is_own_file(getattr(sys.modules[name], "__file__", None)):
                del sys.modules[name]

    def _warned(self, message: Warning | str, category: type[Warning], filename: str, *rest: object) -> None:
        if is_called_by(self.states.root, sys._getframe(1)):
            self.warned.append(f"{category.__name__}: {message}")

    def _record_traces(self) -> None:
        tracing: Any = importlib.import_module("tensorflow.python.eager.polymorphic_function.tracing_compilation")
        create = tracing._create_concrete_function

        def counted(*args: Any, **kwargs: Any) -> Any:
            concrete = create(*args, **kwargs)
            graph = concrete.graph.as_graph_def()
            size = len(graph.node) + sum(len(function.node_def) for function in graph.library.function)
            self.traces.append((re.sub(r"^__inference_|_\d+$", "", concrete.name.decode()), size))
            return concrete

        tracing._create_concrete_function = counted

    def _record_logs(self) -> None:
        handle = logging.Logger.callHandlers

        def handled(logger: logging.Logger, record: logging.LogRecord) -> None:
            # AutoGraph calls for the program; TensorFlow itself logs to the same logger from elsewhere
            if (
                logger.name != "tensorflow"
                or self.states.is_own_file(record.pathname)
                or _BY_AUTOGRAPH.search(record.pathname)
            ):
                self.logged.append(record.getMessage())
            handle(logger, record)

        setattr(logging.Logger, "callHandlers", handled)  # noqa: B010


def _out_of_time(number: int, frame: object) -> None:
    raise OutOfTime


def _telling(path: Path, entries: Sequence[str]) -> ast.Module:
    """The script, in which the functions of these names tell their local names when they end; no line moves."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in entries:
            call = ast.parse(f"{_ENDED}(locals())").body
            node.body += [ast.copy_location(each, node.body[-1]) for each in call]
    return ast.fix_missing_locations(tree)


def _text(path: Path, start: int) -> str:
    with path.open("rb") as file:
        file.seek(start)
        lines = file.read().decode("utf-8", "replace").split("\n")
    return "\n".join(line for line in lines if not _NOISE.match(line))


def _files(folder: Path) -> dict[str, str]:
    found = sorted(path for path in folder.rglob("*") if not path.is_symlink())
    return {str(path.relative_to(folder)): path.read_bytes()[:4000].hex() if path.is_file() else "" for path in found}


def run_all(asked: Sequence[Mapping[str, Any]], mode: str, root: str, work: Path, seconds: float) -> None:
    """Run these programs and write what was seen of each as a line of `seen.jsonl`; ends the process."""
    with Caught() as caught:
        child = Child(mode, root, work)
        with (work / "seen.jsonl").open("w", buffering=1) as seen:
            child.prepare()
            for each in asked:
                result = child.run(parsed(Asked, each), seconds)
                seen.write(json.dumps([each["name"], plain(result)]) + "\n")
                if result.exception == OutOfTime.__name__:
                    break
    if caught.error is not None:
        (work / "broken").write_text("".join(traceback.format_exception(caught.error)))
    os._exit(0)
