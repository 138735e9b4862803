"""Findings proved by running the code, eagerly and as a graph, in child processes. Finds no hazard by itself."""
