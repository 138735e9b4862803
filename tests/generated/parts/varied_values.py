"""Python values, callables and objects that differ between calls, traced functions that are made again, and harmless twins."""

from __future__ import annotations

from tests.generated.parts.varied import COUNT, NUMBER, WORD, varies

_SCALAR, _MADE, _OBJECT = "TFA402", "TFA403", "TFA404"
_KIND = "class $T:\n    def __init__(self, gain):\n        self.gain = gain"

for _name, _value in {
    "number": "$i",
    "float": "$i * 0.1",
    "power": "0.9 ** $i",
    "cast": "float($i)",
    "list": "[$i, 1]",
    "tuple": "($i, 0.5)",
    "dict": '{"a": $i}',
}.items():
    _use = {"list": "$p[0]", "tuple": "$p[0]", "dict": '$p["a"]'}.get(_name, "$p")
    varies(f"number.{_name}", _SCALAR, _value, f"tf.constant(2.0) * {_use}")
varies("number.items", _SCALAR, use=NUMBER, items="(0.1, 0.2, 0.3, 0.4, 0.5)")
varies("number.items-of-name", _SCALAR, use=NUMBER, start="$s = [0.1, 0.2, 0.3, 0.4, 0.5]", items="$s")
varies("number.linspace", _SCALAR, "float($i)", NUMBER, items="np.linspace(0.0, 1.0, 6)")
varies("number.tolist", _SCALAR, use=NUMBER, items="np.arange(6).tolist()")
varies("number.indexed", _SCALAR, "$s[$i]", NUMBER, start="$s = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]")
varies("number.counter", _SCALAR, "$s", NUMBER, start="$s = 0", each="$s += 1")
varies("number.annealed", _SCALAR, "$s", NUMBER, start="$s = 1.0", after="$s *= 0.9")
varies("number.annealed-max", _SCALAR, "$s", NUMBER, start="$s = 1.0", after="$s = max(0.1, $s * 0.9)")
varies("number.length", _SCALAR, "len($s)", NUMBER, start="$s = []", each="$s.append($i)")
varies("number.clock", _SCALAR, "time.time()", NUMBER)
varies("number.elapsed", _SCALAR, "time.time() - $s", NUMBER, start="$s = time.time()")
varies("number.random", _SCALAR, "random.random()", NUMBER)
varies("number.randint", _SCALAR, "random.randint(0, 1000)", NUMBER)
varies("number.measured", _SCALAR, "$s", NUMBER, start="$s = 0.5", after="$s = float($r)")
varies("number.measured-numpy", _SCALAR, "$s", NUMBER, start="$s = 0.5", after="$s = $r.numpy().item()")
varies("number.average", _SCALAR, "$s", NUMBER, start="$s = 0.5", after="$s = 0.9 * $s + 0.1 * float($r)")
varies("number.function", _SCALAR, "$n($i)", NUMBER, setup="def $n(step):\n    return 0.1 / (step + 1)")
varies("number.schedule", _SCALAR, "$s.now()", NUMBER, start="$s = $T(1.0)", after="$s.gain *= 0.5",
       setup=f"{_KIND}\n\n    def now(self):\n        return self.gain")  # fmt: skip
