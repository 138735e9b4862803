"""Removes findings from a report: suppression comments, baselines, changed lines."""
