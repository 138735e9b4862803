"""The dependencies of a result, those of the results it has used included."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from tflint_autograph.project.queries.memo import ONLY_QUERIED, Dependency, Memo, QueryKey


def dependencies_to_verify(
    dependencies: Mapping[QueryKey, Any], memos: Mapping[QueryKey, Memo], *,
    stable: Collection[str], computed: Collection[str], effects: Collection[str], on_demand: Callable[[QueryKey], str | None],
) -> tuple[tuple[Dependency, ...], bool]:  # fmt: skip
    """Returns the dependencies that have to be verified again, and whether all inputs are of stable kinds.

    `dependencies` are what a result has read, with the values, and `memos` the results of this run. Queries are sorted by their kinds: inputs that
    are `stable`, results that are `computed`, and side `effects`. `on_demand` tells which files are only read on demand.
    """
    deep: dict[QueryKey, Any] = {}
    is_stable = True
    for query, value in dependencies.items():
        kind = query[0]
        if kind in stable:
            path = on_demand(query)
            if path is not None:
                deep.setdefault(("load", path), (path,))
        elif kind in computed:
            memo = memos.get(query)
            if memo is None or memo.volatile is None:
                # Known only from here, where it was cut short; or queried again in any case.
                is_stable = is_stable and memo is not None
                deep.setdefault(query, value)
            else:
                done = (event for event in memo.late if event[0][0] in effects)
                for inner, known in (*memo.volatile, *done):
                    deep.setdefault(inner, known)
                if memo.parts:
                    # Queried again, so that none of its parts is computed before it. Its value is no dependency: it may have changed
                    # since then without any effect on the results between.
                    deep.setdefault(query, ONLY_QUERIED)
        else:
            is_stable = False
            deep[query] = value
    return tuple(deep.items()), is_stable
