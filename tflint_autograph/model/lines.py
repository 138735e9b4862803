"""Which lines of a file belong together, for comments that speak of more than their own line. Holds no text."""

from __future__ import annotations

from tflint_autograph.model.record import record


@record
class Lines:
    """The statements and functions of one module by their 1-based lines, all ends inclusive, in the order of the text.

    `statements` are (first, last) of each simple statement and of each header of a compound one, decorators included;
    a header reaches to the line before its body. `functions` are (first decorator, end of the header, last line).
    """

    statements: tuple[tuple[int, int], ...]
    functions: tuple[tuple[int, int, int], ...]
