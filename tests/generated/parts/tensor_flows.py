"""Control flow that becomes that of the graph: names that are missing, dtypes, shapes and structures that change, and exits of loops."""

from __future__ import annotations

from tests.generated.parts.tensor_uses import use
from tests.generated.writing.text import indented

_LOOPS = (
    ("range", "int", "for $i in tf.range(abs($p) + 2):"),
    ("tensor", "vector", "for $i in $p:"),
    ("python-range", "int", "for $i in range(abs($p) + 2):"),
    ("dataset", "dataset", "for $i in $p:"),
)


def _in_loops(name: str, rule: str, before: str, body: str, after: str, guard: str = "") -> None:
    """Enter a loop over each of the tensors that make one."""
    inside = "\n".join(indented(body.split("\n")))
    for form, sort, head in _LOOPS:
        use(f"{name}.{form}", rule, sort, f"{before}\n{head} #\n{inside}\n{after}", guard)
    counted = "\n".join(indented([*body.split("\n"), "$i = $i + 1"]))
    use(f"{name}.while", rule, "int", f"{before}\n$i = $p * 0\nwhile $i < 3: #\n{counted}\n{after}", guard)


_SUM = "tf.reduce_sum($x)"
_END = "$y = $x + tf.cast($v, tf.float32)"
_in_loops("changes.dtype", "TFA207", "$v = 0 #", f"$v = $v + {_SUM} #", _END)
_in_loops("changes.augmented", "TFA207", "$v = 0 #", f"$v += {_SUM} #", _END)
_in_loops("changes.pair", "TFA207", "$v, $w = 0, 1.0 #", f"$v, $w = {_SUM}, $w + 1.0 #", f"{_END} + $w")
_in_loops("changes.max", "TFA207", "$v = -1 #", f"$v = tf.maximum({_SUM}, 1.0) #", _END)
_in_loops("changes.shape", "TFA207", "$v = tf.zeros([1]) #", "$v = tf.concat([$v, [1.0]], 0) #", "$y = $x + tf.reduce_sum($v)")
_in_loops("changes.scalar", "TFA207", "$v = tf.constant(0.0) #", "$v = $v + tf.ones([2]) #", "$y = $x + tf.reduce_sum($v)")
_in_loops("changes.helper", "TFA207", f"$f = lambda value: value + {_SUM} * 0.5\n$v = 0 #", "$v = $f($v) #", _END)
_in_loops("changes.same", "TFA207", "$v = 0.0 #", f"$v = $v + {_SUM} #", _END, "same dtype")
_in_loops("changes.counter", "TFA207", "$v = 0 #", "$v = $v + 1 #", _END, "counter")
_in_loops("changes.like", "TFA207", f"$v = tf.zeros_like({_SUM}) #", f"$v += {_SUM} #", _END, "zeros_like")
_in_loops("none.tested", "TFA206", "$v = None #", f"if $v is None:\n    $v = {_SUM} #\nelse:\n    $v = $v + 1.0 #", _END)
_in_loops("none.overwritten", "TFA206", "$v = None #", f"$v = {_SUM} #", _END)
_in_loops("undefined.loop", "TFA206", "$w = 1.0", f"$v = {_SUM} * $w #", _END)
_in_loops("undefined.inner", "TFA206", "$w = 0.0", f"$v = {_SUM} #\n$w = $w + $v", "$y = $x + $w", "not read after")
_in_loops("undefined.set", "TFA206", "$v = 0.0", f"$v = {_SUM} #", _END, "set before")
_in_loops("mixed.branch", "TFA206", "$v = 0.0", f"if {_SUM} > 0.0:\n    $w = $x * 2.0 #\n$v = $v + tf.reduce_sum($w)", _END)
_in_loops("grown.append", "TFA506", "$v = []", "$v.append(1.0) #", "$y = $x + float(len($v))")
_in_loops("grown.array", "TFA506", "$v = tf.TensorArray(tf.float32, size=0, dynamic_size=True)", f"$v = $v.write($v.size(), {_SUM}) #", "$y = $x + tf.reduce_sum($v.stack())", "tf.TensorArray")
_in_loops("returned.loop", "TFA206", "def $f(value):\n    return value\n", f"$v = {_SUM}", _END, "plain")


