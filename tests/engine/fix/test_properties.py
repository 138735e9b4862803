"""What holds for the fixes of any program: it stays Python, only what is meant changes, a second time changes nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from tests.engine.fix.sources import Program, programs
from tflint_autograph.config.settings import Settings
from tflint_autograph.engine.filtering.adopt import Adoption
from tflint_autograph.engine.fix.run import Fixed, fix_paths
from tflint_autograph.source.text import split_lines


def fixed(data: bytes) -> Fixed:
    """A run over one module with all fixes, safe and unsafe."""
    with tempfile.TemporaryDirectory() as folder:
        options = Settings(Path(folder), unsafe_fixes=True, no_cache=True)
        return fix_paths(options, (), Adoption(options), stdin=(os.path.join(folder, "m.py"), data))


def is_subsequence(part: Iterable[str], whole: Iterable[str]) -> bool:
    rest = iter(whole)
    return all(line in rest for line in part)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(programs())
def test_fixes(program: Program) -> None:
    compile(program.data, "m.py", "exec", dont_inherit=True)
    done = fixed(program.data)
    assert not done.report.problems
    assert not done.unfinished
    assert not done.refused
    data = done.changes[0].after if done.changes else program.data
    compile(data, "m.py", "exec", dont_inherit=True)
    after = split_lines(data.removeprefix(b"\xef\xbb\xbf").decode(program.encoding))
    assert is_subsequence(program.kept, after)
    assert all(any(comment in line for line in after) for comment in program.comments)
    assert data.startswith(b"\xef\xbb\xbf") == program.data.startswith(b"\xef\xbb\xbf")
    again = fixed(data)
    assert not again.changes
    assert not again.applied
