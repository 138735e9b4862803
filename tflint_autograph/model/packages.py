"""Names of packages that stand for each other where a project imports one of two."""

from __future__ import annotations

_KERAS_2 = "tf_keras"
_KERAS = frozenset({_KERAS_2, "keras", "tensorflow.keras", "tensorflow.compat.v2.keras", "tensorflow.python.keras"})
"""Packages that provide the same API."""

_TENSORFLOW = frozenset({"tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2"})
_OTHERS = frozenset({"cntk", "jax", "mxnet", "paddle", "theano", "torch"})
"""Alternative frameworks whose functions are never part of a TensorFlow graph."""


def package_of_either(left: str, right: str) -> str:
    """Returns the dotted name to use for what is imported under one of two names, or an empty string.

    For two Keras packages it is Keras 2, for which fewer hazards are certain. For a part of TensorFlow and its counterpart in another
    framework it is TensorFlow's, since nothing else is traced.
    """
    if left in _KERAS and right in _KERAS:
        return _KERAS_2 if _KERAS_2 in (left, right) else left
    if left in _TENSORFLOW and right in _TENSORFLOW:
        return min(left, right)
    if left and right:
        for one, instead in ((left, right), (right, left)):
            if instead.partition(".")[0] in _OTHERS and one.startswith(("tensorflow", "keras", "tf_keras")):
                return one
    return ""
