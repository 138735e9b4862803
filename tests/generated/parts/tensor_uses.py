"""The table of what Python does with a tensor: tests, numbers, texts, indices, iteration, NumPy; and forms that are harmless."""

from __future__ import annotations

from dataclasses import dataclass

Y = "$y = $x"


@dataclass(frozen=True, slots=True)
class Use:
    """Lines that make `$y` of the tensor `$x` and of a value `$p`; those that end in `#` are marked, other letters are names.

    `sort` says what the value is: `flag`, `float`, `int`, `vector`, `dataset`, `count`, or nothing where there is none. `guard` names what
    makes the form harmless; `also` are rules besides those that are known to name the same hazard.
    """

    name: str
    rule: str
    sort: str
    template: str
    guard: str = ""
    needs: tuple[str, ...] = ()
    setup: str = ""


USES: list[Use] = []


def use(name: str, rule: str, sort: str, template: str, guard: str = "", *, setup: str = "") -> None:
    """Enter a use into the table."""
    needs = tuple(line for word, line in _IMPORTS if word in template + setup)
    USES.append(Use(name, rule, sort, template, guard, needs, setup))


_IMPORTS = (("np.", "import numpy as np"), ("math.", "import math"), ("itertools.", "import itertools"), ("functools.", "import functools"), ("operator.", "import operator"))
_NUMBERS = "$v = [1.0, 2.0, 3.0]\n"
_AT = "($p * 0)"

# Conditions: graph conditionals in converted code, errors elsewhere.
use("condition.if", "TFA201", "flag", f"{Y}\nif $p: #\n    $y = $x * 2.0")
use("condition.else", "TFA201", "flag", "if $p: #\n    $y = $x * 2.0\nelse:\n    $y = -$x")
use("condition.elif", "TFA201", "flag", f"{Y}\nif $x is None:\n    $y = 0.0\nelif $p: #\n    $y = $x * 3.0")
use("condition.ternary", "TFA201", "flag", "$y = $x * 2.0 if $p else -$x #")
use("condition.return", "TFA201", "flag", "def $f(value, asked):\n    if asked: #\n        return value * 2.0\n    return -value\n\n$y = $f($x, $p)")
use("condition.not", "TFA201", "flag", f"{Y}\nif not $p: #\n    $y = $x * 2.0")
use("condition.and", "TFA201", "flag", f"{Y}\nif $p and $p: #\n    $y = $x * 2.0")
use("condition.or-value", "TFA201", "flag", "$v = $p or $p #\n$y = $x * tf.cast($v, tf.float32)")
use("condition.compared", "TFA201", "float", f"{Y}\nif $p > 0.0: #\n    $y = $x * 2.0")
use("condition.chain", "TFA201", "float", f"{Y}\nif -9.0 < $p < 9.0: #\n    $y = $x * 2.0")
use("condition.while", "TFA201", "float", "$v = $p * 1.0\nwhile $v < 9.0: #\n    $v = $v * 2.0 + 3.0\n$y = $x * 0.0 + $v")
use("condition.lambda", "TFA201", "float", "$f = lambda value: value if value > 0.0 else 0.0 #\n$y = $x + $f($p)")
use("condition.key", "TFA201", "float", "$y = $x + sorted([1.0, 2.0], key=lambda value: 1.0 if $p > 0.0 else value)[0] #")
use("condition.filter", "TFA201", "float", "$v = [each for each in (1.0, 2.0) if $p > each] #\n$y = $x + float(len($v))")
use("condition.callback", "TFA201", "float", "$y = $x + tf.map_fn(lambda each: each * 2.0 if $p > 0.0 else each, tf.ones([2]))[0] #")
use("condition.assert", "TFA215", "float", 'assert $p < 99.0, "large" #\n$y = $x * 2.0')
use("condition.assert-type", "TFA215", "float", "assert isinstance($p, (int, float)) or $p.dtype == tf.float32 #\n$y = $x * 2.0", "static")
use("condition.cond", "TFA201", "flag", "$y = tf.cond($p, lambda: $x * 2.0, lambda: -$x) #", "tf.cond")
use("condition.where", "TFA201", "flag", "$y = tf.where($p, $x * 2.0, -$x) #", "tf.where")
use("condition.none", "TFA201", "float", f"{Y}\nif $p is not None: #\n    $y = $x * 2.0", "is None")
use("truth.if", "TFA214", "int", f"{Y}\nif $p: #\n    $y = $x * 2.0")
use("truth.not", "TFA214", "int", f"{Y}\nif not $p: #\n    $y = $x * 2.0")
use("truth.ternary", "TFA214", "int", "$y = $x * 2.0 if $p else -$x #")
use("truth.or", "TFA214", "float", "$y = $x + ($p or 5.0) #")
use("truth.and", "TFA214", "float", f"{Y}\nif $p and $p > 2.0: #\n    $y = -$x")
use("truth.while", "TFA214", "int", "$v = abs($p) * 1\n$y = $x\nwhile $v: #\n    $v = $v - 1\n    $y = $y + 1.0")
use("truth.mask", "TFA214", "int", f"{Y}\nif $p & 1: #\n    $y = $x * 2.0")
use("truth.modulo", "TFA214", "int", f"{Y}\nif $p % 2: #\n    $y = $x * 2.0")
use("truth.rows", "TFA214", "vector", f"{Y}\nif sum([1 for _ in range(2)]) and $p[0]: #\n    $y = -$x")

