"""Limits of time and memory for the process that runs the user's code."""
