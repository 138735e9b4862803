"""Makes methods under `tf.function` keep a strong reference to their object in eager mode, as Python methods do."""

from __future__ import annotations

import importlib
from functools import wraps
from typing import Any


def hold_objects() -> None:
    """Makes every `tf.function` reference the object it is looked up on, as a method would without tracing.

    TensorFlow uses a weak reference, and keeps the method as long as the object; so the object stays alive.
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
