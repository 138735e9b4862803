"""What a traced function reads although eager code changes it: its first value, how it is read, and how it is changed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Content:
    """A Python value that is kept somewhere, `$s`; other letters behind `$` are names, `$i` is the number of the round.

    `reads` are the lines of a function that computes `$y` from `$x` with it. `rebinds` set it, `changes` change it in place, and `same`
    sets it to what it is. `shown` is a number that tells its values apart. `setup` is code of the module.
    """

    name: str
    initial: str
    reads: tuple[str, ...]
    rebinds: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    same: str = ""
    shown: str = "$s"
    setup: str = ""
    needs: tuple[str, ...] = ()


_TIMES = "$y = $x * $s"
_LINES = "if {}:\n    $y = $x * 2.0\nelse:\n    $y = $x - 3.0"
_CHOICE = "$y = $x * (2.0 if {} else 3.0)"


def _asked(test: str) -> tuple[str, ...]:
    """A condition on it, as a statement and as an expression."""
    return (_LINES.format(test), _CHOICE.format(test))


CONTENTS = (
    Content(
        "float", "1.5", (_TIMES, "$y = $x + tf.constant($s)", "$y = tf.multiply($x, $s)", *_asked("$s > 1.0")),
        ("$s = 1.0 / ($i + 3)", "$s *= 0.5", "$s = $s * 0.25", "$s -= 0.75", "$s = max(0.1, $s - 0.6)"), same="$s = 1.5",
    ),
    Content(
        "int", "1", ("$y = $x\nfor _ in range($s):\n    $y = $y * 2.0", "$y = $x * float($s)", "$y = $x ** $s", *_asked("$s == 1")),
        ("$s = $i + 2", "$s += 1", "$s = $s + 2"), same="$s = 1",
    ),
    Content(
        "flag", "False", (*_asked("$s"), *_asked("not $s")), ("$s = not $s", "$s = $i >= 0", "$s = True", "$s = $i % 2 == 0"),
        same="$s = False", shown="float($s)",
    ),
    Content(
        "text", '"cold"', (*_asked('$s == "warm"'), '$y = $x * {"cold": 1.0, "warm": 2.0}[$s]', '$y = $x * float($s.startswith("w"))'),
        ('$s = "warm"', '$s = "warm" if $i >= 0 else "cold"', '$s = ("warm", "cold")[$i % 2]'), same='$s = "cold"', shown="float(len($s))",
    ),
    Content(
        "none", "None", (_CHOICE.format("$s is None"), "$y = $x\nif $s is not None:\n    $y = $y * $s", "$y = $x * ($s or 3.0)"),
        ("$s = float($i + 2)", "$s = 0.5"), same="$s = None", shown="float($s or 0.0)",
    ),
    Content(
        "list", "[1.0, 4.0]", ("$y = $x * float(len($s))", "$y = $x * sum($s)", "$y = $x\nfor each in $s:\n    $y = $y + each", "$y = $x + $s[-1]"),
        ("$s = [float($i), 5.0, 6.0]", "$s = $s + [float($i) + 7.0]"),
        ("$s.append(float($i) + 2.0)", "$s.extend([3.0, 2.0])", "$s += [3.0]", "$s.insert(2, 8.0)"), same="$s = [1.0, 4.0]", shown="sum($s)",
    ),
    Content(
        "list.item", "[1.0, 4.0]", ("$y = $x * $s[0]", "$y = $x\nfor each in $s:\n    $y = $y + each"),
        ("$s = [float($i) + 9.0, 5.0]",), ("$s[0] = float($i) + 3.0", "$s[0] += 1.0", "$s.insert(0, 8.0)"), same="$s[0] = 1.0", shown="$s[0]",
    ),
    Content(
        "dict", '{"gain": 1.0}', ('$y = $x * $s["gain"]', '$y = $x + $s.get("gain", 0.0)', "$y = $x + sum($s.values())"),
        ('$s = {"gain": float($i) + 2.0}', '$s = {**$s, "gain": 3.0}'),
        ('$s["gain"] = float($i) + 2.0', '$s["gain"] *= 3.0', "$s.update(gain=float($i) + 2.0)", '$s.update({"gain": 4.0})'),
        same='$s["gain"] = 1.0', shown='$s["gain"]',
    ),
    Content(
        "dict.grown", '{"a": 1.0}', ("$y = $x * float(len($s))", *_asked('"b" in $s'), "$y = $x\nfor key, each in $s.items():\n    $y = $y + each"),
        ('$s = {"a": 1.0, "b": float($i)}',), ('$s["b"] = float($i) + 2.0', '$s.setdefault("b", 2.0)'), same='$s["a"] = 1.0', shown="float(len($s))",
    ),
    Content(
        "set", '{"a"}', (*_asked('"b" in $s'), "$y = $x * float(len($s))"), ('$s = {"a", "b"}',), ('$s.add("b")', '$s.update({"b", "c"})'),
        same='$s.add("a")', shown="float(len($s))",
    ),
    Content("tuple", "(1.0, 2.0)", ("$y = $x * $s[0]", "a, b = $s\n$y = $x * a + b"), ("$s = (float($i) + 3.0, 2.0)", "$s = $s[1:] + (5.0,)"),
            same="$s = (1.0, 2.0)", shown="$s[0]"),
    Content("function", "$n", ("$y = $s($x)", "$y = $x + $s(2.0)"), ("$s = $m", "$s = lambda v: v + 5.0"), same="$s = $n", shown="float($s(1.0))",
            setup="def $n(v):\n    return v * 2.0\n\n\ndef $m(v):\n    return v * 3.0"),
    Content("enum", "$T.SLOW", _asked("$s is $T.SLOW") + _asked("$s == $T.FAST"), ("$s = $T.FAST", "$s = $T.FAST if $i >= 0 else $T.SLOW"),
            same="$s = $T.SLOW", shown="float($s.value)", setup="class $T(enum.Enum):\n    SLOW = 1\n    FAST = 2", needs=("import enum",)),
    Content(
        "object", "$T(1.0)", ("$y = $x * $s.gain", "$y = $x + $s.gain"), ("$s = $T(float($i) + 2.0)", "$s = dataclasses.replace($s, gain=4.0)"),
        ("$s.gain = float($i) + 2.0", "$s.gain *= 0.5"), same="$s.gain = 1.0", shown="$s.gain",
        setup="@dataclasses.dataclass\nclass $T:\n    gain: float", needs=("import dataclasses",),
    ),
    Content(
        "array", "np.ones(2, np.float32)", ("$y = $x * float($s[0])", "$y = $x * tf.reduce_sum($s)"), ("$s = np.full(2, $i + 2.0, np.float32)", "$s = $s * 2.0"),
        ("$s[:] = $i + 2.0", "$s += 1.0", "$s[0] = 4.0"), same="$s = np.ones(2, np.float32)", shown="float($s[0])", needs=("import numpy as np",),
    ),
    Content("tensor", "tf.constant(1.0)", (_TIMES,), ("$s = $s * 2.0", "$s = tf.constant($i + 3.0)"), same="$s = tf.constant(1.0)", shown="float($s)"),
)  # fmt: skip

VARIABLE = Content("variable", "tf.Variable(1.0, trainable=False)", (_TIMES,), changes=("$s.assign($i + 2.0)", "$s.assign_add(1.0)"), shown="float($s)")

ENVIRONMENT = (
    Content("environment", "1.5", ('$y = $x * float($e["$k"])', '$y = $x * float($e.get("$k", "2.0"))', '$y = $x * float(os.getenv("$k", "3.0"))'),
            ('$e["$k"] = str($i + 2.0)', '$e.update($k=str($i + 2.0))', '$e.update({"$k": "4.0"})'), same='$e["$k"] = "1.5"',
            shown='float(os.environ["$k"])', needs=("import os",)),
    Content("environment.word", "cold", ('if $e.get("$k") == "warm":\n    $y = $x * 2.0\nelse:\n    $y = $x', '$y = $x * (2.0 if $e["$k"] == "warm" else 3.0)'),
            ('$e["$k"] = "warm"', '$e["$k"] = "warm" if $i >= 0 else "cold"'), same='$e["$k"] = "cold"', shown='float(len(os.environ["$k"]))', needs=("import os",)),
)  # fmt: skip
"""Variables of the process; `$e` is the mapping, `$k` the name of the variable."""
