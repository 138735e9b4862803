"""Runs programs under TensorFlow, eagerly and as a graph, in forked processes."""