_BRANCHES = (
    ("if", "flag", "$p"),
    ("compared", "float", "$p > 0.0"),
    ("equal", "int", "$p == 1"),
    ("element", "vector", "$p[0] < 1.0"),
)


def _in_branches(name: str, rule: str, template: str, guard: str = "") -> None:
    """Enter lines with a condition, `$c`."""
    for form, sort, test in _BRANCHES:
        use(f"{name}.{form}", rule, sort, template.replace("$c", test), guard)


_ONE = "    $v = $x * 2.0 #"
_in_branches("undefined.one", "TFA206", f"if $c: #\n{_ONE}\n$y = $x if $x is None else $v")
_in_branches("undefined.else", "TFA206", f"if $c: #\n    $w = 1.0\nelse:\n{_ONE}\n$y = $v + 1.0")
_in_branches("undefined.elif", "TFA206", f"if $c: #\n{_ONE}\nelif {_SUM} > 5.0:\n    $v = -$x #\n$y = $v")
_in_branches("undefined.pair", "TFA206", "if $c: #\n    $v, $w = $x, $x * 2.0 #\n$y = $v + $w")
_in_branches("undefined.unused", "TFA206", f"{'$y = $x'}\nif $c: #\n    $w = $x * 2.0 #\n    $y = $w", "not read after")
_in_branches("undefined.both", "TFA206", f"if $c: #\n{_ONE}\nelse:\n    $v = -$x #\n$y = $v", "both branches")
_in_branches("none.one", "TFA206", f"$v = None #\nif $c: #\n{_ONE}\n$y = $x if $v is None else $v")
_in_branches("none.other", "TFA206", f"if $c: #\n{_ONE}\nelse:\n    $v = None #\n$y = $x if $v is None else $v")
_in_branches("attribute.one", "TFA206", "$v = types.SimpleNamespace(b=1.0)\nif $c: #\n    $v.a = $x * 2.0 #\n$y = $v.a if hasattr($v, 'a') else $x")
_in_branches("key.one", "TFA206", '$v = {}\nif $c: #\n    $v["a"] = $x * 2.0 #\n$y = $x + $v.get("a", 0.0)')
_in_branches("key.known", "TFA206", '$v = {"a": $x}\nif $c: #\n    $v["a"] = $x * 2.0 #\n$y = $x + $v["a"]', "known key")
_in_branches("unlike.dtype", "TFA208", f"$v = 0 #\nif $c: #\n    $v = {_SUM} #\n{_END}")
_in_branches("unlike.else", "TFA208", f"if $c: #\n    $v = 1 #\nelse:\n    $v = {_SUM} #\n{_END}")
_in_branches("unlike.ternary", "TFA208", f"$v = {_SUM} if $c else 0 #\n{_END}")
_in_branches("unlike.cast", "TFA208", f"if $c: #\n    $v = tf.cast({_SUM}, tf.int32) #\nelse:\n    $v = {_SUM} #\n{_END}")
_in_branches("unlike.structure", "TFA208", "if $c: #\n    $v = [$x] #\nelse:\n    $v = [$x, $x] #\n$y = tf.add_n($v)")
_in_branches("unlike.tuple", "TFA208", "if $c: #\n    $v = ($x, $x) #\nelse:\n    $v = $x #\n$y = $x + tf.reduce_sum(tf.stack($v))")
_in_branches("unlike.keys", "TFA208", 'if $c: #\n    $v = {"a": $x} #\nelse:\n    $v = {"a": $x, "b": $x} #\n$y = $v["a"] * 2.0')
_in_branches("unlike.function", "TFA208", "$f = tf.square #\nif $c: #\n    $f = tf.abs #\n$y = $f($x)")
_in_branches("unlike.text", "TFA208", '$v = "a" #\nif $c: #\n    $v = "b" #\n$y = $x + (1.0 if $v == "a" else 2.0)')
_in_branches("unlike.same", "TFA208", f"$v = 0.0 #\nif $c: #\n    $v = {_SUM} #\n{_END}", "same dtype")
_in_branches("unlike.shapes", "TFA208", "$v = tf.ones([2]) #\nif $c: #\n    $v = tf.ones([3]) #\n$y = $x + tf.reduce_sum($v)", "shapes differ")
_WITH = "def $f(value, $w):\n    if $b: #\n        return {} #\n{}\n\n$y = $x + tf.cast($f({}, $p), tf.float32)"


