"""Finds the readers of an attribute in the files that may contain an instance of its class."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Body, Expr, Statement
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.model.mentions import ATTRIBUTE
from tflint_autograph.model.values import Kind
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.single import is_used_whole, named_again
from tflint_autograph.project.bodies.walks import (
    attribute_read,
    descendants,
    expressions,
    read_in,
    root_name,
    targets,
    walk,
)
from tflint_autograph.project.index.scopes import method_around
from tflint_autograph.project.points_to.receivers import referents
from tflint_autograph.traced.escape.guards import is_builder

_FUNCTION = "tensorflow.function"
_FRAMEWORKS = frozenset({"tensorflow", "keras", "tf_keras", "numpy"})


def read_in_calls_alone(analysis: Analysis, owner: ClassKey, attribute: str, *, by_any_method: bool, stored_in_traces: bool = False) -> bool:
    """Whether only traced code, and methods of the object, read the attribute: then each call may use its own value up.

    It is not always known whether a method is traced, since its callers may be outside the project. With `by_any_method` false, methods
    that are not known to be traced do not count, and there has to be a reader. With `stored_in_traces`, no eager code runs what stores the
    attribute, so that a method that eager code is seen to call finds what a trace has left.
    """
    readers = list(_readers(analysis, owner, attribute))
    if stored_in_traces and any(is_run_eagerly(analysis, key) for key, _ in readers):
        return False
    others = [key for key, is_own in readers if not (by_any_method and is_own)]
    alone = all(
        key in analysis.results or (by_any_method and _is_called_by_base(analysis, key)) or _is_looked_up(analysis, key, owner) for key in others
    )
    return alone and (by_any_method or bool(readers))


def is_read_later_alone(analysis: Analysis, owner: ClassKey, attribute: str, key: FunctionKey, ordinal: int) -> bool:
    """Whether nothing but the function `key` reads the attribute, behind one of its statements: no call sees what another one has stored."""
    reading = {each for each, _ in _readers(analysis, owner, attribute)}
    return reading == {key} and all(each > ordinal for _, each in _read_of(analysis.project.body(key), attribute))


def is_run_eagerly(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether eager code is seen to call a function that is not traced then: no test, no builder, and no method of the object that only such
    code calls.
    """
    owner = analysis.project.owner(key)
    family = {*analysis.classes.family(owner)} if owner is not None else set[object]()
    return _is_called_eagerly(analysis, key, family, {key})


def _is_called_eagerly(analysis: Analysis, key: FunctionKey, family: Collection[object], seen: set[FunctionKey]) -> bool:
    if _FUNCTION in analysis.decorator_names(key):
        return False
    callers = {call.caller for call in analysis.call_sites.counted(key) if call.target.wrapper != _FUNCTION} - seen
    seen |= callers
    eager = (each for each in sorted(callers) if each not in analysis.results and not is_builder(analysis, each))
    return any(analysis.project.owner(each) not in family or _is_called_eagerly(analysis, each, family, seen) for each in eager)


def read_in_another_trace(analysis: Analysis, owner: ClassKey, attribute: str) -> bool:
    """Whether a `tf.function` reads the attribute that no code of its own trace stores: then only another trace can have stored it.

    Code that eager code or a call of something unknown may run could store it in between.
    """
    family = {*analysis.classes.family(owner)}
    if analysis.project.setting(attribute) or any(
        key not in analysis.results and not is_builder(analysis, key)
        for cls in family
        for key in analysis.classes.own_writers(cls).get(attribute, ())
    ):
        return False
    storing = {key for cls in family for key in analysis.attributes.first_set_by(cls, attribute)}
    filled = frozenset().union(*(analysis.roots_above(key) for key in storing))
    reading = dict.fromkeys(key for key, _ in _readers(analysis, owner, attribute) if key in analysis.results)
    return any(
        _begins_trace(analysis, root) and _is_settled(analysis, root, family)
        for key in reading
        for root in sorted(analysis.roots_above(key) - filled)
    )


def _is_settled(analysis: Analysis, root: FunctionKey, family: Collection[object]) -> bool:
    """Whether it is known what each call in the trace of a root runs, as far as it may run a method of these classes."""
    for key, flow in analysis.results.items():
        if root not in analysis.roots_above(key):
            continue
        for site in flow.calls.values():
            func, holder = site.func, site.receiver
            is_unknown = func.kind is Kind.UNKNOWN and not (func.callees or func.name or func.klass or func.possible_classes)
            if is_unknown and (holder is None or holder.kind is Kind.UNKNOWN or holder.cls in family):
                return False
    return True


def _begins_trace(analysis: Analysis, root: FunctionKey) -> bool:
    """Whether eager code calls a `tf.function`. One that only traced code calls reads what the trace around it has stored."""
    if _FUNCTION not in analysis.decorator_names(root):
        return False
    return not analysis.callers.get(root) or any(call.caller not in analysis.results for call in analysis.call_sites.of(root))


