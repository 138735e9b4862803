"""What a function outside traced code carries with it: the receiver of a bound method, the arguments of `functools.partial`."""

from __future__ import annotations

from tflint_autograph.model.values import Callee, Origin, Value


def outside(callees: tuple[Callee, ...]) -> tuple[Callee, ...]:
    """Returns functions as traced code finds them outside the call: what is bound to them was made once, before it."""
    if not any(target.receiver is not None or target.bound_args or target.bound_keywords for target in callees):
        return callees
    return tuple([_outside(target) for target in callees])


def _outside(target: Callee) -> Callee:
    receiver = _kept(target.receiver) if target.receiver is not None else None
    keywords = tuple([(name, _kept(value)) for name, value in target.bound_keywords])
    return target._replace(receiver=receiver, bound_args=tuple(map(_kept, target.bound_args)), bound_keywords=keywords)


def _kept(value: Value) -> Value:
    return value._replace(origin=Origin.OUTER, parameter="") if value.origin is Origin.FRESH else value
