"""The table of what varies between the calls of a traced function, and of traced functions that are made again, with harmless twins."""

from __future__ import annotations

from dataclasses import dataclass

ARRAY = "tf.reduce_sum(tf.cast($p, tf.float32))"
NUMBER = "tf.constant(2.0) * $p"
WORD = '(1.0 if $p == "first" else 2.0)'
COUNT = "float(len($p))"


@dataclass(frozen=True, slots=True)
class Varied:
    """A value that is another one in each round, or is not; letters behind `$` are names, `$i` is the number of the round.

    `value` is its expression, `start` are lines before the rounds, `each` those before the call of a round, `after` those behind
    it, where `$r` is what the call gives. `items` are what the rounds go over in place of numbers, each `$i` an item. `setup` is
    code of the module. `use` is what the traced function computes from it as `$p`. `made` says that the value is the whole
    call, of a traced function made for it. `options` stand in the decorator, `spec` in its signature. `pair` says that two traces
    are one too many.
    """

    name: str
    rule: str
    value: str = "$i"
    use: str = ARRAY
    items: str = ""
    start: str = ""
    each: str = ""
    after: str = ""
    setup: str = ""
    guard: str = ""
    options: str = ""
    spec: str = ""
    made: bool = False
    pair: bool = False


VARIED: list[Varied] = []


def varies(name: str, rule: str, value: str = "$i", use: str = ARRAY, **more: str | bool) -> None:
    """Enter something into the table."""
    VARIED.append(Varied(name, rule, value, use, **more))  # type: ignore[arg-type]
