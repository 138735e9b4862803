"""State of the process, rarer containers, caches of tensors, and shuffled lists."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, STATE, Hazard, codes, marked, put, result, text
from tests.generated.parts.hazards_mutations import changed
from tests.generated.parts.hazards_values import used
from tests.generated.parts.storages import Initial
from tests.generated.writing.program import Driver, Scope, Unsuited
from tests.generated.writing.text import indented

_PROCESS = frozenset({"process", "stdout", "state"})


def _process(
    form: str, template: str, *, needs: tuple[str, ...] = (), api: str = "", between: str = "", guard: str = ""
) -> Hazard:
    """A statement that changes the process; `between` is an expression that the driver shows before each call."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        put(scope, "TFA104", template, f=scope.api(api) if api else "", m=scope.program.names.word().upper())
        if between:
            scope.program.between.append(lambda where: _shown(where, between, needs))
        return result(scope)

    return Hazard(form, "TFA104", write, _PROCESS, guard)


def _shown(driver: Driver, drawn: str, needs: tuple[str, ...]) -> list[str]:
    driver.module.needs(*needs)
    return [f"print({drawn})"]


HAZARDS += [
    _process("process.environ", 'os.environ["$m"] = os.environ.get("$m", "") + "1"', needs=("import os",)),
    _process("process.setdefault", 'os.environ.setdefault(f"$m{len(os.environ)}", "1")', needs=("import os",)),
    _process("process.chdir", 'os.makedirs("deep", exist_ok=True)\nos.chdir("deep")', needs=("import os",)),
    _process("process.sys-path", 'sys.path.append("$m")', needs=("import sys",)),
    _process("process.argv", 'sys.argv.append("$m")', needs=("import sys",)),
    _process("process.random-seed", "$f(3)", api="random:seed", needs=("import random",), between="random.random()"),
    _process("process.numpy-seed", "$f(3)", api="numpy:random.seed", needs=("import numpy as np",), between="np.random.rand()"),
    _process("process.numpy-seed-unused", "$f(3)", api="numpy:random.seed", needs=("import numpy as np",), guard="nothing is drawn"),
]  # fmt: skip

_KINDS: tuple[tuple[str, Initial, str], ...] = (
    ("array.append", Initial('array.array("d", [1.0])', ("import array",)), "$s.append(2.0)"),
    ("array.item", Initial('array.array("d", [1.0])', ("import array",)), "$s[0] += 2.0"),
    ("user-list.append", Initial("collections.UserList()", ("import collections",)), "$s.append($v)"),
    ("user-dict.item", Initial("collections.UserDict()", ("import collections",)), "$s[len($s)] = $v"),
    ("chain-map.item", Initial("collections.ChainMap({})", ("import collections",)), "$s[len($s)] = $v"),
    ("stream.write", Initial("io.StringIO()", ("import io",)), '$s.write("row")'),
    ("stream.print", Initial("io.StringIO()", ("import io",)), 'print("row", file=$s)'),
    ("context-var.set", Initial('contextvars.ContextVar("n", default=0)', ("import contextvars",)), "$s.set($s.get() + 1)"),
    ("namespace.attribute", Initial("types.SimpleNamespace(n=0)", ("import types",)), "$s.n += 1"),
    ("namespace.setattr", Initial("types.SimpleNamespace(n=0)", ("import types",)), 'setattr($s, "n", $s.n + 1)'),
    ("namespace.vars", Initial("types.SimpleNamespace(n=0)", ("import types",)), 'vars($s)["n"] += 1'),
    ("namespace.update", Initial("types.SimpleNamespace(n=0)", ("import types",)), "$s.__dict__.update(n=$s.n + 1)"),
    ("list.shuffled", Initial("list(range(9))", ("import random",)), "random.shuffle($s)"),
    ("list.sorted", Initial("list(range(9))", ("import random",)), "$s.sort(key=lambda each: -each if $s[0] == 0 else each)"),
    ("list.map-append", Initial("[]"), "list(map($s.append, (1, 2)))"),
    ("list.comprehension", Initial("[]"), "_ = [$s.append(each) for each in (1, 2)]"),
    ("list.bound", Initial("[]"), "push = $s.append\npush($v)"),
    ("list.getattr", Initial("[]"), 'getattr($s, "append")($v)'),
    ("list.lambda", Initial("[]"), "push = lambda value: $s.append(value)\npush($v)"),
    ("list.nested-def", Initial("[]"), "def push(value):\n    $s.append(value)\n\npush($v)"),
    ("list.ternary", Initial("[]"), "$s.append($v) if len($s) < 99 else None"),
    ("list.and", Initial("[]"), "len($s) < 99 and $s.append($v)"),
    ("list.default-argument", Initial("[]"), "def push(value, rows=$s):\n    rows.append(value)\n\npush($v)"),
    ("list.star", Initial("[]"), "$s.extend([*(1, 2), *range(2)])"),
    ("list.zip-loop", Initial("[[], []]"), "for rows, value in zip($s, (1, 2)):\n    rows.append(value)"),
    ("dict.items-loop", Initial('{"a": [], "b": []}'), "for key, rows in $s.items():\n    rows.append(key)"),
    ("dict.merge", Initial('{"n": 0}'), "$s |= dict(n=$s['n'] + 1)"),
    ("dict.get-append", Initial('{"a": []}'), '($s.get("a") or []).append($v)'),
    ("set.discard-add", Initial("{0}"), "$s.discard(len($s) + 50)\n$s.add(len($s))"),
)  # fmt: skip
HAZARDS += [changed(name, initial, template, local=False) for name, initial, template in _KINDS]
HAZARDS += [
    changed(name, initial, template, local=True)
    for name, initial, template in _KINDS
    if name not in ("list.shuffled", "context-var.set", "array.append", "array.item", "stream.print")
]


