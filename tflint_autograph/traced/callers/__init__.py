"""Eager code around traced functions: how often it calls them, and what it passes."""
