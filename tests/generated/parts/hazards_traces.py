"""Calls that have a function traced again and again, and loops that Python unrolls into the graph."""

from __future__ import annotations

import re

from tests.generated.parts.hazards import HAZARDS, Hazard, codes, text
from tests.generated.writing.program import Driver, Scope, Unsuited

TRACES = frozenset({"traces"})
SIZE = frozenset({"size"})
_CALL = re.compile(r"@C\[([^\n]*?)\]@")


def _varied(
    form: str,
    rule: str,
    template: str,
    *,
    guard: str = "",
    setup: str = "",
    needs: tuple[str, ...] = (),
    first: bool = False,
) -> Hazard:
    """A root that takes one thing more, and the driver that calls it: `@C[value]@` in the template is a call.

    Lines that end in `#` are marked. With `first`, the value is the tensor itself and nothing else is taken.
    """

    def write(scope: Scope) -> str:
        program = scope.program
        if not (scope.is_root and scope.takes_more):
            raise Unsuited
        given: list[str] = []
        parameter = program.names.variable()
        if not first:
            scope.parameters.append(parameter)
            scope.passed.append((parameter, lambda place: given[0]))
        name = program.names.constant()
        if setup:
            program.main.add(*setup.replace("$n", name).split("\n"))

        def form_of(driver: Driver, call: object) -> list[str]:
            assert callable(call)
            driver.module.needs(*needs)

            def spelled(found: re.Match[str]) -> str:
                given[:] = [found[1]]
                return str(call(driver, found[1] if first else "tf.constant(1.0)"))

            names = {
                "i": program.names.variable(),
                "v": program.names.variable(),
                "r": program.names.variable(),
                "n": name,
            }
            lines = text(_CALL.sub(spelled, _named(template, names)), scope)
            return [each for line in lines for each in _marked(scope, rule, line)]

        program.form = form_of
        return f"{scope.x} + 1.0"

    return Hazard(form, rule, write, TRACES, guard)


def _named(template: str, names: dict[str, str]) -> str:
    for short, name in names.items():
        template = template.replace(f"${short}", name)
    return template


def _marked(scope: Scope, rule: str, line: str) -> list[str]:
    return scope.program.mark([line[:-1].rstrip()], *codes(rule)) if line.endswith("#") else [line]