def _undone(form: str, initial: str, before: str, after: str) -> Hazard:
    """A change that the call itself takes back."""

    def write(scope: Scope) -> str:
        name = scope.program.names.constant()
        scope.module.add(f"{name} = {initial}")
        scope.add(*scope.program.mark([before.replace("$s", name)], *codes("TFA503")))
        given = result(scope)
        scope.add(*scope.program.mark([after.replace("$s", name)], *codes("TFA503")))
        return given

    return Hazard(form, "TFA503", write, STATE, "taken back")


HAZARDS += [
    _undone("undone.pop", "[]", "$s.append(1)", "$s.pop()"),
    _undone("undone.discard", "set()", "$s.add(1)", "$s.discard(1)"),
    _undone("undone.del", "{}", '$s["k"] = 1', 'del $s["k"]'),
]


def _cached(form: str, template: str, *, setup: str = "", needs: tuple[str, ...] = (), guard: str = "") -> Hazard:
    """A tensor that a cache of the module, `$n`, keeps; lines that end in `#` are marked."""

    def write(scope: Scope) -> str:
        if scope.is_dropped or scope.is_local:
            raise Unsuited
        scope.needs(*needs)
        name, fn = scope.program.names.constant(), scope.program.names.function()
        lines = text(setup.replace("$n", name).replace("$f", fn), scope)
        scope.module.add(*marked(scope, "TFA505", lines))
        module, program = scope.module, scope.program
        call = "(2)" if "size" in setup else "()"
        program.finish.append(lambda where: [f"print(float({program.refer(where.module, module, fn)}{call}))"])
        result_name = scope.local()
        used_lines = text(template.replace("$n", name).replace("$f", fn).replace("$y", result_name), scope)
        scope.add(*marked(scope, "TFA505", used_lines))
        return result_name

    return Hazard(form, "TFA505", write, STATE | {"exception"}, guard)


