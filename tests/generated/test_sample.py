"""The sample under TensorFlow: the linter is wrong where the list says it is, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generated.checking import checked
from tests.generated.sample import disagreements, known, programs

pytestmark = pytest.mark.tensorflow


def test_the_linter_and_tensorflow_disagree_where_the_list_says(tmp_path: Path) -> None:
    found = list(disagreements(checked(programs(), tmp_path)))
    new = [f"not in the list: {line}" for line in found if line not in known()]
    gone = [f"agrees now, run `python -m tests.generated --sample`: {line}" for line in known() if line not in found]
    if new or gone:
        pytest.fail("\n".join(new + gone), pytrace=False)
