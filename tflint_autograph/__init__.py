"""Find code that TensorFlow traces and that will not do in the graph what it says in Python."""

__version__ = "0.1.0"