_OBJECT = "class $n:\n    def __init__(self, gain):\n        self.gain = gain"
HAZARDS += [
    _varied("scalar.range", "TFA402", "for $i in range(6):\n    $r = @C[$i]@ #"),
    _varied("scalar.enumerate", "TFA402", "for $i, $v in enumerate([0.5] * 6):\n    $r = @C[$i]@ #"),
    _varied("scalar.counter", "TFA402", "$i = 0\nfor $v in [0.5] * 6:\n    $i += 1\n    $r = @C[$i]@ #"),
    _varied("scalar.while", "TFA402", "$i = 0\nwhile $i < 6:\n    $r = @C[$i]@ #\n    $i += 1"),
    _varied("scalar.comprehension", "TFA402", "$r = [@C[$i]@ for $i in range(6)] #"),
    _varied("scalar.map", "TFA402", "$r = list(map(lambda $i: @C[$i]@, range(6))) #"),
    _varied("scalar.generator", "TFA402", "$r = sum(float(@C[$i]@) for $i in range(6)) #"),
    _varied("scalar.float", "TFA402", "for $i in range(6):\n    $r = @C[$i / 10.0]@ #"),
    _varied("scalar.annealed", "TFA402", "$i = 1.0\nfor $v in range(6):\n    $r = @C[$i]@ #\n    $i *= 0.9"),
    _varied(
        "scalar.annealed-before", "TFA402", "$i = 1.0\nfor $v in range(6):\n    $i = $i * 0.5 + 0.1\n    $r = @C[$i]@ #"
    ),
    _varied(
        "scalar.attribute",
        "TFA402",
        "$i = $n(1.0)\nfor $v in range(6):\n    $r = @C[$i.gain]@ #\n    $i.gain *= 0.5",
        setup=_OBJECT,
    ),
    _varied(
        "scalar.item",
        "TFA402",
        '$i = {"rate": 1.0}\nfor $v in range(6):\n    $r = @C[$i["rate"]]@ #\n    $i["rate"] *= 0.5',
    ),
    _varied("scalar.length", "TFA402", "$i = []\nfor $v in range(6):\n    $i.append($v)\n    $r = @C[len($i)]@ #"),
    _varied("scalar.clock", "TFA402", "for $v in range(6):\n    $r = @C[time.time()]@ #", needs=("import time",)),
    _varied(
        "scalar.random", "TFA402", "for $v in range(6):\n    $r = @C[random.random()]@ #", needs=("import random",)
    ),
    _varied("scalar.measured", "TFA402", "$r = 1.0\nfor $v in range(6):\n    $r = $r * 0.5 + float(@C[$r]@) #"),
    _varied("scalar.text", "TFA402", 'for $i in range(6):\n    $r = @C[f"epoch{$i}"]@ #'),
    _varied("scalar.list", "TFA402", "for $i in range(6):\n    $r = @C[[$i, 1]]@ #"),
    _varied("scalar.tuple", "TFA402", "for $i in range(6):\n    $r = @C[($i, 0.5)]@ #"),
    _varied("scalar.dict", "TFA402", 'for $i in range(6):\n    $r = @C[{"rate": $i}]@ #'),
    _varied("scalar.iterated", "TFA402", "for $i in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):\n    $r = @C[$i]@ #"),
    _varied("scalar.through-local", "TFA402", "for $i in range(6):\n    $v = $i + 1\n    $r = @C[$v]@ #"),
    _varied(
        "scalar.helper",
        "TFA402",
        "for $i in range(6):\n    $r = @C[$n($i)]@ #",
        setup="def $n(step):\n    return 1.0 / (step + 1)",
    ),
    _varied("scalar.literals", "TFA402", "$r = @C[1]@ #\n$r = @C[2]@ #\n$r = @C[3]@ #\n$r = @C[4]@ #"),
    _varied("scalar.literals-float", "TFA402", "$r = @C[0.1]@ #\n$r = @C[0.2]@ #\n$r = @C[0.3]@ #\n$r = @C[0.4]@ #"),
    _varied("scalar.nested-loop", "TFA402", "for $v in range(2):\n    for $i in range(5):\n        $r = @C[$i]@ #"),
    _varied("scalar.keras-rate", "TFA402", "for $i in range(6):\n    $r = @C[0.1 * (0.9 ** $i)]@ #"),
    _varied("scalar.tensor", "TFA402", "for $i in range(6):\n    $r = @C[tf.constant($i)]@ #", guard="tensor"),
    _varied(
        "scalar.converted",
        "TFA402",
        "for $i in range(6):\n    $r = @C[tf.convert_to_tensor($i * 0.5)]@ #",
        guard="tensor",
    ),
    _varied("scalar.tf-range", "TFA402", "for $i in tf.range(6):\n    $r = @C[$i]@ #", guard="tensor"),
    _varied(
        "scalar.numpy",
        "TFA402",
        "for $i in np.arange(6):\n    $r = @C[$i]@ #",
        needs=("import numpy as np",),
        guard="NumPy scalar",
    ),
    _varied(
        "scalar.numpy-float",
        "TFA402",
        "for $i in range(6):\n    $r = @C[np.float32($i)]@ #",
        needs=("import numpy as np",),
        guard="NumPy scalar",
    ),
    _varied("scalar.constant", "TFA402", "for $i in range(6):\n    $r = @C[0.5]@ #", guard="constant"),
    _varied("scalar.flag", "TFA402", "for $i in range(6):\n    $r = @C[$i % 2 == 0]@ #", guard="bool"),
    _varied(
        "scalar.variable",
        "TFA402",
        "$v = tf.Variable(0)\nfor $i in range(6):\n    $v.assign($i)\n    $r = @C[$v]@ #",
        guard="tf.Variable",
    ),
    _varied("scalar.name", "TFA402", '$v = "train"\nfor $i in range(6):\n    $r = @C[$v]@ #', guard="constant"),
    _varied("callable.lambda", "TFA403", "for $i in range(6):\n    $r = @C[lambda value: value * 2.0]@ #"),
    _varied(
        "callable.closure",
        "TFA403",
        "for $i in range(6):\n    def $v(value):\n        return value * $i\n    $r = @C[$v]@ #",
    ),
    _varied(
        "callable.partial",
        "TFA403",
        "for $i in range(6):\n    $r = @C[functools.partial(max, $i)]@ #",
        needs=("import functools",),
    ),
    _varied(
        "callable.function",
        "TFA403",
        "for $i in range(6):\n    $r = @C[$n]@ #",
        setup="def $n(value):\n    return value * 2.0",
        guard="one function",
    ),
    _varied(
        "callable.kept",
        "TFA403",
        "$v = lambda value: value * 2.0\nfor $i in range(6):\n    $r = @C[$v]@ #",
        guard="one function",
    ),
    _varied("object.fresh", "TFA404", "for $i in range(6):\n    $r = @C[$n(2.0)]@ #", setup=_OBJECT),
    _varied("object.fresh-local", "TFA404", "for $i in range(6):\n    $v = $n(2.0)\n    $r = @C[$v]@ #", setup=_OBJECT),
    _varied("object.fresh-number", "TFA404", "for $i in range(6):\n    $v = $n($i)\n    $r = @C[$v]@ #", setup=_OBJECT),
    _varied("object.listed", "TFA404", "for $v in [$n(each) for each in range(6)]:\n    $r = @C[$v]@ #", setup=_OBJECT),
    _varied(
        "object.once",
        "TFA404",
        "$v = $n(2.0)\nfor $i in range(6):\n    $r = @C[$v]@ #",
        setup=_OBJECT,
        guard="one object",
    ),
    _varied("shape.ones", "TFA405", "for $i in range(1, 7):\n    $r = @C[tf.ones([$i])]@ #", first=True),
    _varied("shape.slice", "TFA405", "$v = tf.ones([8])\nfor $i in range(1, 7):\n    $r = @C[$v[:$i]]@ #", first=True),
    _varied(
        "shape.list",
        "TFA405",
        "for $v in [[1.0], [1.0, 2.0], [1.0, 2.0, 3.0], [1.0] * 4]:\n    $r = @C[tf.constant($v)]@ #",
        first=True,
    ),
    _varied(
        "shape.written",
        "TFA405",
        "$r = @C[tf.ones([1])]@ #\n$r = @C[tf.ones([2])]@ #\n$r = @C[tf.ones([3])]@ #\n$r = @C[tf.ones([4])]@ #",
        first=True,
    ),
    _varied(
        "shape.numpy",
        "TFA405",
        "for $i in range(1, 7):\n    $r = @C[np.ones($i, np.float32)]@ #",
        needs=("import numpy as np",),
        first=True,
    ),
    _varied(
        "shape.dtype",
        "TFA405",
        "$r = @C[np.ones(2, np.float16)]@ #\n$r = @C[np.ones(2, np.float32)]@ #\n$r = @C[np.ones(2, np.float64)]@ #",
        needs=("import numpy as np",),
        first=True,
    ),
    _varied(
        "shape.same",
        "TFA405",
        "for $i in range(1, 7):\n    $r = @C[tf.ones([3]) * $i]@ #",
        first=True,
        guard="one shape",
    ),
]


