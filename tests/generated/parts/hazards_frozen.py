"""Values that are read in the call and changed between calls, and questions that eager code answers otherwise."""

from __future__ import annotations

from collections.abc import Callable

from tests.generated.parts.hazards import HAZARDS, Hazard, marked, put, result
from tests.generated.parts.hazards_values import used
from tests.generated.parts.storages import Held, Initial, choose
from tests.generated.writing.program import Driver, Scope, Unsuited
from tests.generated.writing.text import indented

_VALUE = frozenset({"stdout", "result", "state"})
_NOT_REACHED = (
    "in-alias",
    "in-alias-of-self",
    "in-parameter",
    "behind-getter",
    "in-default",
    "in-function",
    "in-closure",
)

Change = Callable[[Scope, Held, str], None]
"""Has the driver change what is held before each call; the text is the statement, `$s` being what is held."""


def _directly(scope: Scope, held: Held, statement: str) -> None:
    driver = held.driver
    if driver is None:
        raise Unsuited
    scope.program.between.append(
        lambda where: [statement.replace("$s", _rebindable(scope, where, driver)).replace("$i", where.number)]
    )


def _rebindable(scope: Scope, where: Driver, driver: Callable[[Driver], str]) -> str:
    """How the driver spells it; a bare name of its own module can be rebound at module level alone."""
    spelled = driver(where)
    if spelled.isidentifier() and where.in_function:
        raise Unsuited
    return spelled


def _by_function(scope: Scope, held: Held, statement: str) -> None:
    """A function of the module that has what is held."""
    program, module = scope.program, scope.module
    if program.chosen["storage"] not in ("in-global", "in-object", "in-item"):
        raise Unsuited
    name = program.names.function()
    first = [f"global {held.here}"] if held.bare else []
    module.add(f"def {name}(number):", *indented([*first, statement.replace("$s", held.here).replace("$i", "number")]))
    program.between.append(lambda where: [f"{program.refer(where.module, module, name)}({where.number})"])


def _by_method(scope: Scope, held: Held, statement: str) -> None:
    """A method of the object that has what is held."""
    if scope.owner is None or scope.reach is None or scope.program.chosen["storage"] not in ("in-self", "in-class"):
        raise Unsuited
    name, reach, field = scope.program.names.function(), scope.reach, held.here.rpartition(".")[2]
    me = "self" if scope.program.chosen["storage"] == "in-self" else "type(self)"
    scope.owner.method(
        f"def {name}(self, number):", *indented([statement.replace("$s", f"{me}.{field}").replace("$i", "number")])
    )
    scope.program.between.append(lambda where: [f"{reach(where)}.{name}({where.number})"])


def _by_parameter(scope: Scope, held: Held, statement: str) -> None:
    """A function of the driver's module that is given the object."""
    if scope.reach is None or scope.program.chosen["storage"] != "in-self":
        raise Unsuited
    program, reach, field = scope.program, scope.reach, held.here.rpartition(".")[2]
    name, given = program.names.function(), program.names.variable()
    program.main.add(
        f"def {name}({given}, number):",
        *indented([statement.replace("$s", f"{given}.{field}").replace("$i", "number")]),
    )
    program.between.append(lambda where: [f"{name}({reach(where)}, {where.number})"])


def _by_setattr(scope: Scope, held: Held, statement: str) -> None:
    driver = held.driver
    if driver is None or not statement.startswith("$s = ") or held.here.endswith("]"):
        raise Unsuited
    value = statement.removeprefix("$s = ")

    def lines(where: Driver) -> list[str]:
        owner, _, field = driver(where).rpartition(".")
        if not owner:
            raise Unsuited
        return [f'setattr({owner}, "{field}", {value.replace("$s", driver(where)).replace("$i", where.number)})']

    scope.program.between.append(lines)


def _by_property(scope: Scope, held: Held, statement: str) -> None:
    """A property of the object whose setter sets what is held."""
    program = scope.program
    if scope.owner is None or scope.owner.is_keras or scope.reach is None or program.chosen["storage"] != "in-self":
        raise Unsuited
    if not statement.startswith("$s = ") or statement.count("$s") > 1:
        raise Unsuited
    name, reach, field = program.names.variable(), scope.reach, held.here.rpartition(".")[2]
    value = statement.removeprefix("$s = ")
    scope.owner.method("@property", f"def {name}(self):", f"    return self.{field}")
    scope.owner.method(f"@{name}.setter", f"def {name}(self, value):", f"    self.{field} = value")
    program.between.append(lambda where: [f"{reach(where)}.{name} = {value.replace('$i', where.number)}"])


