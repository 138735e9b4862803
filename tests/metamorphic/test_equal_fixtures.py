"""What is reported of the fixtures does not hang on imports, on how `tf.function` is applied, on helpers, and on packed assignments."""

from __future__ import annotations

import pytest

from tests.metamorphic.checked import agree
from tests.metamorphic.programs import fixtures

NAMES = (
    "unparse", "import-renamed", "import-of-members", "import-of-version-two", "import-that-may-fail",
    "import-through-the-project", "decorator-as-call", "value-as-helper", "statement-as-helper", "packs-assignments",
)  # fmt: skip
FEWEST = 20


@pytest.mark.parametrize("name", NAMES)
def test_equal_fixtures_have_equal_findings(name: str) -> None:
    agree(name, fixtures, FEWEST)
