"""Recognises draws used only as seeds. A seeded TensorFlow operation advances on each call, so a frozen seed freezes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import NO_BODY, At, Expr, Statement
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.values import UNKNOWN, Value, seeds_the_same
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.arguments import run_alone
from tflint_autograph.project.bodies.liveness import bound
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.walks import expressions, parts, preceded_by, run_in_any_case, walk
from tflint_autograph.project.values.body_result import BodyResult, CallSite
from tflint_autograph.project.values.signature import bind
from tflint_autograph.tfapi.names import canonical
from tflint_autograph.traced.tree.point import TracedPoint, on_every_path

_DEPTH = 4
"""Maximum depth to which a draw is followed, to callers and into functions it is passed to."""

_GOES_ON = ("tensorflow.random.", "tensorflow.image.random_", "tensorflow.image.stateful_", "tensorflow.nn.dropout")
_STARTS_ANEW = ("stateless", ".Generator")
_SEEDED = frozenset({"numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.SeedSequence", "random.Random"})
"""Python random generators: their draws are examined themselves."""

_WHOLE = tuple(ir.Name(word) for word in ("int", "abs", "round"))
_ARITHMETIC = frozenset({"+", "-", "*", "/", "//", "%"})

_MARK = Value(spelling="a draw that is followed")
"""A value that stands for the draw when its parameter is determined."""

Wanted = Callable[[object], bool]


def only_seeds(analysis: Analysis, key: FunctionKey, at: At) -> bool:
    """Whether the result of a call is only used as a seed: `tf.random.uniform([], seed=...)` in a graph draws again on every call."""
    return _call_seeds(analysis, key, at, _DEPTH)


def _call_seeds(analysis: Analysis, key: FunctionKey, at: At, depth: int) -> bool:
    used = [*_uses(analysis, key, analysis.project.body(key).statements, lambda part: _is_draw(part, at), depth)]
    return bool(used) and all(used)


def _is_draw(part: object, at: At) -> bool:
    """Whether an expression is the call, or a number computed from its result and constants: `int(random.random() * 1000)`."""
    if isinstance(part, ir.Call):
        whole = part.func in _WHOLE and len(part.args) == 1
        return part.at == at or (whole and _is_draw(part.args[0].value, at))
    if not isinstance(part, ir.Operation) or not _ARITHMETIC.issuperset(part.operators):
        return False
    others = [each for each in part.operands if not isinstance(each, ir.Constant)]
    return len(others) == 1 and _is_draw(others[0], at)


def _uses(
    analysis: Analysis, key: FunctionKey, statements: tuple[Statement, ...], wanted: Wanted, depth: int
) -> Iterator[bool]:
    """Yields, for each use of the wanted expression in a body, whether it is a use as a seed."""
    for statement in walk(statements):
        if isinstance(statement, ir.Return) and wanted(statement.value):
            yield _returned_seeds(analysis, key, depth - 1)
        elif isinstance(statement, ir.Assign) and wanted(statement.value):
            yield len(statement.targets) == 1 and _name_seeds(analysis, key, statement, depth)
        else:
            for expr in expressions(statement):
                yield from _inside(analysis, key, expr, wanted, depth, seeds=False)


def _inside(analysis: Analysis, key: FunctionKey, expr: Expr, wanted: Wanted, depth: int, *, seeds: bool) -> Iterator[bool]:
    if wanted(expr):
        yield seeds
    elif isinstance(expr, ir.Comprehension):
        yield from _gone_over(analysis, key, expr, wanted, depth)
    else:
        for argument in expr.args if isinstance(expr, ir.Call) else ():
            takes = wanted(argument.value) and isinstance(expr, ir.Call) and _takes_seed(analysis, key, expr, argument, depth)
            yield from _inside(analysis, key, argument.value, wanted, depth, seeds=takes)
        asks = isinstance(expr, ir.Operation) and expr.operators[0] in ("is", "is not")
        for part in (expr.func,) if isinstance(expr, ir.Call) else parts(expr):
            yield from _inside(analysis, key, part, wanted, depth, seeds=asks)


def _gone_over(analysis: Analysis, key: FunctionKey, expr: ir.Comprehension, wanted: Wanted, depth: int) -> Iterator[bool]:
    """Handles a comprehension over the draws: `[f(seed=s) for s in seeds]`."""
    for clause in expr.clauses:
        if wanted(clause.iterable) and isinstance(clause.target, ir.Name):
            yield from _inside(analysis, key, expr.element, clause.target.__eq__, depth, seeds=False)
        elif wanted(clause.iterable):
            yield False
    for part in (expr.element, expr.key, *(each for clause in expr.clauses for each in clause.conditions)):
        if part is not None:
            yield from _inside(analysis, key, part, wanted, depth, seeds=False)


def _takes_seed(analysis: Analysis, key: FunctionKey, call: ir.Call, argument: ir.Argument, depth: int) -> bool:
    """Whether a call uses this argument as a seed."""
    flow = analysis.results.get(key)
    site = flow.calls.get(call.at) if flow is not None else None
    if site is None:
        return False
    name = canonical(site.func.name) if site.func.name else ""
    if name in _SEEDED:
        return True
    if argument.keyword == "seed" and name.startswith(_GOES_ON):
        return not any(word in name for word in _STARTS_ANEW)
    return bool(site.func.callees) and bool(depth) and _parameters_seed(analysis, site, call.args.index(argument), depth - 1)


def _parameters_seed(analysis: Analysis, site: CallSite, number: int, depth: int) -> bool:
    """Whether each project function that a call may run uses the argument only as a seed."""
    marked = tuple((word, _MARK if place == number else UNKNOWN) for place, (word, _) in enumerate(site.args))
    alone = run_alone(analysis.project, site.func.callees)
    for target in (alone,) if alone is not None else site.func.callees:
        lowered = analysis.project.lowered(target.key)
        taken = bind(lowered.fact, target, marked) if lowered is not None else {}
        name = next((parameter for parameter, value in taken.items() if value is _MARK), None)
        if lowered is None or name is None or not _parameter_seeds(analysis, target.key, name, depth):
            return False
    return bool(site.func.callees)


def _parameter_seeds(analysis: Analysis, key: FunctionKey, name: str, depth: int) -> bool:
    """Whether a function uses its parameter only as a seed, until the name is rebound."""
    body = analysis.project.body(key)
    if body is NO_BODY:
        return False
    again = [each for each in body.statements if name in bound(each)]
    last = again[0].ordinal if again else max(each.ordinal for each in body.statements)
    inner = (analysis.project.body(FunctionKey(key.path, each)) for each in body.functions)
    if not again and any(each is NO_BODY or (name in each.names and name not in each.bound) for each in inner):
        return False
    own = tuple(each for each in body.statements if each.ordinal <= last)
    return all(_uses(analysis, key, own, ir.Name(name).__eq__, depth))


def _name_seeds(analysis: Analysis, key: FunctionKey, statement: ir.Assign, depth: int) -> bool:
    """Whether the name that an assignment binds is only used as a seed."""
    body, target = analysis.project.body(key), statement.targets[0]
    if not isinstance(target, ir.Name):
        return False
    alone = assigned_to(target.id, body, statement.ordinal + 1) == statement.value
    return alone and all(_uses(analysis, key, body.statements, target.__eq__, depth)) and _inner_seed(analysis, key, target, depth)


def _inner_seed(analysis: Analysis, key: FunctionKey, name: ir.Name, depth: int) -> bool:
    """Whether all nested functions that use a name use it only as a seed."""
    for each in analysis.project.body(key).functions:
        inner = FunctionKey(key.path, each)
        body = analysis.project.body(inner)
        if body is NO_BODY or (name.id in body.names and name.id in body.bound):
            return False
        used = () if name.id not in body.names else _uses(analysis, inner, body.statements, name.__eq__, depth)
        if not all(used) or not _inner_seed(analysis, inner, name, depth):
            return False
    return True


def _returned_seeds(analysis: Analysis, key: FunctionKey, depth: int) -> bool:
    """Whether all traced callers of the function use its result only as a seed."""
    callers = analysis.sole_callers(key)
    return bool(callers) and bool(depth) and all(_call_seeds(analysis, caller, at, depth) for caller, at in callers)


_SEEDERS = 3
"""Maximum number of functions through which a function seeds a generator."""


@cache
def seeded_before(stream: str) -> Callable[[TracedPoint], bool]:
    """Returns the question whether a body, or each that calls the function, always seeds a generator before the current statement with the
    same value: `np.random.seed(1)` for the stream `numpy.random`.
    """

    @on_every_path
    def is_seeded(fn: TracedPoint) -> bool:
        if fn.statement is None:
            return False
        ordinal, statements = fn.statement.ordinal, fn.body.statements
        return any(preceded_by(statements, ordinal, index) for index in _seeding(fn.analysis, fn.flow, f"{stream}.seed", _SEEDERS))

    return is_seeded


def _seeding(analysis: Analysis, flow: BodyResult, seed: str, depth: int) -> Iterator[int]:
    """Yields the statements of a body that seed a generator, or call a function that always does."""
    for site in flow.calls.values():
        if canonical(site.func.name) == seed:
            if site.args and all(seeds_the_same(value) for _, value in site.args):
                yield site.index
        elif depth and site.func.callees and all(_always_seeds(analysis, each.key, seed, depth - 1) for each in analysis.giving(site.func.callees)):
            yield site.index


def _always_seeds(analysis: Analysis, key: FunctionKey, seed: str, depth: int) -> bool:
    flow = analysis.results.get(key)
    if flow is None:
        return False
    sure = {each.ordinal for each in run_in_any_case(analysis.project.body(key).statements)}
    return any(index in sure for index in _seeding(analysis, flow, seed, depth))
