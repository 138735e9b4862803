"""Programs that hold n of something, one inside the other or one behind the other. Runs none."""

from __future__ import annotations

from collections.abc import Callable

Program = Callable[[int], str]

IMPORT = "import tensorflow as tf\n\n\n"
HEAD = f"{IMPORT}@tf.function\ndef f(x, y):\n"


def _indented(depth: int, text: str) -> str:
    return "    " * depth + text + "\n"


def _blocks(header: str, inner: str = "x = x + y", *behind: str) -> Program:
    """Compound statements inside each other; `behind` stands after the block of each, one level out for each line's sign."""

    def program(n: int) -> str:
        opening = [_indented(depth + 1, header.format(n=depth)) for depth in range(n)]
        closing = [_indented(depth + 1, line.format(n=depth)) for depth in reversed(range(n)) for line in behind]
        return f"{HEAD}{''.join(opening)}{_indented(n + 1, inner)}{''.join(closing)}    return x\n"

    return program


def _around(opening: str, core: str, closing: str = "") -> Program:
    """An expression inside itself."""
    return lambda n: f"{HEAD}    z = {opening * n}{core}{closing * n}\n    return z\n"


def _chain(part: str, joint: str, last: str = "") -> Program:
    """An expression of n parts, one behind the other; `{n}` in a part is its number."""
    return lambda n: f"{HEAD}    z = {joint.join(part.format(n=number) for number in range(n))}{last}\n    return z\n"


def _statements(line: str, before: str = "    pass", after: str = "    return x") -> Program:
    """n times the same lines."""
    return lambda n: f"{HEAD}{before}\n{''.join(line.format(n=number) for number in range(n))}{after}\n"


def _carried(n: int) -> str:
    """Loops of which each changes a name of its own and reads that of the loop around it."""
    start = "".join(_indented(1, f"v{number} = 0") for number in range(n))
    loops = [_indented(d + 1, "for i in tf.range(3):") + _indented(d + 2, f"v{d} = v{d} + v{max(d - 1, 0)} + x") for d in range(n)]
    return f"{HEAD}{start}{''.join(loops)}    return v{n - 1}\n"


def _mixed(n: int) -> str:
    headers = ("for i in tf.range(3):", "if x > 0:", "while x > 1:", "with tf.name_scope('a'):", "for j in range(3):")
    opening = "".join(_indented(depth + 1, headers[depth % len(headers)]) for depth in range(n))
    return f"{HEAD}{opening}{_indented(n + 1, 'x = x + y')}    return x\n"


def _matches(n: int) -> str:
    opening = "".join(_indented(2 * d + 1, "match x:") + _indented(2 * d + 2, f"case {d}:") for d in range(n))
    return f"{HEAD}{opening}{_indented(2 * n + 1, 'x = x + y')}    return x\n"


def _comprehensions(n: int) -> str:
    return f"{HEAD}    z = {'[' * n}x{''.join(f' for i{number} in tf.range(3)]' for number in range(n))}\n    return z\n"


def _clauses(n: int) -> str:
    return f"{HEAD}    z = [x {' '.join(f'for i{number} in range(3)' for number in range(n))}]\n    return z\n"


def _elif(test: str, block: str) -> Program:
    def program(n: int) -> str:
        branches = "".join(f"    elif {test.format(n=number)}:\n        {block.format(n=number)}\n" for number in range(n))
        return f"{HEAD}    if {test.format(n=n)}:\n        y = 1\n{branches}    return y\n"

    return program


def _alternating(n: int) -> str:
    operators = "".join(f"(x > {number} {('or', 'and')[number % 2]} " for number in range(n))
    return f"{HEAD}    if {operators}y{')' * n}:\n        x = x + 1\n    return x\n"


def _helpers(body: str) -> Program:
    """Functions that call each other, each the next one."""

    def program(n: int) -> str:
        made = "".join(f"def g{number}(a):\n    return {body.format(n=number + 1)}\n\n\n" for number in range(n))
        return f"{IMPORT}{made}def g{n}(a):\n    return a\n\n\n@tf.function\ndef f(x):\n    return g0(x)\n"

    return program


def _eager(before: str, argument: str, joint: str, last: str = "") -> Program:
    """A call of the traced function in eager code."""

    def program(n: int) -> str:
        given = joint.join(argument.format(n=number) for number in range(n))
        return f"{HEAD}    return x\n\n\ndef main(n):\n{before}    f({given}{last}, 1)\n\n\nmain(3)\n"

    return program


def _eager_loops(n: int) -> str:
    opening = "".join(_indented(depth + 1, f"for i{depth} in range(n):") for depth in range(n))
    return f"{HEAD}    return x\n\n\ndef main(n):\n{opening}{_indented(n + 1, 'f(i0, n)')}\n\nmain(3)\n"


