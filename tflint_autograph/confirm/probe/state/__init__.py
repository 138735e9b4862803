"""Snapshots of Python state: values are copied, compared and restored, and executed lines are recorded."""
