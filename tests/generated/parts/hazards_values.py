"""Values that Python reads or draws: random numbers, clocks, the environment, iterators, texts of tensors."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, Hazard, codes, locals_of, marked, text
from tests.generated.writing.program import Driver, Scope, Unsuited

_VALUE = frozenset({"stdout", "result", "state"})

_USES = (
    ("direct", "$y = $x + $e"), ("local", "$v = $e\n$y = $x * $v"), ("twice", "$v = $e\n$w = $v\n$y = $x + $w"), ("constant", "$y = $x + tf.constant($e, tf.float32)"),
    ("cast", "$v = float($e)\n$y = $x * $v"), ("list", "$v = [$e, 1.0]\n$y = $x * $v[0]"), ("dict", '$v = {"k": $e}\n$y = $x * $v["k"]'), ("tuple", "$v, $w = $e, 2.0\n$y = $x * $v + $w"),
    ("walrus", "$y = $x + ($v := $e)"), ("argument", "$y = tf.add($x, $e)"), ("augmented", "$y = $x\n$y += $e"), ("lambda", "$v = lambda: $e\n$y = $x + $v()"), ("nested", "def $v():\n    return $e\n\n$y = $x + $v()"),
)  # fmt: skip
"""How a number is used: `$e` is the expression that is marked, `$y` the result."""


def used(scope: Scope, rule: str, expression: str) -> str:
    """Use a number in one of the ways there are; the line with the expression is marked."""
    if scope.is_dropped:
        raise Unsuited
    form, template = scope.program.rng.choice(_USES)
    scope.program.chosen["use"] = form
    names = {"y": scope.local(), "v": scope.local(), "w": scope.local()}
    for line in text(template.replace("$e", "@e"), scope, **names):
        whole = line.replace("@e", expression)
        scope.add(*(scope.program.mark([whole], *codes(rule)) if "@e" in line else [whole]))
    return names["y"]


def _drawn(
    form: str,
    rule: str,
    expression: str,
    *,
    api: str = "",
    needs: tuple[str, ...] = (),
    guard: str = "",
    setup: str = "",
    pattern: bool = False,
) -> Hazard:
    """A number; `$f` is something of a library, `$n` a name of the module with the value `setup`."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        called = scope.api(api) if api else ""
        kept = scope.program.names.constant() if setup else ""
        if setup:
            scope.module.add(f"{kept} = {setup.replace('$f', called)}")
        scope.program.is_pattern = pattern
        return used(scope, rule, text(expression, scope, f=called, n=kept)[0])

    return Hazard(form, rule, write, _VALUE, guard)


def _of_self(form: str, rule: str, initial: str, expression: str, needs: tuple[str, ...], guard: str = "") -> Hazard:
    """A number drawn from something that the object keeps, `$n`."""

    def write(scope: Scope) -> str:
        if scope.owner is None or not scope.me:
            raise Unsuited
        scope.needs(*needs)
        name = scope.program.names.variable()
        scope.owner.init.append(f"self.{name} = {initial}")
        return used(scope, rule, expression.replace("$n", f"{scope.me}.{name}"))

    return Hazard(form, rule, write, _VALUE, guard)