HAZARDS += [
    _cached(
        "cache.lru",
        "$y = $x + $f(2)",
        setup="@functools.lru_cache(maxsize=None)\ndef $f(size):\n    return tf.ones([]) * float(size) #",
        needs=("import functools",),
    ),
    _cached(
        "cache.memo",
        "$y = $x + $f(2)",
        setup="$n = {}\n\n\ndef $f(size):\n    if size not in $n:\n        $n[size] = tf.ones([]) * float(size) #\n    return $n[size]",
    ),
    _cached(
        "cache.memo-try",
        "$y = $x + $f(2)",
        setup="$n = {}\n\n\ndef $f(size):\n    try:\n        return $n[size]\n    except KeyError:\n        $n[size] = tf.ones([]) * float(size) #\n        return $n[size]",
    ),
    _cached(
        "cache.global",
        "$y = $x + $f()",
        setup="$n = None\n\n\ndef $f():\n    global $n\n    if $n is None:\n        $n = tf.ones([]) * 2.0 #\n    return $n",
    ),
    _cached(
        "cache.numpy",
        "$y = $x + $f(2)",
        setup="@functools.lru_cache(maxsize=None)\ndef $f(size):\n    return float(size) #",
        needs=("import functools",),
        guard="Python value",
    ),
    _cached(
        "cache.init-scope",
        "$y = $x + $f(2)",
        setup="$n = {}\n\n\ndef $f(size):\n    if size not in $n:\n        with tf.init_scope():\n            $n[size] = tf.ones([]) * float(size) #\n    return $n[size]",
        guard="init_scope",
    ),
]


def _shuffled(form: str, template: str, needs: tuple[str, ...], guard: str = "") -> Hazard:
    """A local list in random order, `$v`."""

    def write(scope: Scope) -> str:
        if scope.is_dropped:
            raise Unsuited
        scope.needs(*needs)
        name = scope.local()
        scope.add(f"{name} = list(range(1000))", *scope.program.mark([template.replace("$v", name)], *codes("TFA110")))
        return f"({scope.x} + float({name}[0]))"

    return Hazard(form, "TFA110", write, frozenset({"stdout", "result", "state"}), guard)


HAZARDS += [
    _shuffled("random.shuffle", "random.shuffle($v)", ("import random",)),
    _shuffled("numpy.shuffle", "np.random.shuffle($v)", ("import numpy as np",)),
    _shuffled("numpy.shuffle-seeded", "np.random.default_rng(4).shuffle($v)", ("import numpy as np",), "constant seed"),
]


def _drawn_before(form: str, initial: str, needs: tuple[str, ...]) -> Hazard:
    """A number that the driver draws for each call and passes as a tensor by way of a variable."""

    def write(scope: Scope) -> str:
        name, module, program = scope.program.names.constant(), scope.module, scope.program
        module.needs("import tensorflow as tf")
        module.add(f"{name} = tf.Variable(0.0)")

        def drawn(driver: Driver) -> list[str]:
            driver.module.needs(*needs)
            return [f"{program.refer(driver.module, module, name)}.assign({initial})"]

        program.between.append(drawn)
        return used(scope, "TFA110", name)

    return Hazard(form, "TFA110", write, frozenset({"stdout", "result", "state"}), "drawn outside")


HAZARDS += [
    _drawn_before("random.outside", "random.random()", ("import random",)),
    _drawn_before("numpy.outside", "float(np.random.rand())", ("import numpy as np",)),
]


def _managed(form: str, body: str, guard: str = "") -> Hazard:
    """A generator of the module under `contextlib.contextmanager`, with the marked lines in it."""

    def write(scope: Scope) -> str:
        name, state = scope.program.names.function(), scope.program.names.constant()
        scope.needs("import contextlib")
        scope.module.add(f"{state} = [0]")
        lines = marked(scope, "TFA503", body.replace("$s", state).split("\n"))
        scope.module.add("@contextlib.contextmanager", f"def {name}():", *indented(lines))
        local = scope.local()
        scope.add(f"with {name}():", f"    {local} = {scope.x} * 2.0")
        return local

    return Hazard(form, "TFA503", write, STATE, guard)


HAZARDS += [
    _managed("managed.enter", "$s.append(1) #\nyield"),
    _managed("managed.leave", "yield\n$s.append(1) #"),
    _managed("managed.finally", "try:\n    yield\nfinally:\n    $s[0] += 1 #"),
    _managed("managed.undone", "$s.append(1) #\nyield\n$s.pop() #", "taken back"),
]