# Numbers that Python needs.
use("python.bool", "TFA301", "flag", "$v = bool($p) #\n$y = $x * 2.0 if $v else -$x")
use("python.bool-float", "TFA301", "float", "$y = $x + float(bool($p)) #")
use("python.index", "TFA301", "int", f"{_NUMBERS}$y = $x * $v[{_AT}] #")
use("python.index-tuple", "TFA301", "int", f"$y = $x * (1.0, 2.0)[{_AT}] #")
use("python.index-text", "TFA301", "int", f'$v = "abc"[{_AT}] #\n$y = $x + float(ord($v))')
use("python.index-global", "TFA301", "int", f"$y = $x * $n[{_AT}] #", setup="$n = [0.5, 1.5, 2.5]")
use("python.index-layers", "TFA301", "int", f"$y = $n[{_AT}]($x) #", setup="$n = [lambda value: value * 2.0, lambda value: value + 1.0]")
use("python.set-item", "TFA301", "int", f"{_NUMBERS}$v[{_AT}] = 5.0 #\n$y = $x + $v[0]")
use("python.slice", "TFA301", "int", f"{_NUMBERS}$y = $x + sum($v[{_AT}:]) #")
use("python.slice-end", "TFA301", "int", f"{_NUMBERS}$y = $x + sum($v[: abs($p) + 1]) #")
use("python.key", "TFA301", "int", f"$v = {{0: 1.0, 1: 2.0}}\n$y = $x * $v[int({_AT})] #")
use("python.key-get", "TFA301", "int", f"$v = {{0: 1.0, 1: 2.0}}\n$y = $x * $v.get(int({_AT}), 3.0) #")
use("python.sqrt", "TFA301", "float", "$y = $x + math.sqrt(abs($p)) #")
use("python.floor", "TFA301", "float", "$y = $x + math.floor($p) #")
use("python.isnan", "TFA301", "float", f"{Y}\nif math.isnan($p): #\n    $y = -$x")
use("python.log", "TFA301", "float", "$v = math.log(abs($p) + 1.0) #\n$y = $x * $v")
use("python.round-digits", "TFA301", "float", "$v = round(float($p), 2) #\n$y = $x + $v")
use("python.float", "TFA301", "float", "$y = $x + float($p) #")
use("python.int", "TFA301", "float", "$v = int($p) #\n$y = $x + tf.cast($v, tf.float32)")
use("python.int-index", "TFA301", "float", f"{_NUMBERS}$y = $x + $v[int($p * 0.0)] #")
use("python.len", "TFA301", "vector", "$v = len($p) #\n$y = $x * tf.cast($v, tf.float32)")
use("python.complex", "TFA301", "float", "$v = complex($p, 0.0).real #\n$y = $x + $v")
use("python.operator", "TFA301", "int", "$v = operator.index($p) #\n$y = $x * float($v)")
use("python.range", "TFA301", "int", f"{Y}\nfor $i in range(abs($p)): #\n    $y = $y + 1.0")
use("python.range-list", "TFA301", "int", "$v = list(range(abs($p) + 1)) #\n$y = $x + float(len($v))")
use("python.range-comprehension", "TFA203", "int", "$v = [each * 2 for each in range(abs($p) + 1)] #\n$y = $x + float(len($v))")
use("python.range-int", "TFA301", "float", f"{Y}\nfor $i in range(int(abs($p))): #\n    $y = $y + 1.0")
use("python.repeat", "TFA301", "int", "$y = $x + float(len([0.0] * int(abs($p) + 1))) #")
use("python.max", "TFA301", "float", "$y = $x + max($p, 1.0) #")
use("python.min-of", "TFA301", "float", "$y = $x + min([$p, 1.0]) #")
use("python.clamped", "TFA301", "float", "$v = max(0.0, min($p, 1.0)) #\n$y = $x + $v")
use("python.sorted", "TFA301", "float", "$y = $x + sorted([$p, 1.0])[0] #")
use("python.sorted-key", "TFA301", "float", "$y = $x + sorted([2.0, 1.0], key=lambda value: value * $p)[0] #")
use("python.any", "TFA301", "flag", f"{Y}\nif any([$p, False]): #\n    $y = -$x")
use("python.all", "TFA301", "flag", f"{Y}\nif all($p for _ in range(2)): #\n    $y = -$x")
use("python.in", "TFA301", "float", f"{Y}\nif $p in (1.0, 2.0): #\n    $y = -$x")
use("python.not-in", "TFA301", "int", f"{Y}\nif $p not in [0, 1]: #\n    $y = -$x")
use("python.index-of", "TFA301", "float", "$v = [$p * 1.0, $p * 2.0].index(-1e9) if $p is None else [0.0, $p].count(-1e9) #\n$y = $x + float($v)")
use("python.equal-lists", "TFA301", "float", f"{Y}\nif [$p, 1.0] == [2.0, 1.0]: #\n    $y = -$x")
use("python.islice", "TFA301", "int", f"{_NUMBERS}$y = $x + sum(itertools.islice($v, int({_AT}) + 1)) #")
use("python.match", "TFA301", "int", "$y = $x\nmatch $p: #\n    case 1:\n        $y = -$x\n    case _:\n        $y = $x * 2.0")
use("python.isinstance", "TFA301", "float", f"{Y}\nif isinstance($p, str): #\n    $y = -$x", "type test")
use("python.abs", "TFA301", "float", "$y = $x + abs($p) ** 2 #", "operators")
use("python.gather", "TFA301", "int", f"{_NUMBERS}$y = $x * tf.gather($v, {_AT}) #", "tf.gather")
use("python.maximum", "TFA301", "float", "$y = $x + tf.maximum($p, 1.0) #", "tf.maximum")
use("python.zeros", "TFA301", "int", "$y = $x + tf.reduce_sum(tf.ones([abs($p) + 1])) #", "shape of an operation")

