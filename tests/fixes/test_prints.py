"""Python prints, and texts of tensors, as `tf.print` says them. Runs no TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.fixes.applied import applied

PRECISE = "tf.strings.as_string(tf.cast(y, tf.float64), precision=3)"
EXACT = {
    'print("y is", y)': 'tf.print("y is", y)',
    'print(f"y is {y}")': 'tf.print("y is", y)',
    'print(f"a {y} {y} b")': 'tf.print("a", y, y, "b")',
    'print(f"y={y}, z {y}")': 'tf.print("y=", y, ", z ", y, sep="")',
    'print(f"{y=}")': 'tf.print("y=", y, sep="")',
    'print(f"{y:.3f}")': f"tf.print({PRECISE})",
    'print(f"loss: {y:.3f}!")': f'tf.print(tf.strings.join(["loss: ", {PRECISE}, "!"]))',
    'print("loss %.3f %d%%" % (y, i))': f'tf.print(tf.strings.join(["loss ", {PRECISE}, " ", tf.strings.as_string(i), "%"]))',
    'print("{} and {}".format(y, i))': 'tf.print(y, "and", i)',
    'print("str " + str(y))': 'tf.print("str", y)',
    'print("a", y, sep=", ", end="!\\n", file=sys.stdout, flush=True)': 'tf.print("a", y, sep=", ", end="!\\n", output_stream=sys.stdout)',
    'print("a", f"b{y}", sep="-")': 'tf.print("a-b", y, sep="")',
    'print("a", sep=None, end=None, file=None)': 'tf.print("a")',
    'print(*[y, y], sep="-")': 'tf.print(*[y, y], sep="-")',
    'print(f"static {x.shape} {name}")': 'tf.print(f"static {x.shape} {name}")',
    'print(f"{name} {y}")': "tf.print(name, y)",
    'print(f\'{d["a"]}\' "\\t")': 'tf.print(d["a"], "\\t", sep="")',
    "print(\n        y, (y\n            + 1),\n    )": "tf.print(\n        y,\n        (y\n            + 1),\n    )",
    'print("y",\n          y)': 'tf.print("y",\n             y)',
    "print((y, 1), y)": "tf.print((y, 1), y)",
    'print(*[y], (y, 1), sep="-")': 'tf.print(*[y], (y, 1), sep="-")',
    "(print(y)); print()": "(tf.print(y)); tf.print()",
    "pprint.pprint(y)": "tf.print(y)",
    'sys.stdout.write("step\\n")': 'tf.print("step", output_stream=sys.stdout)',
    'sys.stdout.write(f"step {y}\\n")': 'tf.print("step", y, output_stream=sys.stdout)',
    'sys.stdout.write("step")': 'tf.print("step", end="", output_stream=sys.stdout)',
    'tf.print(f"y {y}", i, output_stream=sys.stdout)': 'tf.print("y", y, i, output_stream=sys.stdout)',
    'tf.debugging.assert_equal(i, 3, message=f"i is {i}")': 'tf.debugging.Assert(tf.reduce_all(tf.equal(i, 3)), ["i is ", i])',
    'tf.debugging.assert_less(i, 3, f"{name} {i}")': 'tf.debugging.Assert(tf.reduce_all(tf.less(i, 3)), [str(name), " ", i])',
    'tf.debugging.assert_less(i, 3, f"{(name, 1)} {i}")': 'tf.debugging.Assert(tf.reduce_all(tf.less(i, 3)), [str((name, 1)), " ", i])',
    'tf.debugging.assert_equal((i, i), (1, 3), f"{i}")': "tf.debugging.Assert(tf.reduce_all(tf.equal((i, i), (1, 3))), [i])",
    'tf.debugging.assert_less(\n        i,\n        3,\n        message=f"{i}!",\n    )': (
        'tf.debugging.Assert(\n        tf.reduce_all(tf.less(i, 3)),\n        [i, "!"],\n    )'
    ),
    'tf.debugging.assert_less(\n      i, 3,\n      message=f"i is "\n      f"{i}")': (
        'tf.debugging.Assert(\n      tf.reduce_all(tf.less(i, 3)),\n      [\n        "i is ",\n        i,\n      ])'
    ),
    'assert i < 3, f"i is {i}"': 'tf.debugging.Assert(i < 3, ["i is ", i])',
    'assert i < 3, (\n        "i is "\n        f"{i}"\n    )': (
        'tf.debugging.Assert(\n        i < 3,\n        [\n            "i is ",\n            i,\n        ],\n    )'
    ),
    's = tf.constant(f"y {y}")': 's = tf.strings.format("y {}", y)',
    's = tf.constant("y=" + str(y))': 's = tf.strings.format("y={}", y)',
}
LEFT = (
    'print(f"{y:>10}")',
    'print(f"{y!r}")',
    'print("%(a)s" % {"a": y})',
    'print("%5s|" % y)',
    'print(y, file=open("x"))',
    "print(y, **d)",
    "print(\n        y,  # the result\n    )",
    "z = print(y)",
    'tf.debugging.assert_less(i, 3, f"{i:>4}")',
    'tf.debugging.assert_rank(y, 0, f"{y}")',
    "d[0] = [print(y)]",
    "with tf.init_scope():\n        print(y)",
    'sys.stderr.writelines([f"{y}"])',
)


def _program(code: str) -> str:
    return (
        "import pprint\nimport sys\n\nimport tensorflow as tf\n\n\n@tf.function\n"
        'def step(x, name="n"):\n    y = tf.reduce_sum(x)\n    i = tf.constant(3)\n    d = {"a": y}\n'
        f"    {code}\n    return y, i, d\n\n\nstep(tf.ones([2]))\n"
    )


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    programs = {f"print{number}": _program(code) for number, code in enumerate((*EXACT, *LEFT))}
    done = applied(programs, tmp_path_factory.mktemp("prints"))
    return {title: each.text for title, each in done.items()}


@pytest.mark.parametrize(("number", "code"), [*enumerate(EXACT)])
def test_each_tensor_is_passed_as_a_value(number: int, code: str, fixed: Mapping[str, str]) -> None:
    assert fixed[f"print{number}"] == _program(EXACT[code])


@pytest.mark.parametrize(("number", "code"), [*enumerate(LEFT, len(EXACT))])
def test_what_tf_print_cannot_say_is_left_alone(number: int, code: str, fixed: Mapping[str, str]) -> None:
    assert fixed[f"print{number}"] == _program(code)


IMPORTS = {
    "import tensorflow\n\n@tensorflow.function\ndef f(x):\n    print(x)\n": "tensorflow.print(x)",
    "import tensorflow as T\n\n@T.function\ndef f(x):\n    print(x)\n": "T.print(x)",
    "from tensorflow import function\n\n@function\ndef f(x):\n    print(x)\n": "tf.print(x)",
    "from tensorflow import function\n\ntf = 1\n\n@function\ndef f(x):\n    print(x)\n": "tensorflow.print(x)",
    "from tensorflow import function\n\n@function\ndef f(tf, tensorflow):\n    print(tf)\n": "print(tf)",
}


@pytest.mark.parametrize("text", IMPORTS)
def test_tensorflow_goes_by_the_name_of_the_file(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    done = applied({"m": text}, tmp_path_factory.mktemp("names"))["m"].text
    assert done.splitlines()[-1].strip() == IMPORTS[text]
    name = IMPORTS[text].partition(".")[0]
    assert name == "print(tf)" or f"import {name}" in done or f" as {name}\n" in done