_NP = ("import numpy as np",)
_RANDOM = ("import random",)
HAZARDS += [
    _drawn("random.random", "TFA110", "$f()", api="random:random"),
    _drawn("random.uniform", "TFA110", "$f(0.0, 1.0)", api="random:uniform"),
    _drawn("random.gauss", "TFA110", "$f(0.0, 1.0)", api="random:gauss"),
    _drawn("random.randint", "TFA110", "$f(0, 10**6)", api="random:randint"),
    _drawn("random.choice", "TFA110", "$f([0.1 * i for i in range(1000)])", api="random:choice"),
    _drawn("random.sample", "TFA110", "$f(range(10**6), 2)[0]", api="random:sample"),
    _drawn("random.choices", "TFA110", "$f(range(10**6), k=1)[0]", api="random:choices"),
    _drawn("random.object", "TFA110", "$n.random()", needs=_RANDOM, setup="random.Random(3)"),
    _drawn("random.object-bound", "TFA110", "$n()", needs=_RANDOM, setup="random.Random(3).random"),
    _drawn("random.flip", "TFA110", "(2.0 if $f() < 0.5 else 3.0) + $f()", api="random:random"),
    _drawn("random.system", "TFA110", "random.SystemRandom().random()", needs=_RANDOM),
    _drawn("random.shuffled", "TFA110", "sorted(range(1000), key=lambda _: $f())[0]", api="random:random"),
    _drawn("random.secrets", "TFA110", "$f(10**6)", api="secrets:randbelow"),
    _drawn("random.uuid", "TFA110", "$f().int % 1000", api="uuid:uuid4"),
    _drawn("random.uuid-text", "TFA110", "int(str($f())[:4], 16)", api="uuid:uuid4"),
    _drawn("random.urandom", "TFA110", "$f(2)[0] + $f(2)[1]", api="os:urandom"),
    _drawn("numpy.rand", "TFA110", "$f()", api="numpy:random.rand"),
    _drawn("numpy.uniform", "TFA110", "$f()", api="numpy:random.uniform"),
    _drawn("numpy.normal", "TFA110", "$f(0.0, 1.0)", api="numpy:random.normal"),
    _drawn("numpy.randn", "TFA110", "$f(2)[0]", api="numpy:random.randn"),
    _drawn("numpy.randint", "TFA110", "int($f(0, 10**6))", api="numpy:random.randint"),
    _drawn("numpy.choice", "TFA110", "float($f(10**6))", api="numpy:random.choice"),
    _drawn("numpy.permutation", "TFA110", "float($f(10**4)[0])", api="numpy:random.permutation"),
    _drawn("numpy.generator", "TFA110", "$n.normal()", needs=_NP, setup="np.random.default_rng(0)"),
    _drawn("numpy.generator-integers", "TFA110", "int($n.integers(10**6))", needs=_NP, setup="np.random.default_rng()"),
    _drawn("numpy.generator-made", "TFA110", "np.random.default_rng().normal()", needs=_NP),
    _drawn("numpy.state", "TFA110", "$n.uniform()", needs=_NP, setup="np.random.RandomState(3)"),
    _drawn("numpy.sampler", "TFA110", "$n()", needs=_NP, setup="np.random.default_rng(0).random"),
    _of_self("random.of-self", "TFA110", "random.Random(1)", "$n.random()", _RANDOM),
    _of_self("numpy.of-self", "TFA110", "np.random.default_rng(1)", "$n.normal()", _NP),
    _of_self("numpy.of-self-state", "TFA110", "np.random.RandomState(1)", "$n.rand()", _NP),
    _of_self("random.once-in-init", "TFA110", "random.random()", "$n", _RANDOM, "drawn in the constructor"),
    _drawn("random.seeded", "TFA110", "random.Random(5).random()", needs=_RANDOM, guard="constant seed"),
    _drawn("numpy.seeded", "TFA110", "np.random.default_rng(5).normal()", needs=_NP, guard="constant seed"),
    _drawn(
        "numpy.seeded-state", "TFA110", "float(np.random.RandomState(7).uniform())", needs=_NP, guard="constant seed"
    ),
    _drawn(
        "random.module-level", "TFA110", "$n", needs=_RANDOM, setup="random.random()", guard="drawn at module level"
    ),
    _drawn("random.tf", "TFA110", "tf.random.uniform([])", guard="tf.random", pattern=True),
    _drawn(
        "random.tf-generator", "TFA110", "$n.uniform([])", setup="tf.random.Generator.from_seed(3)", guard="tf.random"
    ),
    _drawn(
        "random.stateless",
        "TFA110",
        "tf.random.stateless_uniform([], tf.cast(tf.stack([tf.reduce_sum($x), 1.0]), tf.int32))",
        guard="tf.random",
    ),
    _drawn("clock.time", "TFA111", "$f()", api="time:time"),
    _drawn("clock.time-ns", "TFA111", "$f() / 1e9", api="time:time_ns"),
    _drawn("clock.perf-counter", "TFA111", "$f()", api="time:perf_counter"),
    _drawn("clock.monotonic", "TFA111", "$f()", api="time:monotonic"),
    _drawn("clock.process-time", "TFA111", "$f()", api="time:process_time"),
    _drawn("clock.elapsed", "TFA111", "time.time() - $n", needs=("import time",), setup="time.time()"),
    _drawn("clock.now", "TFA111", "$f().timestamp()", api="datetime:datetime.now"),
    _drawn(
        "clock.now-hour",
        "TFA111",
        "datetime.datetime.now().minute + datetime.datetime.now().second",
        needs=("import datetime",),
    ),
    _drawn(
        "clock.utcnow", "TFA111", "datetime.datetime.now(datetime.timezone.utc).timestamp()", needs=("import datetime",)
    ),
    _drawn("clock.localtime", "TFA111", "$f().tm_sec + $f().tm_min", api="time:localtime"),
    _drawn("clock.strftime", "TFA111", "float($f('%S')) + float($f('%M'))", api="time:strftime"),
    _drawn("clock.bound", "TFA111", "$n()", needs=("import time",), setup="time.time"),
    _of_self("clock.of-self", "TFA111", "time.perf_counter", "$n()", ("import time",)),
    _of_self("clock.since-start", "TFA111", "time.time()", "(time.time() - $n)", ("import time",)),
    _of_self("clock.in-init", "TFA111", "time.time()", "$n", ("import time",), "read in the constructor"),
    _drawn(
        "clock.module-level", "TFA111", "$n", needs=("import time",), setup="time.time()", guard="read at module level"
    ),
    _drawn("clock.timezone", "TFA111", "float(time.timezone * 0 + 1)", needs=("import time",), guard="constant"),
]