def _remade(
    form: str, template: str, *, setup: str = "", guard: str = "", needs: tuple[str, ...] = (), rule: str = "TFA403"
) -> Hazard:
    """A `tf.function` of a plain function, `@F` in the template, that is made again and again."""

    def write(scope: Scope) -> str:
        program = scope.program
        if not (scope.is_root and scope.takes_more and program.chosen["root"] == "plain"):
            raise Unsuited
        name = program.names.constant()

        def form_of(driver: Driver, call: object) -> list[str]:
            driver.module.needs(*needs, "import tensorflow as tf")
            names = {
                "i": program.names.variable(),
                "v": program.names.variable(),
                "r": program.names.variable(),
                "n": name,
            }
            function = program.refer(driver.module, scope.module, scope.name)
            for line in _named(setup, names).replace("@F", function).split("\n") if setup else []:
                above.extend(_marked(scope, rule, line))
            if above:
                driver.module.add(*above)
            lines = _named(template, names).replace("@F", function).split("\n")
            return [each for line in lines for each in _marked(scope, rule, line)]

        above: list[str] = []
        program.form = form_of
        return f"{scope.x} + 1.0"

    return Hazard(form, rule, write, TRACES, guard, root="plain")


_X = "tf.constant(1.0)"
HAZARDS += [
    _remade("made.in-loop", f"for $i in range(6):\n    $r = tf.function(@F)({_X}) #"),
    _remade("made.in-loop-named", f"for $i in range(6):\n    $v = tf.function(@F) #\n    $r = $v({_X})"),
    _remade(
        "made.in-loop-lambda",
        f"for $i in range(6):\n    $v = tf.function(lambda value: @F(value)) #\n    $r = $v({_X})",
    ),
    _remade(
        "made.in-loop-decorated",
        f"for $i in range(6):\n    @tf.function #\n    def $v(value): #\n        return @F(value)\n    $r = $v({_X})",
    ),
    _remade("made.in-comprehension", f"$r = [tf.function(@F)({_X}) for $i in range(6)] #"),
    _remade(
        "made.per-call",
        f"for $i in range(6):\n    $r = $n({_X})",
        setup="def $n(value):\n    return tf.function(@F)(value) #",
    ),
    _remade(
        "made.per-call-nested",
        f"for $i in range(6):\n    $r = $n({_X})",
        setup="def $n(value):\n    @tf.function #\n    def inner(each): #\n        return @F(each)\n    return inner(value)",
    ),
    _remade(
        "made.per-call-method",
        f"$v = $n()\nfor $i in range(6):\n    $r = $v.run({_X})",
        setup="class $n:\n    def run(self, value):\n        compiled = tf.function(@F) #\n        return compiled(value)",
    ),
    _remade(
        "made.per-instance",
        f"for $i in range(6):\n    $r = $n().step({_X})",
        setup="class $n:\n    def __init__(self):\n        self.step = tf.function(@F) #",
    ),
    _remade("made.while", f"$i = 0\nwhile $i < 6:\n    $v = tf.function(@F) #\n    $r = $v({_X})\n    $i += 1"),
    _remade(
        "made.partial",
        f"for $i in range(6):\n    $r = tf.function(functools.partial(@F))({_X}) #",
        needs=("import functools",),
    ),
    _remade("made.once", f"$v = tf.function(@F) #\nfor $i in range(6):\n    $r = $v({_X})", guard="made once"),
    _remade(
        "made.cached",
        f"for $i in range(6):\n    $r = $n()({_X})",
        setup="import functools\n\n\n@functools.lru_cache(maxsize=None)\ndef $n():\n    return tf.function(@F) #",
        guard="made once",
    ),
    _remade(
        "made.global", f"for $i in range(6):\n    $r = $n({_X})", setup="$n = tf.function(@F) #", guard="made once"
    ),
]


