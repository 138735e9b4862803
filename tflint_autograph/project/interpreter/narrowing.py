"""Type tests: which `isinstance` and `hasattr` calls have a known result, and which names a condition proves not to be tensors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.values import CONVERTED, NO_AXES, NO_TENSOR, Callee, Kind, Origin, Value
from tflint_autograph.project.bodies.walks import dotted_path
from tflint_autograph.project.index.blocks import does_nothing
from tflint_autograph.project.values.body_result import CallSite
from tflint_autograph.project.values.scope import Arguments
from tflint_autograph.project.values.shapes import found_known
from tflint_autograph.tfapi import keras
from tflint_autograph.tfapi.names import canonical

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis
    from tflint_autograph.project.interpreter.expressions import Evaluator
    from tflint_autograph.project.values.body_result import Env


QUESTIONS = frozenset({"tensorflow.is_tensor", "tensorflow.is_symbolic_tensor", "keras.ops.is_tensor"})
"""Functions that tell tensors from everything else. That an eager tensor is not symbolic matters only outside of traces."""

_PLAIN = frozenset(
    {"numpy.ndarray", *(f"builtins.{name}" for name in ("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple"))}
)
_OTHERS = _PLAIN | {"tensorflow.RaggedTensor", "tensorflow.SparseTensor", "tensorflow.Variable"}
"""Types without an instance that is a `tf.Tensor`. `_PLAIN` are those of Python and NumPy."""

_HELD = frozenset({"device", "dtype", "get_shape", "graph", "name", "op", "set_shape", "shape"})
"""Attributes that each symbolic tensor has (`tensorflow.python.framework.ops.SymbolicTensor`)."""

_FOREIGN = ("numpy.", "PIL.", "pandas.", "pathlib.", "torch.", "jax.")
"""Packages without a type that is a symbolic tensor."""


def answer(site: CallSite, *, traced: bool) -> bool | None:
    """Returns the known result of a `hasattr`, `isinstance` or `tf.is_tensor` call, or None if it may be either (FACTS
    topython_numpy_hasattr_guard).
    """
    thing, asked = site.argument(0, ""), site.argument(1, "")
    held = traced and thing is not None and thing.kind is Kind.TENSOR and thing.origin is not Origin.OUTER
    symbolic = held and thing is not None and thing.confidence is Confidence.HIGH
    if canonical(site.func.name) in QUESTIONS:
        return True if symbolic else None
    if thing is None or asked is None:
        return None
    if site.func.name == "builtins.isinstance" and traced and thing.kind is Kind.VARIABLE and _PLAIN.issuperset(_types(asked)):
        return False
    if site.func.name == "builtins.isinstance" and traced and _is_literal(thing) and all(map(_holds_no_literal, asked.items or (asked,))):
        return False
    if site.func.name == "builtins.isinstance":
        return _is_instance(_types(asked), symbolic=symbolic) if held else None
    if held and asked.const == "numpy":
        return False
    if symbolic and asked.const in _HELD:
        return True
    # Code for older versions tests before it calls a method.
    base = keras.base(thing.name) if thing.name else None
    return True if base is not None and asked.const in base.traced else None


def answer_of(run: Evaluator, site: CallSite) -> bool | None:
    """Returns the known result of a call of functions of the project that only return such tests, or None."""
    found = {answer(test, traced=True) for test in _tests(run, site)} if run.traced else set()
    return found.pop() if len(found) == 1 else None


def _tests(run: Evaluator, site: CallSite) -> list[CallSite]:
    """Returns the type tests that calls of functions of the project return the results of; empty if one of them returns another value."""
    made = [run.scope.type_tests(target, site.args) for target in site.func.callees] if len(site.args) == 1 else []
    return [test for each in made for test in each] if all(made) else []


def _is_instance(types: list[str], *, symbolic: bool) -> bool | None:
    """Whether something that may be a symbolic tensor, or certainly is (`symbolic`), is an instance of one of the types; None if unknown.

    In traced code it is no array: TensorFlow and Keras convert array arguments to tensors.
    """
    if types and all(name.startswith(_FOREIGN) for name in types):
        return False
    if symbolic and "tensorflow.Tensor" in types:
        return True
    return False if symbolic and all(name in _PLAIN or name.startswith(_FOREIGN) for name in types) else None


def _is_literal(value: Value) -> bool:
    """Whether a value is a known constant in every call: a parameter may be something else in another one."""
    return not value.parameter and (value.const is None or isinstance(value.const, (bool, int, float, str)))


def _holds_no_literal(asked: Value) -> bool:
    """Whether a class is one of the project or of TensorFlow, which has no constant of Python as an instance."""
    return asked.klass is not None or canonical(asked.name).startswith("tensorflow.")


def _types(asked: Value) -> list[str]:
    """Returns the names of the types in the second argument of `isinstance`."""
    return [canonical(each.name) for each in (asked.items if asked.items is not None else (asked,))]


def narrowed(run: Evaluator, test: Expr, env: Env | None, *, holds: bool, spelled: Expr | None = None) -> Env | None:
    """Returns the state in which a condition, just evaluated, is true (`holds`) or false: `env` itself if it says nothing. `spelled` is the
    condition with the names that stand for parts.
    """
    run.env = env
    for expr in no_tensors(run, test, holds=holds):
        known = run.evaluate(expr)
        if known.kind in (Kind.TENSOR, Kind.UNKNOWN) and known.type in ("", "tensor", CONVERTED):
            _say(run, dotted_path(expr), known._replace(kind=Kind.UNKNOWN, type=NO_TENSOR, unknown_axes=NO_AXES, dtype=""))
    for asked in (test, spelled) if spelled is not None and spelled != test else (test,):
        for name, value in found_known(run.env or {}, asked, holds=holds):
            _say(run, name, value)
    return run.env


def _say(run: Evaluator, name: str, value: Value) -> None:
    now, (said, replaced) = (run.env or {}).get(name), run.narrowings.get(name, (None, None))
    run.narrowings[name] = value, replaced if said is not None and now is said else now
    run.set(name, value)


def evaluated_where(run: Evaluator, expr: Expr, test: Expr, *, holds: bool) -> Value:
    """Returns the value of an expression that is evaluated only where a condition, just evaluated, is true (`holds`) or false."""
    with restored(run):
        narrowed(run, test, run.env, holds=holds)
        return run.evaluate(expr)


@contextmanager
def restored(run: Evaluator) -> Iterator[None]:
    """Forgets at its end what conditions inside it say of names (`narrowed`), and keeps what else changes."""
    outside, run.narrowings = run.narrowings, {}
    try:
        yield
    finally:
        said, run.narrowings = run.narrowings, outside
        if said and run.env is not None:
            known = {name: replaced for name, (value, replaced) in said.items() if run.env.get(name) is value}
            run.env = {name: value for name, value in {**run.env, **known}.items() if value is not None}


def no_tensors(run: Evaluator, test: Expr, *, holds: bool) -> Iterator[Expr]:
    """Yields the names and dotted names that are no tensors if the condition, just evaluated, is true (`holds`) or false.

    `isinstance(x, tf.Tensor)` proves this for `x` when false, `isinstance(x, list)` when true.
    """
    if isinstance(test, ir.Operation) and test.operators[0] == "not":
        yield from no_tensors(run, test.operands[0], holds=not holds)
    elif isinstance(test, ir.Operation) and test.operators[0] in ("and", "or"):
        operands = test.operands
        if holds is (test.operators[0] == "or"):
            # One of them is enough for that: it is known which where the others are constants.
            operands = tuple([each for each in operands if run.evaluate(each).const is not (not holds)])
            operands = operands if len(operands) == 1 else ()
        for operand in operands:
            yield from no_tensors(run, operand, holds=holds)
    elif isinstance(test, ir.Call) and test.args:
        site, asked = _site(run, test), test.args[0].value
        if site is not None and dotted_path(asked):
            tests = _tests(run, site) if site.func.callees else [site]
            if tests and all(_says_tensor(each) is (not holds) for each in tests):
                yield asked


def _site(run: Evaluator, test: ir.Call) -> CallSite | None:
    """Returns a call that was just evaluated. One without a position, which is a rule's own, is evaluated again."""
    if test.at.line:
        return run.flow.calls.get(test.at)
    return CallSite(test.at, run.index, run.evaluate(test.func), tuple([(each.keyword, run.evaluate(each.value)) for each in test.args]))


