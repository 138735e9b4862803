"""Shapes of programs around fixes: each makes a function that is to be traced, and calls of it, from random choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Made = tuple[str, list[str], str]
"""The code of a function called NAME, the arguments of its calls, and how its results are looked at: `plain` or `traits`."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A rule and what is varied around its fix."""

    title: str
    make: Callable[[Random], Made]


FLOATS, INTEGERS = ("float32", "float64"), ("int32", "int64")


def _function(*lines: str, parameters: str = "x", decorator: str = "@tf.function") -> str:
    return f"{decorator}\ndef NAME({parameters}):\n" + "".join(f"    {line}\n" for line in lines)


def _dtype(chance: Random, *, integers: float = 0.3) -> str:
    return chance.choice(INTEGERS if chance.random() < integers else FLOATS)


def _tensor(values: str, dtype: str) -> str:
    return f"tf.constant({values}, tf.{dtype})"


def _known(chance: Random, name: str, dtype: str) -> str:
    """A line that shows the dtype of a parameter to a reader of the body, or does not."""
    return f"{name} = tf.cast({name}, tf.{dtype})" if chance.random() < 0.6 else "pass"


FLOAT_DRAWS = (
    "np.random.rand()", "np.random.rand(3)", "np.random.rand(*x.shape)", "np.random.normal(0.0, 1.0)", "np.random.normal(size=x.shape)",
    "np.random.uniform(1.0, 2.0)", "random.random()", "random.uniform(1.0, 2.0)", "random.gauss(0.0, 1.0)", "np.random.exponential(2.0)",
    "rng.random(3)", "rng.normal(0.0, 1.0, 3)", "np.random.rand(3).astype(np.float32)",
)  # fmt: skip
INTEGER_DRAWS = (
    "np.random.randint(1, 5)", "np.random.randint(1, 5, size=3)", "random.randint(1, 4)", "random.randrange(1, 5)", "rng.integers(1, 5)",
    "rng.integers(1, 5, size=3)", "np.random.poisson(3.0)", "np.random.randint(1, 5, size=x.shape)",
)  # fmt: skip
AROUND = (
    "x + {d}", "{d} * x", "{d} * 2 + x", "x - {d} / 2", "tf.where({d} < 2, x, x - x)", "tf.where({d} < x, x, -x)",
    "tf.cast({d}, x.dtype) + x", "tf.cast({d} > 1, x.dtype) * x", "tf.maximum(x, {d})", "x - int({d} * 3)", "x + float({d})",
    "-{d} + x", "x * abs({d})", "tf.zeros_like(x) + tf.cast({d} * 3, tf.int32)", "x if {d} < 2 else -x", "tf.add(x, {d})",
    "tf.cast(x, tf.float64) * {d}", "tf.cast(x, tf.int32) + {d}", "tf.constant({d}, tf.float32) + tf.cast(x, tf.float32)",
    "x + tf.reduce_sum({d})", "tf.clip_by_value(x, {d}, 9)", "x + (1 if {d} < 2 else 2)", "tf.pow(x, {d})",
)  # fmt: skip


def _draw(chance: Random) -> Made:
    draw = chance.choice(FLOAT_DRAWS + INTEGER_DRAWS)
    dtype = _dtype(chance)
    expression = chance.choice(AROUND)
    if chance.random() < 0.3:
        lines = [_known(chance, "x", dtype), f"drawn = {draw}", f"return {expression.format(d='drawn')}"]
    else:
        lines = [_known(chance, "x", dtype), f"return {expression.format(d=draw)}"]
    return _function(*lines), [_tensor("[1, 2, 3]", dtype)] * 2, "traits"


def _clock(chance: Random) -> Made:
    dtype = _dtype(chance)
    around = chance.choice(("x + {d}", "tf.cast({d}, x.dtype) + x", "tf.where({d} > 5, x, -x)", "x + int({d})", "x * ({d} - 1.0)", "x + float({d} > 3)"))
    return _function(_known(chance, "x", dtype), f"return {around.format(d='time.time()')}"), [_tensor("[1, 2, 3]", dtype)], "traits"


NUMBERS = (
    "float(x)", "int(x)", "float(x[0])", "int(x[0])", "math.sqrt(x[0])", "math.exp(x[1])", "math.log(x[0])", "max(x[0], x[1])",
    "min(x[0], 2)", "math.pow(x[0], 2)", "bool(x[0])", "len(x)", "math.fabs(x[1])", "float(len(x))", "any([x[0] > 2, x[1] > 9])",
    "all([x[0], x[1]])", "any([x[0] - x[0], x[1] - x[1]])", "WEIGHTS[n]", "WEIGHTS[-n]", "x[0] in (3, 5)", "x[1] not in [3, 5]",
    "max(x[0], 0.5)", "bool(x[0] > 3)",
)  # fmt: skip
WITH_NUMBERS = (
    "return {v}", "return x + {v}", "return {v} * 2", "return x * ({v} + 1)", "return {v} - 16777217 + y", "return y / {v}", "return tf.add(y, {v})",
    "return tf.where({v} > 2, y, -y)", "if not {v}: y = -y\nreturn y", "if {v}: y = -y\nreturn y", "z = {v}\nreturn y + z", "return -{v} + y",
    "return y + float({v})", "return y if not {v} else -y",
)  # fmt: skip


