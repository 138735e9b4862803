"""Why a function is traced: the chain from a root to it."""

from __future__ import annotations

from tflint_autograph.model.levels import Confidence
from tflint_autograph.model.location import Span
from tflint_autograph.model.record import frozen


@frozen
class Step:
    """One sentence about one place, for instance "`train.step` calls `helpers.loss`"."""

    span: Span
    text: str


@frozen
class Trace:
    """The shortest way TensorFlow gets to a function.

    `root` names the kind of root (`tf.function`, `Dataset.map`, ...). `steps` starts with the root and has one step a
    call after it. `converted` says whether AutoGraph rewrites the function (FACTS.md, "Keras and conversion").
    """

    root: str
    steps: tuple[Step, ...]
    converted: bool
    confidence: Confidence
