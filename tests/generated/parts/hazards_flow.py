"""Changes in graph loops and under tensor conditions, and control flow that TensorFlow cannot convert."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, Hazard, codes, text
from tests.generated.writing.program import Scope, Unsuited

_OUT = frozenset({"stdout", "result", "state", "exception"})
_SIGNS = ("1.0", "-2.0", "3.0")


def _flow(
    form: str,
    rule: str,
    template: str,
    *,
    guard: str = "",
    setup: str = "",
    needs: tuple[str, ...] = (),
    converted: bool = True,
    rows: bool = False,
) -> Hazard:
    """Lines that make `$y` of `$x`; those that end in `#` are marked. `$c` is a condition on the tensor, `$n` a global.

    With `rows` the tensor is `$r`, three numbers made of it.
    """

    def write(scope: Scope) -> str:
        if scope.is_dropped:
            raise Unsuited
        scope.needs(*needs)
        scope.program.arguments = _SIGNS
        name, rows_name = scope.program.names.constant(), scope.local()
        if setup:
            scope.module.add(*setup.replace("$n", name).split("\n"))
        if f"global {name}" in template.replace("$n", name):
            scope.declared.append(f"global {name}")
        if rows:
            scope.add(f"{rows_name} = tf.reshape(tf.stack([{scope.x}, {scope.x} * 2.0, {scope.x} * 3.0]), [-1])[:3]")
        condition = scope.program.pick(
            (f"tf.reduce_sum({scope.x}) > 0.0", f"tf.reduce_mean({scope.x}) > 0.0", f"tf.reduce_max({scope.x}) > 0.0")
        )
        values = {
            "y": scope.local(),
            "v": scope.local(),
            "w": scope.local(),
            "i": scope.local(),
            "n": name,
            "c": condition,
            "r": rows_name,
        }
        for line in text(template, scope, **values):
            if line != f"global {name}":
                scope.add(*(scope.program.mark([line[:-1].rstrip()], *codes(rule)) if line.endswith("#") else [line]))
        is_scalar = "$y = tf.reduce" in template or "$y = 0" in template
        return f"({scope.x} * 0.0 + {values['y']})" if is_scalar else values["y"]

    return Hazard(form, rule, write, _OUT, guard, converted)


_LOOPS = (
    ("tf-range", "for $i in tf.range(3):"),
    ("range-tensor", "for $i in range(tf.constant(3)):"),
    ("tensor", "for $i in tf.constant([0, 1, 2]):"),
    ("dataset", "for $i in tf.data.Dataset.range(3):"),
)
_CHANGES = (
    ("append", "$v = []", "$v.append(1.0) #", "$y = $x + float(len($v))"),
    ("append-tensor", "$v = []", "$v.append($x * tf.cast($i, tf.float32)) #", "$y = tf.add_n($v)"),
    ("extend", "$v = [0.0]", "$v.extend([1.0]) #", "$y = $x + float(len($v))"),
    ("dict-key", "$v = {}", "$v[str(len($v))] = 1.0 #", "$y = $x + float(len($v))"),
    ("setdefault", "$v = {}", "$v.setdefault(len($v), 1.0) #", "$y = $x + float(len($v))"),
    ("set-add", "$v = set()", "$v.add(len($v)) #", "$y = $x + float(len($v))"),
    ("pop", "$v = [1.0] * 9", "$v.pop() #", "$y = $x + float(len($v))"),
    ("insert", "$v = []", "$v.insert(0, 2.0) #", "$y = $x + sum($v)"),
)
for _name, _head in _LOOPS:
    for _form, _first, _change, _last in _CHANGES:
        HAZARDS.append(_flow(f"loop.{_form}.{_name}", "TFA506", f"{_first}\n{_head}\n    {_change}\n{_last}"))
for _form, _first, _change, _last in _CHANGES:
    HAZARDS.append(
        _flow(
            f"loop.{_form}.while",
            "TFA506",
            f"{_first}\n$i = tf.constant(0)\nwhile $i < 3:\n    {_change}\n    $i += 1\n{_last}",
        )
    )
    HAZARDS.append(
        _flow(
            f"loop.{_form}.python",
            "TFA506",
            f"{_first}\nfor $i in range(3):\n    {_change}\n{_last}",
            guard="Python loop",
        )
    )
    HAZARDS.append(_flow(f"branch.{_form}", "TFA506", f"{_first}\n$i = 1\nif $c:\n    {_change}\n{_last}"))
    HAZARDS.append(
        _flow(
            f"branch.{_form}.else",
            "TFA506",
            f"{_first}\n$i = 1\nif $c:\n    $y = $x\nelse:\n    $y = -$x\n    {_change}\n{_last}",
        )
    )

_NOTE = "def $n(box):\n    box.append(1.0)"
_BOX = "class $n:\n    def __init__(self):\n        self.count = 0\n\n    def bump(self):\n        self.count += 1"
HAZARDS += [
    _flow(
        "loop.helper", "TFA506", "$v = []\nfor $i in tf.range(3):\n    $n($v) #\n$y = $x + float(len($v))", setup=_NOTE
    ),
    _flow(
        "loop.method",
        "TFA506",
        "$v = $n()\nfor $i in tf.range(3):\n    $v.bump() #\n$y = $x + float($v.count)",
        setup=_BOX,
    ),
    _flow("branch.helper", "TFA506", "$v = [0.0]\nif $c:\n    $n($v) #\n$y = $x + float(len($v))", setup=_NOTE),
    _flow("branch.method", "TFA506", "$v = $n()\nif $c:\n    $v.bump() #\n$y = $x + float($v.count)", setup=_BOX),
    _flow(
        "loop.nested-def",
        "TFA506",
        "$v = 0\ndef $w():\n    nonlocal $v\n    $v = $v + 1 #\nfor $i in tf.range(3):\n    $w()\n$y = $x + float($v)",
    ),
    _flow(
        "loop.comprehension",
        "TFA506",
        "$v = []\nfor $i in tf.range(3):\n    _ = [$v.append(each) for each in (1.0,)] #\n$y = $x + float(len($v))",
    ),
    _flow(
        "loop.bound",
        "TFA506",
        "$v = []\n$w = $v.append\nfor $i in tf.range(3):\n    $w(1.0) #\n$y = $x + float(len($v))",
    ),
    _flow(
        "loop.local-list",
        "TFA506",
        "$y = $x\nfor $i in tf.range(3):\n    $v = []\n    $v.append(1.0) #\n    $y = $y + tf.add_n($v)",
        guard="local to one iteration",
    ),
    _flow(
        "loop.item",
        "TFA506",
        "$v = [0.0]\nfor $i in tf.range(3):\n    $v[0] += 1.0 #\n$y = $x + $v[0]",
        guard="item is carried",
    ),
    _flow(
        "loop.attribute",
        "TFA506",
        "$v = $n()\nfor $i in tf.range(3):\n    $v.count += 1 #\n$y = $x + tf.cast($v.count, tf.float32)",
        setup=_BOX,
        guard="attribute is carried",
    ),
    _flow(
        "loop.tensor-array",
        "TFA506",
        "$v = tf.TensorArray(tf.float32, size=3)\nfor $i in tf.range(3):\n    $v = $v.write($i, 1.0) #\n$y = $x + tf.reduce_sum($v.stack())",
        guard="tf.TensorArray",
    ),
    _flow(
        "array.write",
        "TFA507",
        "$v = tf.TensorArray(tf.float32, size=3)\nfor $i in tf.range(3):\n    $v.write($i, 1.0) #\n$y = $x + tf.reduce_sum($v.stack())",
    ),
    _flow(
        "array.write-python",
        "TFA507",
        "$v = tf.TensorArray(tf.float32, size=2)\n$v.write(0, $x) #\n$y = $x + tf.reduce_sum($v.stack())",
    ),
]

HAZARDS += [
    _flow("condition.if", "TFA201", "$y = $x\nif $c: #\n    $y = $x * 2.0", converted=False),
    _flow("condition.if-else", "TFA201", "if $c: #\n    $y = $x * 2.0\nelse:\n    $y = -$x", converted=False),
    _flow("condition.ternary", "TFA201", "$y = $x * 2.0 if $c else -$x #", converted=False),
    _flow(
        "condition.while",
        "TFA201",
        "$y = tf.reduce_sum(tf.abs($x))\nwhile $y < 10.0: #\n    $y = $y * 2.0 + 1.0",
        converted=False,
    ),
    _flow("condition.not", "TFA201", "$v = $c\n$y = $x\nif not $v: #\n    $y = $x * 2.0", converted=False),
    _flow(
        "condition.and",
        "TFA201",
        "$v = $c and tf.reduce_sum($x) < 100.0 #\n$y = $x * tf.cast($v, tf.float32)",
        converted=False,
    ),
    _flow(
        "condition.chain",
        "TFA201",
        "$y = $x\nif 0.0 < tf.reduce_sum($x) < 100.0: #\n    $y = $x * 2.0",
        converted=False,
    ),
    _flow(
        "condition.cond",
        "TFA201",
        "$y = tf.cond($c, lambda: $x * 2.0, lambda: -$x) #",
        converted=False,
        guard="tf.cond",
    ),
    _flow("condition.where", "TFA201", "$y = tf.where($c, $x * 2.0, -$x) #", converted=False, guard="tf.where"),
    _flow("disabled.walrus", "TFA202", "if ($v := tf.reduce_sum($x)) > 0.0: #\n    $y = $x * $v\nelse:\n    $y = -$x"),
    _flow(
        "disabled.for-else",
        "TFA202",
        "$y = $x\nfor $i in (1, 2): #\n    $y = $y + 1.0\nelse:\n    $y = $y * 2.0\nif $c: #\n    $y = -$y",
    ),
    _flow(
        "disabled.match",
        "TFA202",
        '$v = "a"\nmatch $v: #\n    case "a":\n        $y = $x\n    case _:\n        $y = -$x\nif $c: #\n    $y = $y * 3.0',
    ),
    _flow("disabled.generator", "TFA202", "def $v(): #\n    yield 1.0\n\n$y = $x\nif $c: #\n    $y = $x * 2.0"),
    _flow(
        "iteration.comprehension", "TFA203", "$y = $x + sum([each * 2.0 for each in $r]) #", rows=True, converted=False
    ),
    _flow(
        "iteration.enumerate",
        "TFA203",
        "$y = $x\nfor $i, $v in enumerate($r): #\n    $y = $y + $v * $i",
        rows=True,
        converted=False,
    ),
    _flow(
        "iteration.zip",
        "TFA203",
        "$y = $x\nfor $i, $v in zip($r, $r): #\n    $y = $y + $v * $i",
        rows=True,
        converted=False,
    ),
    _flow("iteration.unpack", "TFA203", "$v, $w, $i = $r #\n$y = $x + $v + $w", rows=True, converted=False),
    _flow("iteration.star", "TFA203", "$y = $x + tf.add_n([*$r]) #", rows=True, converted=False),
    _flow("iteration.list", "TFA203", "$v = list($r) #\n$y = $x + $v[0]", rows=True, converted=False),
    _flow("iteration.sum", "TFA203", "$y = $x + sum($r) #", rows=True, converted=False),
    _flow("iteration.max", "TFA203", "$y = $x + max($r) #", rows=True, converted=False),
    _flow(
        "iteration.reversed",
        "TFA203",
        "$y = $x\nfor $v in reversed($r): #\n    $y = $y + $v",
        rows=True,
        converted=False,
    ),
    _flow("iteration.map", "TFA203", "$y = $x + sum(map(lambda each: each * 2.0, $r)) #", rows=True, converted=False),
    _flow("iteration.in", "TFA203", "$y = $x\nif 2.0 in $r: #\n    $y = -$x", rows=True, converted=False),
    _flow(
        "iteration.for",
        "TFA203",
        "$y = tf.reduce_sum($x)\nfor $v in $r: #\n    $y = $y + $v",
        rows=True,
        guard="for over a tensor",
    ),
    _flow(
        "iteration.unstack",
        "TFA203",
        "$v, $w, $i = tf.unstack($r) #\n$y = $x + $v",
        rows=True,
        converted=False,
        guard="tf.unstack",
    ),
    _flow(
        "iteration.static",
        "TFA203",
        "$y = $x\nfor $i in range($r.shape[0]): #\n    $y = $y + $r[$i]",
        rows=True,
        converted=False,
        guard="static shape",
    ),
    _flow(
        "exit.break",
        "TFA205",
        "$y = tf.reduce_sum($x)\nfor $i in range(4): #\n    $y = $y + 1.0\n    if $y > 2.0: #\n        break #",
    ),
    _flow(
        "exit.while-true",
        "TFA205",
        "$y = tf.reduce_sum(tf.abs($x))\nwhile True: #\n    $y = $y + 1.0\n    if $y > 5.0: #\n        break #",
    ),
    _flow(
        "exit.continue",
        "TFA205",
        "$y = tf.reduce_sum($x)\nfor $i in range(4): #\n    if $y > 2.0: #\n        continue #\n    $y = $y + 1.0",
        guard="continue",
    ),
    _flow(
        "exit.tf-range",
        "TFA205",
        "$y = tf.reduce_sum($x)\nfor $i in tf.range(4): #\n    $y = $y + 1.0\n    if $y > 2.0: #\n        break #",
        guard="graph loop",
    ),
    _flow("undefined.branch", "TFA206", "if $c: #\n    $v = $x * 2.0 #\n$y = $x if tf.reduce_sum($x) < 0.0 else $v #"),
    _flow(
        "undefined.none",
        "TFA206",
        "$v = None #\nfor $i in tf.range(3): #\n    if $v is None: #\n        $v = $x #\n    else: #\n        $v = $v + tf.abs($x) #\n$y = $v",
    ),
    _flow("loop-variable.dtype", "TFA207", "$y = 0 #\nfor $i in tf.range(3): #\n    $y = $y + tf.reduce_sum($x) #"),
    _flow(
        "loop-variable.dtype-while",
        "TFA207",
        "$v = 0 #\n$i = tf.constant(0)\nwhile $i < 3: #\n    $v += tf.reduce_sum($x) #\n    $i += 1\n$y = $v",
    ),
    _flow(
        "loop-variable.shape",
        "TFA207",
        "$v = tf.zeros([1]) #\nfor $i in tf.range(3): #\n    $v = tf.concat([$v, [1.0]], 0) #\n$y = $x + tf.reduce_sum($v)",
    ),
    _flow(
        "loop-variable.float",
        "TFA207",
        "$y = 0.0 #\nfor $i in tf.range(3): #\n    $y = $y + tf.reduce_sum($x) #",
        guard="same dtype",
    ),
    _flow(
        "branch-mismatch.dtype",
        "TFA208",
        "$y = 0 #\nif $c: #\n    $y = tf.reduce_sum($x) #\n$y = tf.cast($y, tf.float32)",
    ),
    _flow("branch-mismatch.ternary", "TFA208", "$y = tf.reduce_sum($x) if $c else 0 #\n$y = tf.cast($y, tf.float32)"),
    _flow(
        "branch-mismatch.structure",
        "TFA208",
        "if $c: #\n    $v = [$x] #\nelse: #\n    $v = [$x, $x] #\n$y = tf.add_n($v)",
    ),
    _flow("branch-mismatch.same", "TFA208", "$y = 0.0 #\nif $c: #\n    $y = tf.reduce_sum($x) #", guard="same dtype"),
    _flow(
        "return.loop",
        "TFA209",
        "def $v(value): #\n    for $i in tf.range(3): #\n        if value > 2.0: #\n            return value #\n        value = value + 1.0\n    return value #\n\n$y = $v(tf.reduce_sum($x)) #",
    ),
    _flow(
        "return.missing",
        "TFA208",
        "def $v(value):\n    if value > 0.0: #\n        return value #\n\n$w = $v(tf.reduce_sum($x)) #\n$y = $x",
    ),
    _flow(
        "return.dtype",
        "TFA208",
        "def $v(value):\n    if value > 0.0: #\n        return value #\n    return 0 #\n\n$y = $x + tf.cast($v(tf.reduce_sum($x)), tf.float32) #",
    ),
    _flow("raise.branch", "TFA210", '$y = $x\nif tf.reduce_sum($x) > 1e9: #\n    raise ValueError("large") #'),
    _flow(
        "raise.branch-name",
        "TFA210",
        '$y = $x\n$v = tf.reduce_any($x > 1e9)\nif $v: #\n    raise RuntimeError(f"large {1}") #',
    ),
    _flow(
        "raise.static", "TFA210", '$y = $x\nif $x.shape.rank is None: #\n    raise ValueError("rank") #', guard="static"
    ),
    _flow("truth.int", "TFA214", "$v = tf.cast(tf.reduce_sum($x), tf.int32)\n$y = $x\nif $v: #\n    $y = $x * 2.0"),
    _flow("truth.not", "TFA214", "$v = tf.cast(tf.reduce_sum($x), tf.int32)\n$y = $x\nif not $v: #\n    $y = $x * 2.0"),
    _flow("truth.or", "TFA214", "$v = tf.reduce_sum($x) or 5.0 #\n$y = $x + $v"),
    _flow(
        "truth.while",
        "TFA214",
        "$v = tf.cast(tf.abs(tf.reduce_sum($x)), tf.int32)\n$y = $x\nwhile $v: #\n    $v = $v - 1",
    ),
    _flow("assert.tensor", "TFA215", "assert tf.reduce_all($x < 1e9) #\n$y = $x * 2.0", converted=False),
    _flow("assert.message", "TFA215", 'assert tf.reduce_sum($x) < 1e9, "large" #\n$y = $x * 2.0', converted=False),
    _flow("assert.static", "TFA215", "assert $x.dtype == tf.float32 #\n$y = $x * 2.0", converted=False, guard="static"),
    _flow(
        "assert.debugging",
        "TFA215",
        "tf.debugging.assert_less(tf.reduce_sum($x), 1e9) #\n$y = $x * 2.0",
        converted=False,
        guard="tf.debugging",
    ),
    _flow("python.bool", "TFA301", "$y = $x\nif bool($c): #\n    $y = $x * 2.0", converted=False),
    _flow("python.index", "TFA301", "$v = [1.0, 2.0, 3.0]\n$y = $x * $v[tf.constant(1)] #", converted=False),
    _flow(
        "python.index-int",
        "TFA301",
        "$v = [1.0, 2.0, 3.0]\n$y = $x * $v[int(tf.reduce_sum(tf.zeros_like($x)))] #",
        converted=False,
    ),
    _flow(
        "python.key",
        "TFA301",
        "$v = {0: 1.0, 1: 2.0}\n$y = $x * $v[int(tf.reduce_sum(tf.zeros_like($x)))] #",
        converted=False,
    ),
    _flow(
        "python.math",
        "TFA301",
        "$y = $x + math.sqrt(tf.abs(tf.reduce_sum($x))) #",
        needs=("import math",),
        converted=False,
    ),
    _flow("python.max", "TFA301", "$y = $x + max(tf.reduce_sum($x), 1.0) #", converted=False),
    _flow("python.float", "TFA301", "$y = $x + float(tf.reduce_sum($x)) #", converted=False),
    _flow("python.range", "TFA301", "$y = $x\nfor $i in range(tf.constant(3)): #\n    $y = $y + 1.0", converted=False),
    _flow("python.in", "TFA301", "$y = $x\nif tf.reduce_sum($x) in (1.0, 2.0): #\n    $y = $x * 2.0", converted=False),
    _flow(
        "python.any", "TFA301", "$y = $x\nif any([$c, tf.reduce_sum($x) > 5.0]): #\n    $y = $x * 2.0", converted=False
    ),
    _flow("python.slice", "TFA301", "$v = [1.0, 2.0, 3.0]\n$y = $x + sum($v[: tf.constant(2)]) #", converted=False),
    _flow(
        "python.static",
        "TFA301",
        "$y = $x * float(math.prod($x.shape)) #",
        needs=("import math",),
        converted=False,
        guard="static shape",
    ),
    _flow("numpy.method", "TFA302", "$y = $x + float(tf.reduce_sum($x).numpy()) #", converted=False),
    _flow("numpy.method-local", "TFA302", "$v = $x.numpy() #\n$y = $x + $v", converted=False),
    _flow(
        "numpy.constant",
        "TFA302",
        "$y = $x * $n.numpy() #",
        setup="$n = tf.constant(2.0)",
        converted=False,
        guard="captured eager tensor",
    ),
    _flow("numpy.sqrt", "TFA303", "$y = $x + np.sqrt(tf.abs($x)) #", needs=("import numpy as np",), converted=False),
    _flow(
        "numpy.array",
        "TFA303",
        "$y = $x + tf.reduce_sum(np.array([$x, $x])) #",
        needs=("import numpy as np",),
        converted=False,
    ),
    _flow("numpy.sum", "TFA303", "$y = $x + np.sum($x) #", needs=("import numpy as np",), converted=False),
    _flow("numpy.clip", "TFA303", "$y = $x + np.clip($x, 0.0, 1.0) #", needs=("import numpy as np",), converted=False),
    _flow(
        "numpy.python",
        "TFA303",
        "$y = $x + np.sum(np.ones(3, np.float32)) #",
        needs=("import numpy as np",),
        converted=False,
        guard="Python data",
    ),
    _flow(
        "numpy.experimental",
        "TFA303",
        "$y = $x + $n.sum($x) #",
        setup="$n = tf.experimental.numpy",
        converted=False,
        guard="tf.experimental.numpy",
    ),
    _flow(
        "eager-only.numpy-iterator",
        "TFA306",
        "$v = list(tf.data.Dataset.range(2).as_numpy_iterator()) #\n$y = $x + float($v[1])",
        converted=False,
    ),
]