def _unrolled(form: str, template: str, *, guard: str = "", setup: str = "", needs: tuple[str, ...] = ()) -> Hazard:
    """A loop of forty rounds, `$k`, that makes operations."""

    def write(scope: Scope) -> str:
        if scope.is_dropped:
            raise Unsuited
        scope.needs(*needs)
        name = scope.program.names.constant()
        if setup:
            scope.module.add(*setup.replace("$n", name).split("\n"))
        values = {"y": scope.local(), "i": scope.local(), "v": scope.local(), "n": name, "k": "40"}
        for line in text(template, scope, **values):
            scope.add(*_marked(scope, "TFA401", line))
        return values["y"]

    return Hazard(form, "TFA401", write, SIZE, guard, wants_conversion=bool(guard))


_ADD = "    $y = $y + tf.square($x)"
HAZARDS += [
    _unrolled("unrolled.range", f"$y = $x\nfor $i in range($k): #\n{_ADD}"),
    _unrolled("unrolled.range-start", f"$y = $x\nfor $i in range(0, 80, 2): #\n{_ADD}"),
    _unrolled("unrolled.global", f"$y = $x\nfor $i in range($n): #\n{_ADD}", setup="$n = 40"),
    _unrolled("unrolled.while", f"$y = $x\n$i = 0\nwhile $i < $k: #\n{_ADD}\n    $i += 1"),
    _unrolled("unrolled.list", "$y = $x\nfor $i in $n: #\n    $y = $y + $x * $i", setup="$n = [0.5] * 40"),
    _unrolled(
        "unrolled.enumerate",
        "$y = $x\nfor $i, $v in enumerate($n): #\n    $y = $y + $x * $v",
        setup="$n = [0.5 * each for each in range(40)]",
    ),
    _unrolled(
        "unrolled.zip", "$y = $x\nfor $i, $v in zip($n, $n): #\n    $y = $y + $x * $v", setup="$n = list(range(40))"
    ),
    _unrolled(
        "unrolled.numpy",
        "$y = $x\nfor $i in $n: #\n    $y = $y + $x * $i",
        setup="$n = np.ones(40, np.float32)",
        needs=("import numpy as np",),
    ),
    _unrolled(
        "unrolled.length", "$y = $x\nfor $i in range(len($n)): #\n    $y = $y + $x * $n[$i]", setup="$n = [0.5] * 40"
    ),
    _unrolled(
        "unrolled.nested", "$y = $x\nfor $i in range(8): #\n    for $v in range(8): #\n        $y = $y + tf.square($x)"
    ),
    _unrolled(
        "unrolled.product",
        f"$y = $x\nfor $i, $v in itertools.product(range(8), range(8)): #\n{_ADD}",
        needs=("import itertools",),
    ),
    _unrolled(
        "unrolled.parameter",
        "def $v(value, rounds=40):\n    for $i in range(rounds): #\n        value = value + tf.square(value)\n    return value\n\n$y = $v($x * 0.0)",
    ),
    _unrolled(
        "unrolled.argument",
        "def $v(value, rounds):\n    for $i in range(rounds): #\n        value = value + tf.square(value)\n    return value\n\n$y = $v($x * 0.0, 40)",
    ),
    _unrolled("unrolled.comprehension", "$y = tf.add_n([$x * float($i) for $i in range($k)]) #"),
    _unrolled("unrolled.short", f"$y = $x\nfor $i in range(4): #\n{_ADD}", guard="short"),
    _unrolled("unrolled.tf-range", f"$y = $x\nfor $i in tf.range($k): #\n{_ADD}", guard="graph loop"),
    _unrolled("unrolled.tensor", f"$y = $x\nfor $i in tf.ones([40]): #\n{_ADD}", guard="graph loop"),
    _unrolled(
        "unrolled.no-ops",
        "$y = $x\n$v = 0.0\nfor $i in range($k): #\n    $v += $i\n$y = $y + $v",
        guard="no operations",
    ),
]