def _by_other_module(scope: Scope, held: Held, statement: str) -> None:
    """A function of another module, which imports that of what is held."""
    program, driver = scope.program, held.driver
    if driver is None or scope.module is program.main or program.chosen["storage"] not in ("in-global", "in-object"):
        raise Unsuited
    there, name = program.module(), program.names.function()
    spelled = driver(Driver(program, there, True, "number"))
    there.needs("import tensorflow as tf")
    lines = indented([statement.replace("$s", spelled).replace("$i", "number")])
    there.add(f"def {name}(number):", *lines)
    program.between.append(lambda where: [f"{program.refer(where.module, there, name)}({where.number})"])


def _by_vars(scope: Scope, held: Held, statement: str) -> None:
    driver = held.driver
    if driver is None or not statement.startswith("$s = ") or held.here.endswith("]"):
        raise Unsuited
    value = statement.removeprefix("$s = ")

    def lines(where: Driver) -> list[str]:
        owner, _, field = driver(where).rpartition(".")
        if not owner or scope.program.chosen["storage"] == "in-class":
            raise Unsuited
        given = value.replace("$s", driver(where)).replace("$i", where.number)
        way = scope.program.pick((f'vars({owner})["{field}"] = {given}', f"{owner}.__dict__.update({field}={given})"))
        return [way]

    scope.program.between.append(lines)


def _by_hook(scope: Scope, held: Held, statement: str) -> None:
    """A function that is kept in a list of the driver's module, which the driver calls one after the other."""
    program, count = scope.program, len(scope.program.between)
    _by_function(scope, held, statement)
    change = program.between.pop()
    assert len(program.between) == count
    hooks, hook = program.names.constant(), program.names.variable()

    def registered(where: Driver) -> list[str]:
        name = change(where)[0].partition("(")[0]
        return [f"{hooks} = [{name}]"]

    program.start.append(registered)
    program.between.append(lambda where: [f"for {hook} in {hooks}:", f"    {hook}({where.number})"])


_CHANGES: dict[str, Change] = {
    "directly": _directly,
    "by-function": _by_function,
    "by-method": _by_method,
    "by-parameter": _by_parameter,
    "by-setattr": _by_setattr,
    "by-property": _by_property,
    "by-other-module": _by_other_module,
    "by-vars": _by_vars,
    "by-hook": _by_hook,
}


def _frozen(form: str, initial: Initial, read: str, statement: str, *, guard: str = "") -> Hazard:
    """A value that is read, `$s` in the read, after a statement of the driver has changed it."""

    def write(scope: Scope) -> str:
        held = choose(scope, initial)
        if scope.program.chosen["storage"] in _NOT_REACHED:
            raise Unsuited
        changes = list(_CHANGES)
        scope.program.rng.shuffle(changes)
        for name in [] if guard == "never changed" else changes:
            try:
                _CHANGES[name](scope, held, statement)
            except Unsuited:
                continue
            scope.program.chosen["change"] = name
            break
        else:
            if guard != "never changed":
                raise Unsuited
        rule = (
            "TFA114"
            if "." in held.here and scope.program.chosen["storage"] in ("in-self", "in-class", "in-object")
            else "TFA113"
        )
        return used(scope, rule, read.replace("$s", held.here))

    return Hazard(form, "TFA113", write, _VALUE, guard)


_NUMPY = ("import numpy as np",)
_VALUES: tuple[tuple[str, Initial, str, str], ...] = (
    ("frozen.float", Initial("1.0"), "$s", "$s = 1.0 / ($i + 1)"),
    ("frozen.float-iadd", Initial("1.0"), "$s", "$s += 1.0"),
    ("frozen.float-imul", Initial("1.0"), "($s * 2.0)", "$s *= 0.5"),
    ("frozen.int", Initial("1"), "float($s)", "$s = $s + 1"),
    ("frozen.flag", Initial("True"), "(2.0 if $s else 3.0)", "$s = $i % 2 == 0"),
    ("frozen.flag-not", Initial("False"), "(2.0 if not $s else 3.0)", "$s = not $s"),
    ("frozen.text", Initial('"slow"'), "(2.0 if $s == 'slow' else 3.0)", "$s = 'fast' if $i else 'slow'"),
    ("frozen.none", Initial("None"), "(1.0 if $s is None else $s)", "$s = float($i)"),
    ("frozen.list-append", Initial("[1.0]"), "float(len($s))", "$s.append(1.0)"),
    ("frozen.list-sum", Initial("[1.0]"), "sum($s)", "$s.append(1.0)"),
    ("frozen.list-item", Initial("[1.0]"), "$s[0]", "$s[0] = float($i)"),
    ("frozen.list-last", Initial("[1.0]"), "$s[-1]", "$s += [float($i)]"),
    ("frozen.dict-item", Initial('{"gain": 1.0}'), '$s["gain"]', '$s["gain"] = float($i)'),
    ("frozen.dict-get", Initial('{"gain": 1.0}'), '$s.get("gain", 0.0)', "$s.update(gain=float($i))"),
    ("frozen.dict-values", Initial('{"gain": 1.0}'), "sum($s.values())", "$s[str($i)] = 1.0"),
    ("frozen.set", Initial("{1}"), "float(len($s))", "$s.add($i + 5)"),
    ("frozen.array", Initial("np.ones(2, np.float32)", _NUMPY), "float($s[0])", "$s[:] = $i"),
    ("frozen.array-iadd", Initial("np.ones(2, np.float32)", _NUMPY), "$s[0]", "$s += 1.0"),
    ("frozen.tensor", Initial("tf.constant(1.0)", ("import tensorflow as tf",)), "$s", "$s = $s * 2.0"),
    ("frozen.function", Initial("abs"), "$s(-2.0)", "$s = abs if $i == 0 else (lambda value: value * ($i + 1.0))"),
    ("frozen.tuple", Initial("(1.0, 2.0)"), "$s[0]", "$s = (float($i), 2.0)"),
)  # fmt: skip
HAZARDS += [_frozen(form, initial, read, statement) for form, initial, read, statement in _VALUES]
HAZARDS += [_frozen(form, initial, read, "", guard="never changed") for form, initial, read, _ in _VALUES]


