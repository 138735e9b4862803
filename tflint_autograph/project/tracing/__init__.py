"""The traced set: follows calls from the roots to a fixpoint, with the shortest call path of each function."""