def _bounded(form: str, template: str, *, guard: str = "", needs: tuple[str, ...] = ("import numpy as np",)) -> Hazard:
    """A NumPy array of another dtype that comes in as an argument and meets a float32 tensor."""

    def write(scope: Scope) -> str:
        program = scope.program
        if not (scope.is_root and scope.takes_more):
            raise Unsuited
        parameter = program.names.variable()
        value, use = template.split("\n")
        scope.parameters.append(parameter)
        scope.passed.append((parameter, lambda place: (place.module.needs(*needs), value)[1]))  # type: ignore[func-returns-value]
        name = scope.local()
        scope.add(*scope.program.mark([f"{name} = {text(use, scope, p=parameter)[0]}"], *codes("boundary")))
        return name

    return Hazard(form, "boundary", write, frozenset({"exception", "stdout", "result"}), guard)


HAZARDS += [
    _bounded("boundary.float64", "np.array(0.5)\n$x * $p"),
    _bounded("boundary.float64-add", "np.array([0.5]).sum()\n$x + $p"),
    _bounded("boundary.float64-ones", "np.ones(()) * 0.5\ntf.multiply($x, $p)"),
    _bounded("boundary.int64", "np.array(2)\n$x * $p"),
    _bounded("boundary.int64-mean", "np.arange(3).sum()\n$x - $p"),
    _bounded("boundary.float32", "np.array(0.5, np.float32)\n$x * $p", guard="same dtype"),
    _bounded("boundary.cast", "np.array(0.5)\n$x * tf.cast($p, tf.float32)", guard="cast"),
    _bounded("boundary.python", "0.5\n$x * $p", guard="Python number"),
]
