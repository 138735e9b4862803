"""Calls that have a function traced again and again."""

from __future__ import annotations

import re

from tests.generated.parts.hazards import HAZARDS, Hazard, locals_of, marked, text
from tests.generated.writing.program import Driver, Scope, Unsuited

TRACES = frozenset({"traces"})
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

            names = {**locals_of(scope, "ivr"), "n": name}
            lines = text(_CALL.sub(spelled, named(template, names)), scope)
            return marked(scope, rule, lines)

        program.form = form_of
        return f"{scope.x} + 1.0"

    return Hazard(form, rule, write, TRACES, guard)


def named(template: str, names: dict[str, str]) -> str:
    """A template with these names in place of `$i` and the like."""
    for short, name in names.items():
        template = template.replace(f"${short}", name)
    return template


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