varies("number.attribute", _SCALAR, "$s.gain", NUMBER, start="$s = $T(1.0)", after="$s.gain *= 0.5", setup=_KIND)
varies("number.item", _SCALAR, '$s["rate"]', NUMBER, start='$s = {"rate": 1.0}', after='$s["rate"] *= 0.5')
varies("number.lists", _SCALAR, use=COUNT, items="[[1.0], [1.0, 2.0], [1.0, 2.0, 3.0], [1.0] * 4]")
varies("number.grown", _SCALAR, "list($s)", COUNT, start="$s = []", each="$s.append($i)")
varies("text.formatted", _SCALAR, 'f"epoch{$i}"', WORD)
varies("text.str", _SCALAR, "str($i)", WORD)
varies("text.items", _SCALAR, use=WORD, items='["first", "second", "third", "fourth", "fifth"]')
varies("tensor.constant", _SCALAR, "tf.constant($i * 0.1)", NUMBER, guard="tensor")
varies("tensor.converted", _SCALAR, "tf.convert_to_tensor(float($i))", NUMBER, guard="tensor")
varies("tensor.items", _SCALAR, use=NUMBER, items="tf.linspace(0.0, 1.0, 6)", guard="tensor")
varies("tensor.numpy", _SCALAR, "np.float32($i)", NUMBER, guard="tensor")
varies("tensor.arange", _SCALAR, use=NUMBER, items="np.arange(6, dtype=np.float32)", guard="tensor")
varies("tensor.result", _SCALAR, "$s", NUMBER, start="$s = tf.constant(0.5)", after="$s = $r", guard="tensor")
varies("tensor.variable", _SCALAR, "$s", NUMBER, start="$s = tf.Variable(0.0)", each="$s.assign_add(1.0)", guard="tensor")
varies("tensor.list", _SCALAR, "[tf.constant(float($i)), 0.5]", "tf.constant(2.0) * $p[0]", guard="tensor")
varies("constant.number", _SCALAR, "0.5", NUMBER, guard="constant")
varies("constant.local", _SCALAR, "$s", NUMBER, start="$s = 0.5", guard="constant")
varies("constant.flag", _SCALAR, "$i % 2 == 0", NUMBER.replace("$p", "float($p)"), guard="constant")
varies("constant.attribute", _SCALAR, "$s.gain", NUMBER, start="$s = $T(1.0)", setup=_KIND, guard="constant")
varies("constant.length", _SCALAR, "len($s)", NUMBER, start="$s = [1, 2, 3]", guard="constant")
varies("constant.rounds", _SCALAR, use=NUMBER, items="(0.5, 0.5, 0.5, 0.5)", guard="constant")
varies("constant.text", _SCALAR, '"first"', WORD, guard="constant")
varies("constant.list", _SCALAR, "[1.0, 2.0]", COUNT, guard="constant")
varies("signed.number", _SCALAR, "$i * 0.1", NUMBER, spec="tf.TensorSpec([], tf.float32)", guard="signature")
varies("callable.lambda", _MADE, "lambda v: v * 2.0", "$p(tf.constant(1.0))")
varies("callable.partial", _MADE, "functools.partial(tf.multiply, 2.0)", "$p(tf.constant(1.0))")
varies("callable.closure", _MADE, "$n($i)", "$p(tf.constant(1.0))",
       setup="def $n(gain):\n    def scaled(v):\n        return v * float(gain)\n\n    return scaled")  # fmt: skip
varies("callable.method", _MADE, "$s.apply", "$p(tf.constant(1.0))", start="$s = $T(2.0)",
       setup=f"{_KIND}\n\n    def apply(self, v):\n        return v * self.gain")  # fmt: skip
