"""Builds the text of a program: modules, classes, functions, names and the marks of hazards."""
