"""Which rules there are, without importing one: importing a rule takes libcst, which a run that finds nothing does without.

A new rule is a file of its name in this package, a row here, and a reason to look (`triggers`) when it looks into functions.
"""

from __future__ import annotations

import functools

from tflint_autograph.model.record import record


@record
class Known:
    """A rule, for questions that must not import it. `sites` says that it looks at calls of traced functions."""

    code: str
    name: str
    default: bool = True
    sites: bool = False


KNOWN = (
    Known("TFA101", "python-print"),
    Known("TFA102", "python-logging"),
    Known("TFA103", "python-io"),
    Known("TFA104", "python-call", default=False),
    Known("TFA105", "python-iterator"),
    Known("TFA106", "tensor-format"),
    Known("TFA110", "frozen-random"),
    Known("TFA111", "frozen-clock"),
    Known("TFA112", "frozen-environment"),
    Known("TFA113", "frozen-global"),
    Known("TFA114", "frozen-attribute"),
    Known("TFA115", "eagerness-branch", default=False),
    Known("TFA201", "unconverted-condition"),
    Known("TFA202", "autograph-disabled"),
    Known("TFA203", "tensor-iteration"),
    Known("TFA204", "dataset-iteration"),
    Known("TFA205", "tensor-exit-of-python-loop"),
    Known("TFA206", "undefined-in-branch"),
    Known("TFA207", "loop-variable-changes"),
    Known("TFA208", "branch-mismatch"),
    Known("TFA209", "return-in-tensor-loop"),
    Known("TFA210", "raise-in-tensor-branch"),
    Known("TFA211", "except-in-graph", default=False),
    Known("TFA212", "recursive-function"),
    Known("TFA213", "sorted-reverse", default=False),
    Known("TFA214", "tensor-truth"),
    Known("TFA215", "tensor-assert"),
    Known("TFA216", "unused-check"),
    Known("TFA217", "unsupported-result"),
    Known("TFA301", "tensor-to-python"),
    Known("TFA302", "numpy-method"),
    Known("TFA303", "numpy-call"),
    Known("TFA304", "unknown-static-shape"),
    Known("TFA305", "dynamic-length", default=False),
    Known("TFA306", "eager-only-api"),
    Known("TFA307", "xla-limit", default=False),
    Known("TFA401", "python-range"),
    Known("TFA402", "python-scalar-argument", sites=True),
    Known("TFA403", "function-made-repeatedly", sites=True),
    Known("TFA404", "fresh-object-argument", default=False, sites=True),
    Known("TFA405", "varying-shape-argument", default=False, sites=True),
    Known("TFA501", "variable-creation"),
    Known("TFA502", "layer-creation", sites=True),
    Known("TFA503", "outer-mutation"),
    Known("TFA504", "argument-mutation"),
    Known("TFA505", "tensor-leak"),
    Known("TFA506", "mutation-in-tensor-flow"),
    Known("TFA507", "tensorarray-result-ignored"),
    Known("TFA901", "unused-suppression"),
    Known("TFA902", "unknown-suppression"),
    Known("TFA903", "malformed-suppression"),
)
"""In the order of the codes."""


@functools.cache
def codes() -> dict[str, str]:
    """Every rule's code with its name, in the order of the codes."""
    return {rule.code: rule.name for rule in KNOWN}