# Iteration by Python itself.
use("iteration.comprehension", "TFA203", "vector", "$y = $x + sum([each * 2.0 for each in $p]) #")
use("iteration.dict", "TFA203", "vector", "$v = {i: each for i, each in enumerate($p)} #\n$y = $x + $v[0]")
use("iteration.generator", "TFA203", "vector", "$v = tuple(each for each in $p) #\n$y = $x + $v[0]")
use("iteration.enumerate", "TFA203", "vector", f"{Y}\nfor $i, $v in enumerate($p): #\n    $y = $y + $v * float($i)")
use("iteration.zip", "TFA203", "vector", f"{Y}\nfor $i, $v in zip($p, [1.0, 2.0, 3.0]): #\n    $y = $y + $v * $i")
use("iteration.unpack", "TFA203", "vector", "$v, $w, $i = $p #\n$y = $x + $v + $w")
use("iteration.unpack-list", "TFA203", "vector", "[$v, $w, $i] = $p #\n$y = $x + $v + $w")
use("iteration.unpack-star", "TFA203", "vector", "$v, *$w = $p #\n$y = $x + $v")
use("iteration.unpack-loop", "TFA203", "vector", f"{Y}\nfor $v, $w, $i in [$p]: #\n    $y = $y + $v")
use("iteration.star", "TFA203", "vector", "$y = $x + tf.add_n([*$p]) #")
use("iteration.star-call", "TFA203", "vector", "$f = lambda one, two, three: one + two * three\n$y = $x + $f(*$p) #")
use("iteration.list", "TFA203", "vector", "$v = list($p) #\n$y = $x + $v[0]")
use("iteration.tuple", "TFA203", "vector", "$v = tuple($p) #\n$y = $x + $v[0]")
use("iteration.sum", "TFA203", "vector", "$y = $x + sum($p) #")
use("iteration.max", "TFA203", "vector", "$y = $x + max($p) #")
use("iteration.any", "TFA203", "vector", f"{Y}\nif any($p): #\n    $y = -$x")
use("iteration.reversed", "TFA203", "vector", f"{Y}\nfor $v in reversed($p): #\n    $y = $y + $v")
use("iteration.map", "TFA203", "vector", "$y = $x + sum(map(lambda each: each * 2.0, $p)) #")
use("iteration.reduce", "TFA203", "vector", "$y = $x + functools.reduce(lambda one, two: one + two, $p) #")
use("iteration.in", "TFA203", "vector", f"{Y}\nif 2.0 in $p: #\n    $y = -$x")
use("iteration.next", "TFA203", "vector", "$v = next(iter($p)) #\n$y = $x + $v")
use("iteration.for", "TFA203", "vector", f"{Y}\nfor $v in $p: #\n    $y = $y + $v")
use("iteration.index", "TFA203", "vector", f"{Y}\nfor $i in range(len($p)): #\n    $y = $y + $p[$i]")
use("iteration.unstack", "TFA203", "vector", "$v, $w, $i = tf.unstack($p) #\n$y = $x + $v", "tf.unstack")
use("iteration.item", "TFA203", "vector", "$v, $w = $p[0], $p[1] #\n$y = $x + $v + $w", "items")
use("iteration.dataset-for", "TFA204", "dataset", f"{Y}\nfor $v in $p: #\n    $y = $y + tf.cast($v, tf.float32)")
use("iteration.dataset-reduce", "TFA204", "dataset", "$y = $x + tf.cast($p.reduce(tf.constant(0, tf.int64), lambda a, b: a + b), tf.float32) #", "reduce")