def _returned(name: str, rule: str, one: str, rest: str, guard: str = "") -> None:
    """Enter a function with a `return` under the condition."""
    for form, sort, test in _BRANCHES:
        use(f"{name}.{form}", rule, sort, _WITH.format(one, rest, _SUM).replace("$b", test.replace("$p", "$w")), guard)


_returned("return.dtype", "TFA208", "value", "    return 0 #")
_returned("return.else", "TFA208", "1", "    else:\n        return value * 0.5 #")
_returned("return.same", "TFA208", "value", "    return value * 2.0 #", "same dtype")
_returned("return.nothing", "TFA208", "value", "    value = value + 1.0")
for _form, _sort, _test in _BRANCHES:
    use(f"raise.if.{_form}", "TFA210", _sort, f'$y = $x\nif $x is None or (not {_test} and not {_SUM} < 1e9): #\n    raise ValueError("low") #')
    use(f"return.loop.{_form}", "TFA209", _sort, f"def $f(value, $w):\n    for $i in tf.range(3): #\n        if {_test.replace('$p', '$w')}: #\n            return value #\n        value = value + 1.0\n    return value #\n\n$y = $x + $f({_SUM}, $p) #")


def _exits(name: str, template: str, guard: str = "") -> None:
    """Enter a loop of Python's, `$l`, that a condition leaves."""
    heads = ("for $i in range(4):", "for $i in (1.0, 2.0, 3.0):", "for $i, $v in enumerate([1.0, 2.0]):", "for $i, $v in zip([1, 2], [3, 4]):", "while True:", "for $i in $n:")
    for number, head in enumerate(heads):
        if "while True" in head and guard:
            continue
        for form, sort, test in _BRANCHES:
            test = f"({test}) or {_SUM} > -1e9" if "while" in head else test
            text = template.replace("$l", head).replace("$c", test).replace("$d", test.replace("$p", "$w").replace("$x", "value"))
            use(f"{name}.{number}.{form}", "TFA205", sort, text, guard, setup="$n = [0.5, 1.5, 2.5]" if "$n" in head else "")


_exits("exit.break", "$y = $x\n$l #\n    $y = $y + 1.0\n    if $c: #\n        break #")
_exits("exit.else", "$y = $x\n$l #\n    if $c: #\n        $y = $y * 2.0\n        break #\n    else:\n        $y = $y + 1.0")
_exits("exit.return", f"def $f(value, $w):\n    $l #\n        value = value + 1.0\n        if $d: #\n            return value #\n    return value #\n\n$y = $x + $f({_SUM}, $p)")
_exits("exit.continue", "$y = $x\n$l #\n    if $c: #\n        continue #\n    $y = $y + 1.0", "continue")
for _form, _sort, _test in _BRANCHES[1:3]:
    use(f"exit.counter.{_form}", "TFA205", _sort, f"$v = 0\n$y = $x\nwhile $v < 3 and {_test}: #\n    $y = $y + 1.0\n    $v += 1")
    use(f"exit.turns.{_form}", "TFA205", _sort, "$v = 9.0\n$y = $x\nwhile $v > 0.5: #\n    $v = abs(tf.cast($p, tf.float32)) * 0.0\n    $y = $y + 1.0")
