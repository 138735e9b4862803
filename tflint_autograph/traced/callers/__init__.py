"""Eager code around traced functions: how often it runs, and what it passes. Knows no message."""
