"""What a statement changes in place is found, however it is written."""

from __future__ import annotations

import textwrap

import pytest

from tflint_autograph.facts.lower import lower
from tflint_autograph.facts.scan import scan
from tflint_autograph.model.values import Kind, Value
from tflint_autograph.project.bodies.changes import changes, named

CHANGED = (
    "self.parts.append(1)", "self.parts[0] = 1", "self.parts['a'][i + 1] += 1", "self.parts [0] **= 2", "self.parts[f(x)].extend(y)",
    "(self.parts)[0] = 1", "(self\n  .parts\n  .append(1))", "self.parts \\\n  .append(1)", "self.parts[0]: int = 1",
    "self.parts[0], self.other = 1, 2", "other, self.parts[0] = 1, 2", "(self.parts[0],\n  other) = 1, 2", "del self.parts[0]",
    "del other, self.parts[0]", "self.parts[a[0]] = 1", "self.parts['\\\\'] = 1", "self.parts[\n  0\n] = 1", "self.parts[0] \\\n  = 1",
    "n = self.parts.pop()", "self.parts[0][1] //= 2", "self.parts[0] <<= 2", "self.parts.append (1)", "n = self.parts[0] = 1",
    "(self.parts  # 'many'\n  .append(1))",
)  # fmt: skip
READ = (
    "return self.parts", "n = self.parts\nf(1)", "f(self.parts)", "n = self.parts[0]", "n = self.parts[0] == 1", "self.parts[0](x)",
    "self.parts[0] + 1", "n = [self.parts[0],\n  1]", "for part in self.parts:\n  n = 1", "self.parts.index(1)", "self.partsmen.append(1)",
    "return self.parts[0] if x else 1", "n = {'n': self.parts['n'],\n  'm': 1}", "self.parts == [1]", "self.parts(1).append(2)",
    "self.parts[0] <= 2", "self.parts[0].x.append(1)", "self.parts = []",
)  # fmt: skip


@pytest.mark.parametrize("text", [*CHANGED, *READ])
def test_what_is_changed_in_place_is_found(text: str) -> None:
    code = textwrap.indent(f"{text}\n", "  ")
    facts = scan(f"def f(self):\n{code}", tuple(f"def f(self):\n{code}".split("\n")), "m.py", "m", is_package=False)
    body = lower(facts, facts.functions[0])[0].body
    held, parts = Value(Kind.CONTAINER, type="builtins.list"), named("self.parts")
    assert any(not each.rebinds for each in changes(body.statements, held, parts, parts)) is (text in CHANGED)
