"""The transformations; each module of this package registers its own."""

from __future__ import annotations

import pkgutil
from importlib import import_module

for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    import_module(f"{__name__}.{_module}")
