"""The line ranges of statements and functions, for comments that apply to more than their own line."""

from __future__ import annotations

from tflint_autograph.model.record import record


@record
class Lines:
    """The statements and functions of one module by 1-based inclusive lines, in source order.

    `statements` are (first, last) of each simple statement and of each header of a compound one, decorators included; a header reaches to
    the line before its body. `functions` are (first decorator, end of the header, last line).
    """

    statements: tuple[tuple[int, int], ...]
    functions: tuple[tuple[int, int, int], ...]
