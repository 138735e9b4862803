"""Methods of Python in eager mode: a `tf.function` that is looked up on an object holds it as they do. Runs nothing."""

from __future__ import annotations

import importlib
from functools import wraps
from typing import Any


def hold_objects() -> None:
    """Let every `tf.function` hold the object it is looked up on: what is in its place when nothing is traced does.

    TensorFlow has a weak reference to the object, traced or not, and keeps the method for as long as there is the object;
    so the object stays for good.
    """
    kind: Any = type(importlib.import_module("tensorflow").function(lambda: None))
    look_up = kind.__get__

    @wraps(look_up)
    def held(function: Any, instance: Any, owner: Any = None) -> Any:
        found = look_up(function, instance, owner)
        if found is not function and isinstance(found, kind):
            found.held = instance
        return found

    kind.__get__ = held
