"""Look-ups of words in the text of a file: which functions mention them. A look-up only says where a closer look is pointless."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model.facts import FunctionKey, ModuleFacts
from tflint_autograph.model.mentions import Mention


class WordSearch(NamedTuple):
    """Words to look for in a file: `names` that are mentioned as `how` says, and `others` mentioned in any way."""

    path: str
    names: frozenset[str]
    others: frozenset[str]
    how: Mention

    def found(self, facts: ModuleFacts, lines_mentioning: Callable[..., list[int]]) -> tuple[FunctionKey, ...]:
        """Returns the innermost functions that mention one of the words; `lines_mentioning` looks up a word in the file."""
        lines = {line for name in self.names for line in lines_mentioning(name, self.how)}
        lines.update(line for name in self.others for line in lines_mentioning(name))
        return tuple(FunctionKey(self.path, qualname) for qualname in innermost(facts.functions, sorted(lines)))
