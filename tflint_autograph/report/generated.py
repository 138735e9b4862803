"""Lists the code AutoGraph generates for a function next to the user's lines."""

from __future__ import annotations

from collections.abc import Sequence

_INDENT = 5


def listing(name: str, place: str, rows: Sequence[tuple[int, str]], trouble: str, *, converted: bool) -> str:
    """Returns one function: its place, then each generated line after its original line, if any.

    `rows` are line numbers (0 for none) with their text, `trouble` says why there are none, `converted` is whether TensorFlow runs this
    code when it traces the function.
    """
    lines = [f"{name}  {place}"]
    if trouble:
        return f"{lines[0]}\nnot converted: {trouble}\n\n"
    if not converted:
        lines.append("TensorFlow traces it unconverted: this is what AutoGraph would make of it")
    shown = 0
    for line, text in rows:
        number = str(line) if line and line != shown else ""
        shown = line or shown
        lines.append(f"{number:>{_INDENT}} | {text}".rstrip())
    return "\n".join(lines) + "\n\n"
