"""The options an editor can set, in `initializationOptions` or under `tflint-autograph` in its configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

SECTION = "tflint-autograph"


class Show(Enum):
    """Which files get diagnostics: open ones, also those whose findings an edit changed, or all of the project."""

    OPEN = "open"
    CHANGED = "changed"
    WORKSPACE = "workspace"


@dataclass(frozen=True, slots=True)
class Options:
    """`code_lens` shows above each traced def why it is traced; `config` are entries like those of the flag `--config`."""

    code_lens: bool = False
    config: tuple[str, ...] = ()
    show: Show = Show.CHANGED

    @staticmethod
    def read(sent: object) -> Options:
        """Returns the options sent by an editor, directly or under the linter's name. Invalid ones are ignored."""
        table = _table(sent)
        table = _table(table.get(SECTION)) or table
        config = table.get("config")
        items = config if isinstance(config, list) else [config]
        words = {each.value: each for each in Show}
        return Options(
            table.get("codeLens") is True,
            tuple(item for item in items if isinstance(item, str)),
            words.get(str(table.get("diagnostics")), Show.CHANGED),
        )


def _table(value: object) -> Mapping[str, object]:
    if isinstance(value, Mapping):
        return value
    # lsprotocol passes objects of unknown shape as attributes of an object.
    fields = getattr(value, "_asdict", None)
    found = fields() if fields is not None else getattr(value, "__dict__", {})
    return found if isinstance(found, Mapping) else {}