# Values that only eager tensors have, and NumPy.
use("numpy.method", "TFA302", "float", "$y = $x + $p.numpy() #")
use("numpy.method-float", "TFA302", "float", "$v = float($p.numpy()) #\n$y = $x * $v")
use("numpy.method-list", "TFA302", "vector", "$v = $p.numpy().tolist() #\n$y = $x + sum($v)")
use("numpy.method-item", "TFA302", "float", "$v = $p.numpy().item() #\n$y = $x + $v")
use("numpy.method-if", "TFA302", "float", f'{Y}\nif hasattr($p, "numpy"): #\n    $y = $x + 0.0 * $p', "same in both")
for _name, _sort, _call in (
    ("sqrt", "float", "np.sqrt(abs($p))"), ("sum", "vector", "np.sum($p)"), ("mean", "vector", "np.mean($p)"), ("array", "float", "np.array([$p, $p]).sum()"),
    ("asarray", "vector", "np.asarray($p).sum()"), ("clip", "float", "np.clip($p, 0.0, 1.0)"), ("maximum", "float", "np.maximum($p, 1.0)"), ("float32", "float", "np.float32($p)"),
    ("argmax", "vector", "float(np.argmax($p))"), ("dot", "vector", "np.dot($p, $p)"), ("where", "flag", "float(np.where($p, 1.0, 2.0))"), ("norm", "vector", "np.linalg.norm($p)"),
    ("exp", "float", "np.exp(-abs($p))"), ("zeros", "int", "float(np.zeros(abs($p) + 1).size)"), ("stack", "vector", "np.stack([$p, $p]).sum()"), ("isnan", "float", "float(np.isnan($p))"),
):  # fmt: skip
    use(f"numpy.{_name}", "TFA303", _sort, f"$y = $x + tf.cast({_call}, tf.float32) #")
use("numpy.shape", "TFA303", "vector", "$y = $x + float(np.prod($p.shape if hasattr($p, 'shape') else 1)) #", "static shape")
use("numpy.experimental", "TFA303", "vector", "$y = $x + tf.experimental.numpy.sum($p) #", "tf.experimental.numpy")

# Texts.
for _name, _text in (("f", 'f"{$p:.2f}"'), ("percent", '"%.2f" % $p'), ("format", '"{:.1f}".format($p)'), ("str", "str($p)"), ("join", '", ".join([str($p), "end"])')):
    use(f"text.{_name}", "TFA106", "float", f"$v = {_text} #\ntf.print($v)\n$y = $x * 2.0")
use("text.key", "TFA301", "int", f'$v = {{"w0": 1.0}}\n$y = $x * $v[f"w{{int({_AT})}}"] #')
use("text.print", "TFA106", "float", 'tf.print("at", $p) #\n$y = $x * 2.0', "argument")

# Loops that Python unrolls.
use("unrolled.range", "TFA401", "count", f"{Y}\nfor $i in range($p): #\n    $y = $y + tf.square($x)")
use("unrolled.plus", "TFA401", "count", f"{Y}\nfor $i in range(1, $p + 1): #\n    $y = $y + tf.square($x)")
use("unrolled.while", "TFA401", "count", f"{Y}\n$i = 0\nwhile $i < $p: #\n    $y = $y + tf.square($x)\n    $i += 1")
use("unrolled.comprehension", "TFA401", "count", "$y = tf.add_n([$x * float(each) for each in range($p)]) #")
use("unrolled.rows", "TFA401", "rows", f"{Y}\nfor $v in $p: #\n    $y = $y + tf.square($x) * $v")
use("unrolled.enumerate", "TFA401", "rows", f"{Y}\nfor $i, $v in enumerate($p): #\n    $y = $y + $x * $v")
use("unrolled.zip", "TFA401", "rows", f"{Y}\nfor $i, $v in zip($p, $p): #\n    $y = $y + $x * $v")
use("unrolled.length", "TFA401", "rows", f"{Y}\nfor $i in range(len($p)): #\n    $y = $y + $x * $p[$i]")
use("unrolled.items", "TFA401", "rows", f"{Y}\n$v = dict(enumerate($p))\nfor $i, $w in $v.items(): #\n    $y = $y + tf.square($x) * $w")
