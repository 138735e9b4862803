"""Decides whether code outside the project may call a function repeatedly, and what differs between two such calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, cast

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr, Statement
from tflint_autograph.model.facts import MODULE, FunctionKey
from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.paths import is_test
from tflint_autograph.model.values import UNKNOWN
from tflint_autograph.project.bodies.changes import mentions
from tflint_autograph.project.bodies.decorators import stands_behind_foreign
from tflint_autograph.project.bodies.liveness import flat
from tflint_autograph.project.bodies.walks import descendants, dotted_path, expressions, root_name, targets, walk
from tflint_autograph.tfapi import effects

if TYPE_CHECKING:
    from tflint_autograph.project.analysis import Analysis

ALWAYS = "*"
"""Stands among the sources of a value for one that is another on each evaluation: a counter, a draw, a clock, an iterator."""

_STATIC = frozenset({"shape", "dtype", "ndim", "rank"})
_STATIC_CALLS = frozenset({"len", "isinstance", "type", "hasattr", "callable"})
"""What is read of an argument whose change makes TensorFlow retrace."""


def mentioning(analysis: Analysis, key: FunctionKey) -> Iterator[FunctionKey]:
    """Yields the functions and modules, of files that have a function of no class, that mention it, other than itself."""
    fact = analysis.project.function(key)
    if fact is None or fact.owner:
        return
    names = frozenset({fact.name})
    files = (module.path for module in analysis.project.mentioning(names))
    near = (file for file in files if file == key.path or key.path in analysis.importing.targets(file))
    found = (other for file in near for other in analysis.project.functions_mentioning(file, names))
    # An import of the function says nothing of who calls it.
    bodies = ((other, analysis.project.body(other)) for other in found if other != key)
    yield from (other for other, body in bodies if fact.name in body.names or fact.name in body.attributes)


def called_from_outside(analysis: Analysis, key: FunctionKey) -> Confidence | None:
    """Returns the confidence that code outside the project calls a function repeatedly, given that the project does not; None if not.

    Only a public function with parameters is called with other arguments. What is only passed on, as `app.run(main)` does, is called by
    code that is not seen, and perhaps once. Nothing outside of the project calls the helpers of a test.
    """
    fact = analysis.project.function(key)
    if fact is None or fact.is_lambda or fact.parent or not fact.parameters[bool(fact.owner) :]:
        return None
    users = [user for user in mentioning(analysis, key) if not _only_renames(analysis, user, key, fact.name)]
    if is_test(key.path) or any(user in analysis.results for user in users):
        return None
    return Confidence.LOW if users else Confidence.MEDIUM


def _only_renames(analysis: Analysis, user: FunctionKey, key: FunctionKey, name: str) -> bool:
    """Whether a module only binds the function to names that nothing else mentions: `entry = serve`, `serve = tf.function(serve)`."""
    if user.qualname != MODULE:
        return False
    reading = _reading(analysis.project.body(user), frozenset({name}))
    bound = [target for each in reading for target in (each.targets if isinstance(each, ir.Assign) else (None,))]
    names = frozenset(target.id for target in bound if isinstance(target, ir.Name))
    values = analysis.eager_calls(user).bindings
    if not bound or len(names) < len(bound) or not all(any(target.key == key for target in values.get(each, UNKNOWN).callees) for each in names):
        return False
    others = names - {name}
    bodies = map(analysis.project.body, analysis.project.all_mentioning(others) if others else ())
    return not any(_reading(body, others) or not others.isdisjoint(body.attributes) for body in bodies)


def _reading(body: ir.Body, names: frozenset[str]) -> list[Statement]:
    """Returns the statements of a body that read one of the names."""
    statements = walk(body.statements) if not names.isdisjoint(body.names) else ()
    return [
        each for each in statements
        if any(mentions(expr, lambda part: isinstance(part, ir.Name) and part.id in names) for expr in expressions(each))
    ]  # fmt: skip


def is_entry_point(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether nothing in the project calls or mentions an eager function, which code outside may therefore call any number of times."""
    return key not in analysis.results and is_left_to_others(analysis, key)


