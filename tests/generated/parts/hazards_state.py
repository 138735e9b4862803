"""Variables and layers made in the call, tensors kept for longer than the call, arguments that are changed."""

from __future__ import annotations

from tests.generated.parts.hazards import HAZARDS, STATE, Hazard, codes, marked, put, result, text
from tests.generated.parts.storages import Initial, choose
from tests.generated.writing.program import Place, Scope, Unsuited

_RAISED = frozenset({"exception", "state", "result", "stdout"})


def _made(
    form: str, rule: str, template: str, *, guard: str = "", of_self: bool = False, setup: str = "", init: str = ""
) -> Hazard:
    """Lines that make something with variables; those that end in `#` are marked. `$a` is an attribute, `$n` a global."""

    def write(scope: Scope) -> str:
        if (of_self or init) and (scope.owner is None or not scope.me):
            raise Unsuited
        scope.needs(*(["import keras"] if "keras." in template + setup + init else []))
        attribute, name = scope.program.names.variable(), scope.program.names.constant()
        if scope.owner is not None and init:
            scope.owner.init.append(f"self.{attribute} = {init}")
        if setup:
            scope.module.add(f"{name} = {setup}")
        if f"global {name}" in template.replace("$n", name):
            scope.declared.append(f"global {name}")
        values = {
            "a": f"{scope.me}.{attribute}",
            "f": attribute,
            "me": scope.me,
            "n": name,
            "v": scope.local(),
            "y": scope.local(),
        }
        scope.add(*marked(scope, rule, text(template, scope, **values)))
        return values["y"]

    return Hazard(form, rule, write, _RAISED, guard)