def _environment(
    form: str, expression: str, change: str, *, needs: tuple[str, ...], api: str = "", first: str = ""
) -> Hazard:
    """Something of the process, which the driver changes before each call."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        key = scope.program.names.word().upper()

        def changed(driver: Driver) -> list[str]:
            driver.module.needs(*needs)
            return change.replace("KEY", key).replace("NUMBER", driver.number).split("\n")

        scope.program.start.append(changed)
        scope.program.between.append(changed)
        return used(scope, "TFA112", expression.replace("KEY", key).replace("$f", scope.api(api) if api else ""))

    return Hazard(form, "TFA112", write, _VALUE)


_OS = ("import os",)
HAZARDS += [
    _environment("environment.item", 'float(os.environ["KEY"])', 'os.environ["KEY"] = str(NUMBER)', needs=_OS),
    _environment("environment.get", 'float(os.environ.get("KEY", "0"))', 'os.environ["KEY"] = str(NUMBER)', needs=_OS),
    _environment("environment.getenv", 'float($f("KEY", "0"))', 'os.environ["KEY"] = str(NUMBER)', needs=_OS, api="os:getenv"),
    _environment("environment.imported", 'float($f["KEY"])', 'os.environ["KEY"] = str(NUMBER)', needs=_OS, api="os:environ"),
    _environment("environment.contains", 'float("KEY" in os.environ)', 'os.environ.pop("KEY", None) if NUMBER else os.environ.setdefault("KEY", "1")', needs=_OS),
    _environment("environment.argv", "float(sys.argv[-1])", "sys.argv[:] = ['prog', str(NUMBER)]", needs=("import sys",)),
    _environment("environment.cwd", "float(len($f()))", "os.makedirs('deep', exist_ok=True)\nos.chdir('deep')", needs=_OS, api="os:getcwd"),
]  # fmt: skip


def _iterated(
    form: str, initial: str, template: str, *, needs: tuple[str, ...] = (), place: str = "global", guard: str = ""
) -> Hazard:
    """An iterator, `$n`, which lives in a global, in the object or in the call."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        if place == "self":
            if scope.owner is None or not scope.me:
                raise Unsuited
            field = scope.program.names.variable()
            scope.owner.init.append(f"self.{field} = {initial}")
            name = f"{scope.me}.{field}"
        elif place == "local":
            name = scope.local()
            scope.add(f"{name} = {initial}")
        else:
            name = scope.program.names.constant()
            scope.module.add(f"{name} = {initial}")
        if "\n" not in template:
            return used(scope, "TFA105", template.replace("$n", name))
        if scope.is_dropped:
            raise Unsuited  # the first loop exhausts it in both modes
        value = scope.local()
        lines = text(template.replace("$n", name).replace("$v", value), scope)
        scope.add(*marked(scope, "TFA105", [f"{line} #" if name in line else line for line in lines]))
        return value

    return Hazard(f"{form}.{place}", "TFA105", write, _VALUE | {"exception"}, guard)


