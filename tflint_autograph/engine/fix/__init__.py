"""Fixes: which are applied, what they make of the bytes of the files, and how those are written."""