def _number(chance: Random) -> Made:
    dtype, other = _dtype(chance), _dtype(chance)
    value = chance.choice(NUMBERS)
    lines = [_known(chance, "x", dtype), _known(chance, "y", other), "n = tf.cast(x[0], tf.int32) % 3", "WEIGHTS = [0.5, 1.5, 2.5]"]
    lines += chance.choice(WITH_NUMBERS).format(v=value).split("\n")
    decorator = chance.choice(("@tf.function", "@tf.function(autograph=False)"))
    values = chance.choice((("[3, 5]", "[7, 2]"), ("[16777217, 2]", "[4, 5]")) if dtype != "float32" else (("[3.7, 5.2]", "[7.5, 0.0]"), ("[-3.7, 2.5]", "[4.0, 9.0]")))
    if value in ("float(x)", "int(x)"):
        lines[0] = "x = x[0]"
    calls = [f"{_tensor(each, dtype)}, {_tensor('2', other)}" for each in values]
    return _function(*lines, parameters="x, y", decorator=decorator), calls, "plain"


ARRAYS = (
    "np.sqrt({a})", "np.square({a})", "np.exp({a})", "np.abs({a})", "np.sin({a})", "np.tanh({a})", "np.sign({a})", "np.floor({a})",
    "np.round({a})", "np.log({a})", "np.isnan({a})", "np.isfinite({a})", "np.size({a})", "np.zeros_like({a})", "np.ones_like({a})", "np.squeeze({a})",
    "np.transpose({a})", "np.maximum({a}, {b})", "np.minimum({a}, 2)", "np.maximum({a}, 0.5)", "np.power({a}, 2)", "np.power({a}, 0.5)",
    "np.expand_dims({a}, 0)", "np.where({a} > 2, {a}, {b})", "np.where({a} > 2, {a}, 0)", "np.where({a} > 2, {a}, 0.5)", "np.clip({a}, 0, 2)",
    "np.clip({a}, 0.5, 2)", "np.sum({a})", "np.mean({a})", "np.max({a})", "np.min({a}, axis=0)", "np.prod({a})", "np.any({a} > 2)", "np.all({a})",
    "np.std({a})", "np.var({a})", "np.sum({a}, axis=0, keepdims=True)", "np.stack([{a}, {b}])", "np.concatenate([{a}, {b}])",
    "np.array([{a}, {b}])", "np.sum({a} > 2)", "np.log1p({a})",
)  # fmt: skip
WITH_ARRAYS = (
    "return {v}", "return x + {v}", "return tf.constant({v})", "return tf.convert_to_tensor({v})", "return {v} * 2.0", "return tf.reduce_sum(x) * {v}",
    "return {v} + {w}", "return tf.square({v})", "z = {v}\nreturn x * z", "return np.sum({v}) + np.mean({w})", "return -{v}", "return {v} / {w}",
    "return {v}, {w}",
)  # fmt: skip


def _array(chance: Random) -> Made:
    dtype, other = _dtype(chance), _dtype(chance, integers=0.1)
    one, another = (chance.choice(ARRAYS).format(a=chance.choice(("x", "x * x", "tf.abs(x)")), b=chance.choice(("x", "y"))) for _ in range(2))
    lines = [_known(chance, "x", dtype), _known(chance, "y", other), *chance.choice(WITH_ARRAYS).format(v=one, w=another).split("\n")]
    calls = [f"{_tensor(each, dtype)}, {_tensor('[2, 3, 1]', other)}" for each in ("[1, 2, 3]", "[4, 2, 7]")]
    return _function(*lines, parameters="x, y"), calls, "plain"


def _arange(chance: Random) -> Made:
    n = chance.choice(("n", "tf.size(x)", "n + 1", "1, n", "0, n, 2"))
    body = chance.choice(("total += x[i]", "total += tf.cast(i, x.dtype)", "total = total + x[i] * 2.0", "total += float(i)", "total = tf.maximum(total, x[0])", "total = total * 2.0 + 1.0"))
    lines = [chance.choice(("total = tf.zeros_like(x[0])", "total = tf.ones([])", "total = x * 0.5")), f"for i in np.arange({n}):", f"    {body}", "return total"]
    calls = [f"{_tensor('[1, 2, 3, 4, 5]', 'float32')}, {_tensor(each, 'int32')}" for each in ("3", "4")]
    return _function(*lines, parameters="x, n"), calls, "plain"


