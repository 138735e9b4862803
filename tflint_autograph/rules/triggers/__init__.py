"""Which rules have a reason to look into a traced function, from what the pass over its body knows. Imports no rule, nor libcst.

A function that no rule has a reason to look into is never parsed with libcst, and a rule that has none is never imported.
Each entry says of a `Glimpse` whether the rule may find something: never no where it would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tflint_autograph.rules.triggers import calls, changes, conditions, values
from tflint_autograph.traced.glimpse import Glimpse

Trigger = Callable[[Glimpse], bool]

TRIGGERS: Mapping[str, Trigger] = {
    "TFA101": calls.prints,
    "TFA102": calls.logs,
    "TFA103": calls.touches_files,
    "TFA104": calls.has_effects,
    "TFA105": values.iterates_python_iterator,
    "TFA106": values.writes_tensor_as_text,
    "TFA110": calls.draws,
    "TFA111": calls.reads_clock,
    "TFA112": calls.reads_environment,
    "TFA113": changes.reads_changing_global,
    "TFA114": changes.reads_changing_attribute,
    "TFA115": calls.asks_for_eagerness,
    "TFA201": conditions.stays_python,
    "TFA202": conditions.is_unconverted,
    "TFA203": values.iterates_tensor,
    "TFA204": values.holds_dataset,
    "TFA205": conditions.ends_loop,
    "TFA206": conditions.has_graph_flow,
    "TFA207": conditions.changes_in_loop,
    "TFA208": conditions.has_graph_choice,
    "TFA209": conditions.has_graph_flow,
    "TFA210": conditions.raises_by_tensor,
    "TFA211": conditions.has_exceptions,
    "TFA212": calls.calls_itself,
    "TFA213": calls.sorts,
    "TFA214": conditions.takes_truth,
    "TFA215": conditions.asserts,
    "TFA216": calls.checks,
    "TFA217": values.returns_object,
    "TFA301": values.needs_python_value,
    "TFA302": calls.asks_for_value,
    "TFA303": calls.gives_numpy_tensors,
    "TFA304": values.has_open_length,
    "TFA305": calls.takes_length,
    "TFA306": calls.is_eager_only,
    "TFA307": calls.may_fail_in_xla,
    "TFA401": conditions.unrolls,
    "TFA501": calls.makes_variables,
    "TFA502": calls.makes_layers,
    "TFA503": changes.changes_something,
    "TFA504": changes.changes_argument,
    "TFA505": changes.keeps_something,
    "TFA506": changes.changes_in_graph_flow,
    "TFA507": calls.writes_arrays,
}
"""By code; the other rules look at comments or at calls of traced functions."""
