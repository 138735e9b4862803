"""The values of names and parameters, and what containers, axes and operators make of them. Runs no expression."""