_ITERATORS = (
    ("iterator.list", "iter([float(i) for i in range(50)])", "next($n)", ()),
    ("iterator.generator", "(float(i) for i in range(50))", "next($n)", ()),
    ("iterator.default", "iter([float(i) for i in range(50)])", "next($n, 0.0)", ()),
    ("iterator.dunder", "iter([float(i) for i in range(50)])", "$n.__next__()", ()),
    ("iterator.count", "itertools.count(1)", "next($n)", ("import itertools",)),
    ("iterator.cycle", "itertools.cycle([1.0, 2.0, 3.0])", "next($n)", ("import itertools",)),
    ("iterator.zip", "zip(range(50), range(50))", "next($n)[1]", ()),
    ("iterator.enumerate", "enumerate([0.5] * 50)", "next($n)[0]", ()),
    ("iterator.map", "map(float, range(50))", "next($n)", ()),
    (
        "iterator.islice",
        "iter([float(i) for i in range(50)])",
        "list(itertools.islice($n, 2))[0]",
        ("import itertools",),
    ),
    ("iterator.loop", "iter([float(i) for i in range(4)])", "$v = $x\nfor each in $n:\n    $v += each", ()),
    ("iterator.loop-generator", "(float(i) for i in range(4))", "$v = $x\nfor each in $n:\n    $v += each", ()),
    ("iterator.list-of", "iter([float(i) for i in range(4)])", "sum(list($n))", ()),
    ("iterator.sum", "(float(i) for i in range(4))", "sum($n)", ()),
)
HAZARDS += [
    _iterated(form, initial, template, needs=needs, place=place)
    for form, initial, template, needs in _ITERATORS
    for place in ("global", "self")
]
HAZARDS += [
    _iterated(form, initial, template, needs=needs, place="local", guard="local iterator")
    for form, initial, template, needs in _ITERATORS
]


def _formatted(form: str, template: str, *, guard: str = "", needs: tuple[str, ...] = ()) -> Hazard:
    """A text of a tensor, shown or used."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        scope.add(*marked(scope, "TFA106", text(template, scope, **locals_of(scope, "vn"))))
        return f"{scope.x} * 2.0"

    return Hazard(form, "TFA106", write, frozenset({"stderr", "stdout", "exception", "files"}), guard)


HAZARDS += [
    _formatted("format.tf-print", 'tf.print(f"at {$x}") #'),
    _formatted("format.spec", 'tf.print(f"at {$x:.3f}") #'),
    _formatted("format.local", '$v = f"at {$x}" #\ntf.print($v)'),
    _formatted("format.str", 'tf.print("at " + str($x)) #'),
    _formatted("format.repr", "$v = repr($x) #\ntf.print($v)"),
    _formatted("format.percent", 'tf.print("at %s" % $x) #'),
    _formatted("format.percent-tuple", '$v = "at %s %d" % ($x, 1) #\ntf.print($v)'),
    _formatted("format.percent-float", 'tf.print("at %.2f" % $x) #'),
    _formatted("format.method", 'tf.print("at {}".format($x)) #'),
    _formatted("format.method-named", '$v = "at {v}".format(v=$x * 2.0) #\ntf.print($v)'),
    _formatted("format.function", 'tf.print(format($x, "")) #'),
    _formatted("format.join", '$v = ", ".join([str($x), "b"]) #\ntf.print($v)'),
    _formatted("format.derived", '$n = tf.reduce_sum($x)\n$v = f"sum {$n}" #\ntf.print($v)'),
    _formatted("format.join-list", '$v = " ".join(str(each) for each in [$x]) #\ntf.print($v)'),
    _formatted("format.static", 'tf.print(f"{$x.shape.rank} {$x.dtype.name}") #', guard="static metadata"),
    _formatted("format.argument", 'tf.print("at", $x) #', guard="tensor as argument"),
    _formatted("format.strings", 'tf.print(tf.strings.format("at {}", $x)) #', guard="tf.strings.format"),
    _formatted("format.as-string", "tf.print(tf.strings.as_string($x)) #", guard="tf.strings"),
]
