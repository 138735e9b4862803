"""TensorFlow equivalents of Python code on values: help texts with placeholders for user code."""

from __future__ import annotations

from collections.abc import Mapping

GENERAL = "write it with operations of `tf.math`"
"""For a function of `math` without its own equivalent."""

_MATH = {
    **{name: f"tf.{name}({{x}})" for name in ("sqrt", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")},
    **{name: f"tf.math.{name}({{x}})" for name in ("log", "log1p", "expm1", "erf", "erfc", "lgamma", "asinh", "acosh", "atanh")},
    "fabs": "tf.abs({x})", "isnan": "tf.math.is_nan({x})", "isinf": "tf.math.is_inf({x})", "isfinite": "tf.math.is_finite({x})",
    "floor": "tf.cast(tf.floor({x}), tf.int32)", "ceil": "tf.cast(tf.math.ceil({x}), tf.int32)",
    "log2": "tf.math.log({x}) / tf.math.log(2.0)", "log10": "tf.math.log({x}) / tf.math.log(10.0)",
    "pow": "tf.pow({arguments})", "atan2": "tf.atan2({arguments})",
}  # fmt: skip

OF_FUNCTIONS: Mapping[str, str] = {
    **{f"math.{name}": f"use `{code}`" for name, code in _MATH.items()},
    "builtins.bool": "use `tf.cast({x}, tf.bool)`",
    "operator.truth": "use `tf.cast({x}, tf.bool)`",
    "operator.index": "use `tf.cast({x}, tf.int32)`",
    "builtins.complex": "use `tf.cast({x}, tf.complex64)`",
    "itertools.islice": "make a tensor of the values, which takes a tensor as a slice bound",
    "builtins.int": "use `tf.cast({x}, tf.{integer})`",
    "builtins.float": "use `tf.cast({x}, tf.{floating})`",
    "builtins.len": "use `tf.shape({x})[0]`",
    "builtins.range": "use `tf.map_fn`, `tf.foldl` or `tf.scan` over `tf.range({arguments})`",
    "builtins.sorted": "use `tf.sort({x})`",
    "builtins.round": "use `tf.round({x})`",
    "builtins.divmod": "use `tf.math.floordiv({arguments})` and `tf.math.floormod({arguments})`",
    "builtins.hash": "use `{x}.ref()` as the key",
    "builtins.chr": 'use `tf.strings.unicode_encode([{x}], "UTF-8")`',
}
"""By the dotted name of a function called with a tensor."""

OF_SEVERAL: Mapping[str, str] = {
    "max": "use `tf.reduce_max({values})`",
    "min": "use `tf.reduce_min({values})`",
    "sorted": "use `tf.sort(tf.stack({values}))`",
    "any": "use `tf.reduce_any({values})`",
    "all": "use `tf.reduce_all({values})`",
    **dict.fromkeys(("filter", "itertools.filterfalse"), "use `tf.boolean_mask`, or `tf.where`, on a tensor of the values"),
}
"""By the name of a function that compares several tensors, or tests the truth of each."""

OF_TWO: Mapping[str, str] = {"max": "use `tf.maximum({arguments})`", "min": "use `tf.minimum({arguments})`"}

OF_SORTED: Mapping[str, str] = {
    "bisect.bisect_left": "use `tf.searchsorted({values}, [{x}])[0]`",
    **dict.fromkeys(("bisect.bisect", "bisect.bisect_right"), 'use `tf.searchsorted({values}, [{x}], side="right")[0]`'),
}
"""By the name of a function that looks for the place of a value among sorted ones."""

BY_KEY: Mapping[str, str] = {
    "max": "use `tf.gather({values}, tf.argmax(...))` with the key of each value",
    "min": "use `tf.gather({values}, tf.argmin(...))` with the key of each value",
    "sorted": "use `tf.gather({values}, tf.argsort(...))` with the key of each value",
}
"""For functions of `OF_SEVERAL` called with a `key`."""

OF_METHODS: Mapping[str, str] = {
    "in": "use `tf.reduce_any(tf.equal({x}, {values}))`",
    "not in": "use `tf.reduce_all(tf.not_equal({x}, {values}))`",
    "count": "use `tf.reduce_sum(tf.cast(tf.equal({values}, {x}), tf.int32))`",
    "index": "use `tf.where(tf.equal({values}, {x}))[0, 0]`",
    "remove": "use `tf.boolean_mask({values}, tf.not_equal({values}, {x}))`",
    "sort": "use `tf.sort(tf.stack({values}))`",
    "==": "use `tf.reduce_all(tf.equal({x}, {values}))`",
}
"""By operator, or by the name of a list method, that compares."""

OF_ITEMS: Mapping[str, str] = {
    "dict": "use a `tf.lookup.StaticHashTable`, or decide with `tf.switch_case`",
    "string": "use `tf.strings.substr({values}, {x}, 1)`",
    "slice": "use `tf.convert_to_tensor({values})`, which takes a tensor as a slice bound",
    "": "use `tf.gather({values}, {x})`",
    "callable": "decide with `tf.switch_case({x}, ...)`",
}
"""By the type that a tensor selects an item of; slices, and items that are functions, are separate."""

CARDINALITY = "use `{x}.cardinality()`"
CAST = "use `tf.cast({x}, {wide})`"
NAMED = "use a method of another name"
BRANCHES = "use `if` and `elif`, or `tf.switch_case`"

ALL = tuple(
    dict.fromkeys(
        (GENERAL, CARDINALITY, CAST, NAMED, BRANCHES, *OF_FUNCTIONS.values(), *OF_SEVERAL.values(), *OF_TWO.values(), *OF_SORTED.values(),
         *BY_KEY.values(), *OF_METHODS.values(), *OF_ITEMS.values())
    )
)  # fmt: skip
"""Every help text."""
