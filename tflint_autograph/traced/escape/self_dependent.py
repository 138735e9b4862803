"""Decides whether the new value of an attribute is computed from its old one, so that each call would change it further."""

from __future__ import annotations

from tflint_autograph.model import body as ir
from tflint_autograph.model.body import Expr
from tflint_autograph.model.facts import FunctionKey
from tflint_autograph.model.synonyms import attribute_named
from tflint_autograph.project.analysis import Analysis
from tflint_autograph.project.bodies.changes import mentions, named
from tflint_autograph.project.bodies.order import order
from tflint_autograph.project.bodies.single import assigned_to
from tflint_autograph.project.bodies.walks import assigned_by, descendants
from tflint_autograph.project.values.arithmetic import updates
from tflint_autograph.traced.tree.function import TracedFunction
from tflint_autograph.traced.tree.mutations import Mutation
from tflint_autograph.traced.tree.point import TracedPoint

_ARITHMETIC = frozenset({"+", "-", "*", "/", "//", "%", "**", "@", "|", "&", "^", "<<", ">>"})


def depends_on_itself(mutation: Mutation, fn: TracedFunction) -> bool:
    """Whether the new value is computed from the old one: `self.n = self.n + 1`, also by `getattr(self, "n", 0)`, `n = self.n` or as the target of a loop.

    Of a value to which nothing is added, a choice, a comprehension or a function of the project may make the same again, and is left out:
    `self.frozen = self.frozen or self.done`.
    """
    statement = assigned_by(fn.statement) if fn.statement is not None else None
    value = statement.value if isinstance(statement, ir.Assign) else statement.iterable if isinstance(statement, ir.For) else None
    value = fn.written_out(value) if value is not None else None
    it = named(mutation.spoken)

    def reads_it(part: Expr) -> bool:
        stands_for = assigned_to(part.id, fn.body, statement.ordinal) if isinstance(part, ir.Name) and statement is not None else None
        written = stands_for or part
        return it(attribute_named(written, "getattr") or written)

    if value is None or not mentions(value, reads_it):
        return False
    chooses = isinstance(value, ir.Comprehension) or (isinstance(value, ir.Operation) and value.operators[0] in ("and", "or"))
    applies = isinstance(value, ir.Call) and statement is not None and bool(fn.value_at(value.func, statement.ordinal).callees)
    sums = (part for part in descendants(value) if isinstance(part, ir.Operation) and _ARITHMETIC.issuperset(part.operators))
    return not (chooses or applies) or any(mentions(each, reads_it) for each in sums)


def only_updates(analysis: Analysis, key: FunctionKey, attr: str) -> bool:
    """Whether a traced function sets an attribute from its old value alone, with the help of others, too: `self.n = following(self)`."""
    fn = TracedPoint(analysis, key)
    made = [order(fn.body).statements.get(write.index) for write in fn.flow.writes.values() if write.name == attr and not write.augmented]
    return all(isinstance(each, ir.Assign) and each.value is not None and updates(each.targets[0], fn.written_out(each.value)) for each in made)
