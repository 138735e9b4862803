"""Eager code run on abstract values, a few iterations of each loop, to compare what the calls of a traced function pass and its trace reads."""