_ROW = "tf.reshape($x, [1, -1])"
HAZARDS += [
    _made("variable.local", "TFA501", "$v = tf.Variable(1.0) #\n$y = $x + $v"),
    _made("variable.named", "TFA501", '$v = tf.Variable(initial_value=1.0, name="w", trainable=False) #\n$y = $x * $v'),
    _made("variable.direct", "TFA501", "$y = $x + tf.Variable(2.0) #"),
    _made("variable.of-tensor", "TFA501", "$v = tf.Variable(tf.zeros([])) #\n$v.assign_add(1.0)\n$y = $x + $v"),
    _made("variable.attribute", "TFA501", "$a = tf.Variable(1.0) #\n$y = $x + $a", of_self=True),
    _made("variable.list", "TFA501", "$v = [tf.Variable(float(i)) for i in range(2)] #\n$y = $x + $v[1]"),
    _made("variable.init-scope", "TFA501", "with tf.init_scope():\n    $v = tf.Variable(1.0) #\n$y = $x + $v"),
    _made("variable.generator", "TFA501", "$v = tf.random.Generator.from_seed(1) #\n$y = $x + 0.0 * $v.uniform([])"),
    _made("variable.keras", "TFA501", "$v = keras.Variable(1.0) #\n$y = $x + $v"),
    _made("variable.lambda", "TFA501", "$v = (lambda: tf.Variable(1.0))() #\n$y = $x + $v"),
    _made("variable.global", "TFA501", "$v = tf.Variable(1.0) #\n$n.append($v)\n$y = $x + $v", setup="[]"),
    _made("variable.once-attribute", "TFA501", "if $a is None:\n    $a = tf.Variable(1.0) #\n$y = $x + $a", guard="singleton", init="None"),
    _made("variable.once-hasattr", "TFA501", 'if not hasattr($me, "$f"):\n    $a = tf.Variable(1.0) #\n$y = $x + $a', guard="singleton", of_self=True),
    _made("variable.once-item", "TFA501", 'if "w" not in $n:\n    $n["w"] = tf.Variable(1.0) #\n$y = $x + $n["w"]', guard="singleton", setup="{}"),
    _made("variable.once-try", "TFA501", 'try:\n    $v = $n["w"]\nexcept KeyError:\n    $v = $n["w"] = tf.Variable(1.0) #\n$y = $x + $v', guard="singleton", setup="{}"),
    _made("variable.once-flag", "TFA501", "if not $n:\n    $n.append(tf.Variable(1.0)) #\n$y = $x + $n[0]", guard="singleton", setup="[]"),
    _made("variable.in-init", "TFA501", "$y = $x + $a.assign_add(1.0) #", guard="made in the constructor", init="tf.Variable(0.0)"),
    _made("variable.module-level", "TFA501", "$y = $x + $n.assign_add(1.0) #", guard="made at module level", setup="tf.Variable(0.0)"),
    _made("layer.dense", "TFA502", f"$v = keras.layers.Dense(1) #\n$y = $x + tf.reduce_sum($v({_ROW}))"),
    _made("layer.dense-direct", "TFA502", f"$y = $x + tf.reduce_sum(keras.layers.Dense(1)({_ROW})) #"),
    _made("layer.tf-keras", "TFA502", f'$v = tf.keras.layers.Dense(units=1, kernel_initializer="ones") #\n$y = $x + tf.reduce_sum($v({_ROW}))'),
    _made("layer.dropout", "TFA502", f"$y = $x + tf.reduce_sum(keras.layers.Dropout(0.5)({_ROW}, training=True)) * 0.0 #"),
    _made("layer.batch-norm", "TFA502", f"$v = keras.layers.BatchNormalization() #\n$y = $x + tf.reduce_sum($v({_ROW}))"),
    _made("layer.sequential", "TFA502", f"$v = keras.Sequential([keras.layers.Dense(1)]) #\n$y = $x + tf.reduce_sum($v({_ROW}))"),
    _made("layer.metric", "TFA502", "$v = keras.metrics.Mean() #\n$v.update_state($x)\n$y = $x + $v.result()"),
    _made("layer.metric-named", "TFA502", '$v = keras.metrics.get("mse") #\n$y = $x + tf.reduce_sum($v(tf.reshape($x, [1, -1]), tf.reshape($x, [1, -1])))'),
    _made("layer.optimizer", "TFA502", "$v = keras.optimizers.SGD(0.1) #\n$y = $x + tf.cast($v.iterations, tf.float32)"),
    _made("layer.optimizer-get", "TFA502", '$v = keras.optimizers.get("adam") #\n$y = $x + tf.cast($v.iterations, tf.float32)'),
    _made("layer.attribute", "TFA502", f"$a = keras.layers.Dense(1) #\n$y = $x + tf.reduce_sum($a({_ROW}))", of_self=True),
    _made("layer.once-attribute", "TFA502", f"if $a is None:\n    $a = keras.layers.Dense(1) #\n$y = $x + tf.reduce_sum($a({_ROW}))", guard="singleton", init="None"),
    _made("layer.relu", "TFA502", "$y = keras.layers.ReLU()($x) #", guard="stateless"),
    _made("layer.flatten", "TFA502", f"$y = $x + tf.reduce_sum(keras.layers.Flatten()({_ROW})) #", guard="stateless"),
    _made("layer.loss", "TFA502", "$v = keras.losses.MeanSquaredError() #\n$y = $x + $v(tf.reshape($x, [1, -1]), tf.zeros_like(tf.reshape($x, [1, -1])))", guard="stateless"),
    _made("layer.module-level", "TFA502", f"$y = $x + tf.reduce_sum($n({_ROW})) #", guard="made at module level", setup='keras.layers.Dense(1, kernel_initializer="ones")'),
]  # fmt: skip

_TENSORS = ("$x", "$x * 2.0", "tf.square($x)", "tf.identity($x)", "($x, 1)", "[$x]", "tf.zeros([])")


def _leaked(
    form: str, template: str, initial: str, *, guard: str = "", rebinds: bool = False, needs: tuple[str, ...] = ()
) -> Hazard:
    """A tensor, `$t`, that is put into what outlives the call, `$s`."""

    def write(scope: Scope) -> str:
        held = choose(scope, Initial(initial, needs), local=guard == "local container")
        if rebinds:
            if scope.program.chosen["storage"] in (
                "in-alias",
                "in-alias-of-self",
                "in-parameter",
                "in-default",
                "behind-getter",
            ):
                raise Unsuited
            if held.bare and held.declare:
                scope.declared.append(held.declare)
        tensor = scope.program.pick(_TENSORS).replace("$x", scope.x)
        local = scope.local()
        if scope.program.chance(0.5):
            scope.add(f"{local} = {tensor}")
            tensor = local
        put(scope, "TFA505", template, s=held.here, t=tensor)
        return result(scope)

    return Hazard(form, "TFA505", write, STATE | {"exception"}, guard)


