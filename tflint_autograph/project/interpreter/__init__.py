"""The abstract interpreter: evaluates the statements, expressions and calls of one body."""
