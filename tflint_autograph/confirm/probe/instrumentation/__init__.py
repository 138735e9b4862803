"""Observation of a running call: output, traces, files, time."""
