"""The ways of a value through Python, in traced code: names, containers, objects, helpers, closures, loops and defaults."""

from __future__ import annotations

from collections.abc import Callable

from tests.generated.writing.program import Scope, Unsuited
from tests.generated.writing.text import indented

Way = Callable[[Scope, str], str]
"""Writes lines that carry the value of an expression, and gives the expression of what arrives."""
WAYS: dict[str, Way] = {}


def _way(function: Way) -> Way:
    WAYS[function.__name__.strip("_").replace("_", "-")] = function
    return function


def _lines(name: str, template: str) -> None:
    """Enter a way of lines: `$e` is the expression, the last line what arrives, `$T` a class and `$f` a function of the module.

    Lines above `---` are of the module, or of another one where the head says `elsewhere`.
    """

    def carried(scope: Scope, expression: str) -> str:
        names = scope.program.names
        drawn: dict[str, str] = {}
        text = template
        for letter in "abcdefgTUFG":
            if f"${letter}" in text and letter != "e":
                drawn[letter] = names.type() if letter in "TU" else names.function() if letter in "FG" else names.variable()
        for letter, spelled in drawn.items():
            text = text.replace(f"${letter}", spelled)
        above, _, below = text.rpartition("---\n")
        if above:
            scope.module.needs(*_IMPORTS.get(name, ()))
            scope.module.add(*above.strip("\n").split("\n"))
        else:
            scope.module.needs(*_IMPORTS.get(name, ()))
        *lines, last = below.replace("$e", expression).split("\n")
        scope.add(*lines)
        return last

    WAYS[name] = carried


_IMPORTS = {
    "namedtuple": ("import collections",), "typed-tuple": ("import typing",), "dataclass": ("import dataclasses",), "partial": ("import functools",), "namespace": ("import types",),
    "frozen": ("import dataclasses",), "context": ("import contextlib",),
}  # fmt: skip