varies("callable.kept", _MADE, "$s", "$p(tf.constant(1.0))", start="$s = lambda v: v * 2.0", guard="one function")
varies("callable.named", _MADE, "$n", "$p(tf.constant(1.0))", setup="def $n(v):\n    return v * 2.0", guard="one function")
_GAIN = "tf.constant(1.0) * $p.gain"
varies("object.fresh", _OBJECT, "$T(2.0)", _GAIN, setup=_KIND)
varies("object.numbered", _OBJECT, "$T($i)", _GAIN, setup=_KIND)
varies("object.local", _OBJECT, "$v", _GAIN, each="$v = $T($i)", setup=_KIND)
varies("object.items", _OBJECT, use=_GAIN, items="[$T(each) for each in range(6)]", setup=_KIND)
varies("object.items-of-name", _OBJECT, use=_GAIN, start="$s = [$T($v) for $v in range(6)]", items="$s", setup=_KIND)
varies("object.written-items", _OBJECT, use=_GAIN, items="[$T(1.0), $T(2.0), $T(3.0), $T(4.0)]", setup=_KIND)
varies("object.factory", _OBJECT, "$n($i)", _GAIN, setup=f"{_KIND}\n\n\ndef $n(gain):\n    return $T(gain + 1)")
varies("object.appended", _OBJECT, "$s[-1]", _GAIN, start="$s = []", each="$s.append($T($i))", setup=_KIND)
varies("object.dataclass", _OBJECT, "$T($i * 0.5)", _GAIN, setup="@dataclasses.dataclass(eq=False)\nclass $T:\n    gain: float = 1.0")
varies("object.module", _OBJECT, "$T($i)", _GAIN, setup="class $T(tf.Module):\n    def __init__(self, gain):\n        super().__init__()\n        self.gain = gain")
varies("object.once", _OBJECT, "$s", _GAIN, start="$s = $T(2.0)", setup=_KIND, guard="one object")
varies("object.module-level", _OBJECT, "$n", _GAIN, setup=f"{_KIND}\n\n\n$n = $T(2.0)", guard="one object")
varies("object.changed", _OBJECT, "$s", _GAIN, start="$s = $T(2.0)", setup=_KIND, guard="one object", after="$s.count = $i")
varies("object.variables", _OBJECT, "tf.Variable(float($i))", "tf.constant(1.0) * $p", guard="one object")
varies("object.named-tuple", _OBJECT, "$T(tf.constant(float($i)))", _GAIN, setup="class $T(typing.NamedTuple):\n    gain: float", guard="one object")
varies("object.frozen", _OBJECT, "$s[$i]", _GAIN, start="$s = [$T(2.0) for $v in range(6)]", setup=f'{_KIND}\n\n    def __eq__(self, other):\n        return isinstance(other, $T)\n\n    def __hash__(self):\n        return 1', guard="one object")

_X = "tf.constant(1.0)"
_BODY = "def $n(v):\n    return v * 2.0"
_MAKER = "def $n(gain):\n    @tf.function\n    def step(v):\n        return v * 2.0\n\n    return step"
_AGENT = "class $T:\n    def __init__(self):\n        self.gain = 2.0\n"
_WRAPPED = f"{_AGENT}        self.step = tf.function(self.work)\n\n    def work(self, v):\n        return v * self.gain"
_DECORATED = f"{_AGENT}\n    @tf.function\n    def step(self, v):\n        return v * self.gain"


def _made(name: str, value: str, *, rule: str = _MADE, **more: str | bool) -> None:
    varies(f"made.{name}", rule, value, made=True, **more)  # type: ignore[arg-type]