LENGTHS = ("x.shape[0]", "x.shape[-2]", "x.get_shape()[0]", "x.shape.as_list()[0]")
WITH_LENGTHS = (
    "return tf.zeros([{n}, 2]) + 1.0", "return tf.reshape(x, [{n} * 3])", "return tf.reduce_sum(x) / {n}", "return tf.range({n} + 1)", "return x * {n}",
    "return tf.fill([{n}], 2.0)", "return tf.constant(1) + {n}", "return tf.reduce_sum(x) * ({n} * 2)", "if {n} == 2: x = -x\nreturn x", "if {n} > 1: x = -x\nreturn x",
    "n = {n}\nreturn tf.ones([n])", "return tf.reduce_sum(x) / ({n} / 2)", "return tf.cast({n}, tf.float64)", "return tf.ones([{n} - 1]) * {n}",
    "return tf.reshape(x, (-1, {n}))", "return tf.cast(x, tf.int64) + {n}", "return tf.ones([3]) * (1 / {n})", "return tf.tile([1.0], [{n}])", "return {n} * 2",
)  # fmt: skip


def _length(chance: Random) -> Made:
    dtype = _dtype(chance, integers=0.2)
    lines = chance.choice(WITH_LENGTHS).format(n=chance.choice(LENGTHS)).split("\n")
    decorator = f"@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.{dtype})])"
    calls = [_tensor(each, dtype) for each in ("[[1, 2, 3]]", "[[1, 2, 3], [4, 5, 6]]")]
    return _function(*lines, decorator=decorator), calls, "plain"


def _branch(chance: Random) -> Made:
    whole, other = chance.choice(("0", "1", "-3", "16777216")), chance.choice(("x * 2.0", "0.5", "tf.zeros([]) + 2.0", "tf.cast(x, tf.float32)", "tf.sqrt(x)"))
    form = chance.choice((
        "y = {w}\nif x > 0.0:\n    y = {o}\nreturn y", "if x > 0.0:\n    y = {o}\nelse:\n    y = {w}\nreturn y", "return {w} if x > 0.0 else {o}",
        "if x > 0.0:\n    return {w}\nreturn {o}", "y = {w}\nfor value in tf.stack([x, x]):\n    y += value\nreturn y",
        "y = {w}\nfor _ in tf.range(3):\n    y = {o}\nreturn y", "y = {w}\nwhile x > 0.0:\n    x -= 1.0\n    y += 0.5\nreturn y",
    ))  # fmt: skip
    return _function(*form.format(w=whole, o=other).split("\n")), [_tensor("2.25", "float32"), _tensor("0.5", "float32")], "plain"


def _loop(chance: Random) -> Made:
    dtype = _dtype(chance)
    body = chance.choice(("y = y * x", "y += x", "y = tf.maximum(y, x) + y", "y = y + tf.cast(i, x.dtype)", "y += x[0] * 2", "y = tf.abs(y - x)", "y = y / 2"))
    lines = [_known(chance, "x", dtype), f"y = {chance.choice(('tf.ones_like(x)', 'x', 'tf.zeros_like(x)', 'x[0]', 'tf.zeros([], x.dtype)', 'tf.zeros([2])'))}", "for i in range(n):", f"    {body}", "return y"]
    calls = [f"{_tensor('[1, 2]', dtype)}, {n}" for n in (20, 25)]
    return _function(*lines, parameters="x, n"), calls, "plain"


def _assertion(chance: Random) -> Made:
    test = chance.choice(("x > 0", "tf.reduce_all(x > 0)", "x > 0 and x < 9", "not x < 0", "0 < x < 9", "x"))
    message = chance.choice(("", ', "no"', ', f"x is {x}"', ', ("no", x)', ', "no %s" % x'))
    return _function(f"assert {test}{message}", "return x * 2"), [_tensor(each, "float32") for each in ("3", "-3", "20")], "plain"


def _copy(chance: Random) -> Made:
    form, argument = chance.choice((
        ('a["s"] = a["x"] + 1\nreturn a["s"]', '{"x": tf.constant(2.0)}'), ("a[0] = a[0] + 1\nreturn a[0]", "[tf.constant(2.0)]"),
        ("a.append(1.0)\nreturn tf.add_n(a)", "[tf.constant(2.0)]"), ('a.update(y=tf.constant(3.0))\nreturn a["y"] + a["x"]', '{"x": tf.constant(2.0)}'),
        ('a.pop("x")\nreturn tf.constant(len(a))', '{"x": tf.constant(2.0)}'), ("a[0] = 5.0\nreturn a * 2.0", "np.array([1.0, 2.0])"),
        ("a *= 2.0\nreturn a + 1.0", "np.array([1.0, 2.0])"), ("a.sort()\nreturn a[0] * 1.0", "[3.0, 2.0]"), ('del a["x"]\nreturn tf.constant(len(a))', '{"x": tf.constant(2.0)}'),
        ("a += [tf.constant(1.0)]\nreturn tf.add_n(a)", "[tf.constant(2.0)]"),
    ))  # fmt: skip
    typed = "a: dict" if "{" in argument else "a: np.ndarray" if "np" in argument else "a: list"
    parameter = chance.choice(("a", typed, typed))
    return _function(*form.split("\n"), parameters=parameter), [argument, argument], "plain"


