"""Builds fixes from the nodes of a traced function: the TensorFlow code that replaces Python code. Applies none."""
