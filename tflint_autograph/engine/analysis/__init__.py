"""Runs the whole-program analysis and the rules over it, in one process or several."""