def _is_called_by_base(analysis: Analysis, key: FunctionKey) -> bool:
    """Whether a method, or one around a nested function, may run in traced code: methods of a base call it, and no other caller is known."""
    method = method_around(analysis.project, key)
    fact = analysis.project.function(method) if method is not None else None
    if method is None or fact is None or fact.decorators or analysis.call_sites.of(method):
        return False
    above = analysis.classes.lineage(ClassKey(method.path, fact.owner))[1:]
    methods = (FunctionKey(base.path, own) for base in above for own in analysis.classes.methods_of(base).values())
    return any(uses is not None and fact.name in uses.parts.called for uses in map(analysis.call_sites.uses, methods))


def _is_looked_up(analysis: Analysis, key: FunctionKey, owner: ClassKey) -> bool:
    """Whether nothing calls a method by its name while its objects look up methods by a computed one: `getattr(self, name)`."""
    fact = analysis.project.function(key)
    if fact is None or not fact.owner or fact.decorators or analysis.call_sites.of(key):
        return False
    for cls in analysis.classes.lineage(owner):
        own = set(analysis.classes.methods_of(cls).values())
        for method in analysis.project.functions_mentioning(cls.path, frozenset({"getattr"})):
            if method.qualname not in own:
                continue
            parts = read_in(analysis.project.body(method).statements)
            if any(isinstance(part, ir.Call) and _gets_of_self(part) for part in parts):
                return True
    return False


def _gets_of_self(call: ir.Call) -> bool:
    named = call.func == ir.Name("getattr") and len(call.args) > 1
    return named and isinstance(call.args[0].value, ir.Name) and not isinstance(call.args[1].value, ir.Constant)


def _readers(analysis: Analysis, owner: ClassKey, attribute: str) -> Iterator[tuple[FunctionKey, bool]]:
    """Yields the functions that read the attribute, once per place, with whether they read it from `self`.

    Stored items are not reads, and neither are members of modules, such as `tf.nn.dropout`, attributes of other classes' `self`, and what a
    constructor reads, before the methods run that store it. In a file without a class of the family the object has to be known.
    """
    family = {*analysis.classes.family(owner)}
    own = {each.path for each in family}
    near = analysis.name_writes.attribute_writes.near(owner)
    for module in (each for each in analysis.project.mentioning(frozenset({attribute})) if each.path in near):
        imports = [each for each in module.body.statements if isinstance(each, ir.Import)]
        frameworks = {name for each in imports for name, target in each.names if target.partition(".")[0] in _FRAMEWORKS}
        mentioning = analysis.project.functions_mentioning(module.path, frozenset({attribute}), ATTRIBUTE)
        lambdas = (FunctionKey(module.path, name) for key in mentioning for name in analysis.eager_functions.lambdas_in(key))
        for key in (each for each in dict.fromkeys((*mentioning, *lambdas)) if not each.qualname.endswith(".__init__")):
            for holder, ordinal in _read_of(analysis.project.body(key), attribute):
                if root_name(holder) in frameworks:
                    continue
                cls = analysis.classes.of_own(key, holder.id) if isinstance(holder, ir.Name) else None
                if cls is None and module.path not in own and not _may_be(analysis, key, holder, ordinal, family):
                    continue
                if cls is None or not family.isdisjoint((cls, *analysis.classes.subclasses(cls))):
                    yield key, cls is not None


def _may_be(analysis: Analysis, key: FunctionKey, holder: Expr, ordinal: int, family: Collection[object]) -> bool:
    """Whether an expression is known to be an object of one of the classes."""
    return any(value.cls in family for value, _ in referents(analysis, key, holder, ordinal))


def _read_of(body: Body, attribute: str) -> Iterator[tuple[Expr, int]]:
    """Yields the objects from which a body reads the attribute, with the ordinal of the statement."""
    for statement in walk(body.statements):
        alias = named_again(statement, body)
        if alias and not is_used_whole(alias, body):
            continue
        read = _read_to_update(statement) or (*expressions(statement), *chain.from_iterable(map(_read_to_bind, targets(statement))))
        for part in descendants(read):
            found = attribute_read(part)
            if found is not None and found.attr == attribute:
                yield found.value, statement.ordinal


def _read_to_update(statement: Statement) -> tuple[Expr, ...]:
    """Returns what `thing.update({key: value})` reads to store the items, as `thing[key] = value` does; empty for any other statement."""
    call = statement.value if isinstance(statement, ir.Evaluate) else None
    if not isinstance(call, ir.Call) or not isinstance(call.func, ir.Attribute) or call.func.attr != "update" or len(call.args) != 1:
        return ()
    return (call.args[0].value, *_read_to_bind(call.func.value)) if isinstance(call.args[0].value, ir.Mapping) else ()


def _read_to_bind(target: Expr) -> Iterator[Expr]:
    """Yields what is read to assign a target: the keys of items, and the object of an attribute."""
    if isinstance(target, ir.Display):
        yield from chain.from_iterable(map(_read_to_bind, target.items))
    while isinstance(target, (ir.Starred, ir.Subscript)):
        if isinstance(target, ir.Subscript):
            yield target.item
        target = target.value
    if isinstance(target, ir.Attribute):
        yield target.value
