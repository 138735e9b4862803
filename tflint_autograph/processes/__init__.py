"""Processes and signals: children that end with their parent, and an orderly end. Standard library only."""
