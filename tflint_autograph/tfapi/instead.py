"""What TensorFlow has in place of what Python does with values."""

from __future__ import annotations

_OF_FUNCTIONS = {
    "builtins.max": "use `tf.maximum` or `tf.reduce_max`",
    "builtins.min": "use `tf.minimum` or `tf.reduce_min`",
    "builtins.any": "use `tf.reduce_any`",
    "builtins.all": "use `tf.reduce_all`",
    "builtins.sorted": "use `tf.sort(tf.stack(...))`",
    "builtins.bool": "use `tf.cast(..., tf.bool)`, or the tensor itself as the condition",
    "builtins.int": "use `tf.cast`",
    "builtins.float": "use `tf.cast`",
    "builtins.len": "use `tf.shape(...)[0]`",
    "builtins.range": "use `tf.range`, and a loop of TensorFlow",
    "builtins.round": "use `tf.round`",
}

_OF_METHODS = {
    "in": "use `tf.reduce_any(tf.equal(...))`",
    "count": "use `tf.reduce_sum(tf.cast(tf.equal(...), tf.int32))`",
    "index": "use `tf.where(tf.equal(...))`",
    "remove": "use `tf.boolean_mask`",
    "sort": "use `tf.sort(tf.stack(...))`",
}


def in_place_of(name: str) -> str:
    """What to use in place of a function of Python, by its dotted name."""
    if name.startswith("math."):
        member = name.removeprefix("math.")
        return f"use `tf.{member}`" if member in ("sqrt", "exp", "floor", "sin", "cos", "tan", "pow") else "use `tf.math.*`"
    return _OF_FUNCTIONS.get(name, "use TensorFlow operations")


def in_place_of_method(method: str) -> str:
    """What to use in place of `in`, or of a method of lists that compares."""
    return _OF_METHODS[method]


def in_place_of_item(what: str) -> str:
    """What to use in place of an item of a list, dict, string or array that a tensor chooses."""
    if what == "dict":
        return "use a `tf.lookup.StaticHashTable`, or decide with `tf.switch_case`"
    return "use `tf.gather`, or make a tensor of the values first" if what != "string" else "use `tf.strings.substr`"