def _variable(form: str, initial: str, statement: str) -> Hazard:
    return _frozen(form, Initial(initial, ("import tensorflow as tf",)), "$s", statement, guard="tf.Variable")


HAZARDS += [
    _variable("frozen.variable-assign", "tf.Variable(1.0)", "$s.assign(float($i))"),
    _variable("frozen.variable-add", "tf.Variable(1.0)", "$s.assign_add(1.0)"),
]


def _asked(form: str, template: str, *, guard: str = "", rule: str = "TFA115") -> Hazard:
    """A question about the tensor; the result is `$y`."""

    def write(scope: Scope) -> str:
        if scope.is_dropped:
            raise Unsuited
        result_name, local = scope.local(), scope.local()
        scope.add(f"{result_name} = {scope.x}")
        put(scope, rule, template.split("\n")[0], y=result_name, v=local)
        for line in template.split("\n")[1:]:
            scope.add(line.replace("$y", result_name).replace("$x", scope.x).replace("$v", local))
        return result_name

    return Hazard(form, rule, write, _VALUE | {"exception"}, guard)


HAZARDS += [
    _asked("eagerness.hasattr", 'if hasattr($x, "numpy"):\n    $y = $y * 3.0'),
    _asked("eagerness.getattr", '$v = getattr($x, "numpy", None)\nif $v is not None:\n    $y = $y * 3.0'),
    _asked("eagerness.hasattr-ternary", '$y = $x * 3.0 if hasattr($x, "numpy") else $x'),
    _asked("eagerness.static-value", "$v = tf.get_static_value($x)\nif $v is None:\n    $y = $y * 3.0"),
    _asked("eagerness.type-name", 'if type($x).__name__ == "EagerTensor":\n    $y = $y * 3.0'),
    _asked("eagerness.is-tensor", "if tf.is_tensor($x):\n    $y = $y * 3.0", guard="same in both"),
    _asked("eagerness.isinstance", "if isinstance($x, tf.Tensor):\n    $y = $y * 3.0", guard="same in both"),
    _asked("eagerness.dtype", "if $x.dtype == tf.float32:\n    $y = $y * 3.0", guard="same in both"),
]


def _called(
    form: str,
    template: str,
    *,
    needs: tuple[str, ...] = (),
    setup: str = "",
    expects: frozenset[str] = frozenset({"events", "state", "stdout"}),
    guard: str = "",
) -> Hazard:
    """A call that Python makes for its effect."""

    def write(scope: Scope) -> str:
        scope.needs(*needs)
        name = scope.program.names.constant()
        if setup:
            scope.module.add(*setup.replace("$n", name).split("\n"))
        local = scope.local()
        lines = template.replace("$n", name).replace("$x", scope.x).replace("$v", local).split("\n")
        scope.add(*marked(scope, "TFA104", lines))
        return result(scope)

    return Hazard(form, "TFA104", write, expects, guard)


HAZARDS += [
    _called("call.sleep", "time.sleep(0.01) #", needs=("import time",)),
    _called("call.sleep-alias", "$n(0.01) #", needs=("import time",), setup="$n = time.sleep"),
    _called("call.init-scope-assign", "with tf.init_scope():\n    $n.assign_add(1.0) #", setup="$n = tf.Variable(0.0)"),
    _called("call.assign", "$n.assign_add(1.0) #", setup="$n = tf.Variable(0.0)", guard="tf.Variable.assign"),
    _called(
        "call.lock",
        "with $n:\n    $v = 1 #",
        needs=("import threading",),
        setup="$n = threading.Lock()",
        guard="no difference",
    ),
]
