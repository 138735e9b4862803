"""Functions of TensorFlow that are made again and again, loops that Python unrolls, and arguments of another dtype."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, Hazard, codes, locals_of, marked, text
from tests.generated.parts.hazards_traces import TRACES, named
from tests.generated.writing.program import Driver, Scope, Unsuited

SIZE = frozenset({"size"})


def _remade(form: str, template: str, *, setup: str = "", guard: str = "", needs: tuple[str, ...] = ()) -> Hazard:
    """A `tf.function` of a plain function, `@F` in the template, that is made again and again."""

    def write(scope: Scope) -> str:
        program = scope.program
        if not (scope.is_root and scope.takes_more and program.chosen["root"] == "plain"):
            raise Unsuited
        name = program.names.constant()

        def form_of(driver: Driver, call: object) -> list[str]:
            driver.module.needs(*needs, "import tensorflow as tf")
            names = {**locals_of(scope, "ivr"), "n": name}
            function = program.refer(driver.module, scope.module, scope.name)
            above, lines = (named(each, names).replace("@F", function).split("\n") for each in (setup, template))
            if setup:
                driver.module.add(*marked(scope, "TFA403", above))
            return marked(scope, "TFA403", lines)

        program.form = form_of
        return f"{scope.x} + 1.0"

    return Hazard(form, "TFA403", write, TRACES, guard, root="plain")


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
        values = {**locals_of(scope, "yiv"), "n": name, "k": "40"}
        scope.add(*marked(scope, "TFA401", text(template, scope, **values)))
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
