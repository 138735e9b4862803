"""Groups library functions that one user line led to, for display. The report's data stays complete."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tflint_autograph.retracing.report import Group, Made, Traced


def bundled(functions: Iterable[Traced]) -> tuple[Traced, ...]:
    """Returns the functions sorted by lost time, with those of one library under one user line combined."""
    several: defaultdict[tuple[object, ...], list[Traced]] = defaultdict(list)
    for index, each in enumerate(functions):
        at = each.under
        is_inside = each.library and at is not None
        several[(each.library, at.file, at.line) if is_inside and at is not None else (index,)].append(each)
    found = [_bundle(members) if len(members) > 1 else members[0] for members in several.values()]
    return tuple(sorted(found, key=lambda each: -each.seconds))


def _bundle(members: Sequence[Traced]) -> Traced:
    every = sorted((made for each in members for made in each.made), key=lambda made: made.trace.start)
    made = {one.trace.number: replace(one, index=index) for index, one in enumerate(every, 1)}
    return replace(
        members[0],
        name=f"{len(members)} functions of {members[0].library}",
        calls=sum(each.calls for each in members),
        objects=sum(each.objects for each in members),
        made=tuple(made.values()),
        groups=_groups(members, made),
        remaining=sum(each.remaining for each in members),
        signature="",
    )


def _groups(members: Sequence[Traced], made: Mapping[str, Made]) -> tuple[Group, ...]:
    """Returns the groups of all members, with those of one reason at one line combined."""
    several: defaultdict[tuple[object, ...], dict[int, Group]] = defaultdict(dict)
    for index, each in enumerate(members):
        for group in each.groups:
            several[group.reason.kind, group.reason.paths, group.line][index] = group
    found = [_group(groups, members, made) for groups in several.values()]
    return tuple(sorted(found, key=lambda group: (-len(group.made), group.made[0].index)))


def _group(groups: Mapping[int, Group], members: Sequence[Traced], made: Mapping[str, Made]) -> Group:
    """Combines the groups that several members have for one reason, by the index of the member."""
    traces = sorted((made[one.trace.number] for group in groups.values() for one in group.made), key=lambda one: one.index)
    first = next(group for group in groups.values() if group.made[0].trace.number == traces[0].trace.number)
    values = dict.fromkeys(value for group in groups.values() for value in group.values)
    left = sum(groups[index].remaining if index in groups else each.traces for index, each in enumerate(members))
    return replace(first, made=tuple(traces), values=tuple(values), remaining=left)
