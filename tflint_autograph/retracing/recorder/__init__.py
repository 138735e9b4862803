"""Runs in the user's process and records each trace that TensorFlow makes. Standard library only."""