def _written(chance: Random) -> Made:
    lines = chance.choice((
        ("a = tf.TensorArray(tf.float32, size=3)", "for i in tf.range(3):", "    a.write(i, x)", "return a.stack()"),
        ("a = tf.TensorArray(tf.float32, size=3)", "a.write(0, x).write(1, x)", "a = a.write(2, x)", "return a.stack()"),
        ("a = tf.TensorArray(tf.float32, size=2)", "a.unstack(tf.stack([x, x]))", "return a.read(1)"),
        ("tf.ensure_shape(x, [])", "return x * 2.0"),
    ))  # fmt: skip
    return _function(*lines), [_tensor("2.5", "float32")], "plain"


def _annotation(chance: Random) -> Made:
    lines = chance.choice((
        ("y = x", "if x > 1.0:", "    y: tf.Tensor = tf.sqrt(x)", "return y"),
        ("y: tf.Tensor = x", "while y > 1.0:", "    y: 'tf.Tensor' = y / 2.0", "return y"),
    ))  # fmt: skip
    return _function(*lines), [_tensor(each, "float32") for each in ("9.0", "0.5")], "plain"


def _text(chance: Random) -> Made:
    form = chance.choice((
        'tf.print(f"y is {y}")', 'tf.print("y %s" % y, y)', 'tf.print("{} and {}".format(y, 3))', 'tf.print(f"{y:.2f}")', 'print("y", y)', 'print(f"{y} {y}", 3, sep="-")',
        'print(f"{y:.3f}!")', 'sys.stdout.write(f"{y}\\n")', 's = tf.constant(f"{y}")', 'print("a" + str(y))', 'print(f"{n:d} {y:8.2f}")', 'print(y, end="")',
    ))  # fmt: skip
    lines = ["y = tf.reduce_sum(x)", "n = tf.size(x)", form, "return y"]
    return _function(*lines), [_tensor("[1.5, 2.25]", "float32")] * 2, "plain"


def _scalar(chance: Random) -> Made:
    dtype = _dtype(chance)
    form = chance.choice((
        "x * n", "x + n", "n - x", "x / (n + 1)", "x + tf.cast(n, x.dtype)", "tf.cast(n, tf.float32) + tf.cast(x, tf.float32)", "tf.pow(x, n)",
        "x * n if n > 1 else x", "tf.where(n > 1, x, -x)", "tf.ones([3]) * n", "x * settings['n']", "tf.maximum(x, n)", "tf.fill([3], n)",
        "x + tf.reduce_sum(tf.range(n))", "x[:n]", "tf.clip_by_value(x, 0, n)", "x * tf.constant(n, x.dtype)", "tf.stack([x, x * n])", "x if n else -x",
    ))  # fmt: skip
    value = chance.choice(("i", "i + 1", "0.5 * i", "float(i)", "1.0 / (i + 1)", "i > 1"))
    loop = chance.choice(("for i in range(1, 12):", "for i in range(12):"))
    given = 'settings={"n": value}' if "settings" in form else chance.choice(("value", "n=value"))
    name = "settings" if "settings" in form else "n"
    code = _function(_known(chance, "x", dtype), f"return {form}", parameters=f"x, {name}").replace("def NAME", "def NAME_step")
    lines = ["found = []", loop, f"    value = {value}", f"    found.append(NAME_step(x, {given}))", "return found"]
    code += "\n\n" + _function(*lines, decorator="").lstrip()
    return code, [_tensor("[1, 2, 3]", dtype)], "plain"


SHAPES = tuple(
    Shape(title, make)
    for title, make in (
        ("TFA110", _draw), ("TFA111", _clock), ("TFA301", _number), ("TFA303", _array), ("TFA303 in a loop", _arange), ("TFA304", _length),
        ("TFA207, TFA208", _branch), ("TFA401", _loop), ("TFA215", _assertion), ("TFA504", _copy), ("TFA216, TFA507", _written),
        ("TFA202", _annotation), ("TFA101, TFA106", _text), ("TFA402", _scalar),
    )
)  # fmt: skip
"""What a program is made from."""
