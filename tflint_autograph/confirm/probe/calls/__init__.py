"""Builds the calls to make: the function, the object, and the arguments."""
