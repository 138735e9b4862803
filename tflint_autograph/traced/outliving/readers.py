"""Who reads an attribute, as far as the text of the files says in which its class and its bases stand. Follows no value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tflint_autograph.facts.scan import innermost
from tflint_autograph.model import body as ir
from tflint_autograph.model.facts import ClassKey, FunctionKey
from tflint_autograph.project.analysis import Analysis

_FRAMEWORKS = frozenset({"tensorflow", "keras", "tf_keras", "numpy"})


def read_in_calls_alone(analysis: Analysis, owner: ClassKey, attribute: str, *, by_any_method: bool) -> bool:
    """Whether traced code reads the attribute and nobody else does, but for methods of the object: then the call itself may use it up.

    Whether a method is traced cannot always be told: who calls it may lie outside the project. Where that is not to count
    for it, `by_any_method` is false.
    """
    paths = {owner.path, *(each.path for each in analysis.classes.mro(owner) if isinstance(each, ClassKey))}
    readers = {path: tuple(_readers(analysis, path, attribute)) for path in sorted(paths)}
    around = []
    for path, found in readers.items():
        module = analysis.project.module(path)
        others = [line for name, line in found if not by_any_method or name != "self"]
        around += [FunctionKey(path, each) for each in (innermost(module.functions, others) if module is not None else ())]
    return any(readers.values()) and all(each in analysis.flows for each in around)


def _readers(analysis: Analysis, path: str, attribute: str) -> Iterator[tuple[str, int]]:
    """The names of the objects of which a file reads the attribute, with the lines; `tf.nn.dropout` is none of an object.

    What is put under a key is no read. What is said of the attribute counts: those who derive from the class are told to read it.
    """
    read = re.compile(rf"([\w.]*)\.{re.escape(attribute)}\b(?!\s*(?:\[[^]\n]*\]\s*)?(?:=(?!=)|[-+*/]=))")
    module = analysis.project.module(path)
    imports = [each for each in module.body.statements if isinstance(each, ir.Import)] if module is not None else []
    frameworks = {name for each in imports for name, target in each.names if target.partition(".")[0] in _FRAMEWORKS}
    for number, line in enumerate(analysis.project.lines(path), 1):
        for match in read.finditer(line) if f".{attribute}" in line else ():
            if match[1].partition(".")[0] not in frameworks:
                yield match[1].rpartition(".")[2], number
