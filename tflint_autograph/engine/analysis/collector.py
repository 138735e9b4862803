"""Keep Python's search for cycles out of a run. Frees nothing itself: what a run drops goes by reference counts."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """A block in which the collector of cycles rests.

    Syntax trees, facts and flows are millions of objects that point one way only: looking through them for cycles, again
    and again while they grow, takes a third of a run and finds nothing.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
