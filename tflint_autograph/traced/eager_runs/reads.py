"""Records what the body of a traced function reads of what outlives its calls, and compares the calls of one trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.project.bodies.walks import attribute_read
from tflint_autograph.tfapi import keras
from tflint_autograph.traced.eager_runs.core import STEPS, Core, Spent
from tflint_autograph.traced.eager_runs.keys import Part, is_same
from tflint_autograph.traced.eager_runs.recording import Recorder, Stale, Trace, after_first, creating_variables
from tflint_autograph.traced.eager_runs.snapshots import (
    UNKNOWN,
    Link,
    Place,
    Read,
    Snapshot,
    Written,
    are_apart,
    differ,
    has_default,
    is_getenv,
    is_whole,
    owner_of,
    snapshot,
)
from tflint_autograph.traced.eager_runs.trainable import read_here
from tflint_autograph.traced.eager_runs.values import (
    Array,
    Class,
    Frame,
    Instance,
    Layer,
    Mapping,
    Module,
    Plain,
    Sequence,
    Tracing,
    Value,
    next_number,
)
from tflint_autograph.traced.tree.states import ENVIRONMENT, Late, spelling

BODY_STEPS = 800
"""Maximum number of steps of one run of a traced body."""

BODY_WORK = 12_000
"""Maximum number of steps of all runs of traced bodies of one entry."""

CALLS = 12
"""Maximum number of calls of one trace that are compared."""


class Reads(Core):
    """Records reads."""

    def begin(self) -> None:
        """Begins a new entry."""
        self.calls, self.makings, self.changed, self.way = [], [], [], []
        self.left, self.doubts, self.depth, self.body_work = STEPS, 0, 0, BODY_WORK
        self.recorder, self.is_repeated, self.is_cut = None, False, False
        self.seen = set()
        self.traces_before = {what: (owner, list(group)) for what, (owner, group) in self.traces.items()}

    def end(self, *, is_module: bool) -> None:
        """Ends an entry. Only traces that a module makes are there for the next one: in which order functions are called is not known."""
        if not is_module:
            self.traces = self.traces_before
        if self.is_repeated:
            self.comparison.seen |= self.seen
            self.comparison.is_partial |= self.is_cut

    def trace(self, what: object, owner: Value | None, key: tuple[tuple[str, Part], ...], run: Callable[[], Value]) -> Value | None:
        """Runs the body of a traced function for a call of it with this key, and compares what it reads with what its trace read.

        Returns what the body returned for the trace, or None where it did not run.
        """
        if self.recorder is not None:
            return None
        group = self.traces.setdefault((what, id(owner)), (owner, []))[1]
        known = next((each for each in group if is_same(each.key, key)), None)
        creates = isinstance(what, Tracing) and what.function.key in self.creating
        late = after_first(group, known, key, self.here, self.doubts) if creates else None
        if any(step.by_others is not None and step.number for step in self.way):
            # A further call by code outside the project, which may change anything in between: it shows only that there are other arguments.
            if late is not None:
                self._recorded(run, keeps=False, late=min(late, Late.IF_ANY))
            return None
        if known is not None and (known.calls >= CALLS or (known.clock == self.clock and late is None)):
            return known.returned
        self.is_repeated = self.is_repeated or late is not None or any(each.clock != self.clock for each in group)
        recorder = self._recorded(run, keeps=known is None, late=late)
        self.traced_until = next_number()
        if known is not None:
            known.clock = self.clock
        if recorder is None:
            self.is_cut = True
            return None
        if known is None:
            self.stored.keep(recorder, self.writes)
            group.append(Trace(key, recorder.reads, recorder.returned, self.clock, self.here, is_sure=not self.doubts))
            for read in recorder.reads:
                self.seen.update(map(self._place, read.links if not read.is_own else ()))
        else:
            known.calls += 1
            self._compare(known, recorder.reads)
        return recorder.returned

    creating = cached_property(lambda reads: creating_variables(reads.analysis))
    """The traced functions that create variables, or objects with variables, or call functions that do."""

    def renew(self, owner: Value) -> None:
        """Drops the traces of an object."""
        for known in [each for each, (other, _) in self.traces.items() if other is owner]:
            del self.traces[known]

    def _recorded(self, run: Callable[[], Value], *, keeps: bool, late: Late | None) -> Recorder | None:
        """Runs a body and returns the record, or None where there is too much of it; undoes what it changed unless it `keeps` that."""
        if self.body_work <= 0:
            return None
        before, running = (self.doubts, self.depth, list(self.way), len(self.changed), len(self.calls), len(self.makings)), self.running
        recorder = self.recorder = Recorder(min(BODY_STEPS, self.body_work), keeps=keeps, late=late, doubts=self.doubts)
        is_all = True
        try:
            self.doubts = 0
            recorder.returned = run()
        except Spent:
            is_all = False
        finally:
            self.recorder = None
            self.body_work -= min(BODY_STEPS, self.body_work) - recorder.steps
            self.doubts, self.depth, self.way = before[:3]
            del self.changed[before[3] :], self.calls[before[4] :], self.makings[before[5] :]
            self.running = running
            for undo in reversed(recorder.undoing) if not keeps else ():
                undo()
        return recorder if is_all else None

    def _compare(self, trace: Trace, reads: list[Read]) -> None:
        waiting: dict[tuple[object, ...], list[Read]] = {}
        for each in trace.reads:
            waiting.setdefault(each.links[0][:3], []).append(each)
        for read in reads:
            before = waiting.get(read.links[0][:3])
            if not before:
                continue
            self._compare_reads(before.pop(0), read, is_sure=trace.is_sure and not self.doubts)

    def _compare_reads(self, before: Read, read: Read, *, is_sure: bool) -> None:
        found = differ(before.value, read.value)
        if not (found or are_apart(before.value, read.value)):
            self.comparison.unknown.update(map(self._place, read.links) if found is None else ())
            return
        is_sure, pairs = is_sure and bool(found), zip(before.links, read.links, strict=False)
        differing = [number for number, (one, other) in enumerate(pairs) if differ(one.value, other.value) or are_apart(one.value, other.value)]
        written, at = self._written(read, differing)
        inner = next((each for each in read.links[at:] if isinstance(each.expr, ir.Name) or attribute_read(each.expr)), read.links[-1])
        if written is not None and not written.is_traced and not read.is_own:
            place = self._place(inner)
            stale = self.comparison.stale
            if place not in stale or (is_sure and not stale[place].is_sure):
                stale[place] = Stale(written, inner.name or "", is_sure, inner.is_attribute, read.links[0].holder is self.environment)
        else:
            self.comparison.unknown.update(map(self._place, read.links))

    def wrote(self, holder: object, name: str | None, frame: Frame | None = None) -> None:
        """Notes that the current statement writes to something."""
        recorder = self.recorder
        if recorder is not None:
            recorder.set_here.add((id(holder), name))
        where = frame if frame is not None else self.running
        if where is not None and where.statement is not None and (recorder is None or recorder.keeps):
            self.writes[id(holder), name] = Written(where.key, where.statement.at, holder, recorder is not None)
            if recorder is None:
                self.clock += self._may_matter(holder)
                self.comparison.written_at.add((where.key, where.statement.ordinal))

    def _place(self, link: Link) -> Place:
        return Place(link.key, link.ordinal, ENVIRONMENT if link.holder is self.environment else spelling(link.expr))

    def _written(self, read: Read, differing: list[int]) -> tuple[Written | None, int]:
        """Returns the statement that changed what is read, and the number of the part that it changed: the innermost one that differs."""
        if not differing and read.whole is not None and (id(read.whole), None) in self.writes:
            return self.writes[id(read.whole), None], 0
        # A part that is the same was not changed: another one chose another item of it.
        for number in reversed(differing) if differing else range(len(read.links)):
            link = read.links[number]
            written = self.writes.get((id(link.holder), link.name)) or self.writes.get((id(link.holder), None))
            if written is not None:
                return written, number
        return None, 0

    def keep(self, held: Sequence | Mapping | Instance | Layer | Array) -> None:
        """Has the contents of an object restored where the body of a traced function changes them."""
        if self.recorder is None or (not isinstance(held, Array) and held.number >= self.recorder.start):
            return
        if isinstance(held, Array):
            version = self.versions.get(id(held), 0)
            self.undoable(lambda: self.versions.update({id(held): version}))
        elif isinstance(held, (Instance, Layer)):
            attributes = dict(held.attributes) if held.attributes is not None else None
            self.undoable(lambda: setattr(held, "attributes", attributes))
        else:
            items = held.items.copy() if held.items is not None else None
            self.undoable(lambda: setattr(held, "items", items))

    def keep_names(self, frame: Frame) -> None:
        """Has the names of a frame restored where the body of a traced function binds them."""
        if self.recorder is not None and frame.number < self.recorder.start:
            names = dict(frame.names)
            self.undoable(lambda: setattr(frame, "names", names))

    def _may_matter(self, holder: object) -> bool:
        """Whether a trace may have read what an object or frame has: it was there, and other functions see it."""
        if isinstance(holder, Frame) and holder.around is not None and not self.analysis.project.body(holder.key).functions:
            return False
        number = getattr(holder, "number", 0)
        return isinstance(number, int) and number < self.traced_until

    def undoable(self, undo: Callable[[], None]) -> None:
        """Notes how to undo a change that the body of a traced function makes."""
        if self.recorder is not None:
            self.recorder.undoing.append(undo)

    def met(self, expr: Expr, value: Value, frame: Frame, holder: Frame | None = None) -> None:
        """Notes the value of an expression of a traced body."""
        recorder = self.recorder
        assert recorder is not None
        link = self._link(expr, value, frame, holder)
        recorder.known[id(expr)] = value, link
        if isinstance(expr, ir.Attribute) and expr.attr in keras.TRAINABLE and frame.statement is not None:
            read_here(recorder, recorder.known.get(id(expr.value), (value, None))[0], frame.key, frame.statement.ordinal, expr)
        if link is None:
            if isinstance(expr, ir.Name) and id(value) in recorder.deferred:
                recorder.reads.append(recorder.deferred[id(value)])
            return
        links = self._links(expr, frame, recorder)
        if is_whole(value):
            # A part of an array is made anew by each read of it.
            self._note(links, link.value if isinstance(link.holder, Array) else snapshot(value, self.versions))
        else:
            recorder.origins[id(value)] = links

    def named(self, expr: Expr, value: Value) -> None:
        """Notes that a traced body gives a name to what an expression reads: it is read where the name is."""
        recorder = self.recorder
        if recorder is not None and recorder.reads and recorder.reads[-1].links[0].expr is expr and is_whole(value):
            recorder.deferred[id(value)] = recorder.reads.pop()
            recorder.known[id(expr)] = value, recorder.known[id(expr)][1]

    def consumed(self, value: Value) -> None:
        """Notes that code uses a value: a tensor that another trace, and no unknown code, has stored, or in a traced body all items of a container."""
        recorder = self.recorder
        if isinstance(value, Array) and (recorder is None or (recorder.keeps and not recorder.runs_unknown)):
            self.stored.used(value, self.comparison.leaks, is_sure=not (self.doubts or (recorder is not None and recorder.doubts)))
        if value is not self.environment and recorder is not None and isinstance(value, (Sequence, Mapping)) and id(value) in recorder.origins:
            self._note(recorder.origins[id(value)], snapshot(value, self.versions), value)

    def _note(self, links: tuple[Link, ...], value: Snapshot, whole: Value | None = None) -> None:
        assert self.recorder is not None
        holder, name = links[0].holder, links[0].name
        is_own = isinstance(holder, (Instance, Sequence, Mapping)) and holder.number >= self.recorder.start
        is_own = is_own or not self.recorder.set_here.isdisjoint(((id(holder), name), (id(holder), None)))
        self.recorder.reads.append(Read(links, value, whole, is_own))

    def asked_for(self, name: Value) -> None:
        """Notes that a traced body asks whether the environment has a variable."""
        recorder = self.recorder
        if recorder is not None and recorder.origins.get(id(self.environment)):
            first = recorder.origins[id(self.environment)][0]._replace(holder=self.environment, name=None)
            is_set = isinstance(name, Plain) and self.environment.items is not None and name.value in self.environment.items
            self._note((first,), Snapshot("value", is_set))

    def decided(self, start: int, result: Value) -> None:
        """Notes that a traced body reads what it has read from `start` on to decide between two results."""
        recorder = self.recorder
        if recorder is not None and isinstance(result, Plain):
            told = Snapshot("decided", result.value)
            recorder.reads[start:] = [each._replace(value=told) for each in recorder.reads[start:]]

    @property
    def read_count(self) -> int:
        """How much a traced body has read so far."""
        return len(self.recorder.reads) if self.recorder is not None else 0

    def _link(self, expr: Expr, value: Value, frame: Frame, holder: Frame | None) -> Link | None:
        """Returns a part of an expression that reads from what was there before the call, or None."""
        recorder = self.recorder
        if recorder is None or frame.statement is None:
            return None
        found = self._read_of(expr, recorder, holder)
        if found is None:
            return None
        held, name, is_attribute = found
        told = snapshot(held if isinstance(held, Array) else value, self.versions)
        if not is_whole(value):
            told = Snapshot("object", value)
        return Link(frame.key, frame.statement.ordinal, expr, held, name, told, is_attribute)

    def _read_of(self, expr: Expr, recorder: Recorder, holder: Frame | None) -> tuple[object, str | None, bool] | None:
        """Returns what has the value of an expression, the name by which it has it, and whether that is an attribute."""
        if isinstance(expr, ir.Name):
            if holder is None or holder.number >= recorder.start:
                return None
            return holder, expr.id, False
        inner, read = owner_of(expr), attribute_read(expr)
        owner = recorder.known.get(id(inner), (None, None))[0] if inner is not None else None
        if read is None and isinstance(owner, Instance):
            owner = owner.held
        if read is not None:
            if isinstance(owner, Module):
                return owner.frame, read.attr, False
            if isinstance(owner, Instance) and self.method(owner.cls, "__tf_tracing_type__") is not None:
                return None  # It says by itself when it needs another trace.
            if isinstance(owner, Sequence) and read.attr in owner.names:
                return owner, read.attr, True
            if isinstance(owner, Instance) and owner.attributes is not None and (read.attr in owner.attributes or has_default(expr)):
                return owner, read.attr, True
            key = owner.cls if isinstance(owner, Instance) else owner.key if isinstance(owner, Class) else None
            held = self.class_holder(key, read.attr) if key is not None else None
            return (held, read.attr, True) if held is not None else None
        if isinstance(expr, ir.Call) and is_getenv(recorder.known.get(id(expr.func), (None, None))[0]):
            return self.environment, None, False
        if isinstance(owner, (Sequence, Mapping)) and isinstance(expr, (ir.Subscript, ir.Call)):
            return owner, None, False
        if isinstance(owner, Array) and isinstance(expr, ir.Subscript):
            return owner, None, False
        return None

    def _links(self, expr: Expr, frame: Frame, recorder: Recorder) -> tuple[Link, ...]:
        """Returns the parts of an expression from outside inwards, and of what a local name in it stands for."""
        found: list[Link] = []
        part: Expr | None = expr
        while part is not None:
            value, link = recorder.known.get(id(part), (None, None))
            if link is not None:
                found.append(link)
            elif frame.statement is not None:
                origin = recorder.origins.get(id(value), ())
                if isinstance(part, ir.Name) and not (origin and origin[0].key == frame.key):
                    found.append(Link(frame.key, frame.statement.ordinal, part, None, part.id, UNKNOWN, False))
                if origin:
                    return (*found, *origin)
            part = owner_of(part)
        return tuple(found)
