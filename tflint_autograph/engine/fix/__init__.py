"""Applies fixes: selects edits that do not overlap, and writes the files."""
