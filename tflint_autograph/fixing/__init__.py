"""Fixes built from the nodes of a traced function: the TensorFlow code that stands for Python code. Applies none."""
