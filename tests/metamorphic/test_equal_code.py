"""What is reported does not hang on the words in which code says the same."""

from __future__ import annotations

import pytest

from tests.metamorphic.checked import agree, names
from tests.metamorphic.programs import always


@pytest.mark.parametrize(
    "name", names("locals", "calls", "classes", "conditions", "helpers", "bodies", "assignments", "containers", "styles")
)
def test_equal_programs_have_equal_findings(name: str) -> None:
    agree(name, always)