_lines("directly", "$e")
_lines("local", "$a = $e\n$a")
_lines("twice", "$a = $e\n$b = $a\n$b")
_lines("annotated", "$a: tf.Tensor = $e\n$a")
_lines("pair", "$a, $b = $e, 1\n$a")
_lines("rebound", "$a = 0\n$a = $e\n$a")
_lines("dict", '$a = {"value": $e, "other": 1}\n$a["value"]')
_lines("dict-set", '$a = {}\n$a["value"] = $e\n$a["value"]')
_lines("dict-get", '$a = dict(value=$e)\n$a.get("value")')
_lines("list", "$a = [$e, 2.0]\n$a[0]")
_lines("append", "$a = []\n$a.append($e)\n$a[-1]")
_lines("nested-list", '$a = [{"value": ($e, 0)}]\n$a[0]["value"][0]')
_lines("namedtuple", '$T = collections.namedtuple("$T", ["first", "second"])\n---\n$a = $T($e, 1)\n$a.first')
_lines("typed-tuple", "class $T(typing.NamedTuple):\n    first: object\n    second: int = 0\n---\n$a = $T($e)\n$a.first")
_lines("dataclass", "@dataclasses.dataclass\nclass $T:\n    first: object\n    second: int = 0\n---\n$a = $T(first=$e)\n$a.first")
_lines("frozen", "@dataclasses.dataclass(frozen=True)\nclass $T:\n    first: object\n---\n$a = $T($e)\n$a.first")
_lines("namespace", "$a = types.SimpleNamespace(first=$e)\n$a.first")
_lines("object", "class $T:\n    def __init__(self, first):\n        self.first = first\n---\n$a = $T($e)\n$a.first")
_lines("object-set", "class $T:\n    first = None\n---\n$a = $T()\n$a.first = $e\n$a.first")
_lines("property", "class $T:\n    def __init__(self, first):\n        self._first = first\n\n    @property\n    def first(self):\n        return self._first\n---\n$T($e).first")
_lines("getter", "class $T:\n    def __init__(self, first):\n        self.first = first\n\n    def read(self):\n        return self.first\n---\n$a = $T($e)\n$a.read()")
_lines("method", "class $T:\n    def scaled(self, value):\n        return value\n---\n$T().scaled($e)")
_lines("method-of-global", "class $T:\n    def scaled(self, value):\n        return value\n\n\n$F = $T()\n---\n$a = $F.scaled($e)\n$a")
_lines("classmethod", "class $T:\n    @classmethod\n    def made(cls, value):\n        return value\n---\n$T.made($e)")
_lines("staticmethod", "class $T:\n    @staticmethod\n    def made(value):\n        return value\n---\n$T.made(value=$e)")
_lines("helper", "def $F(value):\n    return value\n---\n$F($e)")
_lines("helper-sum", "def $F(value):\n    result = value * 1\n    return result\n---\n$a = $F($e)\n$a")
_lines("helpers", "def $F(value):\n    return value\n\n\ndef $G(value):\n    return $F(value)\n---\n$a = $G($e)\n$a")
_lines("helper-pair", "def $F(value):\n    return value, 2.0\n---\n$a, $b = $F($e)\n$a")
_lines("helper-dict", 'def $F(value):\n    return {"loss": value, "steps": 1}\n---\n$a = $F($e)\n$a["loss"]')
_lines("helper-early", "def $F(value, ready=True):\n    if not ready:\n        return None\n    return value\n---\n$F($e)")
_lines("helper-default", "def $F(value, other=None):\n    if other is None:\n        other = value\n    return other\n---\n$F($e)")
_lines("helper-given", "def $F(value, other=None):\n    if other is not None:\n        value = other\n    return value\n---\n$F(0, $e)")
_lines("star", "def $F(*args):\n    return args[0]\n---\n$F($e, 1)")
_lines("items", 'def $F(**options):\n    return options["value"]\n---\n$F(value=$e)')
_lines("forwarded", "def $F(value):\n    return value\n\n\ndef $G(*args, **kwargs):\n    return $F(*args, **kwargs)\n---\n$G($e)")
_lines("partial", "def $F(scale, value):\n    return value\n---\n$a = functools.partial($F, 1.0)\n$a($e)")
_lines("lambda", "$a = lambda value: value\n$a($e)")
_lines("closure", "$a = $e\n\ndef $b():\n    return $a\n\n$c = $b()\n$c")
_lines("nested", "def $b(value):\n    return value\n\n$c = $b($e)\n$c")
_lines("maker", "def $F(value):\n    def inner():\n        return value\n\n    return inner\n---\n$a = $F($e)\n$a()")
_lines("comprehension", "$a = [each for each in ($e,)]\n$a[0]")
_lines("looped", "$a = None\nfor $b in [$e]:\n    $a = $b\n$a")
_lines("zipped", "$a = [each for each, _ in zip([$e], [1])]\n$a[0]")
_lines("enumerated", "$b = 0\nfor $a, $b in enumerate([$e]):\n    pass\n$b")
_lines("dict-items", '$b = 0\nfor $a, $b in {"value": $e}.items():\n    pass\n$b')
_lines("dict-values", 'list({"value": $e}.values())[0]')
_lines("next", "next(iter([$e]))")
_lines("tried", "try:\n    $a = $e\nexcept ValueError:\n    $a = 0\n$a")
_lines("with", '$a = 0\nwith tf.name_scope("part"):\n    $a = $e\n$a')
_lines("chosen", "$F = True\n---\n$a = $e if $F else 0\n$a")
_lines("branch", "$F = True\n---\n$a = 0\nif $F:\n    $a = $e\n$a")
_lines("context", "@contextlib.contextmanager\ndef $F(value):\n    yield value\n---\nwith $F($e) as $a:\n    $b = $a\n$b")
_lines("unpacked", "$a, *$b = [$e, 1, 2]\n$a")
_lines("merged", '$a = {**{"value": $e}, "other": 1}\n$a["value"]')
_lines("setattr", 'class $T:\n    pass\n---\n$a = $T()\nsetattr($a, "first", $e)\ngetattr($a, "first")')


@_way
def _of_self(scope: Scope, expression: str) -> str:
    """What another method of the object gives back."""
    if scope.owner is None or not scope.me or scope.owner.is_keras:
        raise Unsuited
    method = scope.program.names.function()
    scope.owner.method(f"def {method}(self, value):", "    return value")
    name = scope.local()
    scope.add(f"{name} = {scope.me}.{method}({expression})")
    return name


@_way
def _elsewhere(scope: Scope, expression: str) -> str:
    """What a function of another module gives back."""
    there, name = scope.program.module(), scope.program.names.function()
    there.needs("import tensorflow as tf")
    there.add(f"def {name}(value):", *indented(["return value"]))
    return f"{scope.program.refer(scope.module, there, name)}({expression})"
