"""Imports every part, so that the tables are full."""

from __future__ import annotations

from tests.generated.parts import (
    contexts_callables,
    contexts_calls,
    contexts_graph,
    contexts_more,
    contexts_protocols,
    hazards_effects,
    hazards_flow,
    hazards_frozen,
    hazards_mutations,
    hazards_process,
    hazards_state,
    hazards_traces,
    hazards_values,
    roots_data,
    roots_functions,
    roots_keras,
    roots_layers,
    roots_methods,
    roots_untraced,
    roots_wrappers,
)

__all__ = [
    "contexts_callables", "contexts_calls", "contexts_graph",
    "contexts_more", "contexts_protocols", "hazards_effects", "hazards_flow", "hazards_frozen", "hazards_mutations", "hazards_process",
    "hazards_state", "hazards_traces", "hazards_values", "roots_data", "roots_functions", "roots_keras", "roots_layers", "roots_methods", "roots_untraced", "roots_wrappers",
]  # fmt: skip
