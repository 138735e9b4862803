"""Roots of tracing, and the arguments that eager code passes to them."""