_made("called", f"tf.function($n)({_X})", setup=_BODY)
_made("in-round", f"$v({_X})", each="$v = tf.function($n)", setup=_BODY)
_made("lambda", f"tf.function(lambda v: v * 2.0)({_X})")
_made("decorated", f"$v({_X})", each="@tf.function\ndef $v(v):\n    return v * 2.0")
_made("closure", f"$v({_X})", each="@tf.function\ndef $v(v):\n    return v * float($i)")
_made("factory", f"$n($i)({_X})", setup=_MAKER)
_made("factory-kept", f"$v({_X})", each="$v = $n($i)", setup=_MAKER)
_made("factory-call", f"$v({_X})", each="$v = $n($i)", setup="def $n(gain):\n    return tf.function(lambda v: v * float(gain))")
_made("factory-local", f"$n($i)({_X})", setup="def $n(gain):\n    def step(v):\n        return v * 2.0\n\n    made = tf.function(step)\n    return made")
_made("nested", f"$n({_X})", setup="def $n(value):\n    @tf.function\n    def step(v):\n        return v * 2.0\n\n    return step(value)")
_made("nested-twice", f"$n({_X})", setup="def $n(value):\n    @tf.function\n    def step(v):\n        return v * 2.0\n\n    return step(value) + step(value + 1.0)")
_made("nested-loop", f"$n({_X})", setup="def $n(value):\n    step = tf.function(lambda v: v * 2.0)\n    for _ in range(2):\n        value = step(value)\n    return value")
_made("method", f"$s.run({_X})", start="$s = $T()", setup=f"{_AGENT}\n    def work(self, v):\n        return v * self.gain\n\n    def run(self, v):\n        return tf.function(self.work)(v)")
_made("method-nested", f"$s.run({_X})", start="$s = $T()", setup=f"{_AGENT}\n    def run(self, v):\n        @tf.function\n        def step(v):\n            return v * self.gain\n\n        return step(v)")
_made("property", f"$s.step({_X})", start="$s = $T()", setup=f"{_AGENT}\n    def work(self, v):\n        return v * self.gain\n\n    @property\n    def step(self):\n        return tf.function(self.work)")
_made("rebuilt", f"$s.step({_X})", start="$s = $T()", each="$s.build()", setup=f"{_AGENT}\n    def work(self, v):\n        return v * self.gain\n\n    def build(self):\n        self.step = tf.function(self.work)")
_made("instance-kept", f"$v.step({_X})", rule=_OBJECT, each="$v = $T()", setup=_DECORATED)
_made("instance-wrapped", f"$T().step({_X})", setup=_WRAPPED)
_made("instance-wrapped-kept", f"$v.step({_X})", each="$v = $T()", setup=_WRAPPED)
_made("instance-items", f"$i.step({_X})", rule=_OBJECT, items="[$T() for _ in range(6)]", setup=_DECORATED)
_made("instance-trained", "$n($i)", rule=_OBJECT, setup=f"{_DECORATED}\n\n\ndef $n(seed):\n    agent = $T()\n    value = {_X}\n    for _ in range(4):\n        value = agent.step(value)\n    return value")
_made("instance-wrapped-trained", "$n($i)", setup=f"{_WRAPPED}\n\n\ndef $n(seed):\n    agent = $T()\n    value = {_X}\n    for _ in range(4):\n        value = agent.step(value)\n    return value")
_made("trained", "$n($i)", setup=f"def $n(seed):\n    @tf.function\n    def step(v):\n        return v * 2.0\n\n    value = {_X}\n    for _ in range(4):\n        value = step(value)\n    return value")
_made("trained-factory", "$m($i)", setup=f"{_MAKER}\n\n\ndef $m(seed):\n    step = $n(seed)\n    value = {_X}\n    for _ in range(4):\n        value = step(value)\n    return value")
_made("concrete", f"tf.function($n).get_concrete_function(tf.TensorSpec([], tf.float32))({_X})", setup=_BODY)
_made("appended", f"$s[-1]({_X})", start="$s = []", each="$s.append(tf.function($n))", setup=_BODY)
_made("once", f"$s({_X})", start="$s = tf.function($n)", setup=_BODY, guard="made once")
_made("once-factory", f"$s({_X})", start="$s = $n(2.0)", setup=_MAKER, guard="made once")
_made("once-instance", f"$s.step({_X})", start="$s = $T()", setup=_WRAPPED, guard="made once")
_made("once-module", f"$m({_X})", setup=f"{_BODY}\n\n\n$m = tf.function($n)", guard="made once")
_made("cached-dict", f'$n("a")({_X})', setup='$m = {}\n\n\ndef $n(key):\n    if key not in $m:\n        $m[key] = tf.function(lambda v: v * 2.0)\n    return $m[key]', guard="made once")
_made("cached-lru", f"$n(2.0)({_X})", setup=f"@functools.lru_cache(None)\n{_MAKER}", guard="made once")
_made("cached-attribute", f"$s.run({_X})", start="$s = $T()", setup=f"{_AGENT}        self.made = None\n\n    def run(self, v):\n        if self.made is None:\n            self.made = tf.function(lambda v: v * self.gain)\n        return self.made(v)", guard="made once")
_made("cached-property", f"$s.step({_X})", start="$s = $T()", setup=f"{_AGENT}\n    @functools.cached_property\n    def step(self):\n        return tf.function(lambda v: v * self.gain)", guard="made once")
_made("kept-by-name", f'$s["b"]({_X})', start='$s = {"a": tf.function(lambda v: v), "b": tf.function(lambda v: v * 2.0)}', guard="made once")
_made("called-in-loop", f"$n({_X})", setup="@tf.function\ndef $n(v):\n    return v * 2.0", guard="made once")
