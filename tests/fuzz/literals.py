"""Files of our own in which numbers, texts and values are huge or odd literals. Runs nothing."""

from __future__ import annotations

import ast
import random

from tests.fuzz.mutations import SEEDS

LITERALS = (
    "999999999999999999999", "(-999999999999999999999)", "(1 << 70)", "(2 ** 31)", "(2 ** 63 - 1)", f"0x{'f' * 5000}", f"(-0x{'f' * 5000})",
    "0", "-1", "True", "None", "...", "1e999", "(-1e999)", "1e-999", "-0.0", "(1e999 - 1e999)", "1e308", "1j", "(1e999j)", "0j",
    "''", "b''", "b'\\xff'", r"'\ud800'", r"'\x00'", f"'{'long ' * 2000}'", "'%s'", "'{}'", "'{0'", "'%'", "f'{1:>{9}}'", "'日本'",
    "()", "[]", "{}", "set()", "{1: 2}", "(1,) * 3", "[[]]", "(0,) * 999999999999", "'a' * 999999999999", "(1 << 999999999999)",
    "(10 ** 10 ** 10)", "(1 // 0)", "(1 % 0)", "(0.0 ** -1)", "(2 ** -1)", "(1 << -1)", "(-1) ** 0.5", "1 if 0 else 1e999",
    "float('nan')", "float('inf')", "int('9' * 9999)", "range(999999999999999999999)", "range(0, 1, 0)", "slice(1 << 99)", "lambda: 1 << 99",
    "(lambda *a, **k: a)", "__debug__", "NotImplemented", "type", "object()", "not 1", "~(1 << 99)",
)  # fmt: skip
"""Sizes no machine word holds, texts no encoding has, sums that have no result, and one of each kind of value."""


def odd(source: random.Random) -> bytes:
    """One of the files with some of its constants, and of the expressions that are read, replaced by odd literals."""
    data = source.choice(SEEDS).read_bytes()
    places = _places(data)
    chosen = source.sample(places, source.randint(1, max(1, len(places) // 6)))
    last = len(data)
    for start, end in sorted(chosen, reverse=True):
        if end <= last:
            new = data[:start] + source.choice(LITERALS).encode() + data[end:]
            if _is_python(new):
                data, last = new, start
    return data


def _is_python(data: bytes) -> bool:
    try:
        ast.parse(data)
    except SyntaxError:
        return False
    return True


def _places(data: bytes) -> list[tuple[int, int]]:
    """Where constants and the expressions beside them stand: arguments, bounds, operands, keys, defaults."""
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = set()
    for node in ast.walk(ast.parse(data)):
        for field, value in ast.iter_fields(node):
            if field in _VALUES or isinstance(value, ast.Constant):
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.expr) and each.end_lineno is not None and each.end_col_offset is not None:
                        found.add(
                            (starts[each.lineno - 1] + each.col_offset, starts[each.end_lineno - 1] + each.end_col_offset)
                        )
    return sorted(found)


_VALUES = frozenset({"args", "value", "iter", "test", "left", "right", "comparators", "operand", "slice", "lower", "upper", "step", "elts", "keys", "values", "defaults", "kw_defaults", "func"})
"""Fields of syntax nodes that hold a value."""
