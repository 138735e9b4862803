"""Writes of eager code that happen after traced code may have read the value."""