_LEAKS = (
    ("leak.append", "$s.append($t)", "[]", False, ()), ("leak.extend", "$s.extend([$t])", "[]", False, ()), ("leak.iadd", "$s += [$t]", "[]", True, ()),
    ("leak.item", '$s["last"] = $t', "{}", False, ()), ("leak.update", "$s.update(last=$t)", "{}", False, ()), ("leak.setdefault", '$s.setdefault("k", []).append($t)', "{}", False, ()),
    ("leak.deque", "$s.append($t)", "collections.deque(maxlen=2)", False, ("import collections",)), ("leak.assign", "$s = $t", "None", True, ()),
    ("leak.chain", "_ = $s = $t", "None", True, ()), ("leak.tuple", "$s, _ = $t, 1", "None", True, ()), ("leak.list-item", "$s[0] = $t", "[None]", False, ()),
    ("leak.slice", "$s[:] = [$t]", "[None]", False, ()), ("leak.insert", "$s.insert(0, $t)", "[]", False, ()), ("leak.running", "$s = $t if $s is None else $t", "None", True, ()),
)  # fmt: skip
HAZARDS += [
    _leaked(form, template, initial, rebinds=rebinds, needs=needs) for form, template, initial, rebinds, needs in _LEAKS
]
HAZARDS += [
    _leaked(form, template, initial, guard="local container", rebinds=rebinds, needs=needs)
    for form, template, initial, rebinds, needs in _LEAKS
]


def _argument(form: str, value: str, template: str, *, guard: str = "", before: str = "") -> Hazard:
    """A container that the driver passes to the root, `$p`, and what is done to it."""

    def write(scope: Scope) -> str:
        if not (scope.is_root and scope.takes_more):
            raise Unsuited
        parameter, kept = scope.program.names.variable(), scope.program.names.variable()
        scope.parameters.append(parameter)

        def given(place: Place) -> str:
            place.module.needs("import numpy as np")
            return kept

        def made(place: Place) -> list[str]:
            place.module.needs("import numpy as np", "import tensorflow as tf")
            return [f"{kept} = {value}"]

        scope.passed.append((parameter, given))
        scope.program.start.append(made)
        name = scope.local()
        for line in text(template.replace("$p", name if before else parameter), scope):
            if before:
                scope.add(f"{name} = {before.replace('$p', parameter)}")
            scope.add(*scope.program.mark([line], *codes("TFA504")))
        return result(scope)

    return Hazard(form, "TFA504", write, _RAISED, guard)


_ARGUMENTS = (
    ("argument.append", "[tf.constant(1.0)]", "$p.append($x)", "list($p)"), ("argument.pop", "[tf.constant(1.0)] * 9", "$p.pop()", "$p[:]"), ("argument.item", '{"a": tf.constant(1.0)}', '$p["b"] = $x', "dict($p)"),
    ("argument.replace", '{"a": tf.constant(1.0)}', '$p["a"] = $x', "{**$p}"), ("argument.update", '{"a": tf.constant(1.0)}', "$p.update(b=$x)", "$p.copy()"), ("argument.dict-pop", '{"a": tf.constant(1.0), "b": tf.constant(2.0)}', '$p.pop("b", None)', "dict($p)"),
    ("argument.del", '{"a": tf.constant(1.0), "b": tf.constant(2.0)}', 'del $p["a"]', "dict($p)"), ("argument.iadd", "[tf.constant(1.0)]", "$p += [$x]", "$p + []"), ("argument.list-item", "[tf.constant(1.0)]", "$p[0] = $x", "[*$p]"),
    ("argument.nested", '{"a": [tf.constant(1.0)]}', '$p["a"].append($x)', '{k: list(v) for k, v in $p.items()}'), ("argument.setdefault", '{"a": tf.constant(1.0)}', '$p.setdefault("c", $x)', "dict($p.items())"),
    ("argument.numpy-item", "np.ones(2, np.float32)", "$p[0] = 5.0", ""), ("argument.numpy-fill", "np.ones(2, np.float32)", "$p.fill(3.0)", ""), ("argument.numpy-iadd", "np.ones(2, np.float32)", "$p += 1.0", ""),
)  # fmt: skip
HAZARDS += [_argument(form, value, template) for form, value, template, _ in _ARGUMENTS]
HAZARDS += [
    _argument(form, value, template, guard="copied first", before=before)
    for form, value, template, before in _ARGUMENTS
    if before
]