def _module_loops(n: int) -> str:
    opening = "".join(_indented(depth, f"for i{depth} in range(3):") for depth in range(n))
    return f"{IMPORT}y = 1\n{opening}{_indented(n, 'y = y + 1')}\n\n@tf.function\ndef f(x):\n    return x + y\n"


BLOCKS: dict[str, Program] = {
    "graph for": _blocks("for i{n} in tf.range(3):"),
    "graph for, break": _blocks("for i{n} in tf.range(3):", "x = x + y", "    if x > {n}:", "        break"),
    "graph for, else": _blocks("for i{n} in tf.range(3):", "x = x + y", "else:", "    x = x * 2"),
    "graph for, carried": _carried,
    "graph while": _blocks("while tf.reduce_sum(x) > {n}:"),
    "python for": _blocks("for i{n} in range(3):"),
    "python while": _blocks("while y > {n}:"),
    "with": _blocks("with tf.name_scope('a{n}'):"),
    "if": _blocks("if x > {n}:"),
    "if, else": _blocks("if x > {n}:", "x = x + y", "else:", "    x = x - y"),
    "try": _blocks("try:", "x = x + y", "except ValueError:", "    x = x - y"),
    "try, finally": _blocks("try:", "x = x + y", "finally:", "    x = x - y"),
    "match": _matches,
    "mixed": _mixed,
    "def": _blocks("def g{n}(a):", "return a", "return g{n}(a)"),
    "loops of a module": _module_loops,
    "loops around a call": _eager_loops,
}
"""Statements with blocks: Python takes twenty, one inside the other, of most of them."""

EXPRESSIONS: dict[str, Program] = {
    "comprehensions": _comprehensions,
    "comprehensions over comprehensions": _around("[i for i in ", "x", "]"),
    "clauses of a comprehension": _clauses,
    "generators": _around("sum(i for i in ", "x", ")"),
    "calls": _around("tf.abs(", "x", ")"),
    "calls of Python": _around("float(", "x", ")"),
    "calls of NumPy": _around("y.mean(", "x", ")"),
    "methods": lambda n: f"{HEAD}    z = y{'.a()' * n}\n    return z\n",
    "subscripts": _around("x[", "0", "]"),
    "slices": _around("x[0:", "1", "]"),
    "subscripts of subscripts": lambda n: f"{HEAD}    z = x{'[0]' * n}\n    return z\n",
    "attributes": lambda n: f"{HEAD}    z = y{'.a' * n}\n    return z\n",
    "and": _chain("x > {n}", " and "),
    "and in an if": lambda n: f"{HEAD}    if {' and '.join(['isinstance(x, list)'] * n)}:\n        x = x + 1\n    return x\n",
    "and, or": _alternating,
    "not": _around("not ", "x"),
    "elif": _elif("x > {n}", "y = {n}"),
    "elif of Python": _elif("y == 'a{n}'", "z{n} = {n}"),
    "elif, print": _elif("x > {n}", "print(x)"),
    "conditionals": _chain("{n} if x > {n} else ", "", "y"),
    "conditionals in the condition": _around("(1 if ", "x", " else 2)"),
    "conditionals in the body": _around("(", "y", " if x else 2)"),
    "sum of texts": _chain("'a{n}'", " + "),
    "sum of texts of tensors": lambda n: f"{HEAD}    print({' + '.join(['str(x)'] * n)})\n    return x\n",
    "sum of tensors": _chain("x", " + "),
    "sum in brackets": _around("(x + ", "y", ")"),
    "formats": _chain("'%s'", "", ""),
    "percent": lambda n: f"{HEAD}    z = '%s'{' % x' * n}\n    return z\n",
    "f-string": lambda n: f"{HEAD}    z = f'{'{x}' * n}'\n    return z\n",
    "comparisons": _chain("x", " < ", " < x"),
    "lists": _around("[", "x", "]"),
    "pairs": _around("(x, ", "y", ")"),
    "unpacked lists": _around("[*", "x", "]"),
    "dicts": _around("{'a': ", "x", "}"),
    "lambdas": _around("lambda a: ", "x"),
    "walrus": _around("(w := 1 + ", "x", ")"),
    "statements": _statements("    x = x + {n}\n"),
    "names": _statements("    v{n} = x + {n}\n"),
    "prints": _statements("    print('a{n}', x)\n"),
    "loops": _statements("    for i in tf.range(3):\n        x = x + {n}\n"),
    "conditions": _statements("    if x > {n}:\n        x = x + {n}\n"),
    "products of constants": _statements("    n = n * n\n", "    n = 99999", "    return x + n"),
    "helpers": _helpers("g{n}(a)"),
    "helpers, twice": _helpers("g{n}(a) + g{n}(a)"),
    "conditionals around a call": _eager("", "{n} if n > {n} else ", "", "n"),
    "sum around a call": _eager("", "n", " + "),
}
"""Everything else; Python takes as many as one likes behind each other, and a hundred in brackets."""
