"""Runs the special methods of project classes that Python calls implicitly, such as `__iter__` or `__enter__`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tflint_autograph.model.body import At
from tflint_autograph.model.facts import ClassKey
from tflint_autograph.model.joins import join, join_all
from tflint_autograph.model.values import UNKNOWN, Callee, Kind, Origin, Value
from tflint_autograph.project.interpreter.special import NAMESPACE, PROPERTY, note_member
from tflint_autograph.project.values.arithmetic import in_place, methods_behind
from tflint_autograph.project.values.body_result import CallSite, Write
from tflint_autograph.project.values.elements import element_of

if TYPE_CHECKING:
    from tflint_autograph.project.interpreter.expressions import Evaluator
    from tflint_autograph.project.values.scope import Arguments

_ITERATING = frozenset(
    f"builtins.{word}"
    for word in (
        "all", "any", "dict", "enumerate", "filter", "frozenset", "list", "map", "max", "min", "set", "sorted", "sum", "tuple", "zip",
    )
)  # fmt: skip
"""Built-ins that iterate their argument."""

_ORDERING = {"builtins.sorted": "__lt__", "builtins.min": "__lt__", "builtins.max": "__gt__"}
"""Built-ins that order their arguments, or the elements of the only one, with the method by which they do."""

SETATTR = "builtins.setattr"
"""The only one of these calls that matters in eager code too: a module may set its own names with it."""


def touch(run: Evaluator, receiver: Value, method: str, at: At, *given: Value) -> Value:
    """Runs a special method implicitly and returns its result, or unknown if the class has none."""
    return _run(run, run.scope.attribute(receiver, method, traced=run.traced), method, receiver, at, given)


def _run(run: Evaluator, func: Value, method: str, receiver: Value, at: At, given: tuple[Value, ...]) -> Value:
    """Returns the joined result of functions that run implicitly. Each is recorded in the body result."""
    results, args = [], tuple((None, value) for value in given)
    for target in func.callees:
        site = run.flow.implicit_calls[at, target.key] = CallSite(at, run.index, func, args, method, receiver)
        results.append(_result(run, site, target, args))
    return join_all(tuple(results))


def _result(run: Evaluator, site: CallSite, target: Callee, args: Arguments) -> Value:
    if run.traced:
        run.scope.called(run.key, site, target)
    return run.scope.result(target, args, traced=run.traced)


def touch_first(run: Evaluator, receiver: Value, methods: tuple[str, ...], at: At, *given: Value) -> bool:
    """Runs the first of these methods that the class has. Returns whether it has one."""
    return _touched(run, receiver, methods, at, *given) is not None


def touch_either(run: Evaluator, receiver: Value, methods: tuple[str, ...], at: At, *given: Value) -> Value:
    """Runs the first of these methods that the class has, and returns its result, or unknown if it has none."""
    return _touched(run, receiver, methods, at, *given) or UNKNOWN


def _touched(run: Evaluator, receiver: Value, methods: tuple[str, ...], at: At, *given: Value) -> Value | None:
    """Runs the first of these methods that the class has, and returns its result, or None if it has none."""
    found = methods if receiver.cls is not None else ()
    method = next((each for each in found if run.scope.attribute(receiver, each, traced=run.traced).callees), "")
    return touch(run, receiver, method, at, *given) if method else None


def iterated(run: Evaluator, iterable: Value, at: At) -> Value:
    """Returns what a loop takes its elements from: for an object of a project class, the iterator that `__iter__` returns."""
    if iterable.cls is None:
        return iterable
    iterator = touch(run, iterable, "__iter__", at)
    if iterator.cls is not None:
        return Value(Kind.OBJECT, Origin.FRESH, type="builtins.iterator", element=touch(run, iterator, "__next__", at))
    if iterator is UNKNOWN and not run.scope.attribute(iterable, "__iter__", traced=run.traced).callees:
        touch(run, iterable, "__getitem__", at, Value(Kind.PYTHON, Origin.FRESH, type="builtins.int"))
    return iterator if iterator.element is not None or iterator.items is not None else iterable


def entered(run: Evaluator, context: Value, at: At) -> Value:
    """Returns what `with` binds for a context manager. For a project class its methods run."""
    if context.type == "builtins.generator" and context.element is not None:
        # What `contextlib.contextmanager` makes of a generator binds what it yields.
        return element_of(context)
    if context.cls is None:
        return context
    result = touch(run, context, "__enter__", at)
    touch(run, context, "__exit__", at)
    return result


def asked(run: Evaluator, value: Value) -> Value:
    """Returns the value that decides the truth of a value. For a project class one of its methods runs."""
    if run.traced:
        touch_first(run, value, methods_behind("builtins.bool"), run.at)
    return value


def formatted(run: Evaluator, value: Value, function: str = "builtins.format") -> None:
    """Formats a value as an f-string does, which may run a method."""
    if run.traced:
        touch_first(run, value, methods_behind(function), run.at)


def hashed(run: Evaluator, key: Value) -> None:
    """Hashes a key to add it to a container or look it up, which may run a method."""
    if run.traced:
        touch_first(run, key, ("__hash__",), run.at)


def called(run: Evaluator, site: CallSite) -> None:
    """Runs the methods that a built-in calls on its arguments: `len(c)`, `list(c)`, `print(c)`, `stack.enter_context(c)`."""
    first = site.args[0][1]
    if behind := methods_behind(site.func.name):
        touch_first(run, first, behind, site.at)
    elif site.func.name in _ITERATING:
        for keyword, value in site.args:
            if keyword is None:
                iterated(run, value, site.at)
        _ordered(run, site)
    elif site.func.name == "builtins.print" or (site.method == "format" and site.receiver is not None and site.receiver.type == "builtins.str"):
        for _, value in site.args:
            formatted(run, value, "builtins.str")
    elif site.func.name in (SETATTR, "builtins.delattr") and len(site.args) > 1:
        _by_name(run, site, first)
    elif site.method == "enter_context" and site.receiver is not None and site.receiver.factory == "contextlib.ExitStack":
        entered(run, first, site.at)


def _ordered(run: Evaluator, site: CallSite) -> None:
    """Runs the method by which elements are ordered, `sorted(candidates)`, unless a key orders them."""
    method = _ORDERING.get(site.func.name)
    given = [value for keyword, value in site.args if keyword is None]
    if method is not None and given and site.argument(None, "key") is None:
        element = element_of(given[0]) if len(given) == 1 else given[0]
        touch_first(run, element, (method,), site.at, element)


def _by_name(run: Evaluator, site: CallSite, receiver: Value) -> None:
    """Handles `setattr` and `delattr`, where the attribute name is a string."""
    name = site.args[1][1].const
    if receiver.module == run.path and len(site.args) > 2:
        # `setattr(sys.modules[__name__], name, value)`
        note_member(run, site.at, site.args[1][1], site.args[2][1])
    if not isinstance(name, str):
        return
    if len(site.args) > 2:
        if not run.traced:
            run.flow.writes[site.at, name] = Write(site.at, run.index, receiver, name, site.args[2][1])
        set_attribute(run, receiver, name, site.args[2][1], site.at)
        fill_namespace(run, receiver, name, site.args[2][1])
    else:
        delete_attribute(run, receiver, name, site.at)


def read_attribute(run: Evaluator, receiver: Value, attr: str, value: Value, at: At, own: ClassKey | None = None) -> Value:
    """Returns the value of an attribute after running its property, descriptor or `__getattr__`. `own` is as for `Attributes.of`.

    A property that returns an attribute gives what this receiver has there, and not what the objects of all classes have.
    """
    for target in value.callees:
        if target.wrapper == PROPERTY:
            site = run.flow.implicit_calls[at, target.key] = CallSite(at, run.index, value, (), attr, receiver)
            kept = run.scope.accessed(target.key) if receiver.cls is not None else ""
            held = run.scope.attribute(receiver, kept, traced=run.traced, own=own) if kept else UNKNOWN
            if kept and all(each.wrapper != PROPERTY for each in held.callees):
                return held
            return _result(run, site, target._replace(wrapper="", receiver=target.receiver or receiver), ())
    if receiver.cls is None:
        return value
    made = run.scope.made_in_class(receiver.cls, attr)
    if made is not None and made.cls is not None and run.scope.attribute(made, "__get__", traced=run.traced).callees:
        return touch(run, made, "__get__", at, receiver, UNKNOWN)
    if value.kind is Kind.UNKNOWN and not value.callees and run.scope.lacks(receiver.cls, attr):
        return touch(run, receiver, "__getattr__", at, Value(Kind.PYTHON, Origin.FRESH, type="builtins.str", const=attr))
    return value


def set_attribute(run: Evaluator, receiver: Value, attr: str, value: Value, at: At) -> None:
    """Runs what an attribute assignment calls: a property setter, a descriptor or `__setattr__`."""
    if receiver.cls is None or not run.traced:
        return
    if not _accessed(run, receiver, attr, "setter", at, value):
        name = Value(Kind.PYTHON, Origin.FRESH, type="builtins.str", const=attr)
        touch_first(run, receiver, ("__setattr__",), at, name, value)


def fill_namespace(run: Evaluator, receiver: Value, attr: str, value: Value) -> None:
    """Records that a local namespace object has one more attribute, or another function in it."""
    held = dict(receiver.items_by_key or ())
    if receiver.type != NAMESPACE or receiver.items_by_key is None or (attr in held and not value.callees):
        return
    known = join(held[attr], value) if attr in held else value
    filled = receiver._replace(items_by_key=tuple({**held, attr: known}.items()))
    for name in [name for name, each in (run.env or {}).items() if each is receiver]:
        run.set(name, filled)
        if name in run.flow.bindings:
            run.flow.bindings[name] = filled


def delete_attribute(run: Evaluator, receiver: Value, attr: str, at: At) -> None:
    """Runs what an attribute deletion calls: a deleter, a descriptor or `__delattr__`."""
    if receiver.cls is None or not run.traced:
        return
    if not _accessed(run, receiver, attr, "deleter", at):
        name = Value(Kind.PYTHON, Origin.FRESH, type="builtins.str", const=attr)
        touch_first(run, receiver, ("__delattr__",), at, name)


def _accessed(run: Evaluator, receiver: Value, attr: str, accessor: str, at: At, *given: Value) -> bool:
    """Runs the methods a class has for setting or deleting an attribute. Returns whether it has any."""
    assert receiver.cls is not None
    if touch_first(run, receiver, (f"{attr}.{accessor}",), at, *given):
        return True
    held = run.scope.made_in_class(receiver.cls, attr)
    if held is None:
        return False
    if held.cls is not None:
        return touch_first(run, held, ("__set__" if accessor == "setter" else "__delete__",), at, receiver, *given)
    func = dict(held.items_by_key or ()).get(accessor, UNKNOWN)
    _run(run, func._replace(callees=tuple([target._replace(receiver=receiver) for target in func.callees])), accessor, receiver, at, given)
    return bool(func.callees)


def updated(run: Evaluator, receiver: Value, operator: str, given: Value) -> Value | None:
    """Returns the result of `+=` and the like if the class of the object defines the method, else None."""
    method = in_place(operator)
    if receiver.cls is None or not run.scope.attribute(receiver, method, traced=run.traced).callees:
        return None
    return touch(run, receiver, method, run.at, given)