def is_left_to_others(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether nothing in the project calls or mentions a function, traced or not, which code outside may therefore call."""
    fact = analysis.project.function(key)
    if fact is None or analysis.call_sites.of(key) or stands_behind_foreign(analysis, key):
        return False
    looked_up = analysis.project.all_mentioning(frozenset({fact.name}), ATTRIBUTE)
    return called_from_outside(analysis, key) is Confidence.MEDIUM and not (fact.owner and any(looked_up))


def is_kept(analysis: Analysis, key: FunctionKey, path: str) -> bool:
    """Whether all calls of a function find the same object under a dotted name: it is not local, or the object of the method."""
    first, fact = path.partition(".")[0], analysis.project.function(key)
    own = fact.receiver if fact is not None else ""
    return first == own or first not in analysis.project.body(key).bound


def sources_of_change(analysis: Analysis, key: FunctionKey, statement: Statement, around: tuple[Statement, ...]) -> frozenset[str]:
    """Returns the parameters of a function on which it depends what a statement stores, and whether it runs at all.

    `ALWAYS` is among them if it stores something else each time. `around` are the compound statements around it. What depends on arguments
    counts only if the conditions do too: under others, such as `if not self.ready:`, it may run once.
    """
    found, given = _of_stored(analysis, key, statement), _given(analysis, key)
    tests = [(each.test, sources(analysis, key, [each.test])) for each in around if isinstance(each, ir.If)]
    differ = all(names or mentions(test, lambda expr: isinstance(expr, ir.Name) and expr.id in given) for test, names in tests)
    if ALWAYS not in found and not differ:
        return frozenset()
    return found.union(*(names for _, names in tests))


def _given(analysis: Analysis, key: FunctionKey) -> frozenset[str]:
    """Returns the parameters of a function, without the object of a method."""
    fact = analysis.project.function(key)
    return fact.given if fact is not None else frozenset()


def _of_stored(analysis: Analysis, key: FunctionKey, statement: Statement) -> frozenset[str]:
    if isinstance(statement, ir.Augment):
        return frozenset({ALWAYS})
    if isinstance(statement, ir.Assign) and statement.value is not None:
        stored = [*flat(statement.targets)]
        keys = [each.item for each in stored if isinstance(each, ir.Subscript)]
        paths = {dotted_path(each) for each in stored} - {""}
        is_update = any(dotted_path(part) in paths for part in descendants(statement.value))
        return frozenset({ALWAYS}) if is_update else sources(analysis, key, [statement.value, *keys])
    call = statement.value if isinstance(statement, ir.Evaluate) else None
    if isinstance(call, ir.Call):
        grows = isinstance(call.func, ir.Attribute) and effects.resizes(call.func.attr)
        return frozenset({ALWAYS}) if grows else sources(analysis, key, [each.value for each in call.args])
    return frozenset()


def sources(analysis: Analysis, key: FunctionKey, exprs: Iterable[Expr]) -> frozenset[str]:
    """Returns the parameters of a function on whose values expressions depend, through the statements that bind local names.

    A shape, a dtype or a length does not count: TensorFlow retraces where it differs. `ALWAYS` is among them for a draw, a clock or an
    iterator.
    """
    body = analysis.project.body(key)
    found: set[str] = set()
    waiting = _value_parts(exprs)
    while waiting:
        if any(_is_new_each_time(analysis, key, part) for part in waiting):
            found.add(ALWAYS)
        nested = [each for part in waiting if isinstance(part, ir.Lambda) for each in _read_by(analysis, key, part)]
        names = {part.id for part in (*waiting, *nested) if isinstance(part, ir.Name)} - found
        found |= names
        own = names.intersection(body.bound)
        bound = [each for each in walk(body.statements) if any(root_name(target) in own for target in targets(each))] if own else []
        waiting = _value_parts(expr for each in bound for expr in expressions(each))
    return frozenset(found & (_given(analysis, key) | {ALWAYS}))


def _read_by(analysis: Analysis, key: FunctionKey, function: ir.Lambda) -> Iterator[Expr]:
    """Yields the names that a lambda of a function reads, and its defaults."""
    lowered = analysis.project.lowered(FunctionKey(key.path, function.qualname))
    if lowered is not None:
        yield from map(ir.Name, sorted(set(lowered.body.names) - set(lowered.body.bound)))
        yield from _value_parts(each.default for each in lowered.fact.parameters if each.default is not None)


def _is_new_each_time(analysis: Analysis, key: FunctionKey, call: Expr) -> bool:
    """Whether this is a call that draws a random number, reads a clock or takes the next item of an iterator."""
    if not isinstance(call, ir.Call) or dotted_path(call.func).partition(".")[0] in analysis.project.body(key).bound:
        return False
    name = analysis.evaluate_at_definition(key.path, "", call.func).name
    if effects.draws(name) or effects.clock(name, len(call.args)) or name == "builtins.next":
        return True
    held = analysis.evaluate_at_definition(key.path, "", call.func.value) if isinstance(call.func, ir.Attribute) else UNKNOWN
    return isinstance(call.func, ir.Attribute) and effects.generator_draws(held.factory, call.func.attr)


def _value_parts(exprs: Iterable[Expr]) -> list[Expr]:
    """Returns the parts of expressions, without those of which only a shape, a dtype, a length, a type or an identity is read."""
    found: list[Expr] = []
    waiting: list[object] = list(exprs)
    while waiting:
        part = waiting.pop()
        if not isinstance(part, tuple) or isinstance(part, ir.At) or _is_static(part):
            continue
        if type(part) is not tuple:
            found.append(cast("Expr", part))
        waiting += part
    return found


def _is_static(part: object) -> bool:
    if isinstance(part, ir.Operation):
        return not {"is", "is not"}.isdisjoint(part.operators)
    if isinstance(part, ir.Call):
        return isinstance(part.func, ir.Name) and part.func.id in _STATIC_CALLS
    return isinstance(part, ir.Attribute) and part.attr in _STATIC
