"""Names for variables, functions, classes and modules, drawn from vocabularies of several fields. Knows no rule."""

from __future__ import annotations

import builtins
import keyword
import random
import sys

_NOUNS = (
    "loss", "batch", "sample", "weight", "reward", "frame", "token", "signal", "patch", "grid", "mask", "score", "gate", "route",
    "price", "order", "tick", "curve", "wave", "phase", "charge", "node", "edge", "graph", "cell", "gene", "protein", "voxel",
    "pixel", "audio", "speech", "episode", "agent", "policy", "value", "critic", "buffer", "replay", "window", "lag", "trend",
    "flow", "field", "mesh", "atom", "bond", "trace", "cache", "log", "state", "setup", "config", "history", "memory", "table",
    "index", "queue", "stack", "pool", "bank", "meter", "probe", "filter", "kernel", "branch", "head", "tail", "body", "item",
)  # fmt: skip
_VERBS = (
    "compute", "update", "apply", "run", "train", "fit", "scale", "shift", "mix", "blend", "project", "encode", "decode", "embed",
    "normalize", "clip", "warp", "crop", "sample", "draw", "score", "rank", "step", "advance", "propagate", "emit", "collect",
    "reset", "build", "make", "setup", "prepare", "init", "load", "check", "test", "measure", "track", "record", "note", "log",
    "debug", "once", "process", "handle", "transform", "augment", "reduce", "fuse", "main", "drive", "evaluate", "predict",
)  # fmt: skip
_ROLES = (
    "Trainer", "Model", "Encoder", "Net", "Agent", "Pipeline", "Sampler", "Buffer", "Tracker", "Engine", "Policy", "Filter",
    "Scaler", "Mixer", "Solver", "Scheduler", "Runner", "Module", "Block", "Stage", "Head", "Unit", "Service", "Manager", "Mapper",
)  # fmt: skip
_TENSORS = (
    "x",
    "inputs",
    "batch",
    "features",
    "t",
    "values",
    "sample",
    "obs",
    "frame",
    "signal",
    "data",
    "tokens",
    "u",
    "image",
    "z",
    "señal",
)
_SELVES = ("self",) * 9 + ("this",)
_AFFIXES = ("", "", "", "_{}", "{}_", "{}_fn", "run_{}", "_do_{}", "test_{}", "{}2")
_RESERVED = frozenset({*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *sys.stdlib_module_names}) | {
    "np", "tf", "keras", "numpy", "tensorflow", "absl", "rich", "fn", "args", "kwargs", "result", "call", "cls",
}  # fmt: skip


class Names:
    """Hands out names, none of them twice in a program."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._taken = {*_RESERVED, *_TENSORS}

    def variable(self) -> str:
        """`last_frame`."""
        return self._fresh(
            lambda: self._affixed(
                self._pick(_NOUNS) if self._rng.random() < 0.5 else f"{self._pick(_NOUNS)}_{self._pick(_NOUNS)}"
            )
        )

    def constant(self) -> str:
        """A name at module level: mostly in capitals, as style guides want it."""
        name = self.variable()
        return (
            self._fresh(lambda: name.upper()) if self._rng.random() < 0.6 and name.upper() not in self._taken else name
        )

    def function(self) -> str:
        """`scale_batch`."""
        return self._fresh(
            lambda: self._affixed(
                self._pick(_VERBS) if self._rng.random() < 0.4 else f"{self._pick(_VERBS)}_{self._pick(_NOUNS)}"
            )
        )

    def type(self, *, private: bool = True) -> str:
        """`FrameEncoder`; Keras makes scopes of the names of its classes, which may not begin with `_`."""
        return self._fresh(
            lambda: f"{self._pick(('', '', '_' if private else ''))}{self._pick(_NOUNS).title()}{self._pick(_ROLES)}"
        )

    def module(self) -> str:
        """A file name without its ending."""
        return self._fresh(
            lambda: self._pick(_NOUNS) + self._pick(("s", "_utils", "_lib", "ing", "_core", "_helpers", "_ops"))
        )

    def tensor(self) -> str:
        """The name of a tensor parameter; the same name may come again in another function."""
        return self._pick(_TENSORS)

    def me(self) -> str:
        """What a method calls its object."""
        return self._pick(_SELVES)

    def claims(self, name: str) -> bool:
        """Whether a name that an import brings is free; it is taken from then on."""
        if name in self._taken - _RESERVED or name in dir(builtins):
            return False
        self._taken.add(name)
        return True

    def word(self) -> str:
        """A word for texts and keys."""
        return self._pick(_NOUNS)

    def _pick(self, words: tuple[str, ...]) -> str:
        return self._rng.choice(words)

    def _affixed(self, name: str) -> str:
        return self._pick(_AFFIXES).format(name) if self._rng.random() < 0.5 else name

    def _fresh(self, draw: object) -> str:
        assert callable(draw)
        for attempt in range(1000):
            name = str(draw()) + (str(attempt) if attempt > 20 else "")
            if name not in self._taken and name.isidentifier():
                self._taken.add(name)
                return name
        raise RuntimeError("no name is left")
