"""Changes of containers and objects in graph loops and under tensor conditions."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, Hazard, locals_of, marked, text
from tests.generated.writing.program import Scope, Unsuited

_OUT = frozenset({"stdout", "result", "state", "exception"})
_SIGNS = ("1.0", "-2.0", "3.0")


def flow(
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
        reduced = scope.program.pick(("tf.reduce_sum", "tf.reduce_mean", "tf.reduce_max"))
        condition = f"{reduced}({scope.x}) > 0.0"
        values = {**locals_of(scope, "yvwi"), "n": name, "c": condition, "r": rows_name}
        lines = [line for line in text(template, scope, **values) if line != f"global {name}"]
        scope.add(*marked(scope, rule, lines))
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
        HAZARDS.append(flow(f"loop.{_form}.{_name}", "TFA506", f"{_first}\n{_head}\n    {_change}\n{_last}"))
for _form, _first, _change, _last in _CHANGES:
    HAZARDS.append(
        flow(
            f"loop.{_form}.while",
            "TFA506",
            f"{_first}\n$i = tf.constant(0)\nwhile $i < 3:\n    {_change}\n    $i += 1\n{_last}",
        )
    )
    HAZARDS.append(
        flow(
            f"loop.{_form}.python",
            "TFA506",
            f"{_first}\nfor $i in range(3):\n    {_change}\n{_last}",
            guard="Python loop",
        )
    )
    HAZARDS.append(flow(f"branch.{_form}", "TFA506", f"{_first}\n$i = 1\nif $c:\n    {_change}\n{_last}"))
    HAZARDS.append(
        flow(
            f"branch.{_form}.else",
            "TFA506",
            f"{_first}\n$i = 1\nif $c:\n    $y = $x\nelse:\n    $y = -$x\n    {_change}\n{_last}",
        )
    )

_NOTE = "def $n(box):\n    box.append(1.0)"
_BOX = "class $n:\n    def __init__(self):\n        self.count = 0\n\n    def bump(self):\n        self.count += 1"
HAZARDS += [
    flow(
        "loop.helper", "TFA506", "$v = []\nfor $i in tf.range(3):\n    $n($v) #\n$y = $x + float(len($v))", setup=_NOTE
    ),
    flow(
        "loop.method",
        "TFA506",
        "$v = $n()\nfor $i in tf.range(3):\n    $v.bump() #\n$y = $x + float($v.count)",
        setup=_BOX,
    ),
    flow("branch.helper", "TFA506", "$v = [0.0]\nif $c:\n    $n($v) #\n$y = $x + float(len($v))", setup=_NOTE),
    flow("branch.method", "TFA506", "$v = $n()\nif $c:\n    $v.bump() #\n$y = $x + float($v.count)", setup=_BOX),
    flow(
        "loop.nested-def",
        "TFA506",
        "$v = 0\ndef $w():\n    nonlocal $v\n    $v = $v + 1 #\nfor $i in tf.range(3):\n    $w()\n$y = $x + float($v)",
    ),
    flow(
        "loop.comprehension",
        "TFA506",
        "$v = []\nfor $i in tf.range(3):\n    _ = [$v.append(each) for each in (1.0,)] #\n$y = $x + float(len($v))",
    ),
    flow(
        "loop.bound",
        "TFA506",
        "$v = []\n$w = $v.append\nfor $i in tf.range(3):\n    $w(1.0) #\n$y = $x + float(len($v))",
    ),
    flow(
        "loop.local-list",
        "TFA506",
        "$y = $x\nfor $i in tf.range(3):\n    $v = []\n    $v.append(1.0) #\n    $y = $y + tf.add_n($v)",
        guard="local to one iteration",
    ),
    flow(
        "loop.item",
        "TFA506",
        "$v = [0.0]\nfor $i in tf.range(3):\n    $v[0] += 1.0 #\n$y = $x + $v[0]",
        guard="item is carried",
    ),
    flow(
        "loop.attribute",
        "TFA506",
        "$v = $n()\nfor $i in tf.range(3):\n    $v.count += 1 #\n$y = $x + tf.cast($v.count, tf.float32)",
        setup=_BOX,
        guard="attribute is carried",
    ),
    flow(
        "loop.tensor-array",
        "TFA506",
        "$v = tf.TensorArray(tf.float32, size=3)\nfor $i in tf.range(3):\n    $v = $v.write($i, 1.0) #\n$y = $x + tf.reduce_sum($v.stack())",
        guard="tf.TensorArray",
    ),
    flow(
        "array.write",
        "TFA507",
        "$v = tf.TensorArray(tf.float32, size=3)\nfor $i in tf.range(3):\n    $v.write($i, 1.0) #\n$y = $x + tf.reduce_sum($v.stack())",
    ),
    flow(
        "array.write-python",
        "TFA507",
        "$v = tf.TensorArray(tf.float32, size=2)\n$v.write(0, $x) #\n$y = $x + tf.reduce_sum($v.stack())",
    ),
]