def _says_tensor(site: CallSite) -> bool | None:
    """Whether a true result of the call proves its argument to be a tensor (True) or not (False); None if neither."""
    if site.func.name != "builtins.isinstance":
        return True if canonical(site.func.name) in QUESTIONS else None
    types = site.argument(1, "")
    if types is None:
        return None
    names = _types(types)
    if "tensorflow.Tensor" in names:
        return True
    each = types.items if types.items is not None else (types,)
    return False if all(one.klass is not None or name in _OTHERS for one, name in zip(each, names, strict=True)) else None


def keep_base(run: Evaluator, name: str, left: Env, right: Env) -> None:
    """Keeps the class of an object that may also be of a subclass: `if part is None: part = Default()`."""
    one, two = left.get(name), right.get(name)
    if one is None or two is None or one.cls is None or two.cls is None or one.cls == two.cls:
        return
    base = run.scope.base_of(one.cls, two.cls)
    if base is not None and not (one if base == one.cls else two).exact:
        run.set(name, run.name(name)._replace(cls=base, possible_classes=()))


def made_by(analysis: Analysis, target: Callee, args: Arguments) -> tuple[CallSite, ...]:
    """Returns the tests of its argument that a call of a function returns the results of; empty if the function does anything else.

    `if version < 2: return isinstance(x, tf.Tensor)` and then `return tf.is_tensor(x)` are two.
    """
    lowered = analysis.project.lowered(target.key) if len(args) == 1 and args[0][0] is None and target.receiver is None else None
    if lowered is None or len(lowered.fact.parameters) != 1:
        return ()
    path, parent = target.key.path, lowered.fact.parent
    found = []
    for test in _returned(lowered.body.statements, lowered.fact.parameters[0].name) or ():
        func, *others = [analysis.evaluate_at_definition(path, parent, each) for each in (test.func, *[arg.value for arg in test.args[1:]])]
        found.append(CallSite(test.at, 0, func, (*args, *[(None, each) for each in others])))
    return tuple(found)


def _returned(statements: tuple[Statement, ...], name: str) -> list[ir.Call] | None:
    """Returns the calls with a name as first argument that all returns of a block return, or None if it contains anything else."""
    found: list[ir.Call] = []
    for each in statements:
        if isinstance(each, ir.Return) and isinstance(each.value, ir.Call):
            args = each.value.args
            if not args or args[0].value != ir.Name(name) or any(arg.keyword is not None for arg in args):
                return None
            found.append(each.value)
        elif isinstance(each, ir.If):
            inside = [_returned(block, name) for block in (each.body, each.orelse)]
            if None in inside:
                return None
            found.extend(test for block in inside if block is not None for test in block)
        elif not does_nothing(each):
            return None
    return found
